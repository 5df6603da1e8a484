"""General: tries plans of its own against plans of its rivals, in a world imagined behind the fog."""

import time
from functools import cache
from statistics import fmean
from typing import Any, NamedTuple

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.meanwhile import wait_for
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.bottlebats.bots.foresight import settle_unknown
from quintain.games.bottlebats.bots.marshal import USUAL
from quintain.games.bottlebats.bots.memory import Memory
from quintain.games.bottlebats.bots.planner import Habits, plan
from quintain.games.bottlebats.bots.planning import planned, whole_turn
from quintain.games.bottlebats.bots.rehearsal import rehearse
from quintain.games.bottlebats.rules.state import State

AHEAD = 25  # turns that a rehearsal goes on
LAYOUT = State.layout

CONVINCING = 0.004  # by how much a plan must be better than the usual one

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
THEIRS = (USUAL,)  # what rivals may lean to, the likeliest first


class Choice(NamedTuple):
    """A way to go on, the orders of its first turn by lane, and the share of all strength that it has led to."""

    name: str
    habits: Habits
    orders: Cells
    values: list[float]

    @property
    def value(self) -> float:
        return fmean(self.values)


class War:
    """One turn's thinking: every plan is rehearsed against the same rivals."""

    def __init__(self, record: Cells, seat: int) -> None:
        self.record, self.seat = record, seat
        self.world, self.scratch = record.copy(), record.copy()
        self.choices: list[Choice] = []
        for name, habits in OWN.items():
            orders = self.plan(habits)
            if not any((orders == other.orders).all() for other in self.choices):
                self.choices.append(Choice(name, habits, orders, []))

    def plan(self, habits: Habits) -> Cells:
        drawn = self.record.copy()
        plan(drawn, self.scratch, self.seat, habits)
        orders: Cells = drawn.view(LAYOUT)[0].orders.copy()
        return orders

    def rehearse(self, theirs: Habits) -> None:
        for choice in self.choices:
            value = rehearse(
                self.record, self.world, self.scratch, self.seat, choice.orders, choice.habits, theirs, AHEAD
            )
            choice.values.append(float(value))

    def best(self) -> Choice:
        """The plan that does best; the usual one unless another is clearly better."""
        usual, best = self.choices[0], max(self.choices, key=lambda choice: choice.value)
        return best if best.value > usual.value + CONVINCING else usual


class General(Bot):
    """Rehearses plans against likely answers and remembers what lies in the fog; budget: seconds a turn."""

    strength = 80
    listens = False

    def __init__(self, budget: float = 0.2) -> None:
        self.budget = budget
        self.memory = Memory()

    def start(self, game: Game, seat: int) -> None:
        wait_for(game.name)
        prepare(game)

    def act(self, turn: Turn) -> Any:
        seconds = self.budget if turn.clock is None else min(self.budget, 0.5 * turn.clock)
        until = time.monotonic() + seconds
        war = War(self.imagined(turn), turn.seat)
        for number, theirs in enumerate(THEIRS):
            if number == 0 or time.monotonic() < until:
                war.rehearse(theirs)
        best = war.best()
        self.explain(turn, war, best)
        drawn = war.record.copy()
        drawn.view(LAYOUT)[0].orders[:] = best.orders
        return whole_turn(turn.seen.game, planned(drawn))

    def explain(self, turn: Turn, war: War, best: Choice) -> None:
        choices = sorted(war.choices, key=lambda choice: -choice.value)
        turn.explain(
            f"{best.name}: {100 * best.value:.0f} % of all strength after {AHEAD} turns",
            Candidates(tuple((choice.name, choice.value) for choice in choices)),
            value=best.value,
            plans=len(choices),
            rehearsals=sum(len(choice.values) for choice in choices),
        )

    def imagined(self, turn: Turn) -> Cells:
        """The world as it is seen and remembered; forts that nobody has seen are thought to be empty.

        Guesses at who is there did harm: with them it won no more than half of its matches against `marshal`.
        """
        record = self.memory.recalled(turn.seen, turn.seat)
        settle_unknown(record)
        return record


@cache
def prepare(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    bot = General(budget=0.0)
    bot.act(Turn(0, opening, seeded("warm up")))
