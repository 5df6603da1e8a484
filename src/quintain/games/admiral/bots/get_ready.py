"""Every kernel of the veteran crew used once, so that nothing is compiled on the clock."""

from functools import cache

import numpy as np

from quintain.core.game import Game
from quintain.core.kernel import seeded
from quintain.core.position import Position
from quintain.games.admiral.bots.captain import sonar_answer, where_they_are
from quintain.games.admiral.bots.duel import both_play_well
from quintain.games.admiral.bots.enemy import chances, tracker
from quintain.games.admiral.bots.enemy.waters import Waters
from quintain.games.admiral.bots.engineer import what_marks_do
from quintain.games.admiral.bots.helm import course_plans, turns_ahead, water_left
from quintain.games.admiral.bots.weapons import where_to_fire
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, GRID, NODES, NORTH


@cache
def rehearse(game: Game) -> None:
    tracker.prepare(game)
    record = Position.start(game).record
    water = Waters(record).grid
    belief, out, found = np.full(CELLS, 1 / CELLS), np.empty(CELLS), np.empty(where_to_fire.FOUND)
    cell, grid, hulls = 0, np.zeros(GRID, np.int64), np.array([4, 4])
    chances.vanish(belief, water, out)
    chances.within(belief, cell, 1)
    water_left.rooms(water.copy(), cell, np.empty(DIRECTIONS, np.int64))
    water_left.courses_from(water, cell)
    where_to_fire.reach_of(water, cell, 0, grid)
    where_to_fire.best_shot(grid, belief, belief, cell, hulls, 0.05, found)
    where_to_fire.best_trigger(grid, belief, cell, hulls, found)
    where_to_fire.best_drop(water.copy(), water, grid, belief, cell, 4, 1.25, found)
    turns_ahead.readiness(record, 0, np.empty(2))
    where_they_are.sift(record, belief.copy(), 0, 1)
    shape = np.array([5, 5, 3, 3, 4])
    sonar_answer.best_lie(cell, belief, water, shape, sonar_answer.HITS, seeded("rehearsal"), np.empty(4, np.int64))
    rehearse_plans(water, belief)


def rehearse_plans(water: np.ndarray, belief: np.ndarray) -> None:
    needs, fields = np.zeros(3), np.zeros((2, CELLS))
    weights, values = np.ones(course_plans.WEIGHTS), np.empty((both_play_well.BOTH, CELLS, CELLS))
    what_marks_do.hurts(0, NORTH, 0)
    what_marks_do.best_mark(0, NORTH, 1, 0, 0, needs, np.empty(NODES))
    boat = np.array([0, 0, 0, *water])
    course_plans.plan(boat, 0, 2, 0, 0, needs, fields, fields, weights, np.empty(4), np.zeros(4, np.int64))
    turns_ahead.look_ahead(belief, water, np.zeros(GRID, np.int64), 4, 0, 1, fields, fields.copy())
    turns_ahead.distance_field(belief, water, np.empty(CELLS))
    chances.best_expected(belief, water, 4)
    hits, one = np.zeros((CELLS, CELLS), np.int64), np.array([1, 0, 0, 0])
    both_play_well.fill_hits(water, hits)
    both_play_well.play_out(
        water, water, one, one, np.ones(both_play_well.NUMBERS, np.int64), 1.0, 1.0, 1.0, hits, values
    )
    both_play_well.average(values, 0, 0, belief, one)
