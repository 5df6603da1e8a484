"""What the server and its workers send each other: frames over a socket, errands one way and replies the other.

Errands are pickled, for they hold a game's events and come from the server. Replies are not, for the server reads them:
whatever goes wrong in a worker, it cannot make the server run anything.
"""

import pickle
import socket
import struct
from typing import Any, Literal, NamedTuple

import msgspec

from quintain.core.outcome import Ending
from quintain.core.record import Reason

HEAD = struct.Struct("!I")
LARGEST_REPLY = 16 * 1024 * 1024  # bytes
MESSAGE = 256  # bytes between server and zygote: all have this size, so that none is read by halves

NOTHING = msgspec.Raw(b"\x90")  # an empty list

Verb = Literal["start", "act", "speak", "finish", "drop"]


class Start(NamedTuple):
    """A bot takes a seat."""

    game: str
    player: str  # as it was asked for, with its settings
    seat: int


class Shown(NamedTuple):
    """A turn, as plain data."""

    record: bytes  # of the position as the seat sees it
    acting: int
    options: Any  # of the match; with a bot's first turn only
    rng: Any
    events: list[Any]
    clock: float | None
    number: int


class Reply(msgspec.Struct, array_like=True):
    """What came of an errand."""

    seconds: float  # of a processor
    ending: Ending | None = None  # if the bot failed
    why: str = ""
    actions: msgspec.Raw = NOTHING
    words: msgspec.Raw = NOTHING
    reason: Reason | None = None
    silent: bool = False  # has the bot nothing to report?


encode_reply = msgspec.msgpack.Encoder().encode
decode_reply = msgspec.msgpack.Decoder(Reply).decode


def message(*words: object) -> bytes:
    return " ".join(map(str, words)).encode(errors="replace")[:MESSAGE].ljust(MESSAGE)


def errand(verb: Verb, bot: int, content: Any = None) -> bytes:
    return framed(pickle.dumps((verb, bot, content), pickle.HIGHEST_PROTOCOL))


def framed(content: bytes) -> bytes:
    return HEAD.pack(len(content)) + content


def received(line: socket.socket) -> bytes | None:
    """The next frame; None when the other side has hung up."""
    head = _exactly(line, HEAD.size)
    return _exactly(line, HEAD.unpack(head)[0]) if head else None


def _exactly(line: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = line.recv(size - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)
