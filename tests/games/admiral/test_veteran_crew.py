"""The veteran first mate, engineer and radio operator, their talk, and whole crews at every level."""

from functools import partial
from typing import Any, get_args

import pytest

from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Acted, Said
from quintain.games.admiral import GAME
from quintain.games.admiral.bots import adaptive
from quintain.games.admiral.bots.classic import Classic
from quintain.games.admiral.bots.levels import LEVELS, PROFILES, LevelName, ProfileName
from quintain.games.admiral.bots.veteran import Veteran
from quintain.games.admiral.messages import (
    DirectionRanking,
    GaugeStatus,
    PlannedCourses,
    PositionReport,
    Priorities,
    Protect,
)
from quintain.games.admiral.rules.state import (
    BLASTED,
    COURSE,
    CREW,
    EAST,
    ENGINEER,
    FIRED,
    FIRST_MATE,
    NORTH,
    RADIO_OPERATOR,
    ROLES,
    SOUTH,
    STEALTHY,
    SURFACED,
    WEST,
    WIPED,
)
from quintain.games.admiral.words import cell_of
from tests.games.admiral.asking import asked, match_of, spoken, turn_of
from tests.games.admiral.boats import BLUE, RED, boats, changed, full, news

THINKERS = ["normal", "hard", "expert"]
CREW_STEP: dict[str, Any] = {"step": CREW, "heading": NORTH, "course": NORTH, "fresh": 0}


def sent(message: Any, seat: int = 0) -> Said:
    return Said(seat, str(message), 0.0, message)


def order(*systems: Any) -> Said:
    return sent(Priorities(systems=systems))


# --- first mate ------------------------------------------------------------------------------------------------------


def charges(*events: Any, level: Any = "hard", **more: Any) -> str:
    return asked(Veteran(level), changed(boats("G8", "A1", **more), **CREW_STEP), FIRST_MATE, events, seed=2)


def test_f1_he_charges_what_the_captain_orders() -> None:
    assert charges(order("drone", "torpedo", "stealth")) == "charge drone"
    assert charges(order("stealth", "drone", "torpedo")) == "charge stealth"


def test_f4_f5_he_does_not_waste_charges_on_what_is_broken() -> None:
    assert charges(order("torpedo", "drone")) == "charge torpedo"
    assert charges(order("torpedo", "drone"), boards={BLUE: "north 1"}) == "charge drone"


def test_a_full_gauge_is_passed_over() -> None:
    assert charges(order("torpedo", "mine"), gauges={BLUE: full("torpedo")}) == "charge mine"


def test_without_orders_he_listens_to_the_radio_operator() -> None:
    lost = sent(PositionReport(cells=150, bits=7.2, likely=()), 3)
    found = sent(PositionReport(cells=1, bits=0.0, likely=(), seen_cells=100), 3)
    assert charges(lost, gauges={BLUE: full("torpedo", "stealth")}) == "charge drone"
    assert charges(found) == "charge torpedo"


def test_f3_without_orders_a_cornered_boat_gets_stealth() -> None:
    cornered = sent(PositionReport(cells=50, bits=5.0, likely=(), seen_cells=3), 3)
    assert charges(cornered, gauges={BLUE: full("torpedo")}) == "charge stealth"


def test_he_reports_his_gauges() -> None:
    (status,) = spoken(Veteran("hard"), boats("G8", "A1", gauges={BLUE: {"torpedo": 3}}), FIRST_MATE)
    assert isinstance(status, GaugeStatus)
    assert status.gauges["torpedo"] == (3, 6)


# --- engineer --------------------------------------------------------------------------------------------------------


def marks(board: str, heading: int, *events: Any, level: Any = "hard") -> int:
    position = changed(boats("G8", "A1", boards={BLUE: board}), step=CREW, heading=heading, course=heading, fresh=0)
    return int(asked(Veteran(level), position, ENGINEER, events, seed=2).split()[-1])


@pytest.mark.parametrize("color", ["red", "green", "yellow"])
@pytest.mark.parametrize("heading", [NORTH, EAST, SOUTH, WEST])
def test_e1_e2_e4_he_sacrifices_what_nobody_needs(color: Any, heading: int) -> None:
    index = marks("", heading, sent(Protect(colors=(color,))))
    colors = ("YRYRG*", "YRGYR*", "GYRGY*", "RGYYR*")[heading]
    assert colors[index] != color[0].upper()


