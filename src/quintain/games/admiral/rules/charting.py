"""RULES.md 1: a map by chance, with islands off the edge, all of its water connected and no dead end in it."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, copy_cells, fill
from quintain.games.admiral.rules.grid import holds, next_cell, put, size_of, take
from quintain.games.admiral.rules.sea import widen
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, EAST, GRID, SOUTH, STEP, STRIDE, State

ISLANDS = 14  # tries; one that would spoil the sea is left out
LONGEST_ISLAND = 3


@compiled
def chart_at_random(state: State, rng: Cells) -> None:
    fill(state.water, 0)
    for row in range(state.rows):
        for column in range(state.columns):
            put(state.water, row * STRIDE + column)
    for _ in range(ISLANDS):
        raise_island(state, rng)


@compiled
def raise_island(state: State, rng: Cells) -> None:
    before = state.water.copy()
    cell = (1 + random_below(rng, state.rows - 2)) * STRIDE + 1 + random_below(rng, state.columns - 2)
    direction = EAST if random_below(rng, 2) else SOUTH
    for _ in range(1 + random_below(rng, LONGEST_ISLAND)):
        if cell // STRIDE < state.rows - 1 and cell % STRIDE < state.columns - 1:
            take(state.water, cell)
        cell += STEP[direction]
    if not sound(state):
        copy_cells(before, state.water)


@compiled
def sound(state: State) -> bool:
    """Does all water hang together, and has every cell of it two ways out?"""
    reached, before = np.zeros(GRID, np.int64), 0
    put(reached, 0)
    while size_of(reached) > before:
        before = size_of(reached)
        widen(state, reached)
    cell = next_cell(state.water, 0)
    while cell < CELLS:
        ways = 0
        for direction in range(DIRECTIONS):
            ways += holds(state.water, cell + STEP[direction])
        if ways < 2:
            return False
        cell = next_cell(state.water, cell + 1)
    return before == size_of(state.water)
