"""How likely cells are, what would be, and what a radio operator says of it."""

from collections import defaultdict
from itertools import permutations
from math import log2

import numpy as np
import pytest

from quintain.games.admiral import messages
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, entropy, expected_damage
from quintain.games.admiral.bots.radio.what_to_report import report
from quintain.games.admiral.bots.traits import TRAITS
from quintain.games.admiral.rules.state import (
    COLUMN,
    COURSE,
    DRONED,
    EAST,
    NORTH,
    ROW,
    SECTOR,
    SOUTH,
    STEALTHY,
    STEP,
    STRIDE,
    WEST,
)
from tests.games.admiral.boats import cell, news, unplaced
from tests.games.admiral.voyages import Voyage, blast, cells_of


def tracker(name: str, *codes: int, level: TrackerLevel = "exact") -> Tracker:
    made = Tracker.of(unplaced(map=name), 0, level)
    for reported in codes:
        made.hear(reported)
    return made


def only(made: Tracker, *places: tuple[int, int]) -> Tracker:
    made.hypotheses.sift(np.isin(np.arange(256), [cell(*place) for place in places]))
    made._changed()
    return made


def beliefs(kinds: list[int | None]) -> dict[int, float]:
    """On the tiny map, by following everybody who goes anywhere with equal chances; None is a stealth."""
    sea = cells_of("tiny")
    ways = {(start, frozenset([start])): 1.0 for start in sea}
    for direction in kinds:
        after: dict[tuple[int, frozenset[int]], float] = defaultdict(float)
        for (here, trail), chance in ways.items():
            free = [d for d in range(4) if here + STEP[d] in sea - trail]
            if direction is not None and direction in free:
                target = here + STEP[direction]
                after[target, trail | {target}] += chance / len(free)
            elif direction is None and free:
                ends = [(here, trail)] * 4
                for d in range(4):
                    end, longer = here, trail
                    for _ in range(4):
                        end = end + STEP[d]
                        if end not in sea - longer:
                            break
                        longer = longer | {end}
                        ends.append((end, longer))
                for way in ends:
                    after[way] += chance / len(ends)
        ways = after
    total: dict[int, float] = defaultdict(float)
    for (here, _), chance in ways.items():
        total[here] += chance / sum(ways.values())
    return total


@pytest.mark.parametrize("kinds", [[EAST], [EAST, None], [EAST, SOUTH, None, WEST], [None, NORTH, None, EAST, None]])
def test_weights_are_the_chances_of_whoever_goes_anywhere(kinds: list[int | None]) -> None:
    codes = [news(STEALTHY) if kind is None else news(COURSE, kind) for kind in kinds]
    made = Tracker.of(unplaced(map="tiny"), 0, "weighted", leeway=0)
    for reported in codes:
        made.hear(reported)
    belief = made.belief
    assert {cell: belief[cell] for cell in np.flatnonzero(belief)} == pytest.approx(beliefs(kinds))


def test_weights_with_leeway_are_less_sure() -> None:
    surer, freer = (Tracker.of(unplaced(map="tiny"), 0, "weighted", leeway=leeway) for leeway in (0, 0.2))
    for reported in (news(COURSE, EAST), news(STEALTHY), news(COURSE, SOUTH)):
        surer.hear(reported)
        freer.hear(reported)
    assert np.array_equal(surer.inside, freer.inside)
    assert surer.belief.max() > freer.belief.max() > 1 / freer.count


def test_without_weights_all_possible_cells_are_alike() -> None:
    made = tracker("tiny", news(COURSE, EAST), news(STEALTHY))
    assert set(made.belief[made.inside]) == {1 / made.count}
    assert made.bits == pytest.approx(log2(made.count))


def test_captains_who_like_open_water_are_believed_to_go_there() -> None:
    """From (0,1) of the tiny map west leads to a corner, east to the open."""
    plain, choosy = (
        Tracker.of(unplaced(map="tiny"), 0, "weighted", habit=habit) for habit in ((1.0,), TRAITS.tracker.habit)
    )
    for made in (plain, choosy):
        only(made, (0, 1), (4, 3))
        made.hear(news(COURSE, EAST))
    assert plain.inside[cell(0, 2)]
    assert choosy.belief[cell(0, 2)] > plain.belief[cell(0, 2)]


def test_levels_know_more_and_more() -> None:
    """A stealthy voyage on open water, where trails and boards tell most."""
    levels: tuple[TrackerLevel, ...] = ("cells", "exact", "weighted", "full")
    counts: dict[str, int] = defaultdict(int)
    for seed in range(8):
        voyage, trackers = Voyage("openwater", seed), [tracker("openwater", level=level) for level in levels]
        voyage.surfacing, voyage.stealthy = 0, True
        for _ in range(40):
            reports = voyage.turn()
            for level, made in zip(levels, trackers, strict=True):
                for reported in reports:
                    made.hear(reported)
                made.settle()
                counts[level] += made.count
    assert 8 * 40 * 217 > counts["cells"] > counts["exact"] == counts["weighted"] > counts["full"]


# --- when something is wrong -----------------------------------------------------------------------------------------


