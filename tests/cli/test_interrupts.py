"""Ctrl-C that somebody else's code has swallowed."""

import pytest

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.cli import interrupts
from quintain.cli.results import unwatched
from quintain.ranker.series import Series


def test_a_swallowed_interrupt_is_noticed_at_the_next_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "pressed", False)
    with pytest.raises(KeyboardInterrupt):
        interrupts.press()
    game = games.load("jaffre")
    series = Series(game=game, options=game.options(), named=(named_bot(game, "chance"),))
    with pytest.raises(KeyboardInterrupt):
        unwatched(series, next(series.fixtures()))
