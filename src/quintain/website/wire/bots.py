"""Bots of people: their versions, what the check found, their sources and their logs."""

from typing import Annotated, Literal

from msgspec import Meta

from quintain.website.wire import Answer, Request
from quintain.website.wire.people import Name

VersionState = Literal["waiting", "checking", "ready", "refused"]


class NewBot(Request, frozen=True, kw_only=True):
    game: Annotated[str, Meta(max_length=40)]
    name: Name
    about: Annotated[str, Meta(max_length=300)] = ""


class ActivateRequest(Request, frozen=True, kw_only=True):
    version: Annotated[str, Meta(max_length=100)]  # its id; an older one rolls back


class CheckReport(Answer, frozen=True, kw_only=True):
    """What came of a check, in plain words."""

    passed: bool
    summary: str  # one sentence
    lines: tuple[str, ...] = ()  # how it was built, each match, and what it took of the machine
    mistakes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # what was not obeyed, and is harmless otherwise
    log: tuple[str, ...] = ()  # the last lines of its standard error, or of its compiler
    advice: tuple[str, ...] = ()


class Version(Answer, frozen=True, kw_only=True):
    id: str
    bot: str
    number: int
    language: str  # as people read it: Python, C
    state: VersionState
    created: float
    active: bool  # is it the one that plays?
    player: str  # as the ladder and its matches know it
    note: str = ""
    report: CheckReport | None = None  # once it is checked


class OwnBot(Answer, frozen=True, kw_only=True):
    """A bot as its owner sees it."""

    id: str
    game: str
    name: str
    about: str
    created: float
    active: str | None  # the id of the version that plays; none before the first is ready, and when it is retired
    disabled: bool  # by an administrator
    versions: tuple[Version, ...]  # the latest first


class OwnBots(Answer, frozen=True, kw_only=True):
    bots: tuple[OwnBot, ...]
    most: int  # bots that one person may have
    closed: str | None  # why nothing can be uploaded here, in plain words; none if it can


class SourceFile(Answer, frozen=True, kw_only=True):
    path: str
    size: int  # bytes
    text: str | None  # none if it is not text


class Source(Answer, frozen=True, kw_only=True):
    """The files of a version, for the editor."""

    version: str
    bot: str
    files: tuple[SourceFile, ...]


class SeatLog(Answer, frozen=True, kw_only=True):
    """What a program wrote to its standard error in one match: for its owner alone."""

    match: str
    seat: int
    text: str
