"""Idle: never gives an order, or gives up at once, as a program does that has lost control."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.games.bottlebats.actions import Done, Leave


class Idle(Bot):
    """Stays at home and lets its forts grow."""

    strength = 1
    documented = True
    listens = False

    def __init__(self, leaves: bool = False) -> None:
        self.leaves = leaves

    def act(self, turn: Turn) -> Any:
        if self.leaves:
            turn.explain("has lost control")
            return Leave()
        turn.explain("orders nothing")
        return Done()
