"""What the ranker and its workers send each other: one frame of MessagePack each, nothing that runs anything."""

import msgspec

from quintain.core.clock import TimeControl
from quintain.core.match import FaultRule
from quintain.ranker.jobs import Job, Played


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays: a bot of the house by its name, or a version of an uploaded bot with its files."""

    name: str  # as it is shown and recorded
    version_id: str = ""  # of an uploaded bot
    source: bytes = b""


class Order(msgspec.Struct, frozen=True, kw_only=True, tag="order"):
    """A match to be played."""

    job: Job  # its players are the keys of `entrants`
    game: str
    rules_version: int
    options: bytes
    control: TimeControl
    faults: FaultRule
    entrants: dict[str, Entrant]
    share: float = 1.0  # of one core


class Check(msgspec.Struct, frozen=True, kw_only=True, tag="check"):
    """A result to be looked into."""

    order: Order
    played: Played


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """The match goes on: so many actions have been taken."""

    actions: int


class Written(msgspec.Struct, frozen=True):
    """What the program in a seat wrote to its standard error."""

    seat: int
    text: bytes


class Finished(msgspec.Struct, frozen=True, kw_only=True, tag="finished"):
    """What came of an order."""

    played: Played
    logs: tuple[Written, ...] = ()
    header: bytes = b""  # of the replay, when somebody has looked into it


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """The order could not be carried out, or the result cannot be right."""

    why: str


class Right(msgspec.Struct, frozen=True, tag="right"):
    """The result is what the replay leads to."""

    header: bytes  # of the replay: who stores it need not unpack all of it, for people wait meanwhile


Errand = Order | Check
Reply = Beat | Finished | Trouble | Right

encode = msgspec.msgpack.Encoder().encode
read_errand = msgspec.msgpack.Decoder(Errand).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