def test_e3_he_marks_for_the_courses_that_are_planned() -> None:
    plan = sent(PlannedCourses(courses=("east", "west")))
    assert marks("north 1, south 1", EAST, plan, sent(Protect(colors=()))) == 1


def test_a_plan_for_another_course_is_not_followed() -> None:
    stale = sent(PlannedCourses(courses=("north", "west")))
    assert marks("", EAST, stale) == marks("", EAST)


@pytest.mark.parametrize("level", THINKERS)
def test_n1_he_tells_which_courses_would_hurt(level: Any) -> None:
    board = ", ".join(f"east {i}" for i in range(5))
    (ranking,) = spoken(Veteran(level), boats("G8", "A1", boards={BLUE: board}), ENGINEER)
    assert isinstance(ranking, DirectionRanking)
    assert [ranked.direction for ranked in ranking.ranking if ranked.damage] == ["east"]
    assert ranking.ranking[-1].direction == "east"
    assert set(ranking.broken) == {"red", "green", "yellow"}


def test_he_tells_which_course_repairs() -> None:
    board = "north 0, south 0, east 0"
    (ranking,) = spoken(Veteran("hard"), boats("G8", "A1", boards={BLUE: board}), ENGINEER)
    assert ranking.ranking[0].direction == "west"
    assert ranking.ranking[0].repairs


# --- radio operator --------------------------------------------------------------------------------------------------


def report(*heard: int, level: Any = "hard", **options: Any) -> PositionReport:
    (found,) = spoken(Veteran(level), boats("G8", "A1", heard={RED: heard}, map="compact", **options), RADIO_OPERATOR)
    assert isinstance(found, PositionReport)
    return found


def course(*directions: int) -> list[int]:
    return [news(COURSE, direction) for direction in directions]


@pytest.mark.parametrize("level", ["easy", *THINKERS])
def test_r1_r2_courses_and_islands_narrow_the_cells(level: Any) -> None:  # V16
    counts = [report(*course(*courses), level=level).cells for courses in ([], [0], [0, 0], [0, 0, 1])]
    assert counts == [89, 71, 56, 39]


@pytest.mark.parametrize("level", THINKERS)
def test_r3_trails_rule_cells_out(level: Any) -> None:  # V17
    heard = [*course(EAST), news(STEALTHY), *course(WEST)]
    found = spoken(Veteran(level), boats("A1", "E5", heard={RED: heard}, map="tiny"), RADIO_OPERATOR)
    simple = spoken(Veteran("easy"), boats("A1", "E5", heard={RED: heard}, map="tiny"), RADIO_OPERATOR)
    assert (found[0].cells, simple[0].cells) == (14, 16)


@pytest.mark.parametrize("level", THINKERS)
def test_r4_a_surfacing_and_later_courses_are_combined(level: Any) -> None:
    alone = report(news(SURFACED, 1), level=level).cells
    after = report(*course(SOUTH, SOUTH), news(SURFACED, 1), *course(SOUTH, SOUTH), level=level).cells
    assert after < alone == 23


@pytest.mark.parametrize("level", THINKERS)
def test_r5_and_n7_torpedoes_tell_where_they_came_from(level: Any) -> None:  # V18
    assert report(news(FIRED, cell_of("E5")), level=level).cells == 28
    assert report(news(FIRED, cell_of("E5"), 1), level=level).cells == 7
    assert report(news(BLASTED, cell_of("E5"), 1), level=level).cells == 7


def test_r6_r7_r8_he_reports_numbers_and_advice() -> None:
    found = report()
    assert abs(sum(found.sectors) - 1) < 0.01
    assert len(found.likely) == 20
    assert any("drone to sector" in sentence for sentence in found.advice)
    assert "would do" in " ".join(report(news(SURFACED, 1), *course(0, 0, 0, 0, 3), level="expert").advice)


def test_r6_he_tells_what_the_enemy_knows_of_us() -> None:
    assert report().seen_cells == 89
    assert report(level="easy").seen_cells is None


# --- crews -----------------------------------------------------------------------------------------------------------


