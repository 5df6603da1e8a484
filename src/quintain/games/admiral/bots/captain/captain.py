"""The veteran captain: listens to the crew, weighs room, board, danger and chances, and gives the orders."""

import numpy as np

from quintain.core.bot import Turn
from quintain.core.kernel import random_below
from quintain.games.admiral.actions import Action, Answer, Dive, EndTurn, Fact, Move, Place
from quintain.games.admiral.bots.captain import crew_orders, sonar_answer
from quintain.games.admiral.bots.captain.what_we_know import Situation
from quintain.games.admiral.bots.enemy.waters import distances
from quintain.games.admiral.bots.helm.water_left import courses_from
from quintain.games.admiral.bots.helm.where_to_go import Helm, Order
from quintain.games.admiral.bots.levels import Level, Profile
from quintain.games.admiral.bots.weapons.what_to_use import Gunnery
from quintain.games.admiral.messages import PlannedCourses
from quintain.games.admiral.rules.state import CELLS, DIVE, END, ORDER, PLACING, SONAR_ANSWER
from quintain.games.admiral.words import DIRECTIONS, KINDS, label

THOUSAND = 1000
OPEN_WATER = 5  # cells around a start that count


class Captain:
    def __init__(self, level: Level, profile: Profile) -> None:
        self.level, self.profile = level, profile
        self.now = Situation(level, profile)

    def act(self, turn: Turn) -> list[Action]:
        self.now.read(turn)
        state = turn.seen.state
        if state.phase == PLACING:
            return [self.place(turn)]
        if state.step == SONAR_ANSWER:
            return [self.answer(turn)]
        if state.step == DIVE:
            turn.explain(f"dives again, hull {self.now.hulls[0]}")
            return [Dive()]
        if state.step == END:
            turn.explain("0 things to do on the surface: ends the turn")
            return [EndTurn()]
        return self.order(turn) if state.step == ORDER else self.use(turn)

    # --- where to begin

    def place(self, turn: Turn) -> Action:
        """Anywhere with open water around it: no corner that an enemy could expect."""
        mask = self.now.waters.mask
        weights = np.zeros(CELLS)
        for start in np.flatnonzero(mask).tolist():
            exits = int(courses_from(self.now.water, start)).bit_count()
            weights[start] = exits * np.count_nonzero(mask & (distances(start) <= OPEN_WATER))
        drawn = random_below(turn.rng, int(weights.sum()))
        cell = int(np.searchsorted(np.cumsum(weights), drawn, side="right"))
        turn.explain(f"{label(cell)} is 1 of {int(mask.sum())} cells drawn by the open water around them")
        return Place(label(cell))

    # --- what to answer

    def answer(self, turn: Turn) -> Action:
        now, state = self.now, self.now.state
        shape = np.array([state.rows, state.columns, state.sector_rows, state.sector_columns, state.sectors])
        out, left = np.empty(4, np.int64), np.empty(CELLS)
        sonar_answer.best_lie(now.cell, now.seen, now.water, shape, self.level.lies, turn.rng, out)
        before = np.count_nonzero(now.seen)
        after = sonar_answer.left_by(now.seen, shape, out, left)
        turn.explain(f"this leaves them {after} of {before} cells to search")
        kinds = [KINDS[int(out[0])], KINDS[int(out[2])]]
        return Answer(Fact(kinds[0], int(out[1])), Fact(kinds[1], int(out[3])))

    # --- where to go

    def order(self, turn: Turn) -> list[Action]:
        shot = Gunnery(self.now).trigger() if self.level.mines else None
        if shot:
            turn.explain(shot.why)
            return [shot.action]
        order = self.helm(turn)
        turn.explain(order.why, enemy_bits=self.now.sighting.bits, worth=order.worth)
        return [order.action]

    def helm(self, turn: Turn) -> Order:
        keep = crew_orders.protect(self.now)
        helm = Helm(self.now, keep)
        stray = self.stray(turn, helm)
        order = stray or (helm.planned() if self.level.plan else helm.roomy())
        if self.level.name != "easy":
            turn.say(crew_orders.priorities(self.now))
        turn.say(keep)
        if order.courses:
            turn.say(PlannedCourses(courses=tuple(DIRECTIONS[course] for course in order.courses)))
        return order

    def stray(self, turn: Turn, helm: Helm) -> Order | None:
        """Now and then a lesser captain takes any course that does no damage."""
        if random_below(turn.rng, THOUSAND) >= THOUSAND * self.level.blunders:
            return None
        ways = courses_from(self.now.free, self.now.cell)
        harmless = [course for course in range(len(DIRECTIONS)) if ways >> course & 1 and not helm.damage(course)]
        if not harmless:
            return None
        course = harmless[random_below(turn.rng, len(harmless))]
        return Order(Move(DIRECTIONS[course]), 0.0, f"not quite awake: 1 of {len(harmless)} courses", (course,))

    # --- what to use

    def use(self, turn: Turn) -> list[Action]:
        """A weapon if one is worth it, a mine, and the end of the turn; after an explosion he looks again."""
        guns = Gunnery(self.now)
        shot = guns.weapon() if not self.now.state.system_used else None
        shot = shot or (guns.trigger() if self.level.mines else None)
        if not shot:
            turn.explain(f"0 weapons are worth it, the enemy being {self.now.sighting.bits:.1f} bits away from found")
            return [EndTurn()]
        turn.explain(shot.why)
        return [shot.action]