def test_when_only_trails_contradict_the_rest_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    made = tracker("tiny", *[news(COURSE, d) for d in (EAST, WEST)])
    assert len(caplog.records) == 1
    assert made.count == tracker("tiny", *[news(COURSE, d) for d in (EAST, WEST)], level="cells").count
    made.hear(news(COURSE, EAST))
    assert 0 < made.count < 23


def test_it_is_never_empty(caplog: pytest.LogCaptureFixture) -> None:
    made = tracker("tiny", news(DRONED, 1, 1), news(DRONED, 1, 0))
    assert made.count == 23
    assert "no place is left" in caplog.text


# --- what would be ---------------------------------------------------------------------------------------------------


def left_by(made: Tracker, kind: int, value: int, other_kind: int, other_value: int) -> int:
    """The cells that this answer to a sonar would leave."""
    where = made.waters.fact(kind, value) ^ made.waters.fact(other_kind, other_value)
    return int(np.count_nonzero(made.inside & where))


def test_v19_the_best_lie() -> None:
    places = [(0, 0), (0, 1), (1, 0), (4, 4), (5, 5), (6, 6), (9, 9), (9, 0)]
    made = only(tracker("compact"), *places)
    facts = {ROW: 0, COLUMN: 1, SECTOR: 1}
    values = {ROW: range(10), COLUMN: range(10), SECTOR: range(1, 5)}
    left = {
        (true, false, lie): left_by(made, true, facts[true], false, lie)
        for true, false in permutations(facts, 2)
        for lie in values[false]
        if lie != facts[false]
    }
    assert len(left) == 42
    assert [answer for answer, cells in left.items() if cells == 6] == [(SECTOR, ROW, 9)]
    assert (max(left.values()), min(left.values())) == (6, 1)


def test_v23_what_a_drone_tells() -> None:
    assert [round(binary_entropy(n / 20), 3) for n in (10, 6, 3, 1)] == [1, 0.881, 0.61, 0.286]
    made = tracker("tiny")
    assert made.sector_shares() == pytest.approx(np.array([8, 6, 6, 3]) / 23)
    assert made.cells_after_drone(4) == (3, 20)


def test_what_a_sonar_tells() -> None:
    """Compared with asking every here for every answer."""
    made = tracker("compact", *[news(COURSE, d) for d in (NORTH, EAST, EAST, SOUTH)])
    cells = np.flatnonzero(made.inside).tolist()
    gains = []
    for here in cells:
        facts = {ROW: here // STRIDE, COLUMN: here % STRIDE, SECTOR: int(made.waters.sector_of[here])}
        values = {ROW: range(10), COLUMN: range(10), SECTOR: range(1, 5)}
        most = max(
            left_by(made, true, facts[true], false, lie)
            for true, false in permutations(facts, 2)
            for lie in values[false]
            if lie != facts[false]
        )
        gains.append(log2(len(cells)) - log2(most))
    assert made.sonar_gain() == pytest.approx(np.mean(gains))


def test_a_known_submarine_has_nothing_to_tell() -> None:
    made = only(tracker("compact"), (3, 3))
    assert (made.sonar_gain(), made.bits) == (0, 0)


def test_expected_damage() -> None:
    """V20."""
    belief = np.zeros(256)
    belief[[cell(3, 3), cell(3, 4), cell(4, 3), cell(6, 6)]] = 0.4, 0.2, 0.2, 0.2
    damage = expected_damage(belief)
    found = [damage[cell(*place)] for place in ((3, 3), (3, 4), (4, 3), (4, 4))]
    assert found == pytest.approx([1.2, 1.0, 1.0, 0.8])
    assert damage[cell(7, 9)] == pytest.approx(sum(belief[c] * blast(c, cell(7, 9)) for c in range(256)))


def test_entropy() -> None:
    assert entropy(np.array([0.5, 0.25, 0.25, 0])) == pytest.approx(1.5)
    assert entropy(np.array([2.0, 2.0])) == pytest.approx(1)
    assert entropy(np.zeros(3)) == 0


# --- reports ---------------------------------------------------------------------------------------------------------


def test_a_report_has_numbers_and_advice() -> None:
    made = tracker("compact", news(COURSE, NORTH), news(COURSE, NORTH), news(COURSE, EAST), level="full")
    made.settle()
    own = only(tracker("compact"), (1, 1), (2, 1))
    said = report(made, own)
    assert (said.cells, said.net, said.seen_cells, said.seen_bits) == (39, (2, 1), 2, 1)
    assert sum(said.sectors) == pytest.approx(1, abs=0.01)
    assert len(said.likely) == 20
    assert said.likely[0].share >= said.likely[-1].share > 0
    assert "They have us down to 2 cells: vanish" in said.advice
    assert any(advice.startswith("A drone to sector") for advice in said.advice)
    assert "They cannot fire for 3 turns: surfacing is cheap" not in said.advice
    assert str(said).startswith("Enemy")
    assert isinstance(said, messages.PositionReport)


def test_advice_follows_what_is_known() -> None:
    found = only(tracker("compact", level="full"), (5, 5))
    assert report(found).advice == (
        "A torpedo at F6 would do 2.0",
        "They cannot fire for 3 turns: surfacing is cheap",
    )
    broken = tracker("openwater", *[news(COURSE, EAST)] * 5, level="full")
    broken.settle()
    assert report(broken).blocked == ("red", "yellow")
    assert "Their red is broken: no torpedo, no mine" in report(broken).advice
