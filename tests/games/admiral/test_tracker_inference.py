"""What courses tell about an engine room: the tether, colors, gauges."""

from copy import deepcopy

from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.rules.state import (
    COURSE,
    DRONE,
    EAST,
    FIRED,
    GREEN_NODE,
    MINE,
    NORTH,
    RED_NODE,
    SOUTH,
    STEALTH,
    STEALTHY,
    SURFACED,
    TORPEDO,
    WEST,
    WIPED,
    YELLOW_NODE,
    State,
)
from tests.games.admiral.boats import cell, news, unplaced


def tracker(*codes: int, wiring: int | None = 0, level: TrackerLevel = "full", name: str = "openwater") -> Tracker:
    made = Tracker.of(unplaced(map=name), 0, level, wiring=wiring)
    for report in codes:
        made.hear(report)
    return made


def courses(*directions: int) -> list[int]:
    return [news(COURSE, direction) for direction in directions]


def columns(made: Tracker) -> set[int]:
    return {each % 16 for each in range(256) if made.inside[each]}


SURFACE = news(SURFACED, 4)  # of openwater: rows 5 to 9, columns 0 to 4
FIVE_EAST = [SURFACE, *courses(*[EAST] * 5)]


def test_v24_after_five_courses_east_a_stealth_without_damage_did_not_go_east() -> None:
    made, loose = tracker(*FIVE_EAST, news(STEALTHY), wiring=None), tracker(*FIVE_EAST, news(STEALTHY), level="exact")
    made.settle()
    assert max(columns(loose)) == 13
    assert max(columns(made)) == 9
    made.hear(news(COURSE, NORTH))
    assert made.hypotheses.n > 0
    assert max(columns(made)) == 9


def test_v24_a_sixth_course_east_without_damage_cannot_be() -> None:
    calm, hurt = (tracker(*FIVE_EAST, *courses(EAST), wiring=None) for _ in range(2))
    hurt.hear(news(WIPED))
    hurt.settle()
    assert hurt.hypotheses.n == 19  # five in rows 6, 8 and 10, four in row 7; row 9 has an island in the way
    calm.hypotheses.confine(calm.engine_room.settled(calm.pending))
    assert calm.hypotheses.n == 0


def test_hidden_stealths_are_on_the_tether_too() -> None:
    """Four east, a stealth, and one more east without damage: the stealth did not go east."""
    reports = [SURFACE, *courses(*[EAST] * 4), news(STEALTHY)]
    made, loose = tracker(*reports), tracker(*reports, *courses(EAST), level="exact")
    made.settle()
    assert max(columns(made)) == 12
    made.hear(news(COURSE, EAST))
    made.settle()
    assert max(columns(made)) == 9
    assert max(columns(loose)) == 13


def test_damage_after_a_stealth_tells_its_direction() -> None:
    """Only the section of the five courses can be full, and radiation needs a mark in every section."""
    made = tracker(*FIVE_EAST, news(STEALTHY), news(WIPED), wiring=None)
    assert columns(made) == set(range(5, 14))
    rows = {each // 16 for each in range(256) if made.inside[each]}
    assert rows == {5, 6, 7, 9}


def test_in_either_wiring_five_net_courses_break_yellow() -> None:
    for wiring in (0, 1):
        made = tracker(*FIVE_EAST, wiring=wiring)
        made.settle()
        assert YELLOW_NODE in made.blocked()
        assert not made.may_use(STEALTH)


def test_forced_colors_of_the_original_wiring() -> None:
    """Section 8: red north, east and west, green south, yellow everywhere, from five net courses on."""
    expected = {
        NORTH: (RED_NODE, YELLOW_NODE),
        EAST: (RED_NODE, YELLOW_NODE),
        SOUTH: (GREEN_NODE, YELLOW_NODE),
        WEST: (RED_NODE, YELLOW_NODE),
    }
    for direction, colors in expected.items():
        made = tracker(*courses(*[direction] * 4))
        made.settle()
        assert made.blocked() == ()
        made.hear(news(COURSE, direction))
        made.settle()
        assert made.blocked() == colors
        assert made.net == ((5, 0), (0, 5), (-5, 0), (0, -5))[direction]


def test_without_a_course_in_every_direction_there_was_no_repair() -> None:
    """Five north and four south lean by one only, but nothing can have cleared the five marks."""
    made = tracker(*courses(NORTH, NORTH, NORTH, EAST, SOUTH, SOUTH, SOUTH, EAST, NORTH, NORTH))
    made.settle()
    assert made.net == (2, 2)
    assert made.blocked() == (RED_NODE, YELLOW_NODE)


def test_who_is_not_sure_says_nothing() -> None:
    made = tracker(*FIVE_EAST, level="weighted")
    assert made.blocked() == ()
    assert made.may_fire()
    made = tracker(*FIVE_EAST)
    assert made.pending == EAST
    assert made.blocked() == ()


def test_a_torpedo_tells_that_red_is_clear() -> None:
    """Net four east, and a stealth: had it gone east, red would be broken."""
    reports = [SURFACE, *courses(*[EAST] * 4), news(STEALTHY), *courses(NORTH)]
    made = tracker(*reports)
    made.settle()
    assert max(columns(made)) == 12
    made.hear(news(FIRED, cell(7, 12), 0))
    assert max(columns(made)) == 8


def test_gauges_bound_what_can_be_used() -> None:
    made = tracker(*courses(EAST, EAST, EAST, NORTH, NORTH))
    made.settle()
    assert not made.may_fire()
    assert made.may_fire(ahead=1)
    assert made.may_use(STEALTH)
    made.hear(news(COURSE, WEST))
    made.settle()
    assert made.may_fire()
    made.hear(news(FIRED, cell(7, 7), 0))
    assert not made.may_fire(ahead=5)
    assert made.may_fire(ahead=6)
    assert not made.may_use(MINE, ahead=5)  # six charges are spent
    assert not made.may_use(STEALTH)


def test_drones_and_sonars_count_as_charges() -> None:
    record = unplaced(map="openwater").record.copy()
    state = record.view(State.layout)[0]
    made = Tracker.of(record, 0, "full")
    for direction in (EAST, EAST, NORTH, NORTH, WEST, NORTH):
        made.hear(news(COURSE, direction))
    made.settle()
    assert made.may_fire()
    state.turn, state.uses[0, DRONE] = 1, 1
    made.follow(record)
    assert not made.may_fire()
    assert made.engine_room.since[TORPEDO] == 6


def test_own_drone_or_sonar_tells_that_green_is_clear() -> None:
    """In the south five marks break green. A stealth that may have been the fifth was not, if a drone was sent then."""
    record = unplaced(map="openwater").record.copy()
    state = record.view(State.layout)[0]
    state.turn = 1
    made = Tracker.of(record, 0, "full")
    for direction in (SOUTH, SOUTH, SOUTH, EAST, SOUTH):
        made.hear(news(COURSE, direction))
    made.follow(record)
    state.heard[0, :1], state.reports[0], state.reports_ever[0] = news(STEALTHY), 1, 1
    other = deepcopy(made)
    made.follow(record)
    state.uses[0, DRONE] = 1
    other.follow(record)
    assert other.hypotheses.n < made.hypotheses.n
    assert GREEN_NODE not in other.blocked()
