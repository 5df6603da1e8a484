"""What is heard of a boat, and where it can be by that. RULES.md 8."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.position import Position
from quintain.games.admiral.rules.hearing import FORGOTTEN, hear, narrow, part, report
from quintain.games.admiral.rules.state import COURSE, HEARD, State
from quintain.games.admiral.view import cells_of
from tests.games.admiral.boats import BLUE, FULL, GAME, RED, act, at, boats, changed, placed, play
from tests.random_play import Walk


def possible(position: Position, team: int) -> set[str]:
    return set(cells_of(tuple(position.state.possible[team])))


def cells(position: Position) -> list[str]:
    boats = position.view(-2).boats
    return [boat.cell for boat in boats]


def heard(position: Position, team: int = BLUE) -> list[tuple[Any, ...]]:
    return [(one.kind, one.direction or one.sector or one.cell) for one in position.view(-1).boats[team].heard]


def test_courses_narrow_it_down() -> None:
    """compact: 89, 71, 56 and 39 cells."""
    match, sizes = placed("C9", "J10", map="compact"), []
    for way in ("north", "north", "east"):
        sizes.append(len(possible(match.position, BLUE)))
        act(match, f"move {way}")
        match.position = changed(match.position, step=1)
    assert [*sizes, len(possible(match.position, BLUE))] == [89, 71, 56, 39]


def test_filters() -> None:
    """From the whole map: sonar, drone, surfacing and explosions, on tiny and compact."""
    tiny = changed(boats("E5", "A1", map="tiny", gauges={BLUE: FULL}), step=3, engineer_done=1, mate_done=1)
    asked = play(tiny, "sonar", "answer row 3 sector 1")
    assert possible(asked, RED) == {at(*c) for c in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 3), (2, 4))}
    assert len(possible(play(tiny, "drone 4"), RED)) == 20
    found = play(changed(tiny, subs=(RED, 4 * 16 + 3)), "drone 4")
    assert possible(found, RED) == {at(3, 4), at(4, 3), at(4, 4)}
    compact = boats(at(0, 4), at(9, 9), map="compact", gauges={BLUE: FULL})
    compact = changed(compact, step=3, engineer_done=1, mate_done=1)
    shot = play(compact, f"torpedo {at(4, 4)}")
    assert len(possible(shot, BLUE)) == 28
    assert len(possible(shot, RED)) == 81
    near = play(changed(compact, subs=(BLUE, 3 * 16 + 3)), f"torpedo {at(4, 4)}")
    assert possible(near, BLUE) == {at(*c) for c in ((3, 3), (3, 4), (4, 3), (4, 5), (5, 3), (5, 4), (5, 5))}
    hit = play(changed(compact, subs=(RED, 4 * 16 + 4)), f"torpedo {at(4, 4)}")
    assert possible(hit, RED) == {at(4, 4)}
    assert len(possible(play(changed(compact, subs=(RED, 5 * 16 + 5)), f"torpedo {at(4, 4)}"), RED)) == 7
    up = play(boats("A1", map="compact", red="J10"), "surface")
    assert len(possible(up, BLUE)) == 23


def test_a_stealth_spreads_it() -> None:
    lone = changed(boats("A1", gauges={BLUE: FULL}), possible=(BLUE, [1, 0, 0, 0]))
    east, south = {at(0, n) for n in range(1, 5)}, {at(n, 0) for n in range(1, 5)}
    assert possible(play(lone, "stealth east 1"), BLUE) == {"A1", *east, *south}
    least = changed(boats("A1", gauges={BLUE: FULL}, least_stealth=1), possible=(BLUE, [1, 0, 0, 0]))
    assert possible(play(least, "stealth east 1"), BLUE) == {*east, *south}


def test_reports_come_in_order() -> None:
    """Course, the damage of the same turn, then what was fired; the other boat hears of the explosion."""
    nodes = ", ".join(f"east {i}" for i in range(5))
    position = boats("A1", "D1", boards={BLUE: nodes}, gauges={BLUE: FULL | {"mine": 1}})
    position = play(position, "move east", "mark east 5", "charge mine", "torpedo D1", "end", "surface", "end")
    assert heard(position) == [("course", "east"), ("wiped", None), ("torpedo", "D1")]
    assert heard(position, RED) == [("blast", "D1"), ("surfaced", 1)]
    assert position.state.since[RED] == 1
    assert position.state.courses == [1, 0]
    assert position.state.uses[BLUE] == [1, 0, 0, 0, 0]


@settings(max_examples=80)
@given(st.integers(0, 2**40), st.sampled_from(["alpha", "compact", "tiny", "random"]), st.booleans(), st.booleans())
def test_the_truth_is_always_possible(seed: int, name: str, water: bool, chain: bool) -> None:
    """At every moment of random matches; and where the boat was when it surfaced is in its origin."""
    settings = {"torpedo_path": "water" if water else "manhattan", "mine_chain": chain, "gauges": "boardgame"}
    walk = Walk(GAME, GAME.options_from({"map": name, **settings}), seed, seed).steps(2)
    for _ in range(150):
        if not walk.position.acting:
            break
        walk.step()
        for team in (BLUE, RED):
            assert cells(walk.position)[team] in possible(walk.position, team)
            if walk.position.state.surfaced[team]:
                assert cells(walk.position)[team] in cells_of(tuple(walk.position.state.origin[team]))


@pytest.mark.parametrize("since", [0, 10, 100])
def test_the_oldest_reports_are_forgotten_and_their_meaning_kept(since: int) -> None:
    """A boat goes to and fro so often that the list is full: what it can be stays exact, the list gets shorter."""
    record = boats("H8", map="openwater").record.copy()
    state = record.view(State.layout)[0]
    for i in range(HEARD):
        if i == since and since:
            hear(state, BLUE, report(2, 5, 0))  # surfaced in sector 5
        else:
            hear(state, BLUE, report(COURSE, (0, 1, 2, 3)[i % 4], 0))
    assert state.reports[BLUE] == HEARD
    before = [int(code) for code in state.heard[BLUE]]
    hear(state, BLUE, report(COURSE, 0, 0))
    assert state.reports[BLUE] == HEARD - FORGOTTEN + 1
    assert state.reports_ever[BLUE] == HEARD + 1
    assert [int(code) for code in state.heard[BLUE][: HEARD - FORGOTTEN]] == before[FORGOTTEN:]
    assert state.since[BLUE] == max(0, since - FORGOTTEN)
    again = state.origin[BLUE].copy()
    first = state.since[BLUE] + (part(state.heard[BLUE][state.since[BLUE]], 0) == 2)
    for i in range(first, state.reports[BLUE]):
        narrow(state, again, state.heard[BLUE][i])
    assert again.tolist() == state.possible[BLUE].tolist()
