"""What a game's native text protocol is: pure functions, by which programs of its own contests play unchanged."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import msgspec

from quintain.core.errors import QuintainError
from quintain.core.position import Position

# Is sent the lines of a program, one by one, and returns the whole answer with the last of them.
Reading = Generator[None, str, str]


class LostControl(QuintainError):
    """A program's words from which nobody can tell where an answer begins or ends: it cannot play on."""


class Orders(msgspec.Struct, frozen=True):
    """What an answer means."""

    actions: tuple[Any, ...]
    warnings: tuple[str, ...] = ()  # what was not obeyed, and why; each text once


def no_arguments(options: Any, seat: int) -> tuple[str, ...]:
    return ()


def always_fits(options: Any) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class TextProtocol:
    """A game's `protocol.py` lists its own as PROTOCOLS, by their names."""

    seconds: float  # that a program has for an answer, where the match does not limit them
    question: Callable[[Position, int], str]  # (seen, seat) -> what it is sent in each turn
    reading: Callable[[], Reading]  # how to tell where its answer ends; raises LostControl
    orders: Callable[[str, Position, int], Orders]  # (answer, seen, seat); raises BadNotation
    arguments: Callable[[Any, int], tuple[str, ...]] = no_arguments  # (options, seat) -> words after its command
    unfit: Callable[[Any], str] = always_fits  # (options) -> why a program of this contest cannot play with them
