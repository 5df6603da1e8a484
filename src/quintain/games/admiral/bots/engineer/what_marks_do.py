"""What marks do to the engineering board, thought through before anybody makes them."""

import numpy as np

from quintain.core.kernel import Cells, compiled, count
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.rules.engineering import (
    CIRCUIT,
    DAMAGE,
    FULL_SECTION,
    RADIATION_NODES,
    broken_colors,
    marked,
)
from quintain.games.admiral.rules.state import BOARD, CIRCUITS, COLORS, DIRECTIONS, NODES

WHOLE_BOARD = (1 << BOARD) - 1
DAMAGED = 1 << BOARD  # flags behind a board: the mark cost a point of hull
REPAIRED = DAMAGED << 1  # or it completed a circuit

# What a mark is worth to an engineer, beside the colors that it breaks.
COST_OF_DAMAGE = 100.0
COMPLETES = 6.0
UNBLOCKS = 2.0  # for a needed color
BREAKS = 4.0  # for a needed color
BROKEN_ALREADY = 0.5
LAST_BUT_ONE_RADIATION = 3.0
RADIATES = 1.0
PARTNER = 1.0  # for each node of the circuit that is marked already
FULLER = 6.0  # the square of a section's marks is divided by this
LONGEST_PLAN = 4  # courses that an engineer thinks ahead
MOST_PLANS = 1 + NODES + NODES**2 + NODES**3 + NODES**4
LATER = 0.9  # what comes a course later counts so much


@compiled
def after_mark(board: int, node: int, overload_first: int) -> int:
    """The board after the mark, with DAMAGED or REPAIRED set if that is what it did."""
    after = marked(board, node, overload_first)
    if after == DAMAGE:
        return DAMAGED
    return after if after >> node & 1 else after | REPAIRED


@compiled
def fill_of(board: int, section: int) -> int:
    """The marks in a section."""
    return count(board >> section * NODES & FULL_SECTION)


@compiled
def mark_worth(board: int, node: int, wiring: int, overload_first: int, needs: Reals) -> float:
    """How much an engineer likes a mark; `needs` says how much each color is needed, from 0 to 1."""
    after = after_mark(board, node, overload_first)
    if after & DAMAGED:
        return count(board) / BOARD - COST_OF_DAMAGE
    worth = -(fill_of(after, node // NODES) ** 2) / FULLER
    was, now = broken_colors(wiring, board), broken_colors(wiring, after & WHOLE_BOARD)
    for color in range(COLORS):
        if now & ~was & 1 << color:
            worth -= BREAKS * needs[color]
        if was & ~now & 1 << color:
            worth += UNBLOCKS * needs[color]
    if after & REPAIRED:
        return worth + COMPLETES
    index = node % NODES
    if index == NODES - 1:
        return worth - (LAST_BUT_ONE_RADIATION if count(board & RADIATION_NODES) == CIRCUITS - 1 else RADIATES)
    if index < CIRCUITS:
        worth += PARTNER * count(board & CIRCUIT[index])
    return worth - (BROKEN_ALREADY if was == now else 0.0)


@compiled
def best_mark(board: int, plan: int, length: int, wiring: int, overload_first: int, needs: Reals, out: Reals) -> int:
    """The node to mark for the first of some planned courses (two bits each); `out` gets what each node of its section
    is worth, with the best marks on the later courses."""
    boards, worths = np.empty(MOST_PLANS, np.int64), np.empty(MOST_PLANS)
    firsts = np.zeros(MOST_PLANS, np.int64)
    begin, end = 0, 1
    boards[0], worths[0] = board, 0.0
    for step in range(min(length, LONGEST_PLAN)):
        section, size = plan >> 2 * step & DIRECTIONS - 1, end
        for i in range(begin, end):
            for node in range(section * NODES, (section + 1) * NODES):
                if not boards[i] >> node & 1:
                    worth = LATER**step * mark_worth(boards[i], node, wiring, overload_first, needs)
                    boards[size] = after_mark(boards[i], node, overload_first) & WHOLE_BOARD
                    worths[size] = worths[i] + worth
                    firsts[size] = firsts[i] if step else node
                    size += 1
        begin, end = end, size
    return best_first(firsts, worths, begin, end, out)


@compiled
def best_first(firsts: Cells, worths: Reals, begin: int, end: int, out: Reals) -> int:
    """The first node of the best plan."""
    best = begin
    for index in range(NODES):
        out[index] = -np.inf
    for i in range(begin, end):
        out[firsts[i] % NODES] = max(out[firsts[i] % NODES], worths[i])
        if worths[i] > worths[best]:
            best = i
    return firsts[best]


@compiled
def hurts(board: int, section: int, overload_first: int) -> bool:
    """Does a course this way cost hull, whatever is marked?"""
    for node in range(section * NODES, (section + 1) * NODES):
        if not board >> node & 1 and not after_mark(board, node, overload_first) & DAMAGED:
            return False
    return True
