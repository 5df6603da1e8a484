"""Two boats that know where the other is: what the next turns are worth if both play them well.

Values are worked out backwards over all pairs of cells that the boats can reach, with a torpedo each that may be
loaded, fired or still charging. Our boat keeps off its trail; theirs and the boards are not thought of. A shot counts
by how well its target is known, and a torpedo that is kept is worth something in the end.
"""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.helm.water_left import Reals, widen
from quintain.games.admiral.rules.grid import blast, holds, next_cell
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, GRID, LONGEST_SIDE, STEP, STRIDE

PLIES = 7  # turns of either boat after our own
PLY = 0.97  # what comes a turn later counts so much
SINKS = 1.5  # points of hull that sinking the other is worth beside the damage
STUCK = 0.5  # what it costs to have nowhere to go
BOTH = 4  # torpedoes fired: none, ours, theirs, both
OURS, THEIRS = 1, 2

# The numbers of a duel, by place.
OUR_MISSING, THEIR_MISSING, OUR_HULL, THEIR_HULL, OUR_RUN, THEIR_RUN = range(6)
NUMBERS = 6


@compiled
def fill_hits(water: Cells, out: Cells) -> None:
    """The damage that a boat on one cell can do to one on another, without hurting itself."""
    for cell in range(CELLS):
        for other in range(CELLS):
            out[cell, other] = 0
        if not holds(water, cell):
            continue
        for down in range(-FAR, FAR + 1):
            row = cell // STRIDE + down
            wide = FAR - abs(down)
            for column in range(max(0, cell % STRIDE - wide), min(LONGEST_SIDE, cell % STRIDE + wide + 1)):
                target = row * STRIDE + column
                if 0 <= row < LONGEST_SIDE and holds(water, target) and blast(cell, target) == 0:
                    hit_around(target, out[cell])


@compiled
def hit_around(target: int, out: Cells) -> None:
    for row in range(max(0, target // STRIDE - 1), min(LONGEST_SIDE, target // STRIDE + 2)):
        for column in range(max(0, target % STRIDE - 1), min(LONGEST_SIDE, target % STRIDE + 2)):
            other = row * STRIDE + column
            out[other] = max(out[other], blast(other, target))


@compiled
def spread_out(start: Cells, water: Cells, moves: Cells, out: Cells) -> None:
    """The cells that can be reached by each ply, if the boat moves in some of them."""
    for i in range(GRID):
        out[0, i] = start[i]
    for ply in range(PLIES):
        if moves[ply]:
            widen(out[ply], water, out[ply + 1])
        else:
            for i in range(GRID):
                out[ply + 1, i] = out[ply, i]


@compiled
def who_moves(numbers: Cells, out: Cells) -> None:
    """1 for each ply that is ours: what is left of our turns in a row, then theirs, then by turns."""
    ours, theirs = numbers[OUR_RUN], numbers[THEIR_RUN]
    for ply in range(PLIES):
        out[ply] = 1 if ply < ours or (ply >= ours + theirs and (ply - ours - theirs) % 2 == 0) else 0


@compiled
def reward(damage: int, hull: int, accuracy: float) -> float:
    """What a shot is worth, in points of hull."""
    worth = float(min(damage, hull))
    return accuracy * (worth + SINKS if damage >= hull else worth)


@compiled
def best_reply(
    mine: int, here: int, there: int, fired: int, loaded: bool, sight: float, hull: int, water: Cells, hits: Cells,
    later: Reals,
) -> float:  # fmt: skip
    """The value of the best course and shot of the boat to move, seen from ours (mine) or against us."""
    sign = 1.0 if mine else -1.0
    best = -np.inf
    for d in range(DIRECTIONS):
        to = here + STEP[d]
        if not holds(water, to):
            continue
        ours, theirs = (to, there) if mine else (there, to)
        hold = sign * later[fired, ours, theirs]
        best = max(best, hold)
        if loaded and hits[to, there] > 0:
            after = fired | (OURS if mine else THEIRS)
            lives = 1.0 - sight if hits[to, there] >= hull else 1.0
            best = max(best, reward(hits[to, there], hull, sight) + lives * sign * later[after, ours, theirs])
    return sign * (best if best > -np.inf else -STUCK)


@compiled
def play_out(
    water: Cells, free: Cells, ours: Cells, theirs: Cells, numbers: Cells, our_sight: float, their_sight: float,
    kept: float, hits: Cells, values: Reals,
) -> None:  # fmt: skip
    """values[fired, our cell, their cell]: what the plies ahead are worth, for our cells and theirs to begin with. Our
    boat may go where it is free, theirs over all water."""
    moves, others = np.empty(PLIES, np.int64), np.empty(PLIES, np.int64)
    who_moves(numbers, moves)
    for ply in range(PLIES):
        others[ply] = 1 - moves[ply]
    our_cells, their_cells = np.empty((PLIES + 1, GRID), np.int64), np.empty((PLIES + 1, GRID), np.int64)
    spread_out(ours, free, moves, our_cells)
    spread_out(theirs, water, others, their_cells)
    later = np.empty((BOTH, CELLS, CELLS))
    for fired in range(BOTH):
        later[fired] = kept * ((fired & THEIRS) // THEIRS - (fired & OURS))
    for ply in range(PLIES - 1, -1, -1):
        mine = moves[ply]
        made = 0  # courses of this boat by then, this one included: so often it has charged
        for i in range(ply + 1):
            made += moves[i] == mine
        missing = numbers[OUR_MISSING] if mine else numbers[THEIR_MISSING]
        ready = made >= missing
        sight = our_sight if mine else their_sight
        one_ply(
            free if mine else water, our_cells[ply], their_cells[ply], mine, ready, numbers, sight, hits, later, values
        )
        if ply > 0:
            for fired in range(BOTH):
                copy_pairs(values[fired], our_cells[ply], their_cells[ply], later[fired])


@compiled
def one_ply(
    water: Cells, ours: Cells, theirs: Cells, mine: int, ready: bool, numbers: Cells, sight: float, hits: Cells,
    later: Reals, values: Reals,
) -> None:  # fmt: skip
    flag = OURS if mine else THEIRS
    hull = numbers[THEIR_HULL] if mine else numbers[OUR_HULL]
    a = next_cell(ours, 0)
    while a < CELLS:
        b = next_cell(theirs, 0)
        while b < CELLS:
            here, there = (a, b) if mine else (b, a)
            for fired in range(BOTH):
                loaded = ready and not fired & flag
                value = best_reply(mine, here, there, fired, loaded, sight, hull, water, hits, later)
                values[fired, a, b] = PLY * value
            b = next_cell(theirs, b + 1)
        a = next_cell(ours, a + 1)


@compiled
def copy_pairs(source: Reals, ours: Cells, theirs: Cells, target: Reals) -> None:
    a = next_cell(ours, 0)
    while a < CELLS:
        b = next_cell(theirs, 0)
        while b < CELLS:
            target[a, b] = source[a, b]
            b = next_cell(theirs, b + 1)
        a = next_cell(ours, a + 1)


@compiled
def average(values: Reals, fired: int, cell: int, belief: Reals, theirs: Cells) -> float:
    """The value of being on a cell over where they are likely to be."""
    total, weight = 0.0, 0.0
    b = next_cell(theirs, 0)
    while b < CELLS:
        total += belief[b] * values[fired, cell, b]
        weight += belief[b]
        b = next_cell(theirs, b + 1)
    return total / weight if weight > 0 else 0.0
