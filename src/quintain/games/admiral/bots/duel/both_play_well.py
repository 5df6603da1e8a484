"""Two boats that know where the other is: what the next turns are worth if both play them well.

Values are worked out backwards over all pairs of cells that the boats can reach, with a torpedo each that may be
loaded, fired or still charging. Our boat keeps off its trail; their trail and both boards are left out. A shot counts
by how well its target is known, and a torpedo that is kept is worth something in the end.
"""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.helm.water_left import widen
from quintain.games.admiral.bots.traits import DuelTraits
from quintain.games.admiral.rules.grid import blast, holds, next_cell
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, GRID, LONGEST_SIDE, STEP, STRIDE

PLIES = 7  # turns of either boat after our own
BOTH = 4  # torpedoes fired: none, ours, theirs, both
OURS, THEIRS = 1, 2


class Boat(NamedTuple):
    water: Cells  # where it may go
    cells: Cells  # where it may be to begin with
    missing: int  # charges until its torpedo is loaded
    hull: int
    turns: int  # in a row that it has to begin with
    sight: float  # how well it knows where the other is, of 1


class Ply(NamedTuple):
    """A turn of one of the boats."""

    mine: int  # 1 if it is ours
    boat: Boat
    loaded: bool  # unless it has fired
    hull: int  # of the other boat
    traits: DuelTraits


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
def who_moves(our_turns: int, their_turns: int, ours: Cells, theirs: Cells) -> None:
    """Whose each ply is: what is left of our turns in a row is ours, then come theirs, then they alternate."""
    begun = our_turns + their_turns
    for ply in range(PLIES):
        ours[ply] = 1 if ply < our_turns or (ply >= begun and (ply - begun) % 2 == 0) else 0
        theirs[ply] = 1 - ours[ply]


@compiled
def spread_out(boat: Boat, moves: Cells, out: Cells) -> None:
    """The cells that a boat can reach by each ply, if it moves in some of them."""
    for i in range(GRID):
        out[0, i] = boat.cells[i]
    for ply in range(PLIES):
        if moves[ply]:
            widen(out[ply], boat.water, out[ply + 1])
        else:
            for i in range(GRID):
                out[ply + 1, i] = out[ply, i]


@compiled
def reward(damage: int, ply: Ply) -> float:
    """What a shot is worth, in points of hull."""
    worth = float(min(damage, ply.hull))
    return ply.boat.sight * (worth + ply.traits.sinks if damage >= ply.hull else worth)


@compiled
def best_reply(ply: Ply, here: int, there: int, fired: int, hits: Cells, later: Reals) -> float:
    """The value to us of the best course and shot of the boat that moves."""
    sign = 1.0 if ply.mine else -1.0
    flag = OURS if ply.mine else THEIRS
    best = -np.inf
    for d in range(DIRECTIONS):
        to = here + STEP[d]
        if not holds(ply.boat.water, to):
            continue
        ours, theirs = (to, there) if ply.mine else (there, to)
        best = max(best, sign * later[fired, ours, theirs])
        if ply.loaded and not fired & flag and hits[to, there] > 0:
            lives = 1.0 - ply.boat.sight if hits[to, there] >= ply.hull else 1.0
            best = max(best, reward(hits[to, there], ply) + lives * sign * later[fired | flag, ours, theirs])
    return sign * (best if best > -np.inf else -ply.traits.stuck)


@compiled
def play_out(ours: Boat, theirs: Boat, hits: Cells, traits: DuelTraits, values: Reals) -> None:
    """values[fired, our cell, their cell]: what the plies ahead are worth, for the cells where the boats may be."""
    moves, others = np.empty(PLIES, np.int64), np.empty(PLIES, np.int64)
    who_moves(ours.turns, theirs.turns, moves, others)
    our_cells, their_cells = np.empty((PLIES + 1, GRID), np.int64), np.empty((PLIES + 1, GRID), np.int64)
    spread_out(ours, moves, our_cells)
    spread_out(theirs, others, their_cells)
    later = np.empty((BOTH, CELLS, CELLS))
    for fired in range(BOTH):
        later[fired] = traits.kept * ((fired & THEIRS) // THEIRS - (fired & OURS))
    for i in range(PLIES - 1, -1, -1):
        boat, other = (ours, theirs) if moves[i] else (theirs, ours)
        ply = Ply(moves[i], boat, charges_by(i, moves) >= boat.missing, other.hull, traits)
        one_ply(ply, our_cells[i], their_cells[i], hits, later, values)
        if i > 0:
            for fired in range(BOTH):
                copy_pairs(values[fired], our_cells[i], their_cells[i], later[fired])


@compiled
def charges_by(ply: int, moves: Cells) -> int:
    """How often the boat that moves in this ply has moved by then, and charged each time."""
    made = 0
    for i in range(ply + 1):
        made += moves[i] == moves[ply]
    return made


@compiled
def one_ply(ply: Ply, ours: Cells, theirs: Cells, hits: Cells, later: Reals, values: Reals) -> None:
    a = next_cell(ours, 0)
    while a < CELLS:
        b = next_cell(theirs, 0)
        while b < CELLS:
            here, there = (a, b) if ply.mine else (b, a)
            for fired in range(BOTH):
                values[fired, a, b] = ply.traits.later * best_reply(ply, here, there, fired, hits, later)
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
    """The value of being on a cell, over where they are likely to be."""
    total, weight = 0.0, 0.0
    b = next_cell(theirs, 0)
    while b < CELLS:
        total += belief[b] * values[fired, cell, b]
        weight += belief[b]
        b = next_cell(theirs, b + 1)
    return total / weight if weight > 0 else 0.0
