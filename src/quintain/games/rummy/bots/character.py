"""The bot that all others of the house are: its traits make it one or the other."""

from functools import cache
from typing import Literal, get_args

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.errors import BadSetting
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.games.rummy.actions import Action, decode
from quintain.games.rummy.bots.published import MOST_ROWS
from quintain.games.rummy.bots.reasons import explain
from quintain.games.rummy.bots.thinking import think
from quintain.games.rummy.bots.traits import BASIC, PUBLISHED, Mind, Traits, mind_of
from quintain.games.rummy.bots.watching import Watch
from quintain.games.rummy.rules.state import WIDTH

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS = get_args(Level)  # in the order of the depths


class Character(Bot):
    """Any character: a level for how deep it thinks; daring, hoarding, memory and bluff from 0 to 1."""

    strength = 21

    def __init__(
        self,
        level: Level = "hard",
        daring: float = 0.5,
        hoarding: float = 0.5,
        memory: float = 1.0,
        bluff: float = 0.0,
    ) -> None:
        if level not in LEVELS:
            raise BadSetting(f"the level {level!r} is not one of {', '.join(LEVELS)}")
        leanings = {"daring": daring, "hoarding": hoarding, "memory": memory, "bluff": bluff}
        for name, value in leanings.items():
            if not 0 <= value <= 1:
                raise BadSetting(f"{name} is {value:g}, and must be from 0 to 1")
        self.be(Traits(LEVELS.index(level), *map(float, leanings.values())))

    def be(self, traits: Traits) -> None:
        self.traits = traits
        self.watch = Watch()
        self.listens = traits.memory > 0 and traits.depth > PUBLISHED

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        self.watch.hear(turn.events)
        mind = mind_of(self.traits, self.watch.interest * self.traits.memory)
        actions = decided(turn, mind)
        explain(turn, actions, mind)
        return actions


def decided(turn: Turn, mind: Mind) -> list[Action]:
    rows = np.zeros((MOST_ROWS, WIDTH), np.int64)
    n = think(turn.seen.record.copy(), turn.seat, mind, turn.rng, rows)
    return [decode(row) for row in rows[:n].tolist()]


@cache
def prepare(game: Game) -> None:
    """Use it once, so that no compiling happens on the clock."""
    decided(Turn(0, Position.start(game).seen_by(0), seeded("rummy")), mind_of(BASIC))
