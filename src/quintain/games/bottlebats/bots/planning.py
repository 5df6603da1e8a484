"""What the bots of Bottle Bats have in common: kernels that write orders, and the turn made of them."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from quintain.core.bot import Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.games.bottlebats.actions import March
from quintain.games.bottlebats.rules.state import DONE, LANES, MARCH, State, end_of

# (cells of the state, seat, rows for origin, destination and soldiers) -> how many rows
Plan = Callable[[Cells, int, Cells], int]


def orders(plan: Plan, record: Cells, seat: int) -> list[list[int]]:
    out = np.empty((LANES, 3), np.int64)
    count = plan(record, seat, out)
    rows: list[list[int]] = out[:count].tolist()
    return rows


def answer(turn: Turn, plan: Plan) -> list[Any]:
    """The marches that a kernel wants from what is seen, and the end of the turn."""
    return whole_turn(turn.seen.game, orders(plan, turn.seen.record, turn.seat))


def whole_turn(game: Game, rows: Iterable[Sequence[int]]) -> list[Any]:
    """Marches and the end of the turn, as objects that the game knows already: it need not check them again."""
    known, bits = game.known_actions, game.known_actions.bits
    marches = [
        March(origin, goal, soldiers)
        if soldiers >> bits
        else known[MARCH | origin << bits | goal << 2 * bits | soldiers << 3 * bits]
        for origin, goal, soldiers in rows
    ]
    return [*marches, known[DONE]]


def planned(record: Cells, orders: Cells | None = None) -> list[list[int]]:
    """Origin, destination and soldiers of the orders that stand in a state, or of others by its lanes."""
    state = State.read(record)
    sent = state.orders if orders is None else orders.tolist()
    ways = [(lane, state.ways[lane >> 1]) for lane in range(2 * state.roads) if sent[lane]]
    return [[int(end_of(way, lane + 1)), int(end_of(way, lane)), sent[lane]] for lane, way in ways]


@cache
def prepare(plan: Plan) -> None:
    """Compile a kernel before anybody's clock runs."""
    orders(plan, State.blank(), 0)
