"""Orders: typed, as rows of numbers, and as text."""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.bottlebats.rules.state import DONE, LEAVE, MARCH

# Wide enough for numbers that make no sense, so that the rules can say why not.
Number = Annotated[int, Meta(ge=-(1 << 33), le=1 << 33)]


class March(msgspec.Struct, frozen=True, tag="march"):
    """Send soldiers from a fort over one of its roads."""

    origin: Number
    destination: Number
    soldiers: Number

    def __str__(self) -> str:
        return f"march {self.soldiers} from {self.origin} to {self.destination}"


class Done(msgspec.Struct, frozen=True, tag="done"):
    """End the turn."""

    def __str__(self) -> str:
        return "done"


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """End the turn and give up; soldiers fight on without orders, or go home."""

    def __str__(self) -> str:
        return "leave"


Action = March | Done | Leave
WIDTH = 4

MARCH_WORDS = re.compile(r"(?:march )?(-?\d+) from (\d+) to (\d+)")
SHORT_MARCH = re.compile(r"(?:march )?(\d+) (\d+) (-?\d+)")
LONGEST_NUMBER = 9  # digits


def encode(action: Action) -> tuple[int, int, int, int]:
    match action:
        case March():
            return MARCH, action.origin, action.destination, action.soldiers
        case Done():
            return DONE, 0, 0, 0
        case Leave():
            return LEAVE, 0, 0, 0


def decode(row: Sequence[int]) -> Action:
    kind, origin, destination, soldiers = row
    if kind == MARCH:
        return March(origin, destination, soldiers)
    return Done() if kind == DONE else Leave()


def parse(text: str) -> Action:
    """'march 12 from 3 to 7' (or '3 7 12': origin, destination, soldiers), 'done', 'leave'."""
    words = " ".join(text.lower().split())
    if words in ("done", "go", "."):
        return Done()
    if words == "leave":
        return Leave()
    if all(len(number) <= LONGEST_NUMBER for number in re.findall(r"\d+", words)):
        if found := MARCH_WORDS.fullmatch(words):
            return March(int(found[2]), int(found[3]), int(found[1]))
        if found := SHORT_MARCH.fullmatch(words):
            return March(int(found[1]), int(found[2]), int(found[3]))
    raise BadNotation(f"{text!r} is not an order; write 'march 12 from 3 to 7', 'done' or 'leave'")
