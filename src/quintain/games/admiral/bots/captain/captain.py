"""The veteran captain: listens to the crew, weighs open water, board, danger and chances, and gives the orders."""

import numpy as np

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.games.admiral.actions import Action, Answer, Dive, EndTurn, Fact, Move, Place
from quintain.games.admiral.bots.captain import crew_orders
from quintain.games.admiral.bots.captain.sonar_answer import ANSWER, Asker, Shape, best_lie, left_by
from quintain.games.admiral.bots.captain.what_we_know import Knowledge, Memory
from quintain.games.admiral.bots.enemy.waters import distances
from quintain.games.admiral.bots.helm.water_left import open_courses
from quintain.games.admiral.bots.helm.where_to_go import Helm, Order
from quintain.games.admiral.bots.levels import Manner
from quintain.games.admiral.bots.weapons.what_to_use import Gunnery
from quintain.games.admiral.messages import PlannedCourses
from quintain.games.admiral.rules.state import CELLS, DIVE, END, ORDER, PLACING, SONAR_ANSWER
from quintain.games.admiral.words import DIRECTIONS, KINDS, label

THOUSAND = 1000
MOST_DAMAGE = 2  # of a single shot
OPEN_WATER = 5  # cells around a start that count


class Captain:
    def __init__(self, manner: Manner) -> None:
        self.manner, self.level = manner, manner.level
        self.memory: Memory | None = None

    def act(self, turn: Turn) -> list[Action]:
        now = self.look(turn)
        if now.state.phase == PLACING:
            return [self.place(now)]
        if now.state.step == SONAR_ANSWER:
            return [self.answer(now)]
        if now.state.step == DIVE:
            turn.explain(f"dives again, hull {now.hull}")
            return [Dive()]
        if now.state.step == END:
            turn.explain("0 things to do on the surface: ends the turn")
            return [EndTurn()]
        return [self.order(now) if now.state.step == ORDER else self.use(now)]

    def look(self, turn: Turn) -> Knowledge:
        self.memory = self.memory or Memory(turn)
        return Knowledge(self.manner, self.memory, turn)

    # --- where to begin

    def place(self, now: Knowledge) -> Action:
        """Anywhere with open water around it: no corner that an enemy could expect."""
        mask, turn = now.waters.mask, now.turn
        weights = np.zeros(CELLS)
        for start in np.flatnonzero(mask).tolist():
            exits = int(open_courses(now.water, start)).bit_count()
            weights[start] = exits * np.count_nonzero(mask & (distances(start) <= OPEN_WATER))
        drawn = random_below(turn.rng, int(weights.sum()))
        cell = int(np.searchsorted(np.cumsum(weights), drawn, side="right"))
        turn.explain(f"{label(cell)} is 1 of {int(mask.sum())} cells drawn by the open water around them")
        return Place(label(cell))

    # --- what to answer

    def answer(self, now: Knowledge) -> Action:
        state = now.state
        shape = Shape(state.rows, state.columns, state.sector_rows, state.sector_columns, state.sectors)
        out, left = np.empty(ANSWER, np.int64), np.empty(CELLS)
        asker = Asker(now.seen, now.water, shape, self.level.lies, MOST_DAMAGE)
        best_lie(now.cell, asker, now.turn.rng, out)
        before = np.count_nonzero(now.seen)
        after = left_by(now.seen, shape, out, left)
        now.turn.explain(f"this leaves them {after} of {before} cells to search")
        kinds = [KINDS[int(out[0])], KINDS[int(out[2])]]
        return Answer(Fact(kinds[0], int(out[1])), Fact(kinds[1], int(out[3])))

    # --- where to go

    def order(self, now: Knowledge) -> Action:
        shot = Gunnery(now).trigger() if self.level.mines else None
        if shot:
            now.turn.explain(shot.why, now.enemy_at.heat())
            return shot.action
        order = self.course(now)
        now.turn.explain(order.why, now.enemy_at.heat(), enemy_bits=now.enemy_at.bits, worth=order.worth)
        return order.action

    def course(self, now: Knowledge) -> Order:
        keep = crew_orders.protect(now)
        helm = Helm(now, keep)
        order = self.stray(now, helm) or (helm.planned() if self.level.plan else helm.most_open())
        if self.level.priorities:
            now.turn.say(crew_orders.priorities(now))
        now.turn.say(keep)
        if order.courses:
            now.turn.say(PlannedCourses(courses=tuple(DIRECTIONS[course] for course in order.courses)))
        return order

    def stray(self, now: Knowledge, helm: Helm) -> Order | None:
        """Now and then a lesser captain takes any course that does no damage."""
        rng = now.turn.rng
        if random_below(rng, THOUSAND) >= THOUSAND * self.level.blunders:
            return None
        ways = open_courses(now.free, now.cell)
        harmless = [course for course in range(len(DIRECTIONS)) if ways >> course & 1 and not helm.damage(course)]
        if not harmless:
            return None
        course = harmless[random_below(rng, len(harmless))]
        return Order(Move(DIRECTIONS[course]), 0.0, f"not quite awake: 1 of {len(harmless)} courses", (course,))

    # --- what to use

    def use(self, now: Knowledge) -> Action:
        """A weapon if one is worth it, a mine, or the end of the turn; after an explosion he looks again."""
        guns = Gunnery(now)
        shot = guns.weapon() if not now.state.system_used else None
        shot = shot or (guns.trigger() if self.level.mines else None)
        if not shot:
            bits = f"{now.enemy_at.bits:.1f} bits"
            now.turn.explain(f"0 weapons are worth it, the enemy being {bits} away from found", now.enemy_at.heat())
            return EndTurn()
        now.turn.explain(shot.why, now.enemy_at.heat())
        return shot.action
