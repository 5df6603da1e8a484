"""Every kernel of the veteran crew used once, so that nothing is compiled on the clock."""

from functools import cache

import numpy as np

from quintain.core.game import Game
from quintain.core.kernel import seeded
from quintain.core.position import Position
from quintain.games.admiral.bots import beliefs, boards, duel, lies, outlook, planning, room, sighting, tracker, weapons
from quintain.games.admiral.bots.waters import Waters
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, GRID, NODES, NORTH


@cache
def rehearse(game: Game) -> None:
    tracker.prepare(game)
    record = Position.start(game).record
    water = Waters(record).grid
    belief, out, found = np.full(CELLS, 1 / CELLS), np.empty(CELLS), np.empty(weapons.FOUND)
    cell, grid, hulls = 0, np.zeros(GRID, np.int64), np.array([4, 4])
    beliefs.vanish(belief, water, out)
    beliefs.within(belief, cell, 1)
    room.rooms(water.copy(), cell, np.empty(DIRECTIONS, np.int64))
    room.courses_from(water, cell)
    weapons.reach_of(water, cell, 0, grid)
    weapons.best_shot(grid, belief, belief, cell, hulls, 0.05, found)
    weapons.best_trigger(grid, belief, cell, hulls, found)
    weapons.best_drop(water.copy(), water, grid, belief, cell, 4, 1.25, found)
    outlook.readiness(record, 0, np.empty(2))
    sighting.sift(record, belief.copy(), 0, 1)
    shape = np.array([5, 5, 3, 3, 4])
    lies.best_lie(cell, belief, water, shape, lies.HITS, seeded("rehearsal"), np.empty(4, np.int64))
    rehearse_plans(water, belief)


def rehearse_plans(water: np.ndarray, belief: np.ndarray) -> None:
    needs, fields = np.zeros(3), np.zeros((2, CELLS))
    weights, values = np.ones(planning.WEIGHTS), np.empty((duel.BOTH, CELLS, CELLS))
    boards.hurts(0, NORTH, 0)
    boards.best_mark(0, NORTH, 1, 0, 0, needs, np.empty(NODES))
    boat = np.array([0, 0, 0, *water])
    planning.plan(boat, 0, 2, 0, 0, needs, fields, fields, weights, np.empty(4), np.zeros(4, np.int64))
    outlook.look_ahead(belief, water, np.zeros(GRID, np.int64), 4, 0, 1, fields, fields.copy())
    outlook.distance_field(belief, water, np.empty(CELLS))
    beliefs.best_expected(belief, water, 4)
    hits, one = np.zeros((CELLS, CELLS), np.int64), np.array([1, 0, 0, 0])
    duel.fill_hits(water, hits)
    duel.play_out(water, water, one, one, np.ones(duel.NUMBERS, np.int64), 1.0, 1.0, 1.0, hits, values)
    duel.average(values, 0, 0, belief, one)
