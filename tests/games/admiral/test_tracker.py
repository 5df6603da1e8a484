"""The radio operator's tracker: the vectors, the truth is always in it, and a slow one agrees."""

from typing import Any

import numpy as np
import pytest

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.enemy.hypothesis_rows import CELL, DROP, NETS, TRAIL
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.waters import unpacked
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.rules.state import (
    BLASTED,
    COURSE,
    DRONED,
    EAST,
    FACTS,
    FIRED,
    NORTH,
    ROW,
    SECTOR,
    SOUTH,
    STEALTHY,
    STRIDE,
    WEST,
)
from tests.games.admiral.boats import cell, news, unplaced
from tests.games.admiral.reference import Reference
from tests.games.admiral.voyages import Voyage


def tracker(name: str, *codes: int, level: TrackerLevel = "exact", **options: Any) -> Tracker:
    made = Tracker.of(unplaced(map=name, **options), 0, level)
    for report in codes:
        made.hear(report)
    return made


def courses(*directions: int) -> list[int]:
    return [news(COURSE, direction) for direction in directions]


def places(made: Tracker) -> set[tuple[int, int]]:
    return {divmod(each, STRIDE) for each in range(256) if made.inside[each]}


def test_v16_courses_narrow_it_down() -> None:
    made = tracker("compact")
    counts = [made.count]
    for direction in (NORTH, NORTH, EAST):
        made.hear(news(COURSE, direction))
        counts.append(made.count)
    assert counts == [89, 71, 56, 39]
    made = tracker("compact", *courses(EAST, EAST, SOUTH, SOUTH, WEST))
    assert made.count == 18
    made.hear(news(COURSE, NORTH))
    assert made.count == 13


def test_v17_stealth_is_followed_with_trails() -> None:
    made = tracker("tiny", *courses(EAST, SOUTH, SOUTH))
    assert places(made) == {(2, 2), (2, 3), (2, 4), (3, 4), (4, 1), (4, 2), (4, 4)}
    made.hear(news(STEALTHY))
    assert made.hypotheses.n == 36
    row_2, row_4 = {(2, c) for c in range(5)}, {(4, c) for c in range(5)}
    assert places(made) == row_2 | row_4 | {(3, 2), (3, 4)}


def test_v17_the_trail_matters_after_a_stealth() -> None:
    reports = [news(COURSE, EAST), news(STEALTHY), news(COURSE, WEST)]
    exact, loose = tracker("tiny", *reports), tracker("tiny", *reports, level="cells")
    assert (exact.count, exact.hypotheses.n, loose.count) == (14, 36, 16)
    assert places(loose) - places(exact) == {(0, 0), (4, 2)}


def test_v18_filters() -> None:
    facts = tracker("tiny", news(FACTS, ROW, 2, SECTOR, 1))
    assert places(facts) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 3), (2, 4)}
    assert places(tracker("tiny", news(DRONED, 4, 1))) == {(3, 4), (4, 3), (4, 4)}
    assert tracker("tiny", news(DRONED, 4, 0)).count == 20
    assert tracker("compact", news(FIRED, cell(4, 4), 0)).count == 28
    near = {(3, 3), (3, 4), (4, 3), (4, 5), (5, 3), (5, 4), (5, 5)}
    assert places(tracker("compact", news(FIRED, cell(4, 4), 1))) == near
    assert [tracker("compact", news(BLASTED, cell(4, 4), damage)).count for damage in range(3)] == [81, 7, 1]


def test_a_torpedo_may_have_to_go_around_islands() -> None:
    """V5: four cells are out of reach from (3,6) by water."""
    for target in ((2, 8), (2, 9), (3, 9), (3, 10)):
        shot = news(FIRED, cell(*target), 0)
        assert (3, 6) in places(tracker("alpha", shot))
        assert (3, 6) not in places(tracker("alpha", shot, torpedo_path="water"))


def hypotheses(made: Tracker) -> dict[tuple[int, frozenset[int]], frozenset[int]]:
    """Where mines may lie, by cell and trail."""
    rows = made.hypotheses.rows
    return {(int(row[CELL]), cells(row[TRAIL:DROP])): cells(row[DROP:NETS]) for row in rows}


def cells(grid: Cells) -> frozenset[int]:
    return frozenset(np.flatnonzero(unpacked(grid.copy())).tolist())


OPTIONS: list[dict[str, Any]] = [
    {},
    {"least_stealth": 1, "torpedo_path": "water"},
    {"announce_mine_drop": True, "board": "balanced"},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", ["tiny", "compact"])
@pytest.mark.parametrize("level", ["exact", "full"])
def test_a_slow_one_agrees(level: TrackerLevel, name: str, options: dict[str, Any]) -> None:
    for seed in range(6):
        voyage = Voyage(name, seed, **options)
        slow, fast = Reference(voyage, level == "full"), Tracker.of(voyage.record, 0, level, most=300_000)
        for _ in range(25):
            for report in voyage.turn():
                slow.hear(report)
                fast.hear(report)
            slow.settle()
            fast.settle()
            assert hypotheses(fast) == {key: drop for key, (drop, _) in slow.may.items()}
            if len(slow.may) > 3000:
                break


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", ["alpha", "classic", "compact", "openwater", "tiny"])
@pytest.mark.parametrize("level", ["cells", "exact", "weighted", "full"])
def test_the_truth_is_always_in_it(
    level: TrackerLevel, name: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(3):
        voyage = Voyage(name, seed, **options)
        made = Tracker.of(voyage.record, 0, level, most=5000)
        for _ in range(60):
            for report in voyage.turn():
                made.hear(report)
            assert voyage.is_held_by(made)
            assert made.belief[voyage.cell] > 0
            assert made.hypotheses.n <= 5000
    assert not caplog.records


@pytest.mark.parametrize("level", ["exact", "full"])
def test_taking_similar_hypotheses_together_loses_no_truth(level: TrackerLevel) -> None:
    """A submarine that vanishes far more often than it could, and never says where it is."""
    forgot = 0
    for seed in range(6):
        voyage = Voyage("openwater", seed)
        small, large = (Tracker.of(voyage.record, 0, level, most=most, wiring=None) for most in (5000, 200_000))
        for turn in range(1, 20):
            voyage.gauges["mine"] = voyage.gauges["torpedo"] = 0
            if not voyage.courses:
                break
            for report in voyage.course() if turn % 4 else voyage.stealth():
                small.hear(report)
                large.hear(report)
            assert voyage.is_held_by(small)
            assert not np.any(large.inside & ~small.inside)
            forgot += small.hypotheses.n < large.hypotheses.n
    assert forgot > 0
