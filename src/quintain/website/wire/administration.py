"""What administrators see and do."""

from typing import Annotated

from msgspec import Meta

from quintain.website.wire import Answer, Request
from quintain.website.wire.people import Name


class PauseRequest(Request, frozen=True, kw_only=True):
    paused: bool


class DisableRequest(Request, frozen=True, kw_only=True):
    disabled: bool
    why: Annotated[str, Meta(max_length=300)] = ""  # for the log


class SeasonRequest(Request, frozen=True, kw_only=True):
    game: Annotated[str, Meta(max_length=40)]
    name: Name


class Season(Answer, frozen=True, kw_only=True):
    game: str
    number: int
    name: str
    began: float


class Overview(Answer, frozen=True, kw_only=True):
    """What can be changed, as it is now."""

    paused: bool  # the ladder
    seasons: tuple[Season, ...]  # the latest of each game that has had one


class Subject(Answer, frozen=True, kw_only=True):
    """A person or a bot that can be disabled."""

    kind: str  # person or bot
    id: str
    name: str
    game: str | None = None  # of a bot
    owner: str | None = None  # of a bot: the name
    admin: bool = False
    disabled: bool = False


class AuditEntry(Answer, frozen=True, kw_only=True):
    """A line of the audit log."""

    id: int
    at: float
    person: str  # the name, as it was then
    act: str
    subject: str
    detail: str


class AuditLog(Answer, frozen=True, kw_only=True):
    entries: tuple[AuditEntry, ...]  # the latest first
    more: bool  # are there older ones? Ask with `before`, the id of the last
