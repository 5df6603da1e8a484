"""General: tries plans of its own against plans of its rivals, in a world imagined behind the fog."""

import time
from functools import cache
from typing import Any, NamedTuple

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.meanwhile import wait_for
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.bottlebats.bots.belief import Belief, go_on
from quintain.games.bottlebats.bots.foresight import LAYOUT
from quintain.games.bottlebats.bots.marshal import USUAL, Staff
from quintain.games.bottlebats.bots.planner import Habits, plan
from quintain.games.bottlebats.bots.planning import planned, whole_turn
from quintain.games.bottlebats.bots.rehearsal import rehearse
from quintain.games.bottlebats.bots.variation import vary
from quintain.games.bottlebats.rules.state import NONE

AHEAD = 25  # turns that a rehearsal goes on

CONVINCING = 0.004  # by how much a plan must be better than the usual one
DOUBT = 0.1  # the share of surprises from which on rehearsals are not believed
STILL = 25  # turns without a change after which it tries something all the same
BETTER = 0.0005  # and a change better than what it changes

OWN = {
    "as usual": USUAL._replace(settlers=60),  # not just as a marshal would: two who do the same draw
    "carefully": USUAL._replace(caution=0.6, margin=0.3),
    "holding back": USUAL._replace(margin=9.0),
    "settling thinly": USUAL._replace(settlers=10),
    "settling in strength": USUAL._replace(settlers=100),
    "with a margin": USUAL._replace(margin=0.4, relief=0.6),
    "boldly": USUAL._replace(margin=-0.15, relief=0.0),
    "near first": USUAL._replace(patience=4.0),
}
THEIRS = USUAL  # what rivals are taken to lean to


class Choice(NamedTuple):
    """A way to go on, the orders of its first turn by lane, and the share of all strength that it leads to."""

    name: str
    habits: Habits
    orders: Cells
    value: float


class War:
    """One turn's thinking: every plan is rehearsed against the same rivals."""

    def __init__(self, record: Cells, seat: int) -> None:
        self.record, self.seat = record, seat
        self.world, self.scratch = record.copy(), record.copy()
        self.rehearsals = 0
        self.choices: list[Choice] = []
        for name, habits in OWN.items():
            orders = self.plan(habits)
            if not any((orders == other.orders).all() for other in self.choices):
                self.choices.append(self.rehearsed(name, habits, orders))

    def plan(self, habits: Habits) -> Cells:
        drawn = self.record.copy()
        plan(drawn, self.scratch, self.seat, habits)
        orders: Cells = drawn.view(LAYOUT)[0].orders.copy()
        return orders

    def rehearsed(self, name: str, habits: Habits, orders: Cells) -> Choice:
        value = rehearse(self.record, self.world, self.scratch, self.seat, orders, habits, THEIRS, AHEAD)
        self.rehearsals += 1
        return Choice(name, habits, orders, float(value))

    def best(self) -> Choice:
        """The plan that does best; the usual one unless another is clearly better."""
        usual, best = self.choices[0], max(self.choices, key=lambda choice: choice.value)
        return best if best.value > usual.value + CONVINCING else usual

    def improved(self, best: Choice, rng: Cells, most: int, until: float) -> Choice:
        """Change the plan here and there, by chance, and keep what is better."""
        name, changes = best.name, 0
        while self.rehearsals < most and time.monotonic() < until:
            orders = best.orders.copy()
            if vary(self.record, orders, self.seat, rng) == NONE:
                break
            changed = self.rehearsed(name, best.habits, orders)
            if changed.value > best.value + BETTER:
                changes += 1
                best = changed._replace(name=f"{name}, with {changes} change{'s' if changes > 1 else ''}")
        if changes:
            self.choices.append(best)
        return best


class General(Bot):
    """Rehearses plans and changes of them, in the war that it believes behind the fog; budget: seconds a turn.

    Rehearsals are worth something as long as rivals do what is expected of them. In doubt it acts as a marshal, unless
    nothing comes of that.
    """

    strength = 80
    listens = False

    def __init__(self, budget: float = 0.2, rehearsals: int = 200) -> None:
        self.budget = budget
        self.rehearsals = rehearsals  # the most that it tries in a turn: whoever gives it time enough has it repeatable
        self.belief = Belief(THEIRS)
        self.staff = Staff()

    def start(self, game: Game, seat: int) -> None:
        wait_for(game.name)
        prepare(game)

    def act(self, turn: Turn) -> Any:
        seconds = self.budget if turn.clock is None else min(self.budget, 0.5 * turn.clock)
        until = time.monotonic() + seconds
        record, orders = self.belief.updated(turn.seen, turn.seat), self.staff.orders(turn.seen, turn.seat)
        if self.belief.surprise < DOUBT or self.belief.still > STILL:
            war = War(record, turn.seat)
            best = war.improved(war.best(), turn.rng, self.rehearsals, until)
            self.explain(turn, war, best)
            orders = planned(war.record, best.orders)
        else:
            self.explain_doubt(turn)
        self.belief.note_orders(turn.seen, orders)
        return whole_turn(turn.seen.game, orders)

    def explain_doubt(self, turn: Turn) -> None:
        surprise = self.belief.surprise
        turn.explain(f"as a marshal: {100 * surprise:.0f} % of rivals' forts are not as expected", surprise=surprise)

    def explain(self, turn: Turn, war: War, best: Choice) -> None:
        choices = sorted(war.choices, key=lambda choice: -choice.value)
        turn.explain(
            f"{best.name}: {100 * best.value:.0f} % of all strength after {AHEAD} turns",
            Candidates(tuple((choice.name, choice.value) for choice in choices)),
            value=best.value,
            plans=len(choices),
            rehearsals=war.rehearsals,
        )


@cache
def prepare(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    bot = General(budget=60.0, rehearsals=len(OWN) + 1)
    bot.act(Turn(0, opening, seeded("warm up")))
    go_on(opening.record.copy())
