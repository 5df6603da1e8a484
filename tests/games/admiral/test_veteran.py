"""The veteran captain, asked about single moments. The letters are those of the checklist in the bots' README."""

from typing import Any

import pytest

from quintain.core.position import Position
from quintain.core.record import Said
from quintain.games.admiral import GAME
from quintain.games.admiral.bots.veteran import Veteran
from quintain.games.admiral.events import EngineerBreakdown
from quintain.games.admiral.messages import (
    DirectionRanking,
    Likely,
    Message,
    PlannedCourses,
    PositionReport,
    Priorities,
    Protect,
    Ranked,
)
from quintain.games.admiral.rules.state import COURSE, NORTH, SONAR_ANSWER, SURFACED, WEST
from quintain.games.admiral.words import DIRECTIONS, cell_of, label
from tests.games.admiral.asking import asked, turn_of
from tests.games.admiral.boats import BLUE, RED, Place, at, boats, cell, changed, full, moved, news

PLANNERS = ["hard", "expert"]
THINKERS = ["normal", "hard", "expert"]
ABOVE_NOVICE = ["easy", *THINKERS]
BOTTOM = [at(9, 1), at(9, 2), at(8, 2), at(7, 2), at(6, 2), at(6, 1), at(6, 0)]


def sent(message: Message, seat: int = 3) -> Said:
    return Said(seat, str(message), 0.0, message)


def sighted(*places: Place, **more: Any) -> Said:
    """A radio operator's report: on one of these cells, all alike."""
    likely = tuple(Likely(label(cell(*place)), 1 / len(places)) for place in places)
    return sent(PositionReport(cells=len(places), bits=0.0, likely=likely, **more))


def called_out(section: str, *indices: int) -> list[EngineerBreakdown]:
    """Marks, as the whole crew hears of them."""
    return [EngineerBreakdown(section, index) for index in indices]  # type: ignore[arg-type]


# --- where to go -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_c1_no_course_into_a_dead_end(level: Any) -> None:  # V21
    position = boats("A7", "J1", trails={BLUE: BOTTOM}, map="compact")
    assert asked(Veteran(level), position, seed=3) == "move north"


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_n1_no_course_that_overloads_the_board(level: Any) -> None:
    """Five marks in the east, as the engineer says (or as they were called out); all other ways are as good."""
    ranking = [Ranked(name, damage=name == "east", free=1 if name == "east" else 6) for name in DIRECTIONS]
    events = [*called_out("east", 0, 1, 2, 3, 4), sent(DirectionRanking(ranking=tuple(ranking)), 2)]
    enemy = sighted((7, 12))
    for seed in range(5):
        position = boats("H8", "M8", trails={BLUE: ["H7"]}, map="openwater")
        assert asked(Veteran(level), position, events=[*events, enemy], seed=seed) != "move east"


@pytest.mark.parametrize("level", THINKERS)
def test_x4_and_n1_it_surfaces_rather_than_pay_with_hull(level: Any) -> None:
    ranking = tuple(Ranked(name, damage=True, free=1) for name in DIRECTIONS)
    marks = [mark for name in DIRECTIONS for mark in called_out(name, *range(5))]
    far = sighted((14, 14))
    position = boats("A1", "O15", map="openwater")
    ranked = sent(DirectionRanking(ranking=ranking), 2)
    assert asked(Veteran(level), position, events=[*marks, ranked, far]) == "surface"


@pytest.mark.parametrize("level", PLANNERS)
def test_x4_a_clean_board_is_no_reason_to_surface(level: Any) -> None:
    for enemy in ((14, 14), (8, 12), (0, 14)):
        position = boats("G8", at(*enemy), map="openwater")
        assert asked(Veteran(level), position, events=[sighted(enemy)]).startswith("move ")


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_n4_a_blackout_leads_to_the_surface(level: Any) -> None:
    position = boats("A1", "O15", trails={BLUE: ["B1", "A2"]}, gauges={BLUE: full("stealth")})
    assert asked(Veteran(level), position) == "surface"


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_n6_own_mines_are_walls(level: Any) -> None:
    walled = boats("A1", "O15", mines={BLUE: ["B1"]}, map="openwater")
    assert asked(Veteran(level), walled, seed=5) == "move south"


@pytest.mark.parametrize("level", PLANNERS)
def test_c9_it_vanishes_when_it_is_found_and_in_danger(level: Any) -> None:
    position = found_out(gauges={BLUE: full("stealth")})
    assert asked(Veteran(level), position, events=[sighted((4, 0))], seed=2).startswith("stealth ")


