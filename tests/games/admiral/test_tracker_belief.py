"""How likely cells are, what would be, and what a radio operator says of it."""

from collections import defaultdict
from itertools import permutations
from math import log2

import numpy as np
import pytest

from quintain.games.admiral import messages
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import LEAST_FACTOR, ROOM, Level, Skill
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, entropy, expected_damage
from quintain.games.admiral.bots.radio.what_to_report import certainty, commentary, report
from quintain.games.admiral.rules.state import (
    BLASTED,
    COLUMN,
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
    STEP,
    STRIDE,
    SURFACED,
    WEST,
)
from tests.games.admiral.voyages import Voyage, at, blast, code, grid, sea, water


def tracker(name: str, *codes: int, level: Level | Skill = "exact") -> Tracker:
    made = Tracker.of(sea(name), 0, level)
    for reported in codes:
        made.hear(reported)
    return made


def only(made: Tracker, *places: tuple[int, int]) -> Tracker:
    made.ensemble.sift(np.isin(np.arange(256), [at(*place) for place in places]))
    made._changed()
    return made


def beliefs(kinds: list[int | None]) -> dict[int, float]:
    """On the tiny map, by following everybody who goes anywhere with equal chances; None is a stealth."""
    sea = water("tiny")
    ways = {(cell, frozenset([cell])): 1.0 for cell in sea}
    for direction in kinds:
        after: dict[tuple[int, frozenset[int]], float] = defaultdict(float)
        for (cell, trail), chance in ways.items():
            free = [d for d in range(4) if cell + STEP[d] in sea - trail]
            if direction is not None and direction in free:
                target = cell + STEP[direction]
                after[target, trail | {target}] += chance / len(free)
            elif direction is None and free:
                lines = [(cell, trail)] * 4
                for d in range(4):
                    end, longer = cell, trail
                    for _ in range(4):
                        end = end + STEP[d]
                        if end not in sea - longer:
                            break
                        longer = longer | {end}
                        lines.append((end, longer))
                for line in lines:
                    after[line] += chance / len(lines)
        ways = after
    total: dict[int, float] = defaultdict(float)
    for (cell, _), chance in ways.items():
        total[cell] += chance / sum(ways.values())
    return total


@pytest.mark.parametrize("kinds", [[EAST], [EAST, None], [EAST, SOUTH, None, WEST], [None, NORTH, None, EAST, None]])
def test_weights_are_the_chances_of_whoever_goes_anywhere(kinds: list[int | None]) -> None:
    codes = [code(STEALTHY) if kind is None else code(COURSE, kind) for kind in kinds]
    made = Tracker.of(sea("tiny"), 0, "weighted", leeway=0)
    for reported in codes:
        made.hear(reported)
    belief = made.belief
    assert {cell: belief[cell] for cell in np.flatnonzero(belief)} == pytest.approx(beliefs(kinds))


def test_weights_with_leeway_are_less_sure() -> None:
    surer, freer = (Tracker.of(sea("tiny"), 0, "weighted", leeway=leeway) for leeway in (0, 0.2))
    for reported in (code(COURSE, EAST), code(STEALTHY), code(COURSE, SOUTH)):
        surer.hear(reported)
        freer.hear(reported)
    assert np.array_equal(surer.inside, freer.inside)
    assert surer.belief.max() > freer.belief.max() > 1 / freer.count


def test_without_weights_all_possible_cells_are_alike() -> None:
    made = tracker("tiny", code(COURSE, EAST), code(STEALTHY))
    assert set(made.belief[made.inside]) == {1 / made.count}
    assert made.bits == pytest.approx(log2(made.count))


def test_captains_who_like_room_are_believed_to_go_there() -> None:
    """From (0,1) of the tiny map west leads to a corner, east to the open."""
    plain, roomy = (Tracker.of(sea("tiny"), 0, "weighted", habit=habit) for habit in ((1.0,), ROOM))
    for made in (plain, roomy):
        only(made, (0, 1), (4, 3))
        made.hear(code(COURSE, EAST))
    assert plain.inside[at(0, 2)]
    assert roomy.belief[at(0, 2)] > plain.belief[at(0, 2)]


def test_levels_know_more_and_more() -> None:
    """A stealthy voyage on open water, where trails and boards tell most."""
    levels: tuple[Level, ...] = ("none", "cells", "exact", "weighted", "full")
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
    assert counts["none"] == 8 * 40 * 217
    assert counts["none"] > counts["cells"] > counts["exact"] == counts["weighted"] > counts["full"]


# --- what did not happen ---------------------------------------------------------------------------------------------


