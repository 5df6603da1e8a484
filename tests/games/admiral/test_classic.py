"""The documented crew: each behaviour of the description, with its weaknesses."""

from typing import Any

import pytest

from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.core.record import Acted, Said
from quintain.games.admiral import GAME
from quintain.games.admiral.actions import Answer
from quintain.games.admiral.bots.classic import Classic
from quintain.games.admiral.rules.state import (
    COURSE,
    CREW,
    DRONED,
    EAST,
    ENGINEER,
    FIRED,
    FIRST_MATE,
    NORTH,
    RADIO_OPERATOR,
    SONAR_ANSWER,
    SOUTH,
    SURFACED,
    WEST,
    WIPED,
)
from quintain.games.admiral.words import cell_of
from tests.games.admiral.asking import asked, match_of, spoken, turn_of
from tests.games.admiral.boats import BLUE, RED, at, boats, changed, full, moved, news

CLASSIC = Classic()
BOTTOM = [at(9, 1), at(9, 2), at(8, 2), at(7, 2), at(6, 2), at(6, 1), at(6, 0)]
IN_SECTOR_2 = [news(SURFACED, 2)]


RED_BROKEN = "north 1"
YELLOW_BROKEN = "north 0"


# --- placement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "rows", "columns"), [(0, range(8), range(8)), (4, range(8, 15), range(8, 15))])
def test_the_crew_begins_in_its_own_corner(seat: int, rows: range, columns: range) -> None:
    places = {asked(CLASSIC, Position.start(GAME), seat, seed=seed) for seed in range(40)}
    cells = [divmod(cell_of(text.split()[1]), 16) for text in places]
    assert len(places) > 10
    assert all(row in rows and column in columns for row, column in cells)


def test_without_water_in_that_corner_it_begins_anywhere() -> None:
    drawing = "/".join(["....."] * 4)
    options = GAME.options_from({"map": "drawn", "drawing": drawing, "sector_rows": 4, "sector_columns": 5})
    assert asked(CLASSIC, Position.start(GAME, options), 4).startswith("place ")


# --- the captain's order ---------------------------------------------------------------------------------------------


def test_it_goes_where_most_courses_follow_even_into_a_dead_end() -> None:  # V21
    position = boats("A7", "J1", trails={BLUE: BOTTOM}, map="compact")
    assert asked(CLASSIC, position) == "move south"


def test_of_equal_courses_it_takes_north_then_south_then_east() -> None:
    assert asked(CLASSIC, boats("H8", "A1", map="openwater")) == "move north"
    assert asked(CLASSIC, boats("H8", "A1", trails={BLUE: ["H7"]}, map="openwater")) == "move south"
    assert asked(CLASSIC, boats("H8", "A1", trails={BLUE: ["H7", "H9"]}, map="openwater")) == "move east"


@pytest.mark.parametrize("charged", [{}, full("stealth")])
def test_in_a_blackout_it_surfaces_for_no_stealth_leads_out(charged: dict[str, int]) -> None:
    position = boats("A1", "O15", trails={BLUE: ["B1", "A2"]}, gauges={BLUE: charged})
    assert asked(CLASSIC, position) == "surface"


def test_with_few_courses_left_it_vanishes_to_the_best_end() -> None:
    position = boats("A1", "O15", gauges={BLUE: full("stealth")}, map="openwater")
    assert asked(CLASSIC, position) == "stealth south 4"


def test_with_many_courses_left_it_does_not_vanish() -> None:
    assert asked(CLASSIC, boats("G8", "A1", gauges={BLUE: full("stealth")})).startswith("move ")


@pytest.mark.parametrize("trail", [[], ["B1"]])
def test_a_stealth_that_is_refused_ends_at_the_surface(trail: list[str]) -> None:
    position = boats("A1", "O15", trails={BLUE: trail}, gauges={BLUE: full("stealth")}, boards={BLUE: YELLOW_BROKEN})
    assert asked(CLASSIC, position) == "surface"


