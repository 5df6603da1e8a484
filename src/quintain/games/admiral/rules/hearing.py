"""RULES.md 8: what everybody hears of a submarine, and where it can be by that."""

from quintain.core.kernel import HIDDEN, Cells, compiled, copy_cells, fill
from quintain.games.admiral.rules.grid import blast, next_cell, shift, take
from quintain.games.admiral.rules.sea import in_range, sector_of
from quintain.games.admiral.rules.state import (
    CELLS,
    COLUMN,
    COURSE,
    DIRECTIONS,
    DRONED,
    DROPPED,
    FACTS,
    FAR,
    FIRED,
    GRID,
    HEARD,
    ROW,
    STEALTHY,
    STRIDE,
    SURFACED,
    WIPED,
    State,
)

FORGOTTEN = 64  # reports at a time, when there is no more room
UNKNOWN = HIDDEN & 255  # as a drone's answer


@compiled
def report(kind: int, first: int, second: int) -> int:
    return kind | first << 8 | second << 16


@compiled
def part(code: int, i: int) -> int:
    """The kind of a report, or what goes with it."""
    return code >> 8 * i & 255


@compiled
def hear(state: State, team: int, code: int) -> None:
    """Everybody learns this about the team's submarine."""
    if state.reports[team] == HEARD:
        forget(state, team)
    n = state.reports[team]
    state.heard[team, n] = code
    state.reports[team] = n + 1
    state.reports_ever[team] += 1
    narrow(state, state.possible[team], code)
    if part(code, 0) == SURFACED:
        state.since[team] = n
        copy_cells(state.possible[team], state.origin[team])


@compiled
def first_report(state: State, team: int) -> int:
    """The place in the list of the first report after `origin`."""
    n = state.since[team]
    return n + 1 if n < state.reports[team] and part(state.heard[team, n], 0) == SURFACED else n


@compiled
def forget(state: State, team: int) -> None:
    """Drop the oldest reports; where they have led to is the new origin."""
    for i in range(first_report(state, team), FORGOTTEN):
        narrow(state, state.origin[team], state.heard[team, i])
    for i in range(HEARD - FORGOTTEN):
        state.heard[team, i] = state.heard[team, i + FORGOTTEN]
    for i in range(HEARD - FORGOTTEN, HEARD):
        state.heard[team, i] = 0
    state.reports[team] -= FORGOTTEN
    state.since[team] = max(0, state.since[team] - FORGOTTEN)


@compiled
def narrow(state: State, grid: Cells, code: int) -> None:
    """Where a submarine can be after a report, if it was in this set before."""
    kind = part(code, 0)
    if kind == COURSE:
        shift(grid, part(code, 1))
        for i in range(GRID):
            grid[i] &= state.water[i]
    elif kind == STEALTHY:
        spread(state, grid)
    elif kind != WIPED and kind != DROPPED:
        cell = next_cell(grid, 0)
        while cell < CELLS:
            if not fits(state, cell, code):
                take(grid, cell)
            cell = next_cell(grid, cell + 1)


@compiled
def spread(state: State, grid: Cells) -> None:
    """Up to FAR cells in a line, any way."""
    start = grid.copy()
    if state.least_stealth:
        fill(grid, 0)
    for direction in range(DIRECTIONS):
        moved = start.copy()
        for _ in range(FAR):
            shift(moved, direction)
            for i in range(GRID):
                moved[i] &= state.water[i]
                grid[i] |= moved[i]


@compiled
def fits(state: State, cell: int, code: int) -> bool:
    """Can a submarine be on the cell when this is reported of it?"""
    kind, first, second = part(code, 0), part(code, 1), part(code, 2)
    if kind == SURFACED:
        return sector_of(state, cell) == first
    if kind == DRONED:
        return second == UNKNOWN or (sector_of(state, cell) == first) == second
    if kind == FACTS:
        return holds_true(state, cell, first, second) != holds_true(state, cell, part(code, 3), part(code, 4))
    if kind == FIRED and not in_range(state, cell, first):
        return False
    return blast(cell, first) == second


@compiled
def holds_true(state: State, cell: int, kind: int, value: int) -> bool:
    """Is this fact true of the cell?"""
    if kind == ROW:
        return cell // STRIDE == value
    if kind == COLUMN:
        return cell % STRIDE == value
    return sector_of(state, cell) == value