def test_doubts_are_limited_and_rule_nothing_out() -> None:
    made = tracker("compact", level="full")
    before = made.belief[at(0, 0)] / made.belief[at(9, 9)]
    made.doubt(made.waters.sector(1), 0)
    assert made.belief[at(0, 0)] / made.belief[at(9, 9)] == pytest.approx(before * LEAST_FACTOR)
    assert made.count == 89


def test_fire_is_only_held_by_who_can_fire() -> None:
    made = tracker("compact", *[code(COURSE, d) for d in (EAST, EAST, NORTH, NORTH, NORTH)], level="full")
    made.settle()
    before = made.belief.copy()
    made.held_fire(at(5, 5))
    assert np.array_equal(made.belief, before)
    made.hear(code(COURSE, WEST))
    made.settle()
    near, far = made.waters.in_range(at(5, 5)) & made.inside, ~made.waters.in_range(at(5, 5)) & made.inside
    before = made.belief.copy()
    made.held_fire(at(5, 5))
    assert np.all(made.belief[near] < before[near])
    assert np.all(made.belief[far] > before[far])


def test_mines_are_shunned() -> None:
    made = tracker("compact", level="full")
    made.shuns(grid({at(5, 5)}))
    assert made.belief[at(5, 6)] < made.belief[at(5, 7)]


def test_only_full_trackers_doubt() -> None:
    made = tracker("compact", level="weighted")
    made.doubt(made.waters.sector(1), 0)
    assert made.belief[at(0, 0)] == made.belief[at(9, 9)]


# --- when something is wrong -----------------------------------------------------------------------------------------


def test_when_only_trails_contradict_the_rest_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    made = tracker("tiny", *[code(COURSE, d) for d in (EAST, WEST)])
    assert len(caplog.records) == 1
    assert made.count == tracker("tiny", *[code(COURSE, d) for d in (EAST, WEST)], level="cells").count
    made.hear(code(COURSE, EAST))
    assert 0 < made.count < 23


def test_it_is_never_empty(caplog: pytest.LogCaptureFixture) -> None:
    made = tracker("tiny", code(DRONED, 1, 1), code(DRONED, 1, 0))
    assert made.count == 23
    assert "no place is left" in caplog.text


# --- copies ----------------------------------------------------------------------------------------------------------


def test_a_clone_goes_its_own_way() -> None:
    made = tracker("compact", code(COURSE, NORTH), level="full")
    twin = made.clone()
    twin.hear(code(COURSE, NORTH))
    assert (made.count, twin.count) == (71, 56)
    assert (made.net, twin.net) == ((1, 0), (2, 0))
    made.hear(code(COURSE, EAST))
    assert twin.count == 56
    assert made.log != twin.log


# --- what would be ---------------------------------------------------------------------------------------------------