def test_a_broken_stealth_that_nobody_orders_changes_nothing() -> None:
    gauges = {BLUE: full("stealth")}
    assert asked(CLASSIC, boats("G8", "A1", gauges=gauges, boards={BLUE: YELLOW_BROKEN})).startswith("move ")
    assert asked(CLASSIC, boats("A1", "O15", boards={BLUE: YELLOW_BROKEN})).startswith("move ")


# --- the captain's weapon --------------------------------------------------------------------------------------------


def test_it_shoots_at_the_nearest_cell_of_the_known_sector_and_hits_itself() -> None:  # V22
    assert asked(CLASSIC, loaded(*IN_SECTOR_2)) == "torpedo I7"


def loaded(*heard: int) -> Position:
    return moved(boats("H7", "A1", gauges={BLUE: full("torpedo")}, heard={RED: heard}))


def test_a_known_sector_never_expires() -> None:
    old = IN_SECTOR_2 + [news(COURSE, WEST)] * 200
    assert asked(CLASSIC, loaded(*old)) == "torpedo I7"


def test_a_positive_drone_tells_the_sector_and_a_negative_one_does_not() -> None:
    yes, no = ([news(DRONED, 2, answer)] for answer in (1, 0))
    assert asked(CLASSIC, loaded(*yes)) == "torpedo I7"
    assert asked(CLASSIC, loaded(*no)) == "end"


def test_a_sector_out_of_range_is_not_shot_at() -> None:
    assert asked(CLASSIC, moved(boats("A1", "J10", gauges={BLUE: full("torpedo")}, heard={RED: IN_SECTOR_2}))) == "end"


def test_a_refused_torpedo_ends_the_weapon_step() -> None:
    gauges = full("torpedo", "drone", "sonar")
    position = moved(boats("H7", "A1", gauges={BLUE: gauges}, heard={RED: IN_SECTOR_2}, boards={BLUE: RED_BROKEN}))
    assert asked(CLASSIC, position) == "end"


def test_the_drone_goes_anywhere_while_no_sector_is_known() -> None:
    position = moved(boats("G8", "A1", gauges={BLUE: full("drone", "sonar")}))
    assert {asked(CLASSIC, position, seed=seed) for seed in range(40)} == {f"drone {n}" for n in range(1, 5)}


def test_the_sonar_is_the_last_resort() -> None:
    known = boats("G8", "A1", gauges={BLUE: full("drone", "sonar")}, heard={RED: IN_SECTOR_2})
    assert asked(CLASSIC, moved(known)) == "sonar"
    assert asked(CLASSIC, moved(boats("G8", "A1", gauges={BLUE: full("mine")}))) == "end"


def test_mines_are_never_dropped() -> None:
    assert asked(CLASSIC, moved(boats("G8", "A1", gauges={BLUE: full("mine", "stealth")}))) == "end"


def test_answers_are_random_with_one_truth() -> None:
    question = changed(boats("G8", "A1", turn=RED), step=SONAR_ANSWER, fresh=0)
    kinds, answers = set(), set()
    for seed in range(60):
        CLASSIC.start(GAME, 0)
        answer = CLASSIC.act(turn_of(question, 0, seed=seed))
        assert isinstance(answer, Answer)
        assert question.allows(0, answer)
        answers.add(str(answer))
        kinds.add((answer.first.kind, answer.second.kind))
    assert len(kinds) == 6
    assert len(answers) > 30


# --- engineer and first mate -----------------------------------------------------------------------------------------


def marks(board: str, heading: int) -> str:
    position = changed(boats("G8", "A1", boards={BLUE: board}), step=CREW, heading=heading, course=heading, fresh=0)
    return asked(CLASSIC, position, ENGINEER)


def test_the_engineer_completes_circuits_first() -> None:
    assert marks("north 1, south 1, east 1", WEST) == "mark west 1"


