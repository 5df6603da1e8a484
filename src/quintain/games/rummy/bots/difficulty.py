"""The published levels of difficulty, each a choice among the published bots."""

from typing import Literal, get_args

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.core.errors import BadSetting
from quintain.games.rummy.actions import Action
from quintain.games.rummy.bots.character import Character
from quintain.games.rummy.bots.traits import BASIC, DUMB, GENEROUS, STINGY, Traits

Level = Literal["easy", "medium", "hard", "mixed"]
POINTS: dict[str, tuple[Traits, ...]] = {
    "easy": (DUMB, GENEROUS),
    "medium": (STINGY,),
    "hard": (BASIC,),
    "mixed": (DUMB, STINGY, GENEROUS, BASIC),
}


class Difficulty(Character):
    """Plays as one of the published bots, chosen by its level: easy, medium, hard or mixed."""

    strength = 9
    documented = True

    def __init__(self, level: Level = "medium") -> None:
        if level not in POINTS:
            raise BadSetting(f"the level {level!r} is not one of {', '.join(get_args(Level))}")
        self.level = level
        self.chosen = False
        self.be(POINTS[level][0])

    def act(self, turn: Turn) -> list[Action]:
        if not self.chosen:
            choices = POINTS[self.level]
            self.be(choices[random_below(turn.rng, len(choices))])
            self.chosen = True
        return super().act(turn)
