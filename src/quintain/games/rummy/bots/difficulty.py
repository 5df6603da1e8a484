"""The published levels of difficulty, each a choice among the published bots."""

from typing import Literal, get_args

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.core.errors import BadSetting
from quintain.games.rummy.actions import Action
from quintain.games.rummy.bots.basic import Basic
from quintain.games.rummy.bots.manners import BASIC, DUMB, GENEROUS, STINGY

Level = Literal["easy", "medium", "hard", "mixed"]
MANNERS: dict[str, tuple[int, ...]] = {
    "easy": (DUMB, GENEROUS),
    "medium": (STINGY,),
    "hard": (BASIC,),
    "mixed": (DUMB, STINGY, GENEROUS, BASIC),
}


class Difficulty(Basic):
    """Plays as one of the published bots, chosen by its level: easy, medium, hard or mixed."""

    strength = 9

    def __init__(self, level: Level = "medium") -> None:
        if level not in MANNERS:
            raise BadSetting(f"the level {level!r} is not one of {', '.join(get_args(Level))}")
        self.level = level
        self.chosen = False

    def act(self, turn: Turn) -> list[Action]:
        if not self.chosen:
            choices = MANNERS[self.level]
            self.manner = choices[random_below(turn.rng, len(choices))]
            self.chosen = True
        return super().act(turn)