@pytest.mark.parametrize("taken", range(6))
def test_then_he_marks_in_order(taken: int) -> None:
    assert marks(", ".join(f"east {i}" for i in range(taken)), EAST) == f"mark east {taken}"


def test_the_first_mate_charges_the_first_gauge_that_is_not_full() -> None:
    crew: dict[str, Any] = {"step": CREW, "heading": 0, "course": 0, "fresh": 0}
    order = ["torpedo", "mine", "sonar", "drone", "stealth"]
    for i, name in enumerate(order):
        position = changed(boats("G8", "A1", gauges={BLUE: full(*order[:i])}), **crew)
        assert asked(CLASSIC, position, FIRST_MATE) == f"charge {name}"
    broken = changed(boats("G8", "A1", boards={BLUE: RED_BROKEN}), **crew)
    assert asked(CLASSIC, broken, FIRST_MATE) == "charge torpedo"


# --- radio operator --------------------------------------------------------------------------------------------------


def said(*heard: int) -> str:
    return " ".join(map(str, spoken(CLASSIC, boats("G8", "A1", heard={RED: heard}), RADIO_OPERATOR)))


def test_the_radio_operator_tells_surfacings_and_torpedoes_and_nothing_without_them() -> None:
    assert said() == ""
    assert said(news(SURFACED, 3)) == "They surfaced in sector 3."
    assert said(news(FIRED, 20), news(FIRED, 20)) == "2 torpedoes so far."
    assert said(news(SURFACED, 3), news(FIRED, 20)) == "They surfaced in sector 3, 1 torpedo so far."


def test_he_keeps_the_list_of_scanned_sectors_to_himself() -> None:
    scans = [news(DRONED, 2, 0), news(COURSE, NORTH), news(DRONED, 4, 1), news(DRONED, 2, 0)]
    assert spoken(CLASSIC, boats("G8", "A1", heard={BLUE: scans}), RADIO_OPERATOR) == []
    assert CLASSIC.scanned == [2, 4, 2]


def test_he_tells_the_main_direction_of_the_last_six_courses() -> None:
    north, east, south, west = (news(COURSE, d) for d in (NORTH, EAST, SOUTH, WEST))
    assert "5 of their last 6 courses went east" in said(west, west, west, *[east] * 5, west)
    assert "3 of their last 6 courses went south" in said(north, east, north, south, south, south)
    assert "went" not in said(north, north, east, east, south, west)


def test_a_surfacing_makes_him_forget_the_courses() -> None:
    north, east = news(COURSE, NORTH), news(COURSE, EAST)
    assert "1 of their last 1 courses went north" in said(*[east] * 6, news(SURFACED, 1), north)


def test_engineer_and_first_mate_say_nothing() -> None:
    assert spoken(CLASSIC, boats("G8", "A1"), ENGINEER) == spoken(CLASSIC, boats("G8", "A1"), FIRST_MATE) == []


# --- whole matches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alpha", "classic", "compact", "openwater"])
def test_matches_end_by_the_rules_and_every_action_has_a_reason(name: str) -> None:
    match = match_of(Classic, Classic, seed=3, map=name)
    assert match.outcome
    assert match.outcome.ending == Ending.NORMAL
    acts = [entry for entry in match.record if isinstance(entry, Acted)]
    assert all(act.reason and any(map(str.isdigit, act.reason.text)) for act in acts)
    assert any(isinstance(entry, Said) for entry in match.record)


def test_most_of_its_boats_destroy_themselves() -> None:
    """The weakness that the description does not know of: nobody looks at the board."""
    states = [match_of(Classic, Classic, seed=seed).position.state for seed in range(8)]
    wiped = [
        sum(code & 255 == WIPED for code in state.heard[1 - state.winner]) for state in states if state.winner >= 0
    ]
    assert sum(wipes >= 3 for wipes in wiped) > len(wiped) / 2