def found_out(**more: Any) -> Position:
    """Our start, sector and courses are known to one cell; the enemy waits near with a loaded torpedo."""
    courses = [news(COURSE, NORTH)] * 4 + [news(COURSE, WEST)] * 4
    heard = {BLUE: [news(SURFACED, 1), *courses], RED: [news(COURSE, NORTH)] * 8}
    return changed(boats("A1", "A5", heard=heard, map="openwater", **more), courses=(RED, 8))


def test_c9_without_danger_it_keeps_its_stealth() -> None:
    position = boats("G8", "O15", gauges={BLUE: full("stealth")}, map="openwater")
    assert asked(Veteran("hard"), position, events=[sighted((14, 14))]).startswith("move ")


def test_n9_equal_starts_are_drawn() -> None:
    starts = {asked(Veteran("hard"), Position.start(GAME), seed=seed) for seed in range(30)}
    assert len(starts) > 20


@pytest.mark.parametrize("seat", [0, 4])
def test_n5_it_begins_in_any_sector(seat: int) -> None:
    starts = [asked(Veteran("expert"), Position.start(GAME), seat, seed=seed).split()[1] for seed in range(60)]
    corners = {(cell_of(start) // 16 < 8, cell_of(start) % 16 < 8) for start in starts}
    assert len(corners) == 4


# --- what to use -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", THINKERS)
def test_c2_it_aims_where_the_radio_operator_says(level: Any) -> None:  # V20
    likely = tuple(Likely(label(cell(*at)), share) for at, share in V20.items())
    report = sent(PositionReport(cells=4, bits=1.9, likely=likely))
    position = moved(boats("E6", "D4", gauges={BLUE: full("torpedo")}, map="compact"))
    assert asked(Veteran(level), position, events=[report]) == "torpedo D4"


V20 = {(3, 3): 0.4, (3, 4): 0.2, (4, 3): 0.2, (6, 6): 0.2}


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_c7_no_shot_that_hits_ourselves(level: Any) -> None:  # V22
    position = moved(boats("H7", "I7", gauges={BLUE: full("torpedo")}, heard={RED: [news(SURFACED, 2)]}))
    events = [sighted((6, 8), (6, 9), (7, 8), (5, 8))]
    assert not asked(Veteran(level), position, events=events).startswith("torpedo I7")


@pytest.mark.parametrize("level", THINKERS)
def test_c7_a_sure_kill_from_beside_is_taken_with_hull_to_spare(level: Any) -> None:
    position = moved(boats("H7", "I7", gauges={BLUE: full("torpedo")}, hulls=(4, 1)))
    assert asked(Veteran(level), position, events=[sighted((6, 8))]).startswith("torpedo ")


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_n3_a_stale_sector_is_not_shot_at(level: Any) -> None:
    """The enemy surfaced nearby long ago and has sailed away since, as the report says."""
    position = moved(boats("H7", "O15", gauges={BLUE: full("torpedo")}, heard={RED: [news(SURFACED, 2)]}))
    assert asked(Veteran(level), position, events=[sighted((14, 14))]) == "end"


@pytest.mark.parametrize("level", THINKERS)
def test_n2_a_broken_torpedo_does_not_starve_the_drone(level: Any) -> None:
    wide = [(r, c) for r in range(15) for c in range(8, 15) if (r, c) != (6, 8)][:20]
    position = moved(boats("H7", "J1", gauges={BLUE: full("torpedo", "drone")}, boards={BLUE: "north 1"}))
    sectors = (0.0, 0.55, 0.0, 0.45)
    report = sighted(*wide, sectors=sectors)
    assert asked(Veteran(level), position, events=[report]).startswith("drone ")


@pytest.mark.parametrize("level", THINKERS)
def test_c5_the_drone_goes_where_most_candidates_are(level: Any) -> None:  # V23
    cells = {1: (0, 0), 2: (0, 8), 3: (8, 0), 4: (8, 8)}
    shares = {1: 0.5, 2: 0.3, 3: 0.15, 4: 0.05}
    likely = tuple(Likely(label(cell(*at)), shares[s] / 5) for s, at in cells.items() for _ in range(1))
    report = PositionReport(cells=40, bits=4.0, likely=likely, sectors=tuple(shares.values()))
    position = moved(boats("C15", "A1", gauges={BLUE: full("drone")}))
    assert asked(Veteran(level), position, events=[sent(report)]) == "drone 1"


@pytest.mark.parametrize("level", PLANNERS)
def test_c6_the_sonar_is_asked_when_it_helps(level: Any) -> None:
    report = PositionReport(cells=90, bits=6.5, likely=(), sectors=(0.25, 0.25, 0.25, 0.25))
    position = moved(boats("G8", "A1", gauges={BLUE: full("sonar")}))
    assert asked(Veteran(level), position, events=[sent(report)]) == "sonar"
    assert asked(Veteran(level), position, events=[sighted((0, 0))]) == "end"


@pytest.mark.parametrize("level", PLANNERS)
def test_c3_mines_are_dropped_in_the_enemys_way(level: Any) -> None:
    position = moved(boats("D6", "D4", gauges={BLUE: full("mine")}, map="compact"))
    assert asked(Veteran(level), position, events=[sighted((3, 3))]) == "mine D5"


@pytest.mark.parametrize("level", PLANNERS)
def test_c4_mines_are_triggered_under_the_enemy(level: Any) -> None:
    position = boats("J10", "D4", mines={BLUE: ["E4"]}, map="compact")
    assert asked(Veteran(level), position, events=[sighted((3, 3))]) == "trigger E4"
    assert asked(Veteran(level), position, events=[sighted((8, 8))]).startswith("move ")


@pytest.mark.parametrize("level", PLANNERS)
def test_c7_no_mine_is_triggered_beside_us(level: Any) -> None:
    position = boats("E5", "D4", mines={BLUE: ["E4"]}, map="compact")
    assert not asked(Veteran(level), position, events=[sighted((3, 3))]).startswith("trigger ")


# --- what to answer --------------------------------------------------------------------------------------------------


def test_c8_lies_leave_the_enemy_more_than_chance_does() -> None:
    """Measured by what is left of our possible cells, over the same questions."""
    left = {}
    for level in ("easy", "normal", "hard", "expert"):
        texts = [reason_of(Veteran(level), seed) for seed in range(8)]
        left[level] = sum(int(text.split()[3]) for text in texts)
    assert left["normal"] > left["easy"]
    assert min(left["hard"], left["expert"]) > left["easy"]


def reason_of(bot: Veteran, seed: int) -> str:
    question = changed(boats("G8", "A1", turn=RED), step=SONAR_ANSWER, fresh=0)
    bot.start(GAME, 0)
    turn = turn_of(question, 0, seed=seed)
    (answer,) = bot.act(turn)
    assert question.allows(0, answer)
    assert turn.reason
    return turn.reason.text


# --- what to say -----------------------------------------------------------------------------------------------------


def orders(level: Any, *events: Any, **more: Any) -> dict[type, Any]:
    bot = Veteran(level)
    bot.start(GAME, 0)
    turn = turn_of(boats("G8", "A1", **more), 0, [*events], seed=2)
    bot.act(turn)
    return {type(message): message for message in turn.words}


@pytest.mark.parametrize("level", THINKERS)
def test_x1_every_order_comes_with_priorities_and_colors_to_protect(level: Any) -> None:
    said = orders(level, sighted((0, 0)), gauges={BLUE: {"torpedo": 3}})
    assert said[Priorities].systems[0] == "torpedo"
    assert said[Protect].colors[0] == "red"
    assert said[PlannedCourses].courses


@pytest.mark.parametrize("level", PLANNERS)
def test_e3_the_plan_reaches_as_far_as_it_was_thought(level: Any) -> None:
    assert len(orders(level, sighted((0, 0)))[PlannedCourses].courses) == {"hard": 3, "expert": 6}[level]


def test_f1_f2_the_priorities_follow_what_is_known() -> None:
    known = orders("hard", sighted((0, 0)), gauges={BLUE: full("torpedo")})[Priorities].systems
    lost = orders("hard", sent(PositionReport(cells=150, bits=7.2, likely=())), gauges={BLUE: full("torpedo")})[
        Priorities
    ]
    assert known.index("drone") > lost.systems.index("drone")
    assert known.index("mine") < lost.systems.index("mine")


def test_f3_a_wounded_boat_wants_stealth() -> None:
    hale, hurt = (orders("hard", sighted((0, 0)), hulls=(hull, 4))[Priorities].systems for hull in (4, 1))
    assert hurt.index("stealth") < hale.index("stealth")


# --- without a crew that talks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ABOVE_NOVICE)
def test_a_captain_whose_crew_says_nothing_uses_his_own_ears(level: Any) -> None:
    """Surfaced in sector 1 of compact, then courses to its upper edge; one more hit, and it sinks."""
    heard = [news(SURFACED, 1), *[news(COURSE, NORTH)] * 4, news(COURSE, WEST)]
    position = boats("C4", "A1", hulls=(4, 1), heard={RED: heard}, gauges={BLUE: full("torpedo")}, map="compact")
    assert asked(Veteran(level), moved(position)).startswith("torpedo ")


def test_people_may_say_what_they_like() -> None:
    """Words without a message, and reports that leave almost everything open, disturb nobody."""
    events = [Said(3, "somewhere north, I guess", 0.0), sent(PositionReport(cells=0, bits=0, likely=()))]
    assert asked(Veteran("hard"), boats("G8", "A1"), events=events).startswith("move ")
