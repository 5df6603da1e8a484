"""The editor: what a bot starts from, a draft that is tried out, and what its program said."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from quintain.website.wire import Answer, Request
from quintain.website.wire.people import Name
from quintain.website.wire.tables import GameName, PlayerName

EditorLanguage = Literal["python", "javascript"]
BotId = Annotated[str, Meta(max_length=100)]


class Template(Answer, frozen=True, kw_only=True):
    """A bot that plays at once, to start from."""

    language: EditorLanguage
    title: str  # of the language
    file: str  # what the file is called
    source: str


class EditorPage(Answer, frozen=True, kw_only=True):
    templates: tuple[Template, ...]
    opponent: str  # the house bot that is offered first
    longest: int  # characters that a draft may have
    closed: str | None  # why nothing can be tried out or submitted here, in plain words; none if it can


class TrialRequest(Request, frozen=True, kw_only=True):
    """Try a draft out against a house bot."""

    game: GameName
    language: EditorLanguage
    source: str
    opponent: PlayerName


class Trial(Answer, frozen=True, kw_only=True):
    table: str
    seats: tuple[int, ...]  # those that the draft plays


class SubmitRequest(Request, frozen=True, kw_only=True):
    """Make a version of a draft: of a bot of one's own, or of a new one with this name."""

    game: GameName
    language: EditorLanguage
    source: str
    bot: BotId | None = None
    name: Name | None = None


class Submitted(Answer, frozen=True, kw_only=True):
    bot: str
    version: str
    number: int


class Mistake(Answer, frozen=True, kw_only=True):
    words: str
    line: int | None  # of the source, where that is known


class ProgramLog(Answer, frozen=True, kw_only=True):
    """What a program has done at a table so far: for its owner alone."""

    seat: int
    answers: int
    slowest: float  # seconds that its slowest answer took
    mistakes: tuple[Mistake, ...]
    advice: tuple[str, ...]
    warnings: tuple[str, ...]  # what was not obeyed, and is harmless otherwise
    log: str  # its standard error: the beginning and the end of it


class ChallengeRequest(Request, frozen=True, kw_only=True):
    """An unrated match against a bot: oneself, or a bot of one's own."""

    mine: BotId | None = None  # the bot of one's own that plays; without one, one plays oneself
    options: dict[str, Any] = field(default_factory=dict)
