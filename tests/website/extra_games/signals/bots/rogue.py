"""A bot that does what no bot should, when it is told to by its setting."""

import os
import re
import time
from collections.abc import Callable
from typing import Any, Literal

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import compiled

Deed = Literal["raise", "interrupt", "exit", "die", "eat", "sleep", "spin", "kernel", "start", "think", "nothing"]


@compiled
def spin(n: int) -> int:
    """Count for ever, and let nobody interrupt it."""
    i = 0
    while n > 0:
        i = (i + 1) % 1000
    return i


class Rogue(Bot):
    """Fails in the way that it is asked for."""

    strength = -1

    def __init__(self, deed: Deed = "raise", after: int = 0, seconds: float = 1.0) -> None:
        self.deed, self.after, self.seconds = deed, after, seconds

    def start(self, game: Game, seat: int) -> None:
        if self.deed == "start":
            time.sleep(3600)

    def act(self, turn: Turn) -> Any:
        told = [str(event) for event in turn.events]
        turn.explain(f"{os.getpid()} {turn.number}", told=len(told))
        if turn.seen.state.done >= self.after:
            self.misbehave()
        return turn.legal[2]

    def misbehave(self) -> None:
        if self.deed in DEEDS:
            DEEDS[self.deed](self)

    def fail(self) -> None:
        raise {"raise": RuntimeError("no idea"), "interrupt": KeyboardInterrupt(), "exit": SystemExit(3)}[self.deed]

    def think(self) -> None:
        until = time.process_time() + self.seconds
        while time.process_time() < until:
            pass


DEEDS: dict[str, Callable[[Rogue], object]] = {
    "raise": Rogue.fail,
    "interrupt": Rogue.fail,
    "exit": Rogue.fail,
    "die": lambda rogue: os._exit(3),
    "eat": lambda rogue: bytearray(1 << 36),
    "sleep": lambda rogue: time.sleep(3600),
    "spin": lambda rogue: re.match("(a+)+$", "a" * 64 + "b"),  # for ages, and no other thread gets a turn meanwhile
    "kernel": lambda rogue: spin(1),
    "think": Rogue.think,
}
