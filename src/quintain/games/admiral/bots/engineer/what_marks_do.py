"""What marks do to the engineering board, thought through before anybody makes them."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, count
from quintain.games.admiral.bots.arrays import Reals, none_of
from quintain.games.admiral.bots.traits import MarkTraits
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

LONGEST_PLAN = 4  # courses that an engineer thinks ahead
MOST_PLANS = 1 + NODES + NODES**2 + NODES**3 + NODES**4


class Engineering(NamedTuple):
    """The rules of a board, and what is wanted of it."""

    wiring: int
    overload_first: int  # does a full section hurt before a circuit repairs it?
    needs: Reals  # how much each color is needed, from 0 to 1
    traits: MarkTraits


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
def mark_worth(board: int, node: int, engineering: Engineering) -> float:
    """How much an engineer likes a mark."""
    needs, traits = engineering.needs, engineering.traits
    after = after_mark(board, node, engineering.overload_first)
    if after & DAMAGED:
        return count(board) / BOARD - traits.damage
    worth = -(fill_of(after, node // NODES) ** 2) / traits.fuller
    was = broken_colors(engineering.wiring, board)
    now = broken_colors(engineering.wiring, after & WHOLE_BOARD)
    for color in range(COLORS):
        if now & ~was & 1 << color:
            worth -= traits.breaks * needs[color]
        if was & ~now & 1 << color:
            worth += traits.unblocks * needs[color]
    if after & REPAIRED:
        return worth + traits.completes
    index = node % NODES
    if index == NODES - 1:
        last_but_one = count(board & RADIATION_NODES) == CIRCUITS - 1
        return worth - (traits.last_but_one_radiation if last_but_one else traits.radiates)
    if index < CIRCUITS:
        worth += traits.partner * count(board & CIRCUIT[index])
    return worth - (traits.broken_already if was == now else 0.0)


@compiled
def best_mark(board: int, plan: int, length: int, engineering: Engineering, out: Reals) -> int:
    """The node to mark for the first of some planned courses (two bits each); `out` gets what each node of its section
    is worth, with the best marks on the later courses."""
    boards, worths = np.empty(MOST_PLANS, np.int64), np.empty(MOST_PLANS)
    firsts = np.zeros(MOST_PLANS, np.int64)
    begin = none_of(length)
    end = begin + 1
    boards[0], worths[0] = board, 0.0
    for step in range(min(length, LONGEST_PLAN)):
        section, size = plan >> 2 * step & DIRECTIONS - 1, end
        for i in range(begin, end):
            for node in range(section * NODES, (section + 1) * NODES):
                if not boards[i] >> node & 1:
                    worth = engineering.traits.later**step * mark_worth(boards[i], node, engineering)
                    boards[size] = after_mark(boards[i], node, engineering.overload_first) & WHOLE_BOARD
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
