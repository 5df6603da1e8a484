"""Everything that a submarine may have done, as rows of numbers: a kernel for each thing that is heard of it.

A row is one hypothesis: the cell, the trail that led there, where its mines may lie, and which courses its hidden
stealths may have added. Rows are kept apart by cell and trail; the rest of a row is a set of possibilities.

Most kernels take a batch and the number of its rows that count, and return how many count afterwards.
"""

from typing import NamedTuple

from quintain.core.kernel import Cells, compiled, count, lowest
from quintain.games.admiral.bots.arrays import Mask, Reals, none_of
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, GRID, STEP

BITS = 64  # cells in each number of a grid
CELL, HEADING = 0, 1
TRAIL = 2  # a grid
DROP = TRAIL + GRID  # a grid: the cells that may hold one of its mines
NETS = DROP + GRID  # a set of nets, in two numbers
WIDTH = NETS + 2

OPEN = DIRECTIONS  # the heading of a row that hides no direction

# A net is what hidden stealths add to the announced courses: so many northward, so many eastward. With these a section
# of the board holds at most 5 marks more than the opposite one, so a net is known by its remainders: 11 times 11.
SPAN = 11
ALL_NETS = SPAN * SPAN
NET_BITS = 61  # nets in the first number
NORTHWARD, EASTWARD = (1, 0, -1, 0), (0, 1, 0, -1)
TURNED = tuple(
    (net // SPAN + NORTHWARD[direction]) % SPAN * SPAN + (net % SPAN + EASTWARD[direction]) % SPAN
    for direction in range(DIRECTIONS)
    for net in range(ALL_NETS)
)


class Batch(NamedTuple):
    """Hypotheses, and how much each of them weighs."""

    rows: Cells
    weights: Reals


class Sea(NamedTuple):
    """Where a submarine can go, and what is looked at."""

    water: Cells  # a grid
    beside: Cells  # the grid of the water beside each cell
    least_stealth: int  # cells
    trails: int  # are trails kept?
    headings: int  # are the directions of stealths kept apart?


class Alike(NamedTuple):
    """What makes two rows alike: the same cell and heading, and the same trail as far as one looks."""

    near: Cells  # by cell: the grid in which trails are compared
    slots: Cells  # a stamp and the place of a row in each; today's stamp is behind the last one, others count as empty


# --- one row ---------------------------------------------------------------------------------------------------------


@compiled
def free(rows: Cells, i: int, water: Cells, cell: int) -> bool:
    """Can this submarine enter the cell? (Its own mines are unknown.)"""
    return 0 <= cell < CELLS and bool((water[cell // BITS] & ~rows[i, TRAIL + cell // BITS]) >> (cell % BITS) & 1)


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
        rows[i, TRAIL + cell // BITS] |= 1 << (cell % BITS)


@compiled
def copy_row(rows: Cells, i: int, out: Cells, j: int) -> None:
    for k in range(WIDTH):
        out[j, k] = rows[i, k]


@compiled
def keep(batch: Batch, i: int, kept: int) -> int:
    """Move row i up behind those that are kept; returns how many are kept then. Callers that change the row do so after
    it has moved: a row that was just written is slow to copy."""
    copy_row(batch.rows, i, batch.rows, kept)
    batch.weights[kept] = batch.weights[i]
    return kept + 1


@compiled
def absorb(batch: Batch, i: int, twin: int) -> None:
    """Let one row stand for both: only what they have in common is sure, whatever either allows is possible."""
    rows = batch.rows
    batch.weights[twin] += batch.weights[i]
    for k in range(TRAIL, DROP):
        rows[twin, k] &= rows[i, k]
    for k in range(DROP, WIDTH):
        rows[twin, k] |= rows[i, k]


@compiled
def steer(rows: Cells, i: int, direction: int) -> None:
    """Hide a course in the row: each of its nets is turned."""
    rows[i, HEADING] = direction
    first, second = 0, 0
    for half in range(2):
        nets = rows[i, NETS + half]
        while nets:
            net = TURNED[direction * ALL_NETS + half * NET_BITS + lowest(nets)]
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
def are_alike(rows: Cells, i: int, j: int, near: Cells) -> bool:
    differ = rows[i, CELL] ^ rows[j, CELL] | rows[i, HEADING] ^ rows[j, HEADING]
    for k in range(GRID):
        differ |= (rows[i, TRAIL + k] ^ rows[j, TRAIL + k]) & near[rows[i, CELL], k]
    return differ == 0


@compiled
def join(batch: Batch, n: int, alike: Alike) -> int:
    """Add row n to the n rows before it, unless one of them is alike and absorbs it; returns how many there are."""
    slots = alike.slots
    last = len(slots) - 1
    place = digest(batch.rows, n, alike.near) & (last - 1)
    while slots[place] >> 32 == slots[last]:
        twin = slots[place] & 0xFFFFFFFF
        if are_alike(batch.rows, n, twin, alike.near):
            absorb(batch, n, twin)
            return n
        place = (place + 1) & (last - 1)
    slots[place] = slots[last] << 32 | n
    return n + 1


@compiled
def clear_slots(alike: Alike) -> None:
    """Begin a new day: stamps of the one before count as empty."""
    alike.slots[len(alike.slots) - 1] += 1


# --- what is heard ---------------------------------------------------------------------------------------------------


@compiled
def liked(rows: Cells, i: int, beside: Cells, direction: int, habit: Reals) -> float:
    """How likely the course is from here, if captains like cells by how many exits they have.

    A habit of a single number is none: all courses are equally likely."""
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
def advance(batch: Batch, n: int, sea: Sea, direction: int, habit: Reals) -> int:
    """A course: keep those that can take it."""
    kept = none_of(n)
    for i in range(n):
        cell = batch.rows[i, CELL] + STEP[direction]
        if free(batch.rows, i, sea.water, cell):
            chance = liked(batch.rows, i, sea.beside, direction, habit)
            kept = keep(batch, i, kept)
            enter(batch.rows, kept - 1, cell, sea.trails)
            batch.weights[kept - 1] *= chance
    return kept


@compiled
def straight_on(rows: Cells, i: int, water: Cells, direction: int) -> int:
    """How many cells it can go straight on."""
    steps = 0
    while steps < FAR and free(rows, i, water, rows[i, CELL] + STEP[direction] * (steps + 1)):
        steps += 1
    return steps


@compiled
def stealths(rows: Cells, i: int, sea: Sea) -> int:
    """How many ways it has to vanish; none if it cannot move at all."""
    ways = 0
    for direction in range(DIRECTIONS):
        ways += straight_on(rows, i, sea.water, direction)
    return ways + DIRECTIONS if ways and sea.least_stealth == 0 else ways


@compiled
def all_stealths(batch: Batch, n: int, sea: Sea) -> int:
    """How many ways to vanish all of them have together."""
    ways = 0
    for i in range(n):
        ways += stealths(batch.rows, i, sea)
    return ways


@compiled
def hide(batch: Batch, n: int, sea: Sea, out: Batch, alike: Alike) -> int:
    """A stealth: every hypothesis becomes one for each way to go straight on. All of them must fit into `out`."""
    clear_slots(alike)
    made = none_of(n)
    for i in range(n):
        ways = stealths(batch.rows, i, sea)
        if ways == 0:
            continue
        for direction in range(DIRECTIONS):
            for steps in range(sea.least_stealth, straight_on(batch.rows, i, sea.water, direction) + 1):
                copy_row(batch.rows, i, out.rows, made)
                for step in range(1, steps + 1):
                    enter(out.rows, made, batch.rows[i, CELL] + STEP[direction] * step, sea.trails)
                if sea.headings:
                    steer(out.rows, made, direction)
                out.weights[made] = batch.weights[i] / ways
                made = join(out, made, alike)
    return made


@compiled
def sift(batch: Batch, n: int, where: Mask) -> int:
    """Something that says where it is now."""
    kept = none_of(n)
    for i in range(n):
        if where[batch.rows[i, CELL]]:
            kept = keep(batch, i, kept)
    return kept


@compiled
def judge(batch: Batch, n: int, allowed: Cells, wipe: int, out: Batch, alike: Alike) -> int:
    """Something that says what its board can be: for each heading the nets that are left. Headings are then settled,
    and rows that are alike are taken together."""
    clear_slots(alike)
    made = none_of(n)
    for i in range(n):
        heading = batch.rows[i, HEADING]
        first, second = batch.rows[i, NETS] & allowed[heading, 0], batch.rows[i, NETS + 1] & allowed[heading, 1]
        if first | second:
            copy_row(batch.rows, i, out.rows, made)
            out.rows[made, HEADING] = OPEN
            out.rows[made, NETS] = 1 if wipe else first
            out.rows[made, NETS + 1] = 0 if wipe else second
            out.weights[made] = batch.weights[i]
            made = join(out, made, alike)
    return made


@compiled
def confine(batch: Batch, n: int, allowed: Cells) -> int:
    """Something that says what its board can be, when no heading is hidden."""
    kept, rows = none_of(n), batch.rows
    for i in range(n):
        first, second = rows[i, NETS] & allowed[OPEN, 0], rows[i, NETS + 1] & allowed[OPEN, 1]
        if first | second:
            kept = keep(batch, i, kept)
            rows[kept - 1, NETS], rows[kept - 1, NETS + 1] = first, second
    return kept


@compiled
def lay(batch: Batch, n: int, beside: Cells, surely: int) -> int:
    """A mine may have been dropped beside each; if one surely was, keep those that could."""
    kept, rows = none_of(n), batch.rows
    for i in range(n):
        found = 0
        for k in range(GRID):
            places = beside[rows[i, CELL], k] & ~rows[i, TRAIL + k]
            rows[i, DROP + k] |= places
            found |= places
        if found or not surely:
            kept = keep(batch, i, kept)
    return kept


@compiled
def explode(batch: Batch, n: int, mine: int) -> int:
    """Keep those that may have laid this mine; it is gone."""
    kept = none_of(n)
    bit = 1 << (mine % BITS)
    for i in range(n):
        if batch.rows[i, DROP + mine // BITS] & bit:
            kept = keep(batch, i, kept)
            batch.rows[kept - 1, DROP + mine // BITS] &= ~bit
    return kept


@compiled
def rise(batch: Batch, n: int, trails: int) -> None:
    """A surfacing: the trail starts afresh."""
    for i in range(n):
        for k in range(TRAIL, DROP):
            batch.rows[i, k] = 0
        enter(batch.rows, i, batch.rows[i, CELL], trails)
