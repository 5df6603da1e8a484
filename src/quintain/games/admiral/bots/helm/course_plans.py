"""Where to go: courses and marks planned together, several turns ahead.

A branch is a row of numbers: the boat's cell, its board, the plan so far and the water that is left to it. The most
promising branches go on; what counts are the costs of the cells on the way, the best shot on the way, the marks, and at
the end the room and the board that are left.
"""

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.games.admiral.bots.engineer.what_marks_do import DAMAGED, WHOLE_BOARD, after_mark, fill_of, mark_worth
from quintain.games.admiral.bots.helm.water_left import Reals, room
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.grid import holds, put, take
from quintain.games.admiral.rules.state import COLORS, DIRECTIONS, GRID, NODES, RED_NODE, STEP

BEAM = 80  # branches that go on
MARKS = 2  # that are tried for each course
DEEPEST = 6  # courses
WIDEST = BEAM * DIRECTIONS * MARKS
STEP_BITS = 5  # of a course and a mark in a plan
COURSE_BITS = 2

CELL, BOARD_NOW, PATH, FREE = range(4)  # the numbers of a branch
BRANCH = FREE + GRID
SUM, SHOT = range(2)  # what a branch is worth so far, and its best shot

# The weights of a plan, by place; all in points of hull.
LATER, MARK, OVERLOAD, STUCK, ROOM, FILL, BROKEN = range(7)
WEIGHTS = 7


@compiled
def two_best(
    board: int, section: int, wiring: int, overload_first: int, needs: Reals, out: Cells, worths: Reals
) -> int:
    """The marks that an engineer would think of, the best first; answers how many."""
    n = 0
    worths[0], worths[1] = -np.inf, -np.inf
    for node in range(section * NODES, (section + 1) * NODES):
        if not board >> node & 1:
            worth = mark_worth(board, node, wiring, overload_first, needs)
            if worth > worths[0]:
                out[1], worths[1] = out[0], worths[0]
                out[0], worths[0] = node, worth
            elif worth > worths[1]:
                out[1], worths[1] = node, worth
            n += 1
    return min(n, MARKS)


@compiled
def follow(
    branch: Cells, worth: Reals, course: int, node: int, liking: float, t: int, wiring: int, overload_first: int,
    attack: Reals, cost: Reals, weights: Reals, out: Cells, out_worth: Reals,
) -> None:  # fmt: skip
    """The branch one course further."""
    copy_cells(branch, out)
    to = branch[CELL] + STEP[course]
    after = after_mark(branch[BOARD_NOW], node, overload_first)
    out[CELL], out[BOARD_NOW] = to, after & WHOLE_BOARD
    out[PATH] = branch[PATH] | (course | node % NODES << COURSE_BITS) << STEP_BITS * t
    take(out[FREE:], to)
    later = weights[LATER] ** t
    gain = -cost[t, to] - (weights[OVERLOAD] if after & DAMAGED else -weights[MARK] * liking)
    out_worth[SUM] = worth[SUM] + later * gain
    clear = not broken_colors(wiring, after & WHOLE_BOARD) >> RED_NODE & 1
    out_worth[SHOT] = max(worth[SHOT], later * attack[t, to]) if clear else worth[SHOT]


@compiled
def ending(branch: Cells, worth: Reals, t: int, wiring: int, needs: Reals, weights: Reals, stuck: bool) -> float:
    """What a branch is worth in the end."""
    value = worth[SUM] + worth[SHOT]
    if stuck:
        return value - weights[LATER] ** t * weights[STUCK]
    for section in range(DIRECTIONS):
        value -= weights[FILL] * fill_of(branch[BOARD_NOW], section) ** 2
    broken = broken_colors(wiring, branch[BOARD_NOW])
    for color in range(COLORS):
        if broken >> color & 1:
            value -= weights[BROKEN] * needs[color]
    return value - weights[ROOM] * weights[LATER] ** (t + room(branch[FREE:], branch[CELL]))


@compiled
def grow(
    branch: Cells, worth: Reals, t: int, wiring: int, overload_first: int, needs: Reals, attack: Reals, cost: Reals,
    weights: Reals, out: Cells, out_worths: Reals, n: int,
) -> int:  # fmt: skip
    """Add the branches that follow from this one to the n that are there; answers how many there are then."""
    nodes, likings = np.empty(MARKS, np.int64), np.empty(MARKS)
    for course in range(DIRECTIONS):
        if holds(branch[FREE:], branch[CELL] + STEP[course]):
            for i in range(two_best(branch[BOARD_NOW], course, wiring, overload_first, needs, nodes, likings)):
                follow(
                    branch, worth, course, nodes[i], likings[i], t, wiring, overload_first, attack, cost, weights,
                    out[n], out_worths[n],
                )  # fmt: skip
                n += 1
    return n


@compiled
def keep_best(grown: Cells, grown_worths: Reals, m: int, branches: Cells, worths: Reals) -> int:
    """The best of what has grown goes on; answers how many that are."""
    order = np.argsort(-(grown_worths[:m, SUM] + grown_worths[:m, SHOT]))
    n = min(m, BEAM)
    for i in range(n):
        copy_cells(grown[order[i]], branches[i])
        worths[i, SUM], worths[i, SHOT] = grown_worths[order[i], SUM], grown_worths[order[i], SHOT]
    return n


@compiled
def best_ending(
    branches: Cells, worths: Reals, n: int, first: int, depth: int, wiring: int, overload_first: int, needs: Reals,
    attack: Reals, cost: Reals, weights: Reals, found: Cells,
) -> float:  # fmt: skip
    """The worth of the best plan that begins with one of these branches; `found` gets it."""
    grown, grown_worths = np.empty((WIDEST, BRANCH), np.int64), np.empty((WIDEST, 2))
    best = -np.inf
    for t in range(first, depth + 1):
        m = 0
        for i in range(n):
            before = m
            if t < depth:
                m = grow(
                    branches[i], worths[i], t, wiring, overload_first, needs, attack, cost, weights, grown,
                    grown_worths, m,
                )  # fmt: skip
            if m == before:
                value = ending(branches[i], worths[i], t, wiring, needs, weights, t < depth)
                if value > best:
                    best = value
                    found[0] = branches[i, PATH]
        n = keep_best(grown, grown_worths, m, branches, worths)
    return best


@compiled
def plan(
    boat: Cells, first: int, depth: int, wiring: int, overload_first: int, needs: Reals, attack: Reals, cost: Reals,
    weights: Reals, values: Reals, found: Cells,
) -> float:  # fmt: skip
    """The worth of the best plan of the turns first..depth-1 (-inf without a course); `values` and `found` have the
    worth of each first course and the plan that goes with it."""
    branches, worths = np.empty((BEAM, BRANCH), np.int64), np.empty((BEAM, 2))
    start, nothing = boat.copy(), np.zeros(2)
    best = -np.inf
    for course in range(DIRECTIONS):
        values[course] = -np.inf
        if holds(boat[FREE:], boat[CELL] + STEP[course]):
            for i in range(GRID):
                start[FREE + i] = 0
            put(start[FREE:], boat[CELL] + STEP[course])
            n = grow(start, nothing, first, wiring, overload_first, needs, attack, cost, weights, branches, worths, 0)
            for i in range(n):
                copy_cells(boat[FREE:], branches[i, FREE:])
                take(branches[i, FREE:], branches[i, CELL])
            values[course] = best_ending(
                branches, worths, n, first + 1, depth, wiring, overload_first, needs, attack, cost, weights,
                found[course : course + 1],
            )  # fmt: skip
            found[course] >>= STEP_BITS * first
            best = max(best, values[course])
    return best
