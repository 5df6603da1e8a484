"""Matches: what is known of one, and its replay step by step."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from quintain.core.outcome import Outcome
from quintain.core.record import Entry, Reason
from quintain.website.wire import Answer, Request


class Sitting(Answer, frozen=True, kw_only=True):
    """Somebody who answered for a seat."""

    name: str  # of the person, or of the bot as `advanced`
    kind: Literal["person", "bot", "program"]
    label: str  # what boards and logs call them: "Anna", "Bot 2", "Anna’s stand-in"
    since: int | None  # the step from which on; none where only the first and the last are known
    guest: bool = False  # a person without an account: anybody may take a guest's name


class PlayerLink(Answer, frozen=True, kw_only=True):
    """Somebody who has a page."""

    id: str
    kind: Literal["person", "bot", "program"]
    name: str
    version: str | None = None
    page: str  # its path


class Change(Answer, frozen=True, kw_only=True):
    """What a rated match did to a player's rating."""

    player: PlayerLink
    seats: tuple[int, ...]
    before: int
    after: int | None  # none if it cannot be told


class MatchPlayer(Answer, frozen=True, kw_only=True):
    """Who played a seat. The first of the sittings began, the last one finished or plays now."""

    seat: int
    team: int
    page: str  # where all is known of the player who is credited or charged
    sittings: tuple[Sitting, ...]


class MatchSummary(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    players: tuple[MatchPlayer, ...]
    outcome: Outcome | None
    began: float
    ended: float | None
    rated: bool = False  # does it count for ratings?


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
    seed: str | None  # only when it is over; 128 bits do not fit into a JavaScript number
    steps: int | None  # only when it is over
    outdated: str | None = None  # why its steps cannot be drawn here, if they cannot: see the account
    forked_from: str | None = None
    forked_step: int | None = None
    rated: bool = False
    changes: tuple[Change, ...] = ()  # of the ratings, where it counted


class Decision(Answer, frozen=True, kw_only=True):
    """A turn that somebody took."""

    step: int
    seconds: float


class Why(Answer, frozen=True, kw_only=True):
    """A bot's reason for an action."""

    seat: int
    text: str  # the actions of the turn, in the game's notation
    reason: Reason


class Step(Answer, frozen=True, kw_only=True):
    """One step of a replay: what went in, what came of it, and what these eyes see then."""

    n: int
    entry: Entry | None  # none before the first action; its reason is among the reasons
    player: str | None  # who answers for the entry's seat then
    at: float
    events: tuple[Any, ...]
    lines: tuple[str, ...]  # the same in words, one for one
    view: Any  # null if views=false was asked for
    text: str | None  # the view, drawn with letters; only if texts=true was asked for
    acting: tuple[int, ...]
    reasons: tuple[Why, ...]
    key: str | None  # "round", "strike", "end": a moment to mark


class Steps(Answer, frozen=True, kw_only=True):
    """A range of the steps."""

    first: int
    last: int  # the number of the last step of the match
    steps: tuple[Step, ...]


class KeyMoment(Answer, frozen=True, kw_only=True):
    n: int
    key: str
    text: str  # what happened, in words


class ReplayIndex(Answer, frozen=True, kw_only=True):
    """What a scrubber needs: for every step when it was and whose, and the moments to mark."""

    at: tuple[float, ...]  # seconds since the match began
    seats: tuple[int | None, ...]
    keys: tuple[KeyMoment, ...]


class Account(Answer, frozen=True, kw_only=True):
    """What was done and said in a match whose rules are not ours any more, as it was written down."""

    outdated: str
    lines: tuple[str, ...]


class ForkRequest(Request, frozen=True, kw_only=True):
    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[list[str | None], Meta(max_length=64)]  # "me", a bot, or null for the strongest house bot


class Forked(Answer, frozen=True, kw_only=True):
    table: str