def test_x1_nobody_reads_another_memory() -> None:
    """The seats of a crew are different objects, and each is given only its own turns and events."""
    crew = [Veteran("hard") for _ in range(ROLES)]
    for seat, bot in enumerate(crew):
        bot.start(GAME, seat)
    minds = [bot.mind for bot in crew]
    held = [{id(thing) for thing in vars(mind).values() if not isinstance(thing, tuple | str | None)} for mind in minds]
    assert len({type(mind) for mind in minds}) == ROLES
    assert not any(held[i] & held[j] for i in range(ROLES) for j in range(i))


@pytest.mark.parametrize("level", get_args(LevelName))
def test_x2_every_level_plays_a_match_by_the_rules(level: Any) -> None:
    match = match_of(partial(Veteran, level), Classic, seed=2, map="compact")
    assert match.outcome
    assert match.outcome.ending == Ending.NORMAL
    acts = [entry for entry in match.record if isinstance(entry, Acted) and entry.seat < ROLES]
    assert all(act.reason and any(map(str.isdigit, act.reason.text)) for act in acts)


@pytest.mark.parametrize("profile", get_args(ProfileName))
def test_x3_every_profile_plays_a_match_by_the_rules(profile: Any) -> None:
    match = match_of(partial(Veteran, "hard", profile), partial(Veteran, "normal"), seed=4, map="compact")
    assert match.outcome
    assert match.outcome.ending == Ending.NORMAL


def test_x1_a_crew_talks_in_messages() -> None:
    match = match_of(partial(Veteran, "hard"), Classic, seed=2, map="compact")
    kinds = {type(entry.message) for entry in match.record if isinstance(entry, Said) and entry.seat < ROLES}
    assert kinds == {PositionReport, GaugeStatus, DirectionRanking, Priorities, Protect, PlannedCourses}


def test_n1_a_veteran_does_not_destroy_itself() -> None:
    for seed in range(3):
        match = match_of(partial(Veteran, "normal"), Classic, seed=seed, map="compact")
        heard = match.position.state.heard[0][: match.position.state.reports[0]]
        assert sum(code & 255 == WIPED for code in heard) == 0


def test_x2_levels_are_ordered_in_what_they_can_do() -> None:
    levels = list(LEVELS.values())
    assert list(LEVELS) == ["easy", "normal", "hard", "expert"]
    assert [level.blunders for level in levels] == sorted((level.blunders for level in levels), reverse=True)
    assert [level.plan for level in levels] == sorted(level.plan for level in levels)


def test_x3_profiles_keep_the_rules_of_safety() -> None:
    assert set(PROFILES) == set(get_args(ProfileName))
    assert all(profile.threshold > 0.25 for profile in PROFILES.values())


def test_a_novice_plays_like_the_classic_crew() -> None:
    records = [match_of(bot, bot, seed=5).record for bot in (Classic, partial(Veteran, "novice"))]
    acts = [[(e.seat, e.actions) for e in record if isinstance(e, Acted)] for record in records]
    assert acts[0] == acts[1]


# --- adaptive --------------------------------------------------------------------------------------------------------


@pytest.fixture
def series(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adaptive, "places", [adaptive.FIRST] * ROLES)


def ended(red_wins: bool) -> Outcome:
    ranks = (2,) * ROLES + (1,) * ROLES if red_wins else (1,) * ROLES + (2,) * ROLES
    return Outcome(ending=Ending.NORMAL, scores=(0,) * 8, ranks=ranks)


@pytest.mark.usefixtures("series")
def test_an_adaptive_crew_says_which_level_it_plays() -> None:
    bot = Veteran("adaptive")
    bot.start(GAME, 0)
    turn = turn_of(boats("G8", "A1"))
    bot.act(turn)
    assert turn.words[0] == "I play at level normal."
    again = turn_of(boats("G8", "A1"))
    bot.act(again)
    assert "I play at level normal." not in again.words


@pytest.mark.usefixtures("series")
def test_it_gets_harder_when_it_loses_and_easier_when_it_wins() -> None:
    levels = []
    for red_wins in (False, False, False, False, True, True, True, True, True, True):
        crew = [Veteran("adaptive") for _ in range(ROLES)]
        for role, bot in enumerate(crew):
            bot.start(GAME, ROLES + role)
        assert len({bot.plays for bot in crew}) == 1
        levels.append(crew[0].plays)
        for bot in crew:
            bot.finish(ended(red_wins))
    assert levels == ["normal", "hard", "hard", "expert", "expert", "expert", "hard", "hard", "normal", "normal"]
