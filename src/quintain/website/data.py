"""What of a table survives a restart."""

import hashlib
from typing import Any, Literal

import msgspec

from quintain.core.clock import TimeControl
from quintain.website.wire.tables import TableState, Watching


class Chair(msgspec.Struct):
    """A seat at a table, and who answers for it. With a person and the kind "bot", a bot stands in for the person; with
    a program that is not the player, for the program."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    player: str | None = None  # a house bot, or the program itself
    person: str | None = None
    guest: bool = False  # has the person no account?
    program: str | None = None  # the player's id of a version that somebody has uploaded, or of a draft
    owner: str | None = None  # whose program it is


class Draft(msgspec.Struct, frozen=True):
    """A bot that is being written."""

    language: str
    source: str


class TableData(msgspec.Struct, kw_only=True):
    id: str
    game: str
    options: dict[str, Any]
    time_control: TimeControl
    public: bool
    watching: Watching
    delay: int = 0  # steps by which onlookers see the match later
    pace: float
    grace: float
    host: str | None
    owner: str | None = None  # who made it: its matches and what its bots think are on this person's account
    by_guest: bool = False
    chairs: list[Chair]
    state: TableState = "waiting"
    match: str | None = None
    began: float | None = None
    forked_from: str | None = None
    rated: bool = False  # does the host want the next match to count?
    agreed: dict[str, str] = {}  # the people for whom it may, with what they agreed to
    counts: bool = False  # does the match that is played here, or was the last?
    fixture: str | None = None  # the ladder's match that is played here, which has the same id
    set_id: str | None = None  # of the fixture
    television: bool = False  # nobody made it: it is played for those who look
    draft: Draft | None = None  # what is tried out here: nobody but who wrote it sees the table


def terms_of(table: TableData) -> str:
    """Who would play where: what somebody agrees to who lets a match count."""
    seated = [(chair.kind, chair.player, chair.person, chair.program) for chair in table.chairs]
    return hashlib.sha256(repr(seated).encode()).hexdigest()[:16]


def agreed_now(table: TableData) -> set[str]:
    """Those who have agreed to the match as it would be played now."""
    terms = terms_of(table)
    return {person for person, agreed_to in table.agreed.items() if agreed_to == terms}
