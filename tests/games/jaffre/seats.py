"""Bots asked about one position, and whole matches between them, for the tests."""

from collections.abc import Sequence
from typing import Any

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.core.record import Acted
from quintain.games.jaffre import Options
from tests.games.jaffre.tables import GAME


def turn_of(position: Position, rng: Cells | None = None, events: Sequence[Any] = ()) -> Turn:
    """The turn of the seat to act."""
    seat = position.acting[0]
    return Turn(seat, position.seen_by(seat), seeded("bot") if rng is None else rng, events)


def answer(bot: Bot, position: Position, rng: Cells | None = None) -> str:
    """What the bot does there, as text; it must say why, with numbers."""
    turn = turn_of(position, rng)
    action = bot.act(turn)
    assert action in turn.legal
    assert turn.reason
    assert any(letter.isdigit() for letter in str(turn.reason))
    return str(action)


def match_of(kinds: Sequence[type[Bot]], seed: int = 0, longest: int | None = None, **options: Any) -> Match:
    """A match between these bots, played to its end."""
    match = Match(GAME, Options(**options), seed=seed, longest=longest)
    play(match, [InProcess(kind(), bot_rng(seed, seat)) for seat, kind in enumerate(kinds)])
    return match


def decisions(match: Match) -> list[Acted]:
    return [entry for entry in match.record if isinstance(entry, Acted)]
