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
    penalties: bool  # are scores shown without their minus, as points of which the fewest win?
    talk: Literal["none", "team", "table"]
    phrases: tuple[Phrase, ...]
    seats: tuple[Seat, ...]
    teams: tuple[str, ...]  # their names, where the game has names for them
    options: tuple[Option, ...]
    bots: tuple[BotInfo, ...]  # weakest first
    ready: bool = False  # is all of it compiled? Until then it is played all the same, only slower
    compiled: int = 0  # how many steps of the compiler are done
    to_compile: int = 0  # of so many; 0 = it has not begun


class GamePage(GameInfo, frozen=True, kw_only=True):
    rules_html: str
