"""The strongest house bot."""

from functools import cache

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.games.rummy.actions import Action, decode
from quintain.games.rummy.bots.manners import MOST_ROWS
from quintain.games.rummy.bots.odds import STEP, Traits
from quintain.games.rummy.bots.thinking import COST, FAR, NEAR, think
from quintain.games.rummy.rules.state import BUY, GO_DOWN, TAKE, WIDTH


class Expert(Bot):
    """Finds the best melds exactly, counts the odds of the next draw, and buys only what pays."""

    strength = 40
    listens = False

    def __init__(self, daring: float = 0.5, hoarding: float = 0.0, memory: float = 1.0, bluff: float = 0.0) -> None:
        self.traits = Traits(float(daring), float(hoarding), float(memory), float(bluff))

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        rows, numbers = np.zeros((MOST_ROWS, WIDTH), np.int64), np.zeros(4)
        n = think(turn.seen.record.copy(), turn.seat, self.traits, turn.rng, rows, numbers)
        self.explain(turn, int(rows[0, 0]), numbers.tolist())
        return [decode(row) for row in rows[:n].tolist()]

    def explain(self, turn: Turn, kind: int, numbers: list[float]) -> None:
        far, near = numbers[FAR] / STEP, numbers[NEAR] / STEP
        if kind in (BUY, TAKE):
            turn.explain(f"wants the discard: it lacked {far:g} cards and then lacks {near:g}", far=far, near=near)
        elif kind < GO_DOWN:
            turn.explain("the discard does not bring it nearer", far=far, near=near)
        else:
            turn.explain(f"keeps a hand that lacks {far:g} cards", far=far, point_costs=numbers[COST])


@cache
def prepare(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0).record.copy()
    think(opening, 0, Traits(0.5, 0.0, 1.0, 0.0), seeded("rummy"), np.zeros((MOST_ROWS, WIDTH), np.int64), np.zeros(4))
