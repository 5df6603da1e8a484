"""Idle: never gives an order."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.games.bottlebats.actions import Done


class Idle(Bot):
    """Stays at home and lets its forts grow."""

    strength = 1
    documented = True
    listens = False

    def act(self, turn: Turn) -> Any:
        turn.explain("orders nothing")
        return Done()
