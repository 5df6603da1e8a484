"""The live socket: what a client may send, and what it is sent."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quintain.core.outcome import Outcome
from quintain.website.wire.matches import Why
from quintain.website.wire.tables import Pace, SeatNumber, TableInfo

Eyes = Literal["public", "all"] | int
Sequence = Annotated[int, Meta(ge=0, le=2**53)]


class ClientMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One JSON object a message; its type says which."""


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message. `since` and `match` tell what was seen last, for an exact reconnection."""

    since: Sequence | None = None
    match: Annotated[str, Meta(max_length=64)] | None = None
    eyes: Literal["auto", "public", "all"] | SeatNumber = "auto"


class Act(ClientMessage, frozen=True, kw_only=True, tag="act"):
    seq: Sequence
    seat: SeatNumber
    actions: list[Any]  # one turn: one action, or several that happen together or not at all
    took: Annotated[float, Meta(ge=0)] | None = None  # seconds from seeing the question to answering it


class Say(ClientMessage, frozen=True, kw_only=True, tag="say"):
    words: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    message: Any = None  # one of the game's own, instead of words
    seat: SeatNumber | None = None


class SayPhrase(ClientMessage, frozen=True, kw_only=True, tag="phrase"):
    id: Annotated[str, Meta(max_length=40)]


class Resign(ClientMessage, frozen=True, kw_only=True, tag="resign"):
    seat: SeatNumber


class SetPace(ClientMessage, frozen=True, kw_only=True, tag="pace"):
    pace: Pace


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    t: float = 0.0


FromClient = Hello | Act | Say | SayPhrase | Resign | SetPace | Ping


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One JSON object a message; its type says which."""


class ClockInfo(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    left: float | None  # seconds, when this was sent; none without limit
    running: bool


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    action: Any
    text: str


class SeatSight(msgspec.Struct, frozen=True, kw_only=True):
    """What one of a person's further seats sees, and may do."""

    seat: int
    view: Any
    text: str
    legal: tuple[Choice, ...]


class TableMessage(ServerMessage, frozen=True, kw_only=True, tag="table"):
    table: TableInfo


class Sync(ServerMessage, frozen=True, kw_only=True, tag="sync"):
    """All that these eyes see now; it replaces everything before."""

    match: str
    eyes: Eyes
    seq: int
    events: tuple[Any, ...]  # all events of the match so far that these eyes may know
    lines: tuple[str, ...]  # the same in words, one for one
    view: Any
    text: str  # the view, drawn with letters
    legal: tuple[Choice, ...]
    acting: tuple[int, ...]
    clocks: tuple[ClockInfo, ...]
    reasons: tuple[Why, ...]
    outcome: Outcome | None
    others: tuple[SeatSight, ...] = ()  # the further seats of a person who holds several; `eyes` is the first


class StepMessage(ServerMessage, frozen=True, kw_only=True, tag="step"):
    """What came of one entry, as these eyes see it. `seq` is one more than the last."""

    seq: int
    events: tuple[Any, ...]
    lines: tuple[str, ...]  # the same in words, one for one
    view: Any
    text: str  # the view, drawn with letters
    legal: tuple[Choice, ...]
    acting: tuple[int, ...]
    clocks: tuple[ClockInfo, ...]
    reasons: tuple[Why, ...]
    others: tuple[SeatSight, ...] = ()


class ClocksMessage(ServerMessage, frozen=True, kw_only=True, tag="clocks"):
    """The clocks as they stand, after steps that were sent late."""

    clocks: tuple[ClockInfo, ...]


class EndedMessage(ServerMessage, frozen=True, kw_only=True, tag="ended"):
    outcome: Outcome
    match: str


class ErrorMessage(ServerMessage, frozen=True, kw_only=True, tag="error"):
    seq: int | None = None  # of the act that is refused, if it is one
    error: str  # a word: stale, illegal, seat, talk, message, busy, …
    detail: str  # in plain words


class Pong(ServerMessage, frozen=True, kw_only=True, tag="pong"):
    t: float


FromServer = TableMessage | Sync | StepMessage | ClocksMessage | EndedMessage | ErrorMessage | Pong
