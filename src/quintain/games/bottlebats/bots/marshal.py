"""Marshal: front and rear, with attacks that land together and garrisons that hold."""

from functools import cache
from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.games.bottlebats.bots.foresight import settle_unknown
from quintain.games.bottlebats.bots.memory import Memory
from quintain.games.bottlebats.bots.planner import Habits, plan
from quintain.games.bottlebats.bots.planning import planned, whole_turn
from quintain.games.bottlebats.rules.state import State

# Found by trying each habit in turn against `greedy`, on some hundred maps for two and for four;
# `bench/strength.py` judges the result on others.
USUAL = Habits(caution=0.1, margin=0.0, settlers=30, relief=0.2, patience=1.0, surplus=0.8)


@cache
def prepare() -> None:
    """Use the kernels once, so that nothing is compiled on the clock."""
    settle_unknown(State.blank())
    plan(State.blank(), State.blank(), 0, USUAL)


class Staff:
    """How a marshal comes to its orders: from what it sees and remembers; elsewhere it expects nobody."""

    def __init__(self, habits: Habits = USUAL) -> None:
        self.habits = habits
        self.memory = Memory()
        self.world = State.blank()

    def orders(self, seen: Position, seat: int) -> list[list[int]]:
        """Origin, destination and soldiers of each march."""
        record = self.memory.recalled(seen, seat)
        settle_unknown(record)
        plan(record, self.world, seat, self.habits)
        return planned(record)


class Marshal(Bot):
    """Supplies its front over safe roads, strikes where it is stronger, and keeps what it needs to hold."""

    strength = 60
    listens = False

    def __init__(self) -> None:
        self.staff = Staff()

    def start(self, game: Game, seat: int) -> None:
        prepare()

    def act(self, turn: Turn) -> Any:
        orders = self.staff.orders(turn.seen, turn.seat)
        owners = turn.seen.state.owners
        attacking = sum(soldiers for _, goal, soldiers in orders if owners[goal] != turn.seat + 1)
        moving = sum(soldiers for _, _, soldiers in orders) - attacking
        turn.explain(f"{attacking} soldiers attack, {moving} move up", attacking=attacking, moving=moving)
        return whole_turn(turn.seen.game, orders)
