"""Orders: typed, as rows of numbers, and as text."""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.planets.rules.state import DONE, LAUNCH, SEND

# Wide enough for numbers that make no sense, so that the rules can say why not.
Number = Annotated[int, Meta(ge=-(1 << 33), le=1 << 33)]


class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Send ships from one planet to another."""

    source: Number
    destination: Number
    ships: Number

    def __str__(self) -> str:
        return f"launch {self.ships} from {self.source} to {self.destination}"


class Send(msgspec.Struct, frozen=True, tag="send"):
    """Give the next teammate a number of 32 bits."""

    message: Number

    def __str__(self) -> str:
        return f"send {self.message}"


class Done(msgspec.Struct, frozen=True, tag="done"):
    """End the turn."""

    def __str__(self) -> str:
        return "done"


Action = Launch | Send | Done
WIDTH = 4

LAUNCH_WORDS = re.compile(r"(?:launch )?(-?\d+) from (\d+) to (\d+)")
SHORT_LAUNCH = re.compile(r"(?:launch )?(\d+) (\d+) (-?\d+)")
SEND_WORDS = re.compile(r"send (-?\d+)")
LONGEST_NUMBER = 10  # digits


def encode(action: Action) -> tuple[int, int, int, int]:
    match action:
        case Launch():
            return LAUNCH, action.source, action.destination, action.ships
        case Send():
            return SEND, action.message, 0, 0
        case Done():
            return DONE, 0, 0, 0


def decode(row: Sequence[int]) -> Action:
    kind, first, second, third = row
    if kind == LAUNCH:
        return Launch(first, second, third)
    return Send(first) if kind == SEND else Done()


def parse(text: str) -> Action:
    """'launch 12 from 3 to 7' (or '3 7 12': source, destination, ships), 'send 99', 'done'."""
    words = " ".join(text.lower().split())
    if words in ("done", "go", "."):
        return Done()
    if all(len(number) <= LONGEST_NUMBER for number in re.findall(r"\d+", words)):
        if found := LAUNCH_WORDS.fullmatch(words):
            return Launch(int(found[2]), int(found[3]), int(found[1]))
        if found := SHORT_LAUNCH.fullmatch(words):
            return Launch(int(found[1]), int(found[2]), int(found[3]))
        if found := SEND_WORDS.fullmatch(words):
            return Send(int(found[1]))
    raise BadNotation(f"{text!r} is not an order; write 'launch 12 from 3 to 7', 'send 99' or 'done'")
