"""What the arena sends to an interpreter that runs a bot's class: typed parcels, each a line of text.

The bot's own answers are those of `quintain-json`: the arena reads what a stranger wrote as checked data only.
"""

from base64 import b64decode, b64encode
from functools import cache
from typing import Any

import msgspec

from quintain.core.game import Game
from quintain.core.outcome import Outcome
from quintain.core.schema import event_type


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """The first parcel: the bot itself."""

    files: dict[str, bytes]  # by their paths in the bot's folder
    bot: str  # which of them has the class
    settings: str = ""  # as in a player's name: `daring=0.8,depth=3`


class Opening(msgspec.Struct, frozen=True, kw_only=True, tag="opening"):
    """A match begins."""

    game: str
    options: msgspec.Raw
    seat: int
    dice: bytes  # the secret of the bot's own dice


class Shown(msgspec.Struct, frozen=True, kw_only=True, tag="shown"):
    """A turn as the seat sees it: the cells of the concealed position, from which the bot's side makes everything."""

    number: int
    record: bytes
    acting: int
    events: msgspec.Raw
    clock: float | None
    reporting: bool = False


class Ending(msgspec.Struct, frozen=True, kw_only=True, tag="ending"):
    """The match is over."""

    outcome: Outcome


class Complaint(msgspec.Struct, frozen=True, kw_only=True, tag="complaint"):
    """What the bot's side sent could not be used."""

    why: str


Parcel = Opening | Shown | Ending | Complaint

packed = msgspec.msgpack.Encoder().encode
_parcel: msgspec.msgpack.Decoder[Parcel] = msgspec.msgpack.Decoder(Parcel)
_bundle = msgspec.msgpack.Decoder(Bundle)


def line(thing: Any) -> bytes:
    return b64encode(packed(thing)) + b"\n"


def parcel(line: bytes) -> Parcel:
    return _parcel.decode(b64decode(line))


def bundle(line: bytes) -> Bundle:
    return _bundle.decode(b64decode(line))


def raw(thing: Any) -> msgspec.Raw:
    return msgspec.Raw(packed(thing))


def events_of(game: Game, content: msgspec.Raw) -> list[Any]:
    return list(_events(game).decode(content))


@cache
def _events(game: Game) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(tuple[event_type(game), ...])  # type: ignore[misc]


def options_of(game: Game, content: msgspec.Raw) -> Any:
    return msgspec.msgpack.decode(content, type=game.options)
