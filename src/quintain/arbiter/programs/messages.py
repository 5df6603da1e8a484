"""The messages of `quintain-json`: one JSON object a line, both ways.

The arena sends `hello`, then `turn` (and `report`) as often as it has a question, then `end`; and `error` where it
could not use what it was sent. The program may answer `hello` with `ready`, and answers every question with `act`.
"""

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Meta

from quintain.core.clock import TimeControl
from quintain.core.game import MOST_TOGETHER, Game, Seat
from quintain.core.outcome import Outcome
from quintain.core.record import LONGEST_WORDS, Reason
from quintain.core.schema import event_type

VERSION = 1  # of the protocol; grows whenever an older program could not go on as before
NAME = "quintain-json"
LONGEST_NAME = 80

ShortText = Annotated[str, Meta(max_length=LONGEST_NAME)]


# --- from the arena --------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag="hello"):
    """A match begins. A program that asked to be kept gets another one after the end."""

    protocol: int = VERSION
    game: str
    rules_version: int
    options: Any  # of the game, all of them
    seats: tuple[Seat, ...]  # everybody's team and role
    seat: int  # yours, an index of `seats`
    name: str  # what you are called in this match
    talk: Literal["none", "team", "table"]  # who hears what you say
    together: tuple[str, ...]  # types of actions that others may follow in one answer
    time_control: TimeControl


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag="turn"):
    """You owe a decision: answer with `act` and this number."""

    number: int
    view: Any  # what your seat sees now
    events: Any  # what your seat was told since the last message; in the first, since the match began
    legal: Any  # what you may do; in Planets and Bottle Bats a useful choice of it
    clock: float  # seconds that you have for this decision


class Report(msgspec.Struct, frozen=True, kw_only=True, tag="report"):
    """You may tell the others something before anybody acts: answer with `act`, this number and `say`."""

    number: int
    view: Any
    events: Any
    clock: float


class End(msgspec.Struct, frozen=True, kw_only=True, tag="end"):
    """The match is over."""

    outcome: Outcome


class Error(msgspec.Struct, frozen=True, kw_only=True, tag="error"):
    """What you sent could not be used."""

    why: str


# --- from the program ------------------------------------------------------------------------------------------------


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag="ready"):
    """The program has started; until then no clock runs."""

    protocol: int = VERSION  # the version that the program speaks
    name: ShortText = ""
    version: ShortText = ""
    keep: bool = False  # may it play the next match of a series in the same process?
    reports: bool = False  # does it want to be asked for reports?
    listens: bool = True  # does it read `events`? If not, they are empty
    legal: bool = True  # does it read `legal`? If not, it is empty


class Act(msgspec.Struct, frozen=True, kw_only=True, tag="act"):
    """The answer to a `turn` or a `report`. All of several actions happen, in their order, or none."""

    number: int  # of the question
    action: Any = None  # one action: an object as in `legal`, or the game's notation as text
    actions: Annotated[tuple[Any, ...], Meta(max_length=MOST_TOGETHER)] = ()  # several, instead of one
    reason: Reason | Annotated[str, Meta(max_length=LONGEST_WORDS)] | None = None  # why; kept with the replay
    say: Any = ()  # words, or the game's messages, for those who may hear them


# --- as a game has them ----------------------------------------------------------------------------------------------


class Messages(NamedTuple):
    """The messages of one game, with its own types in the places that are left open above."""

    hello: type[msgspec.Struct]
    turn: type[msgspec.Struct]
    report: type[msgspec.Struct]
    end: type[msgspec.Struct]
    error: type[msgspec.Struct]
    ready: type[msgspec.Struct]
    act: type[msgspec.Struct]


@cache
def messages_of(game: Game) -> Messages:
    """What is said in matches of this game, typed to the last field."""
    view, events, legal = get_type_hints(game.view)["return"], _several(event_type(game)), _several(game.action_type)
    action = game.action_type | str
    words = str if game.message_type is None else str | game.message_type
    return Messages(
        hello=_typed(Hello, options=game.options),
        turn=_typed(Turn, view=view, events=events, legal=legal),
        report=_typed(Report, view=view, events=events),
        end=End,
        error=Error,
        ready=Ready,
        act=_typed(
            Act,
            action=action | None,
            actions=Annotated[_several(action), Meta(max_length=MOST_TOGETHER)],
            say=words | _several(words),
        ),
    )


def _several(kind: Any) -> Any:
    return tuple[kind, ...]


def _typed(kind: type[msgspec.Struct], **types: Any) -> type[msgspec.Struct]:
    """The same struct with these types in the places of fields that could be anything."""
    fields = [_field(field, types) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct(
        kind.__name__, fields, namespace={"__doc__": kind.__doc__}, kw_only=True, frozen=True, tag=tag_of(kind)
    )


def _field(field: msgspec.structs.FieldInfo, types: dict[str, Any]) -> Any:
    kind = types.get(field.name, field.type)
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, kind, msgspec.field(default_factory=field.default_factory)
    return (field.name, kind) if field.default is msgspec.NODEFAULT else (field.name, kind, field.default)


def tag_of(kind: Any) -> str:
    """What stands in the field `type`."""
    return str(kind.__struct_config__.tag)
