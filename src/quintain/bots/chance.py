"""A bot for any game that plays at random."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below


class Chance(Bot):
    """Takes any legal action, all equally likely."""

    listens = False

    def act(self, turn: Turn) -> Any:
        turn.explain("one of the legal actions at random", choices=len(turn.legal))
        return turn.legal[random_below(turn.rng, len(turn.legal))]
