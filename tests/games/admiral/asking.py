"""Bots of Admiral Radar, asked about a position or put into a match."""

from collections.abc import Callable, Sequence
from typing import Any

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.admiral import GAME
from quintain.games.admiral.rules.state import ROLES


def turn_of(position: Position, seat: int = 0, events: Sequence[Any] = (), seed: int = 1) -> Turn:
    return Turn(seat, position.seen_by(seat), seeded("bot", seed), events)


def asked(bot: Bot, position: Position, seat: int = 0, events: Sequence[Any] = (), seed: int = 1) -> str:
    """What the bot does there, as text; it must be legal, and the bot must say why, with numbers."""
    bot.start(GAME, seat)
    turn = turn_of(position, seat, events, seed)
    actions = bot.act(turn)
    actions = actions if isinstance(actions, list) else [actions]
    after = position
    for action in actions:
        if seat in after.acting:
            after = after.play(seat, action, seeded(1))
    assert turn.reason
    assert any(letter.isdigit() for letter in turn.reason.text), turn.reason.text
    return ", ".join(map(str, actions))


def spoken(bot: Bot, position: Position, seat: int, events: Sequence[Any] = ()) -> list[Any]:
    """What the bot reports."""
    bot.start(GAME, seat)
    turn = turn_of(position, seat, events)
    bot.speak(turn)
    return list(turn.words)


def match_of(blue: Callable[[], Bot], red: Callable[[], Bot], seed: int = 0, **options: Any) -> Match:
    """A match between crews of these bots, played to its end."""
    match = Match(GAME, GAME.options_from(options), seed)
    crews = [make() for make in (blue, red) for _ in range(ROLES)]
    play(match, [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(crews)])
    return match
