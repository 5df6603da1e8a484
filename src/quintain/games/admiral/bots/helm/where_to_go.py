"""Where the boat goes: a course, a stealth, or up."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.actions import Action, Move, Stealth, Surface
from quintain.games.admiral.bots.captain.what_we_know import Situation
from quintain.games.admiral.bots.duel.worth_of_a_cell import Standoff
from quintain.games.admiral.bots.enemy.chances import vanish, within
from quintain.games.admiral.bots.engineer.engineer import needs_of
from quintain.games.admiral.bots.engineer.what_marks_do import DAMAGED, WHOLE_BOARD, after_mark, best_mark, hurts
from quintain.games.admiral.bots.helm import course_plans
from quintain.games.admiral.bots.helm.course_plans import COURSE_BITS, STEP_BITS
from quintain.games.admiral.bots.helm.turns_ahead import distance_field, look_ahead
from quintain.games.admiral.bots.helm.water_left import Reals, rooms
from quintain.games.admiral.bots.weapons.where_to_fire import FOUND, KILLS, SCORE, best_shot, reach_of
from quintain.games.admiral.messages import Protect
from quintain.games.admiral.rules.grid import holds, take
from quintain.games.admiral.rules.state import CELLS, FAR, GRID, NODES, RUN, STEALTH, STEP, TORPEDO
from quintain.games.admiral.words import DIRECTIONS

LATER = 0.95
WEIGHTS = np.array([LATER, 0.02, 1.5, 0.8, 0.6, 0.008, 0.3])  # see planning
KEEP_STEALTH = 0.3  # a charged stealth is worth so much, while the enemy does not know where we are
WELL_KNOWN = 0.6  # a shot that promises less is not fired at us
TEMPO = 0.3  # points of hull that two turns more of the enemy are worth
ROOM_ENOUGH = 12  # courses
EVEN_ODDS = 0.5
LEAD = 0.02  # points of hull for each cell nearer, for each course that the enemy's torpedo is behind ours
MOST_LEAD = 4  # courses that count
CLOSE = 3  # a loaded torpedo is so many charges away, at most, when we go after the enemy


class Order(NamedTuple):
    """What the helm proposes, how good it is, and why."""

    action: Action
    worth: float
    why: str
    courses: tuple[int, ...] = ()  # this one and those planned after it


class Helm:
    def __init__(self, now: Situation, protect: Protect) -> None:
        self.now = now
        self.needs = needs_of(protect)

    # --- by a plan

    def planned(self) -> Order:
        """The best of all courses, stealths and surfacing, by what the turns ahead bring."""
        self.look()
        orders = [*self.courses(), *self.stealths(), *self.surfacings()]
        orders.sort(key=lambda order: -order.worth)
        best = orders[0]
        second = next((order for order in orders[1:] if type(order.action) is not type(best.action)), None)
        if len(orders) > 1:
            other = second or orders[1]
            return best._replace(why=f"{best.why}; {other.action} is worth {other.worth:+.2f}")
        return best

    def look(self) -> None:
        now, depth = self.now, self.now.level.plan
        self.attack, self.danger = np.zeros((depth, CELLS)), np.zeros((depth, CELLS))
        loaded = max(0, now.missing(TORPEDO) - 1)
        still = now.run if now.level.runs else 1
        hull = int(now.hulls[1])
        look_ahead(now.sighting.belief, now.water, now.mines, hull, loaded, still, self.attack, self.danger)
        self.danger *= self.threat(depth, still)[:, None]
        self.far = np.empty(CELLS)
        distance_field(now.sighting.belief, now.water, self.far)
        self.shots = self.attack[0] if now.works(TORPEDO) else np.zeros(CELLS)
        self.standoff = Standoff(now) if now.level.duels else None
        if self.standoff:  # which knows better
            self.attack, self.danger = np.zeros((depth, CELLS)), np.zeros((depth, CELLS))

    def threat(self, depth: int, still: int) -> Reals:
        """How likely the enemy can fire after each of our turns; not while we have turns in a row."""
        ready = self.now.readiness[:depth].copy()
        if still > 1:
            ready[: still - 1] = 0.0
        return ready

    def cost(self, known: float) -> Reals:
        """What it costs to be on each cell in each turn ahead, if the enemy knows us so well."""
        now = self.now
        caution = now.profile.caution * (1.5 if now.hulls[0] <= 2 else 1.0)
        harm = known if known >= WELL_KNOWN else known / 2
        pull = now.profile.pull if self.hunting() else -now.profile.shyness
        if self.standoff:
            pull += LEAD * max(-MOST_LEAD, min(MOST_LEAD, self.standoff.lead))
        return caution * harm * self.danger + pull * self.far

    def hunting(self) -> bool:
        """Do we go after the enemy? When we are nearly loaded; the best captains only if they can afford an answer."""
        now = self.now
        if now.level.duels and now.hulls[0] < now.hulls[1] and now.readiness[0] > EVEN_ODDS:
            return False
        return now.missing(TORPEDO) <= CLOSE

    def plan(self, cell: int, board: int, free: Cells, first: int, cost: Reals) -> tuple[Reals, list[int]]:
        """The worth of each first course from here, and its plan."""
        now = self.now
        boat = np.array([cell, board, 0, *free], np.int64)
        values, found = np.empty(len(DIRECTIONS)), np.zeros(len(DIRECTIONS), np.int64)
        course_plans.plan(
            boat, first, now.level.plan, now.state.wiring, now.state.overload_before_repair, self.needs, self.attack,
            cost, WEIGHTS, values, found,
        )  # fmt: skip
        return values, found.tolist()

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
        if not self.standoff or not cells:
            return [0.0] * len(cells)
        values = self.standoff.after_move(cells, self.now.profile.caution * known)
        worths = []
        for cell in cells:
            hold = self.standoff.average(values, cell, fired=False)
            worths.append(max(hold, self.firing(cell, values)) if may_fire and self.shots[cell] > 0 else hold)
        return worths

    def firing(self, cell: int, values: Reals) -> float:
        """What a cell is worth if we fire from there at once."""
        now, targets, found = self.now, np.zeros(GRID, np.int64), np.empty(FOUND)
        reach_of(now.water, cell, now.state.torpedo_path, targets)
        best_shot(targets, now.sighting.belief, np.zeros(CELLS), cell, now.hulls, 0.0, found)
        assert self.standoff
        return float(found[SCORE] + (1 - found[KILLS]) * self.standoff.average(values, cell, fired=True))

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

    def stealths(self) -> list[Order]:
        """Slipping away: the enemy knows less then, and it costs one mark however far it goes."""
        now = self.now
        if not now.usable(STEALTH) or not now.level.vanishes:
            return []
        after = np.empty(CELLS)
        vanish(now.seen, now.water, after)
        known = now.known_as(after)
        ways = [(course, steps) for course in range(len(DIRECTIONS)) for steps in range(1, self.line(course) + 1)]
        duels = self.duels([now.cell + steps * STEP[course] for course, steps in ways], known, may_fire=False)
        orders = []
        for (course, steps), duel in zip(ways, duels, strict=True):
            worth = self.slip(course, steps, self.cost(known)) + duel
            why = f"stealth {DIRECTIONS[course]} {steps} is worth {worth:+.2f}"
            why += f": their best shot falls from {now.known:.2f} to {known:.2f}"
            orders.append(Order(Stealth(DIRECTIONS[course], steps), worth, why, (course,)))
        return orders

    def line(self, course: int) -> int:
        """The free cells in a line, at most FAR."""
        steps = 0
        while steps < FAR and holds(self.now.free, self.now.cell + (steps + 1) * STEP[course]):
            steps += 1
        return steps

    def slip(self, course: int, steps: int, cost: Reals) -> float:
        """What a stealth is worth beside the duel."""
        now, overload_first = self.now, self.now.state.overload_before_repair
        free, to = now.free.copy(), now.cell
        for _ in range(steps):
            to += STEP[course]
            take(free, to)
        node = best_mark(now.board, course, 1, now.state.wiring, overload_first, self.needs, np.empty(NODES))
        after = after_mark(now.board, node, overload_first)
        hurt = WEIGHTS[course_plans.OVERLOAD] if after & DAMAGED else 0.0
        values, _ = self.plan(to, after & WHOLE_BOARD, free, 1, cost)
        later = max(values) if max(values) > -np.inf else -WEIGHTS[course_plans.STUCK]
        kept = KEEP_STEALTH if np.count_nonzero(now.seen) > now.profile.seen_cells - now.level.late else 0.0
        return float(later - cost[0, to] - hurt - kept)

    def surfacings(self) -> list[Order]:
        """Up: a clean board and a fresh trail, for three turns of the enemy that knows our sector."""
        now = self.now
        free = now.water & ~now.mines
        take(free, now.cell)
        price, known = self.price_of_surfacing()
        values, _ = self.plan(now.cell, 0, free, 0, self.cost(known))
        later = max(values) if max(values) > -np.inf else 0.0
        worth = float(later) - price + now.profile.surfacing
        return [Order(Surface(), worth, f"surfacing is worth {worth:+.2f}: it costs {price:.2f} hull")]

    def price_of_surfacing(self) -> tuple[float, float]:
        """What the enemy's three turns cost us, and how well it knows us then."""
        now = self.now
        left = np.where(now.waters.sector(now.waters.sector_of[now.cell]), now.seen, 0.0)
        if left.sum() <= 0:
            left[now.cell] = 1.0
        known = now.known_as(left / left.sum())
        if self.standoff:
            return TEMPO - self.standoff.after_surfacing(now.profile.caution * known), known
        near = within(now.sighting.belief, now.cell, FAR + RUN + 1)
        return float(near * now.readiness[RUN - 1] * known) + TEMPO, known

    # --- by room alone

    def roomy(self) -> Order:
        """The course with the most room that the board bears, nearer to the enemy if we are loaded; else up."""
        now = self.now
        left = np.empty(len(DIRECTIONS), np.int64)
        rooms(now.free, now.cell, left)
        open_ways = [course for course in range(len(DIRECTIONS)) if left[course] >= 0]
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
        told = {ranked.direction: ranked.damage for ranked in ranking.ranking} if ranking else {}
        if DIRECTIONS[course] in told:
            return told[DIRECTIONS[course]]
        return bool(hurts(self.now.board, course, self.now.state.overload_before_repair))

    def liking(self, course: int, left: int) -> float:
        now = self.now
        worth = min(left, ROOM_ENOUGH) / ROOM_ENOUGH
        if now.ranking:
            for place, ranked in enumerate(now.ranking.ranking):
                if ranked.direction == DIRECTIONS[course]:
                    worth += 0.04 * ranked.free + 0.15 * ranked.repairs - 0.05 * place
        if now.missing(TORPEDO) == 0:
            far = np.empty(CELLS)
            distance_field(now.sighting.belief, now.water, far)
            worth -= 0.05 * far[now.cell + STEP[course]]
        return worth


def unpacked(path: int, length: int) -> tuple[int, ...]:
    """The courses of a plan."""
    return tuple(path >> STEP_BITS * t & (1 << COURSE_BITS) - 1 for t in range(length))
