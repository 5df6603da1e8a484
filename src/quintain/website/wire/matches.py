"""Matches: what is known of one, and its replay step by step."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from quintain.core.outcome import Outcome
from quintain.core.record import Entry, Reason
from quintain.website.wire import Answer, Request


class MatchPlayer(Answer, frozen=True, kw_only=True):
    seat: int
    team: int
    name: str
    kind: Literal["person", "bot"]
    player: str | None = None
    stand_in: str | None = None  # the bot that finished it for the player


class MatchSummary(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    players: tuple[MatchPlayer, ...]
    outcome: Outcome | None
    began: float
    ended: float | None


class MatchInfo(Answer, frozen=True, kw_only=True):
    id: str
    table: str | None
    game: str
    rules_version: int
    options: dict[str, Any]
    players: tuple[MatchPlayer, ...]
    outcome: Outcome | None
    began: float
    ended: float | None
    seed: str | None  # only when it is over; 63 bits do not fit into a JavaScript number
    steps: int | None  # only when it is over
    forked_from: str | None = None
    forked_step: int | None = None


class Why(Answer, frozen=True, kw_only=True):
    """A bot's reason for an action."""

    seat: int
    text: str  # the actions of the turn, in the game's notation
    reason: Reason


class Step(Answer, frozen=True, kw_only=True):
    """One step of a replay: what went in, what was told of it, and what is seen then."""

    n: int
    entry: Entry | None  # none before the first action
    at: float
    events: tuple[Any, ...]
    lines: tuple[str, ...]  # the same in words, one for one
    view: Any
    text: str  # the view, drawn with letters
    acting: tuple[int, ...]
    reasons: tuple[Why, ...]
    key: str | None  # "round", "strike", "end": a moment to mark


class Steps(Answer, frozen=True, kw_only=True):
    steps: tuple[Step, ...]


class ForkRequest(Request, frozen=True, kw_only=True):
    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[list[str | None], Meta(max_length=64)]  # "me", a bot, or null for the strongest house bot


class Forked(Answer, frozen=True, kw_only=True):
    table: str
