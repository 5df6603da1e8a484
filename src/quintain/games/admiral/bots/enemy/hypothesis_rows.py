"""Everything that a submarine may have done, as rows of numbers: a kernel for each thing that is heard of it.

A row is one hypothesis: the cell, the trail that led there, where its mines may lie, and which courses its hidden
stealths may have added. Rows are kept apart by cell and trail; the rest of a row is a set of possibilities.
"""

from typing import Any

import numpy as np

from quintain.core.kernel import Cells, compiled, count, lowest
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, GRID, STEP

Reals = np.ndarray[Any, np.dtype[np.float64]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]  # a truth for each cell

WORD = 64
CELL, HEADING = 0, 1
TRAIL = 2  # a grid
DROP = TRAIL + GRID  # a grid: the cells that may hold one of its mines
NETS = DROP + GRID  # a set of nets, in two words
WIDTH = NETS + 2

OPEN = DIRECTIONS  # the heading of a row that hides no direction

# A net is what hidden stealths add to the announced courses: so many northward, so many eastward. With these a section
# of the board holds at most 5 marks more than the opposite one, so a net is known by its remainders: 11 times 11.
SPAN = 11
ALL_NETS = SPAN * SPAN
NET_BITS = 61  # nets in the first word
NORTHWARD, EASTWARD = (1, 0, -1, 0), (0, 1, 0, -1)
TURNED = tuple(
    (net // SPAN + NORTHWARD[direction]) % SPAN * SPAN + (net % SPAN + EASTWARD[direction]) % SPAN
    for direction in range(DIRECTIONS)
    for net in range(ALL_NETS)
)


# --- one row ---------------------------------------------------------------------------------------------------------


@compiled
def free(rows: Cells, i: int, water: Cells, cell: int) -> bool:
    """Can this submarine enter the cell? (Its own mines are unknown.)"""
    return 0 <= cell < CELLS and bool((water[cell // WORD] & ~rows[i, TRAIL + cell // WORD]) >> (cell % WORD) & 1)


@compiled
def exits(rows: Cells, i: int, beside: Cells, cell: int) -> int:
    """How many of the cells beside this one it can enter."""
    n = 0
    for k in range(GRID):
        n += count(beside[cell, k] & ~rows[i, TRAIL + k])
    return n


@compiled
def enter(rows: Cells, i: int, cell: int, trails: int) -> None:
    rows[i, CELL] = cell
    if trails:
        rows[i, TRAIL + cell // WORD] |= 1 << (cell % WORD)


@compiled
def copy_row(rows: Cells, i: int, out: Cells, j: int) -> None:
    for k in range(WIDTH):
        out[j, k] = rows[i, k]


@compiled
def keep(rows: Cells, weights: Reals, i: int, kept: int) -> int:
    """Move row i up behind those that are kept; answers how many that are. Who changes it does so there: a row that was
    just written is slow to copy."""
    copy_row(rows, i, rows, kept)
    weights[kept] = weights[i]
    return kept + 1


@compiled
def absorb(rows: Cells, weights: Reals, i: int, twin: int) -> None:
    """Let one row stand for both: only what they have in common is sure, whatever either allows is possible."""
    weights[twin] += weights[i]
    for k in range(TRAIL, DROP):
        rows[twin, k] &= rows[i, k]
    for k in range(DROP, WIDTH):
        rows[twin, k] |= rows[i, k]


@compiled
def steer(rows: Cells, i: int, direction: int) -> None:
    """Hide a course in the row: each of its nets is turned."""
    rows[i, HEADING] = direction
    first, second = 0, 0
    for word in range(2):
        nets = rows[i, NETS + word]
        while nets:
            net = TURNED[direction * ALL_NETS + word * NET_BITS + lowest(nets)]
            first |= (1 << net) if net < NET_BITS else 0
            second |= (1 << (net - NET_BITS)) if net >= NET_BITS else 0
            nets &= nets - 1
    rows[i, NETS], rows[i, NETS + 1] = first, second


# --- sets of rows ----------------------------------------------------------------------------------------------------


@compiled
def digest(rows: Cells, i: int, near: Cells) -> int:
    mixed = rows[i, CELL] + (rows[i, HEADING] << 8)
    for k in range(GRID):
        mixed ^= rows[i, TRAIL + k] & near[rows[i, CELL], k]
        mixed ^= mixed << 13
        mixed ^= (mixed >> 7) & 0x01FFFFFFFFFFFFFF
        mixed ^= mixed << 17
    return mixed ^ mixed >> 29


@compiled
def alike(rows: Cells, i: int, j: int, near: Cells) -> bool:
    """The same cell, heading and trail, as far as one looks."""
    differ = rows[i, CELL] ^ rows[j, CELL] | rows[i, HEADING] ^ rows[j, HEADING]
    for k in range(GRID):
        differ |= (rows[i, TRAIL + k] ^ rows[j, TRAIL + k]) & near[rows[i, CELL], k]
    return differ == 0


@compiled
def join(rows: Cells, weights: Reals, n: int, near: Cells, slots: Cells) -> int:
    """Add row n to the n rows before it, unless one of them is alike and absorbs it; answers how many there are.

    A slot holds a stamp and the place of a row. The stamp of today is behind the last slot; others count as empty.
    """
    last = len(slots) - 1
    place = digest(rows, n, near) & (last - 1)
    while slots[place] >> 32 == slots[last]:
        twin = slots[place] & 0xFFFFFFFF
        if alike(rows, n, twin, near):
            absorb(rows, weights, n, twin)
            return n
        place = (place + 1) & (last - 1)
    slots[place] = slots[last] << 32 | n
    return n + 1


# --- what is heard ---------------------------------------------------------------------------------------------------


@compiled
def liked(rows: Cells, i: int, beside: Cells, direction: int, habit: Reals) -> float:
    """How likely the course is from here, if captains like cells by how many exits they have.

    A habit of one number is none: all courses are alike."""
    if len(habit) == 0:
        return 1.0
    if len(habit) == 1:
        return 1 / exits(rows, i, beside, rows[i, CELL])
    chosen, total = 0.0, 0.0
    for other in range(DIRECTIONS):
        cell = rows[i, CELL] + STEP[other]
        if free(rows, i, beside[rows[i, CELL]], cell):
            liking = habit[exits(rows, i, beside, cell)]
            total += liking
            chosen += liking if other == direction else 0.0
    return chosen / total


@compiled
def advance(
    rows: Cells, weights: Reals, n: int, water: Cells, beside: Cells, direction: int, trails: int, habit: Reals
) -> int:
    """A course: keep those who can take it."""
    kept = 0
    for i in range(n):
        cell = rows[i, CELL] + STEP[direction]
        if free(rows, i, water, cell):
            chance = liked(rows, i, beside, direction, habit)
            kept = keep(rows, weights, i, kept)
            enter(rows, kept - 1, cell, trails)
            weights[kept - 1] *= chance
    return kept


@compiled
def run(rows: Cells, i: int, water: Cells, direction: int) -> int:
    """How many cells it can go straight on."""
    steps = 0
    while steps < FAR and free(rows, i, water, rows[i, CELL] + STEP[direction] * (steps + 1)):
        steps += 1
    return steps


@compiled
def stealths(rows: Cells, i: int, water: Cells, least: int) -> int:
    """How many ways to vanish; none for who cannot move at all."""
    ways = 0
    for direction in range(DIRECTIONS):
        ways += run(rows, i, water, direction)
    return ways + DIRECTIONS if ways and least == 0 else ways


@compiled
def all_stealths(rows: Cells, n: int, water: Cells, least: int) -> int:
    ways = 0
    for i in range(n):
        ways += stealths(rows, i, water, least)
    return ways


@compiled
def hide(
    rows: Cells,
    weights: Reals,
    n: int,
    water: Cells,
    least: int,
    trails: int,
    headings: int,  # are hidden directions kept apart?
    out: Cells,
    out_weights: Reals,
    near: Cells,
    slots: Cells,
) -> int:
    """A stealth: every hypothesis becomes one for each way to go straight on. There must be room for all of them."""
    slots[len(slots) - 1] += 1
    made = 0
    for i in range(n):
        ways = stealths(rows, i, water, least)
        if ways == 0:
            continue
        for direction in range(DIRECTIONS):
            for steps in range(least, run(rows, i, water, direction) + 1):
                copy_row(rows, i, out, made)
                for step in range(1, steps + 1):
                    enter(out, made, rows[i, CELL] + STEP[direction] * step, trails)
                if headings:
                    steer(out, made, direction)
                out_weights[made] = weights[i] / ways
                made = join(out, out_weights, made, near, slots)
    return made


@compiled
def sift(rows: Cells, weights: Reals, n: int, where: Mask) -> int:
    """Something that says where it is now."""
    kept = 0
    for i in range(n):
        if where[rows[i, CELL]]:
            kept = keep(rows, weights, i, kept)
    return kept


@compiled
def judge(
    rows: Cells,
    weights: Reals,
    n: int,
    allowed: Cells,
    wipe: int,
    out: Cells,
    out_weights: Reals,
    near: Cells,
    slots: Cells,
) -> int:
    """Something that says what its board can be: for each heading the nets that are left. Headings are then settled.

    What is alike as far as one looks is then taken together."""
    slots[len(slots) - 1] += 1
    made = 0
    for i in range(n):
        first = rows[i, NETS] & allowed[rows[i, HEADING], 0]
        second = rows[i, NETS + 1] & allowed[rows[i, HEADING], 1]
        if first | second:
            copy_row(rows, i, out, made)
            out[made, HEADING] = OPEN
            out[made, NETS] = 1 if wipe else first
            out[made, NETS + 1] = 0 if wipe else second
            out_weights[made] = weights[i]
            made = join(out, out_weights, made, near, slots)
    return made


@compiled
def confine(rows: Cells, weights: Reals, n: int, allowed: Cells) -> int:
    """Something that says what its board can be, when no heading is hidden."""
    kept = 0
    for i in range(n):
        first, second = rows[i, NETS] & allowed[OPEN, 0], rows[i, NETS + 1] & allowed[OPEN, 1]
        if first | second:
            kept = keep(rows, weights, i, kept)
            rows[kept - 1, NETS], rows[kept - 1, NETS + 1] = first, second
    return kept


@compiled
def lay(rows: Cells, weights: Reals, n: int, beside: Cells, surely: int) -> int:
    """A mine may have been dropped beside each; if it surely was, keep those who could."""
    kept = 0
    for i in range(n):
        found = 0
        for k in range(GRID):
            places = beside[rows[i, CELL], k] & ~rows[i, TRAIL + k]
            rows[i, DROP + k] |= places
            found |= places
        if found or not surely:
            kept = keep(rows, weights, i, kept)
    return kept


@compiled
def explode(rows: Cells, weights: Reals, n: int, mine: int) -> int:
    """Keep those who may have laid this mine; it is gone."""
    kept = 0
    bit = 1 << (mine % WORD)
    for i in range(n):
        if rows[i, DROP + mine // WORD] & bit:
            kept = keep(rows, weights, i, kept)
            rows[kept - 1, DROP + mine // WORD] &= ~bit
    return kept


@compiled
def rise(rows: Cells, n: int, trails: int) -> None:
    """A surfacing: the trail begins anew."""
    for i in range(n):
        for k in range(TRAIL, DROP):
            rows[i, k] = 0
        enter(rows, i, rows[i, CELL], trails)
