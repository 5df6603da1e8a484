"""Coming back at any step, in every game: exactly what was missed follows, and it adds up to what the server has."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from quintain import games
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.website.connection import Connection
from quintain.website.history import KEPT, History

STEPS = 40


class Desk:
    """A match in which everybody acts by chance, and as much of a table as a connection needs."""

    def __init__(self, game: str, steps: int, **options: Any) -> None:
        rules, dice = games.load(game), Random(7)
        self.match = Match(rules, rules.options_from(options), seed=7)
        self.history = History(self.match)
        for step in range(steps):
            if self.match.outcome:
                break
            seat = dice.choice(self.match.position.acting)
            self.match.act(seat, dice.choice(self.match.position.legal(seat)), float(step))
            self.history.add(self.match.record[-1], float(step))
        self.playing = SimpleNamespace(id="m", match=self.match, history=self.history, live=SimpleNamespace(now=50.0))
        chairs = [SimpleNamespace(kind="person", person=str(seat)) for seat in range(len(self.match.seats))]
        self.data: Any = SimpleNamespace(
            chairs=chairs, state="playing", watching="everything", host=None, delay=0, draft=None
        )

    def info(self, person: str | None) -> dict[str, Any]:
        return {}

    def greeted(self, seat: int, since: int | None) -> list[dict[str, Any]]:
        """What this seat's person, or an onlooker, is sent on saying hello."""
        connection = Connection(self, None if seat == PUBLIC else str(seat))  # type: ignore[arg-type]
        connection.greet("auto", "m", since)
        messages = []
        while (message := connection._next()) is not None:
            messages.append(json.loads(message))
        return [message for message in messages if message["type"] in ("sync", "step")]


@pytest.mark.parametrize("game", games.names())
def test_at_every_step_and_every_seat_what_follows_adds_up(game: str) -> None:
    desk = Desk(game, STEPS)
    for seat in (PUBLIC, *range(min(4, len(desk.match.seats)))):
        (sync,) = desk.greeted(seat, None)
        latest = desk.history.latest[seat]
        whole = desk.greeted(seat, 0)
        assert [step["seq"] for step in whole] == list(range(1, latest + 1))
        began = len(sync["events"]) - sum(len(step["events"]) for step in whole)
        for since in range(latest + 1):
            missed = desk.greeted(seat, since)
            assert missed == whole[since:]
            known = began + sum(len(step["events"]) for step in whole[:since])
            assert [event for step in missed for event in step["events"]] == sync["events"][known:]
            if missed:
                assert all(missed[-1][part] == sync[part] for part in ("seq", "view", "text", "legal", "acting"))


def test_whoever_missed_more_than_is_kept_gets_everything_at_once() -> None:
    desk = Desk("jaffre", KEPT + 30, target=1000)
    latest = desk.history.latest[PUBLIC]
    assert latest == KEPT + 30
    assert desk.history.latest[EVERYTHING] == latest
    for since in range(latest + 3):
        shown = [(message["type"], message["seq"]) for message in desk.greeted(PUBLIC, since)]
        if latest - KEPT <= since <= latest:
            assert shown == [("step", seq) for seq in range(since + 1, latest + 1)]
        else:
            assert shown == [("sync", latest)]
