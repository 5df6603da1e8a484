"""The record of a match: everything that went into it, in order. A match is a fold over these entries."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quintain.core.outcome import Ending

LONGEST_WORDS = 500
MOST_SHOWN = 200  # cells or choices in a note

# As it is stored: 128 bits are too many for a number in most formats.
Seed = Annotated[str, Meta(pattern=r"^-?[0-9]{1,39}$")]


def writable(text: str) -> str:
    """Somebody's words as they can be stored: not too long, and without halves of letters."""
    if len(text) <= LONGEST_WORDS and text.isascii():  # as nearly all are; bots give a reason for every action
        return text
    return text[:LONGEST_WORDS].encode(errors="replace").decode()


# --- who and why -----------------------------------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """Who answers for a seat: a person, or a bot or program by the name that it was asked for."""

    name: str
    kind: Literal["bot", "person", "program"] = "bot"
    timed: bool = True  # does the seat's clock run while this player thinks?
    id: str = ""  # whose it is, where names are not enough to tell players apart

    def __str__(self) -> str:
        return self.name


class Heat(msgspec.Struct, frozen=True, tag="heat"):
    """Places of a map, in the game's own notation, with how much weight each has."""

    cells: Annotated[dict[str, float], Meta(max_length=MOST_SHOWN)]


class Candidates(msgspec.Struct, frozen=True, tag="candidates"):
    """Actions that were considered, in the game's notation, with the value of each; the best first."""

    choices: Annotated[tuple[tuple[str, float], ...], Meta(max_length=MOST_SHOWN)]


Note = Heat | Candidates  # something to look at


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a seat did what it did: a sentence, the numbers behind it, and what a board can draw of it."""

    text: str
    numbers: dict[str, float] = {}
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        numbers = ", ".join(f"{name.replace('_', ' ')} {number:g}" for name, number in self.numbers.items())
        return f"{self.text} ({numbers})" if numbers else self.text


# --- the entries -----------------------------------------------------------------------------------------------------


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat's turn: one action, or several that happen in order, all of them or none."""

    seat: int
    actions: tuple[Any, ...]
    at: float
    spent: float = 0.0  # seconds that its clock is charged
    reason: Reason | None = None


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Words of a seat; as an event, heard by those whom the game allows."""

    seat: int
    words: str
    at: float
    message: Any = None  # the same for programs: one of the game's messages

    def __str__(self) -> str:
        return f"seat {self.seat} says: {self.words}"


class Struck(msgspec.Struct, frozen=True, tag="struck"):
    """A forgiven fault: the seat's default action was taken instead."""

    seat: int
    ending: Ending  # what it would have been unforgiven
    why: str
    actions: tuple[Any, ...]
    at: float
    spent: float = 0.0


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """From now on another player answers for the seat: a stand-in for one who failed or left, or one who is back."""

    seat: int
    player: Player
    at: float
    ending: Ending | None = None  # what the player before suffered; none if the seat was handed over
    why: str = ""
    bank: float = 0.0  # seconds that the new player finds on the clock at least


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The arena was away; whoever was thinking gets some seconds back."""

    at: float
    credit: float
    seat: None = None  # it concerns nobody in particular


class Reseeded(msgspec.Struct, frozen=True, tag="reseeded"):
    """From now on chance comes from another seed: the first one may be known, as that of a match played on is."""

    seed: Seed
    at: float
    seat: None = None


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """The match ended before its rules ended it."""

    ending: Ending
    seat: int | None
    why: str
    at: float


Entry = Acted | Said | Struck | Replaced | Resumed | Reseeded | Stopped
Deed = Acted | Struck  # the entries that change the position
