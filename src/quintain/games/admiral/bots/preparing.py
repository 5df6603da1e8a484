"""Every kernel that the veteran crew calls from Python used once, so that nothing is compiled on the clock.

`tests/bots/test_compiling.py` finds the one that is missing here.
"""

from functools import cache

import numpy as np

from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.sonar_answer import ANSWER, HITS, Asker, Shape, best_lie, left_by
from quintain.games.admiral.bots.captain.where_they_are import rule_out
from quintain.games.admiral.bots.duel import both_play_well
from quintain.games.admiral.bots.duel.both_play_well import BOTH, Boat
from quintain.games.admiral.bots.enemy.chances import best_expected, settle, vanish, within
from quintain.games.admiral.bots.enemy.may_they_fire import courses_since_shot, readiness
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.engineer.what_marks_do import Engineering, after_mark, best_mark, fill_of, hurts
from quintain.games.admiral.bots.helm.course_plans import FREE, Terms, plan
from quintain.games.admiral.bots.helm.turns_ahead import Enemy, distance_field, look_ahead
from quintain.games.admiral.bots.helm.water_left import courses_left_after, open_courses
from quintain.games.admiral.bots.traits import TRAITS
from quintain.games.admiral.bots.weapons.where_to_fire import FOUND, Aim, best_shot, reach_of
from quintain.games.admiral.bots.weapons.where_to_mine import Minelayer, best_drop, best_trigger
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.grid import blast, holds, next_cell, take
from quintain.games.admiral.rules.state import CELLS, COLORS, DIRECTIONS, GRID, NODES, NORTH

SOMEWHERE = 0  # a cell; which one does not matter here, nor any other number
HULL = 4


@cache
def prepare(game: Game) -> None:
    position = Position.start(game)
    use_tracker(position)
    record, water = position.record, np.array(position.state.water, np.int64)
    belief = np.full(CELLS, 1 / CELLS)
    use_captain(record, water, belief)
    use_weapons(water, belief)
    use_helm(water, belief)
    use_duel(water, belief)


def use_tracker(position: Position) -> None:
    tracker = Tracker.of(position, 0, "full", most=0)
    hypotheses = tracker.hypotheses
    hypotheses.hide()
    hypotheses.lay()
    hypotheses.rise()
    hypotheses.advance(NORTH, tracker.habit)
    hypotheses.confine(tracker.engine_room.settled(NORTH))
    hypotheses.sift(tracker.waters.mask)
    hypotheses.explode(SOMEWHERE)


def use_captain(record: Cells, water: Cells, belief: Reals) -> None:
    readiness(record, 0, TRAITS.enemy, np.empty(2))
    courses_since_shot(record, 0)
    rule_out(record, belief.copy(), 0, 1)
    settle(belief.copy())
    within(belief, SOMEWHERE, 1)
    best_expected(belief, water, HULL)
    shape, answer = Shape(5, 5, 3, 3, 4), np.empty(ANSWER, np.int64)
    best_lie(SOMEWHERE, Asker(belief, water, shape, HITS, HULL), seeded("prepare"), answer)
    left_by(belief, shape, answer, np.empty(CELLS))


def use_weapons(water: Cells, belief: Reals) -> None:
    grid, found = np.zeros(GRID, np.int64), np.empty(FOUND)
    reach_of(water, SOMEWHERE, 0, grid)
    next_cell(grid, SOMEWHERE)
    blast(SOMEWHERE, SOMEWHERE)
    aim = Aim(belief, belief, SOMEWHERE, HULL, HULL, 0.05, TRAITS.shot)
    best_shot(grid, aim, found)
    best_trigger(grid, aim, found)
    best_drop(Minelayer(SOMEWHERE, water.copy(), water, grid, 1.25, 0.5, 2), belief, HULL)


def use_helm(water: Cells, belief: Reals) -> None:
    engineering = Engineering(0, 0, np.zeros(COLORS), TRAITS.marks)
    hurts(0, NORTH, 0)
    fill_of(0, NORTH)
    after_mark(0, 0, 0)
    broken_colors(0, 0)
    best_mark(0, NORTH, 1, engineering, np.empty(NODES))
    open_courses(water, SOMEWHERE)
    holds(water, SOMEWHERE)
    take(water.copy(), SOMEWHERE)
    courses_left_after(water.copy(), SOMEWHERE, np.empty(DIRECTIONS, np.int64))
    vanish(belief, water, np.empty(CELLS))
    distance_field(belief, water, np.empty(CELLS))
    attack, danger = np.zeros((2, CELLS)), np.zeros((2, CELLS))
    look_ahead(Enemy(belief, HULL, 1), water, np.zeros(GRID, np.int64), 0, attack, danger)
    boat = np.array([SOMEWHERE, *[0] * (FREE - 1), *water], np.int64)
    terms = Terms(0, 2, engineering, attack, danger, TRAITS.course)
    plan(boat, terms, np.empty(DIRECTIONS), np.zeros(DIRECTIONS, np.int64))


def use_duel(water: Cells, belief: Reals) -> None:
    hits, values = np.zeros((CELLS, CELLS), np.int64), np.empty((BOTH, CELLS, CELLS))
    one = np.array([1, 0, 0, 0])
    boat = Boat(water, one, 1, HULL, 1, 1.0)
    both_play_well.fill_hits(water, hits)
    both_play_well.play_out(boat, boat, hits, TRAITS.duel, values)
    both_play_well.average(values, 0, SOMEWHERE, belief, one)
