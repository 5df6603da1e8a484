"""Where the boat goes: a course, a stealth, or up."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.actions import Action, Move, Stealth, Surface
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.what_we_know import EVEN_ODDS, Knowledge
from quintain.games.admiral.bots.duel.worth_of_a_cell import Duel
from quintain.games.admiral.bots.enemy.chances import vanish, within
from quintain.games.admiral.bots.engineer.engineer import engineering_of
from quintain.games.admiral.bots.engineer.what_marks_do import (
    DAMAGED,
    WHOLE_BOARD,
    after_mark,
    best_mark,
    hurts,
)
from quintain.games.admiral.bots.helm.course_plans import COURSE_BITS, STEP_BITS, Terms, plan
from quintain.games.admiral.bots.helm.turns_ahead import Enemy, distance_field, look_ahead
from quintain.games.admiral.bots.helm.water_left import CLOSED, courses_left_after
from quintain.games.admiral.bots.traits import WOUNDED
from quintain.games.admiral.bots.weapons.where_to_fire import FOUND, KILLS, SCORE, Aim, best_shot, reach_of
from quintain.games.admiral.messages import Protect
from quintain.games.admiral.rules.grid import holds, take
from quintain.games.admiral.rules.state import CELLS, FAR, GRID, NODES, RUN, STEALTH, STEP, TORPEDO
from quintain.games.admiral.words import DIRECTIONS


class Order(NamedTuple):
    """What the helm proposes, how good it is, and why."""

    action: Action
    worth: float
    why: str
    courses: tuple[int, ...] = ()  # this one and those planned after it


class Ahead(NamedTuple):
    """What the turns ahead bring, by turn and cell."""

    attack: Reals  # the damage of our best shot
    danger: Reals  # the chance that the enemy can fire at us
    distance: Reals  # by cell alone: from the enemy, beyond the range of a torpedo
    shots: Reals  # by cell alone: the damage of our best shot in the next turn


class Helm:
    def __init__(self, now: Knowledge, protect: Protect) -> None:
        self.now, self.traits = now, now.traits.helm
        self.engineering = engineering_of(now.state, protect, now.traits)

    # --- by a plan

    def planned(self) -> Order:
        """The best of all courses, stealths and surfacing, by what the turns ahead bring."""
        orders = [*self.courses(), *self.stealths(), self.surfacing()]
        orders.sort(key=lambda order: -order.worth)
        best = orders[0]
        second = next((order for order in orders[1:] if type(order.action) is not type(best.action)), None)
        if len(orders) > 1:
            other = second or orders[1]
            return best._replace(why=f"{best.why}; {other.action} is worth {other.worth:+.2f}")
        return best

    @cached_property
    def duel(self) -> Duel | None:
        return Duel(self.now) if self.now.level.duels else None

    @cached_property
    def ahead(self) -> Ahead:
        now, depth = self.now, self.now.level.plan
        attack, danger, distance = np.zeros((depth, CELLS)), np.zeros((depth, CELLS)), np.empty(CELLS)
        still = now.turns_in_a_row if now.level.runs else 1
        enemy = Enemy(now.enemy_at.belief, now.enemy_hull, still)
        look_ahead(enemy, now.water, now.mines, max(0, now.missing(TORPEDO) - 1), attack, danger)
        distance_field(enemy.belief, now.water, distance)
        shots = attack[0] if now.works(TORPEDO) else np.zeros(CELLS)
        if self.duel:  # which knows better
            return Ahead(np.zeros((depth, CELLS)), np.zeros((depth, CELLS)), distance, shots)
        return Ahead(attack, danger * self.threat(depth, still)[:, None], distance, shots)

    def threat(self, depth: int, still: int) -> Reals:
        """How likely the enemy can fire after each of our turns; not while we have turns in a row."""
        ready = self.now.readiness[:depth].copy()
        if still > 1:
            ready[: still - 1] = 0.0
        return ready

    def cost(self, known: float) -> Reals:
        """What it costs to be on each cell in each turn ahead, if the enemy knows us this well."""
        now, traits = self.now, self.traits
        caution = now.profile.caution * (traits.wounded if now.hull <= WOUNDED else 1.0)
        harm = known if known >= traits.well_known else known / 2
        pull = now.profile.pull if self.hunting() else -now.profile.shyness
        if self.duel:
            pull += traits.lead * max(-traits.most_lead, min(traits.most_lead, self.duel.lead))
        return caution * harm * self.ahead.danger + pull * self.ahead.distance

    def hunting(self) -> bool:
        """Do we go after the enemy? When we are nearly loaded; the best captains only if they can afford an answer."""
        now = self.now
        if now.level.duels and now.hull < now.enemy_hull and now.readiness[0] > EVEN_ODDS:
            return False
        return now.missing(TORPEDO) <= self.traits.close

    def plan(self, cell: int, board: int, free: Cells, first: int, cost: Reals) -> tuple[Reals, list[int]]:
        """The worth of each first course from here, and its plan."""
        boat = np.array([cell, board, 0, *free], np.int64)
        values, found = np.empty(len(DIRECTIONS)), np.zeros(len(DIRECTIONS), np.int64)
        depth = self.now.level.plan
        terms = Terms(first, depth, self.engineering, self.ahead.attack, cost, self.now.traits.course)
        plan(boat, terms, values, found)
        return values, found.tolist()

    # --- a course

    def courses(self) -> list[Order]:
        now = self.now
        values, found = self.plan(now.cell, now.board, now.free, 0, self.cost(now.known))
        open_ways = [course for course in range(len(DIRECTIONS)) if values[course] > -np.inf]
        duels = self.duels([now.cell + STEP[course] for course in open_ways], now.known, may_fire=True)
        orders = []
        for course, duel in zip(open_ways, duels, strict=True):
            path = self.sailed(found[course])
            worth = float(values[course]) + duel
            why = f"{DIRECTIONS[course]} is worth {worth:+.2f} over {len(path)} turns"
            orders.append(Order(Move(DIRECTIONS[course]), worth, why, path))
        return orders

    def duels(self, cells: list[int], known: float, may_fire: bool) -> list[float]:
        """What each of these cells is worth against an enemy that answers well."""
        if not self.duel or not cells:
            return [0.0] * len(cells)
        values = self.duel.after_move(cells, self.now.profile.caution * known)
        worths = []
        for cell in cells:
            hold = self.duel.average(values, cell, fired=False)
            fires = may_fire and self.ahead.shots[cell] > 0
            worths.append(max(hold, self.firing(self.duel, cell, values)) if fires else hold)
        return worths

    def firing(self, duel: Duel, cell: int, values: Reals) -> float:
        """What a cell is worth if we fire from there at once."""
        now, targets, found = self.now, np.zeros(GRID, np.int64), np.empty(FOUND)
        reach_of(now.water, cell, now.state.torpedo_path, targets)
        aim = Aim(now.enemy_at.belief, np.zeros(CELLS), cell, now.hull, now.enemy_hull, 0.0, now.traits.shot)
        best_shot(targets, aim, found)
        return float(found[SCORE] + (1 - found[KILLS]) * duel.average(values, cell, fired=True))

    def sailed(self, path: int) -> tuple[int, ...]:
        """The courses of a plan, as far as the water allows them."""
        free, cell = self.now.free.copy(), self.now.cell
        courses = []
        for course in unpacked(path, self.now.level.plan):
            cell += STEP[course]
            if not holds(free, cell):
                break
            take(free, cell)
            courses.append(course)
        return tuple(courses)

    # --- a stealth

    def stealths(self) -> list[Order]:
        """Slipping away: the enemy knows less then, and it costs one mark however far it goes."""
        now = self.now
        if not now.usable(STEALTH) or not now.level.vanishes:
            return []
        after = np.empty(CELLS)
        vanish(now.seen, now.water, after)
        known = now.known_as(after)
        ways = [
            (course, steps) for course in range(len(DIRECTIONS)) for steps in range(1, self.straight_on(course) + 1)
        ]  # fmt: skip
        duels = self.duels([now.cell + steps * STEP[course] for course, steps in ways], known, may_fire=False)
        orders = []
        for (course, steps), duel in zip(ways, duels, strict=True):
            worth = self.slip(course, steps, self.cost(known)) + duel
            why = f"stealth {DIRECTIONS[course]} {steps} is worth {worth:+.2f}"
            why += f": their best shot falls from {now.known:.2f} to {known:.2f}"
            orders.append(Order(Stealth(DIRECTIONS[course], steps), worth, why, (course,)))
        return orders

    def straight_on(self, course: int) -> int:
        """How many cells the boat can go straight on, at most FAR."""
        steps = 0
        while steps < FAR and holds(self.now.free, self.now.cell + (steps + 1) * STEP[course]):
            steps += 1
        return steps

    def slip(self, course: int, steps: int, cost: Reals) -> float:
        """What a stealth is worth apart from the duel."""
        now, traits = self.now, self.now.traits.course
        free, to = now.free.copy(), now.cell
        for _ in range(steps):
            to += STEP[course]
            take(free, to)
        node = best_mark(now.board, course, 1, self.engineering, np.empty(NODES))
        after = after_mark(now.board, node, self.engineering.overload_first)
        hurt = traits.overload if after & DAMAGED else 0.0
        values, _ = self.plan(to, after & WHOLE_BOARD, free, 1, cost)
        later = max(values) if max(values) > -np.inf else -traits.stuck
        hidden = np.count_nonzero(now.seen) > now.profile.seen_cells - now.level.late
        return float(later - cost[0, to] - hurt - (self.traits.keep_stealth if hidden else 0.0))

    # --- up

    def surfacing(self) -> Order:
        """A clean board and a fresh trail, for three turns of an enemy that knows our sector."""
        now = self.now
        free = now.water & ~now.mines
        take(free, now.cell)
        price, known = self.price_of_surfacing()
        values, _ = self.plan(now.cell, 0, free, 0, self.cost(known))
        later = max(values) if max(values) > -np.inf else 0.0
        worth = float(later) - price + now.profile.surfacing
        return Order(Surface(), worth, f"surfacing is worth {worth:+.2f}: it costs {price:.2f} hull")

    def price_of_surfacing(self) -> tuple[float, float]:
        """What the enemy's three turns cost us, and how well it knows us then."""
        now = self.now
        left = np.where(now.waters.sector(now.waters.sector_of[now.cell]), now.seen, 0.0)
        if left.sum() <= 0:
            left[now.cell] = 1.0
        known = now.known_as(left / left.sum())
        if self.duel:
            return self.traits.tempo - self.duel.after_surfacing(now.profile.caution * known), known
        near = within(now.enemy_at.belief, now.cell, FAR + RUN + 1)
        return float(near * now.readiness[RUN - 1] * known) + self.traits.tempo, known

    # --- by open water alone

    def most_open(self) -> Order:
        """The course with the most water behind it that the board bears, nearer to the enemy if loaded; else up."""
        now = self.now
        left = np.empty(len(DIRECTIONS), np.int64)
        courses_left_after(now.free, now.cell, left)
        open_ways = [course for course in range(len(DIRECTIONS)) if left[course] != CLOSED]
        if not open_ways:
            return Order(Surface(), 0.0, "0 courses left: must surface")
        harmless = [course for course in open_ways if not self.damage(course)]
        if not harmless and now.level.surfaces:
            return Order(Surface(), 0.0, f"all {len(open_ways)} courses would cost hull: surfaces for a clean board")
        worths = {course: self.liking(course, int(left[course])) for course in harmless or open_ways}
        best = max(worths, key=lambda course: worths[course])
        if now.level.surfaces and left[best] < 2:
            return Order(Surface(), 0.0, f"only {left[best]} courses of room are left: surfaces in time")
        why = f"{DIRECTIONS[best]} leaves room for {left[best]} courses, the best of {len(open_ways)}"
        return Order(Move(DIRECTIONS[best]), worths[best], why, (best,))

    def damage(self, course: int) -> bool:
        """Would a course cost hull? The engineer says so; if he does not, the marks that were called out do."""
        ranking = self.now.ranking
        ranked = {each.direction: each.damage for each in ranking.ranking} if ranking else {}
        if DIRECTIONS[course] in ranked:
            return ranked[DIRECTIONS[course]]
        return bool(hurts(self.now.board, course, self.engineering.overload_first))

    def liking(self, course: int, left: int) -> float:
        now, traits = self.now, self.now.traits.simple_helm
        worth = min(left, traits.enough) / traits.enough
        if now.ranking:
            for place, ranked in enumerate(now.ranking.ranking):
                if ranked.direction == DIRECTIONS[course]:
                    worth += traits.free * ranked.free + traits.repairs * ranked.repairs - traits.place * place
        if now.missing(TORPEDO) == 0:
            distance = np.empty(CELLS)
            distance_field(now.enemy_at.belief, now.water, distance)
            worth -= traits.far * distance[now.cell + STEP[course]]
        return worth


def unpacked(path: int, length: int) -> tuple[int, ...]:
    """The courses of a plan."""
    return tuple(path >> STEP_BITS * t & (1 << COURSE_BITS) - 1 for t in range(length))