def test_v19_the_best_lie() -> None:
    places = [(0, 0), (0, 1), (1, 0), (4, 4), (5, 5), (6, 6), (9, 9), (9, 0)]
    made = only(tracker("compact"), *places)
    facts = {ROW: 0, COLUMN: 1, SECTOR: 1}
    values = {ROW: range(10), COLUMN: range(10), SECTOR: range(1, 5)}
    left = {
        (true, false, lie): made.remaining(true, facts[true], false, lie).cells
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
    assert made.drone_gain(4) == pytest.approx(binary_entropy(3 / 23))
    yes, no = made.after_drone(4)
    assert (yes.cells, no.cells) == (3, 20)
    assert no.bits == pytest.approx(log2(20))


def test_what_a_sonar_tells() -> None:
    """Compared with asking every cell for every answer."""
    made = tracker("compact", *[code(COURSE, d) for d in (NORTH, EAST, EAST, SOUTH)])
    cells = np.flatnonzero(made.inside).tolist()
    gains = []
    for cell in cells:
        facts = {ROW: cell // STRIDE, COLUMN: cell % STRIDE, SECTOR: int(made.waters.sector_of[cell])}
        values = {ROW: range(10), COLUMN: range(10), SECTOR: range(1, 5)}
        most = max(
            made.remaining(true, facts[true], false, lie).cells
            for true, false in permutations(facts, 2)
            for lie in values[false]
            if lie != facts[false]
        )
        gains.append(log2(len(cells)) - log2(most))
    assert made.sonar_gain() == pytest.approx(np.mean(gains))


def test_a_known_submarine_has_nothing_to_tell() -> None:
    made = only(tracker("compact"), (3, 3))
    assert (made.sonar_gain(), made.bits, made.drone_gain(1)) == (0, 0, 0)


def test_expected_damage() -> None:
    """V20."""
    belief = np.zeros(256)
    belief[[at(3, 3), at(3, 4), at(4, 3), at(6, 6)]] = 0.4, 0.2, 0.2, 0.2
    damage = expected_damage(belief)
    found = [damage[at(*place)] for place in ((3, 3), (3, 4), (4, 3), (4, 4))]
    assert found == pytest.approx([1.2, 1.0, 1.0, 0.8])
    assert damage[at(7, 9)] == pytest.approx(sum(belief[c] * blast(c, at(7, 9)) for c in range(256)))


def test_where_it_will_be() -> None:
    """From the corner of the tiny map, where it came to from the west, only south is left; then south or west."""
    made = only(tracker("tiny", *[code(COURSE, EAST)] * 4), (0, 4))
    ahead = made.ahead(3)
    assert ahead.sum(axis=1) == pytest.approx([1, 1, 1])
    assert {cell: ahead[0][cell] for cell in np.flatnonzero(ahead[0])} == {at(1, 4): 1}
    assert {cell: ahead[1][cell] for cell in np.flatnonzero(ahead[1])} == {at(1, 3): 0.5, at(2, 4): 0.5}
    assert made.occupancy(3) == pytest.approx(ahead.mean(axis=0))


@pytest.mark.parametrize("level", ["cells", "exact", "weighted", "full"])
def test_the_future_begins_on_open_water(level: Level) -> None:
    made = tracker("alpha", code(COURSE, EAST), code(STEALTHY), code(COURSE, NORTH), level=level)
    occupancy = made.occupancy(6)
    assert occupancy.sum() == pytest.approx(1)
    assert not np.any(occupancy[~made.waters.mask])


def test_entropy() -> None:
    assert entropy(np.array([0.5, 0.25, 0.25, 0])) == pytest.approx(1.5)
    assert entropy(np.array([2.0, 2.0])) == pytest.approx(1)
    assert entropy(np.zeros(3)) == 0


# --- reports ---------------------------------------------------------------------------------------------------------


def test_a_report_has_numbers_and_advice() -> None:
    made = tracker("compact", code(COURSE, NORTH), code(COURSE, NORTH), code(COURSE, EAST), level="full")
    made.settle()
    own = only(tracker("compact"), (1, 1), (2, 1))
    said = report(made, own)
    assert (said.cells, said.net, said.seen_cells, said.seen_bits) == (39, (2, 1), 2, 1)
    assert sum(said.sectors) == pytest.approx(1, abs=0.01)
    assert len(said.likely) == 20
    assert said.likely[0].share >= said.likely[-1].share > 0
    assert "They have us down to 2 cells: vanish" in said.advice
    assert any(line.startswith("A drone to sector") for line in said.advice)
    assert "They cannot fire for 3 turns: surfacing is cheap" not in said.advice
    assert str(said).startswith("Enemy")
    assert isinstance(said, messages.PositionReport)


def test_advice_follows_what_is_known() -> None:
    found = only(tracker("compact", level="full"), (5, 5))
    assert report(found).advice == (
        "A torpedo at F6 would do 2.0",
        "They cannot fire for 3 turns: surfacing is cheap",
    )
    broken = tracker("openwater", *[code(COURSE, EAST)] * 5, level="full")
    broken.settle()
    assert report(broken).blocked == ("red", "yellow")
    assert "Their red is broken: no torpedo, no mine" in report(broken).advice


@pytest.mark.parametrize(("cells", "word"), [(1, "exact"), (5, "high"), (8, "medium"), (26, "low"), (27, "none")])
def test_how_sure_in_a_word(cells: int, word: str) -> None:
    made = tracker("compact")
    made.ensemble.n = cells
    made._changed()
    assert certainty(made) == word


def test_the_plain_commentary() -> None:
    assert commentary([]) == []
    norths = [code(COURSE, NORTH)] * 3
    assert commentary([*norths, *[code(COURSE, EAST)] * 3]) == ["The enemy mostly goes north."]
    assert commentary([*norths, *[code(COURSE, d) for d in (EAST, SOUTH, WEST, EAST)]]) == []
    heard = [*norths, code(SURFACED, 2), code(FIRED, at(1, 1), 0), code(FIRED, at(2, 2), 0), code(BLASTED, 0, 0)]
    assert commentary(heard) == ["The enemy last surfaced in sector 2.", "The enemy has fired 2 torpedoes."]
    assert commentary([code(FACTS, ROW, 1, COLUMN, 1), code(FIRED, 0, 0)]) == ["The enemy has fired 1 torpedo."]
