"""Games as the pages describe them."""

from typing import Literal

from quintain.core.game import Seat
from quintain.core.options import Option
from quintain.website.wire import Answer

Level = Literal["easy", "medium", "hard"]


class BotInfo(Answer, frozen=True, kw_only=True):
    name: str
    description: str
    strength: int
    settings: tuple[Option, ...] = ()  # `name:setting=value,…` is a player, too


class Phrase(Answer, frozen=True, kw_only=True):
    """Something short to say with one click, where the game allows talk."""

    id: str
    words: str


class GameInfo(Answer, frozen=True, kw_only=True):
    name: str
    title: str
    summary: str
    rules_version: int
    accent: str
    talk: Literal["none", "team", "table"]
    phrases: tuple[Phrase, ...]
    seats: tuple[Seat, ...]
    teams: tuple[str, ...]  # their names, where the game has names for them
    options: tuple[Option, ...]
    bots: tuple[BotInfo, ...]  # weakest first
    ready: bool = False  # not yet: a new machine is compiling the rules, and a match begins when they are there


class GamePage(GameInfo, frozen=True, kw_only=True):
    rules_html: str
