"""Which courses are best: courses and marks planned together, several turns ahead.

A branch is a row of numbers: the boat's cell, its board, the plan so far and the water that is left to it. The most
promising branches go on. What counts is what the cells on the way cost, the best shot on the way, the marks, and in the
end how far the boat could still sail and what its board looks like.
"""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.games.admiral.bots.arrays import Reals, none_of
from quintain.games.admiral.bots.engineer.what_marks_do import (
    DAMAGED,
    WHOLE_BOARD,
    Engineering,
    after_mark,
    fill_of,
    mark_worth,
)
from quintain.games.admiral.bots.helm.water_left import courses_left
from quintain.games.admiral.bots.traits import CourseTraits
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.grid import holds, put, take
from quintain.games.admiral.rules.state import COLORS, DIRECTIONS, GRID, NODES, RED_NODE, STEP

BEAM = 80  # branches that go on
MARKS = 2  # tried for each course
WIDEST = BEAM * DIRECTIONS * MARKS
STEP_BITS = 5  # of a course and a mark in a plan
COURSE_BITS = 2

CELL, BOARD_NOW, PATH, FREE = range(4)  # the numbers of a branch
BRANCH = FREE + GRID
SUM, SHOT = range(2)  # what a branch is worth so far, and its best shot


class Terms(NamedTuple):
    """What plans are judged by."""

    first: int  # the turn with which they begin
    depth: int  # the turn before which they end
    engineering: Engineering
    attack: Reals  # what a shot from each cell does in each turn
    cost: Reals  # what it costs to be on each cell in each turn
    traits: CourseTraits


class Branches(NamedTuple):
    rows: Cells
    worths: Reals


class Step(NamedTuple):
    """One course more, and the mark that goes with it."""

    course: int
    node: int
    liking: float  # the engineer's


@compiled
def two_best(board: int, section: int, engineering: Engineering, out: Cells, worths: Reals) -> int:
    """The marks that an engineer would think of, the best first; returns how many there are."""
    n = 0
    worths[0], worths[1] = -np.inf, -np.inf
    for node in range(section * NODES, (section + 1) * NODES):
        if not board >> node & 1:
            worth = mark_worth(board, node, engineering)
            if worth > worths[0]:
                out[1], worths[1] = out[0], worths[0]
                out[0], worths[0] = node, worth
            elif worth > worths[1]:
                out[1], worths[1] = node, worth
            n += 1
    return min(n, MARKS)


@compiled
def follow(branches: Branches, i: int, t: int, step: Step, terms: Terms, out: Cells, out_worth: Reals) -> None:
    """Branch i one course further."""
    branch, worth, traits = branches.rows[i], branches.worths[i], terms.traits
    copy_cells(branch, out)
    to = branch[CELL] + STEP[step.course]
    after = after_mark(branch[BOARD_NOW], step.node, terms.engineering.overload_first)
    out[CELL], out[BOARD_NOW] = to, after & WHOLE_BOARD
    out[PATH] = branch[PATH] | (step.course | step.node % NODES << COURSE_BITS) << STEP_BITS * t
    take(out[FREE:], to)
    later = traits.later**t
    gain = -terms.cost[t, to] - (traits.overload if after & DAMAGED else -traits.mark * step.liking)
    out_worth[SUM] = worth[SUM] + later * gain
    clear = not broken_colors(terms.engineering.wiring, after & WHOLE_BOARD) >> RED_NODE & 1
    out_worth[SHOT] = max(worth[SHOT], later * terms.attack[t, to]) if clear else worth[SHOT]


@compiled
def ending(branches: Branches, i: int, t: int, terms: Terms, stuck: bool) -> float:
    """What branch i is worth in the end."""
    branch, worth, traits = branches.rows[i], branches.worths[i], terms.traits
    value = worth[SUM] + worth[SHOT]
    if stuck:
        return value - traits.later**t * traits.stuck
    for section in range(DIRECTIONS):
        value -= traits.filled * fill_of(branch[BOARD_NOW], section) ** 2
    broken = broken_colors(terms.engineering.wiring, branch[BOARD_NOW])
    for color in range(COLORS):
        if broken >> color & 1:
            value -= traits.broken * terms.engineering.needs[color]
    return value - traits.confined * traits.later ** (t + courses_left(branch[FREE:], branch[CELL]))


@compiled
def grow(branches: Branches, i: int, t: int, terms: Terms, out: Branches, n: int) -> int:
    """Add the branches that follow from branch i to the n that are there; returns how many there are then."""
    branch = branches.rows[i]
    nodes, likings = np.empty(MARKS, np.int64), np.empty(MARKS)
    for course in range(DIRECTIONS):
        if holds(branch[FREE:], branch[CELL] + STEP[course]):
            for k in range(two_best(branch[BOARD_NOW], course, terms.engineering, nodes, likings)):
                step = Step(course, nodes[k], likings[k])
                follow(branches, i, t, step, terms, out.rows[n], out.worths[n])
                n += 1
    return n


@compiled
def keep_best(grown: Branches, m: int, branches: Branches) -> int:
    """Let the best of what has grown go on; returns how many do."""
    order = np.argsort(-(grown.worths[:m, SUM] + grown.worths[:m, SHOT]))
    n = min(m, BEAM)
    for i in range(n):
        copy_cells(grown.rows[order[i]], branches.rows[i])
        branches.worths[i, SUM] = grown.worths[order[i], SUM]
        branches.worths[i, SHOT] = grown.worths[order[i], SHOT]
    return n


@compiled
def best_ending(branches: Branches, n: int, terms: Terms, found: Cells) -> float:
    """The worth of the best plan whose first course led to one of these branches; `found` gets the plan."""
    grown = Branches(np.empty((WIDEST, BRANCH), np.int64), np.empty((WIDEST, 2)))
    best = -np.inf
    for t in range(terms.first + 1, terms.depth + 1):
        m = none_of(n)
        for i in range(n):
            before = m
            if t < terms.depth:
                m = grow(branches, i, t, terms, grown, m)
            if m == before:
                value = ending(branches, i, t, terms, t < terms.depth)
                if value > best:
                    best = value
                    found[0] = branches.rows[i, PATH]
        n = keep_best(grown, m, branches)
    return best


@compiled
def plan(boat: Cells, terms: Terms, values: Reals, found: Cells) -> None:
    """What each first course is worth with the best that can follow (-inf if it cannot be taken), and that plan."""
    branches = Branches(np.empty((BEAM, BRANCH), np.int64), np.empty((BEAM, 2)))
    start = Branches(np.zeros((1, BRANCH), np.int64), np.zeros((1, 2)))
    only = none_of(terms.depth)  # the one branch to start with
    copy_cells(boat, start.rows[only])
    for course in range(DIRECTIONS):
        values[course] = -np.inf
        if holds(boat[FREE:], boat[CELL] + STEP[course]):
            for i in range(GRID):
                start.rows[only, FREE + i] = 0
            put(start.rows[only, FREE:], boat[CELL] + STEP[course])
            n = grow(start, only, terms.first, terms, branches, none_of(terms.depth))
            for i in range(n):
                copy_cells(boat[FREE:], branches.rows[i, FREE:])
                take(branches.rows[i, FREE:], branches.rows[i, CELL])
            values[course] = best_ending(branches, n, terms, found[course : course + 1])
            found[course] >>= STEP_BITS * terms.first
