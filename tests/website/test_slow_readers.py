"""A reader who does not read costs nothing and holds nobody up."""

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from quintain import games
from quintain.core.match import Match
from quintain.website import connection as sockets
from quintain.website.connection import Connection, TooSlow
from quintain.website.history import KEPT, History
from quintain.website.limits import Limit
from quintain.website.refusals import TooMany
from tests.processes import PATIENCE

JAFFRE = games.load("jaffre")


class Desk:
    """As much of a table as a connection needs."""

    def __init__(self) -> None:
        self.match = Match(JAFFRE, JAFFRE.options(target=1000), seed=4)
        self.history = History(self.match)
        self.playing = SimpleNamespace(id="m", match=self.match, history=self.history, live=SimpleNamespace(now=1.0))
        self.data: Any = SimpleNamespace(chairs=[], state="playing", watching="public", host=None, delay=0, draft=None)

    def info(self, person: str | None) -> dict[str, Any]:
        return {}

    def step(self) -> None:
        seat = self.match.position.acting[0]
        self.match.act(seat, self.match.position.legal(seat)[0], 1.0)
        self.history.add(self.match.record[-1], 1.0)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def test_one_who_falls_behind_gets_a_sync_and_then_what_is_new() -> None:
    async def play() -> list[dict[str, Any]]:
        desk, got, gate = Desk(), list[dict[str, Any]](), asyncio.Event()
        connection = Connection(desk, None)  # type: ignore[arg-type]

        async def send(text: str) -> None:
            got.append(json.loads(text))
            if len(got) == 3:
                await gate.wait()

        connection.greet("auto", None, None)
        writer = asyncio.create_task(connection.write(send))
        for _ in range(3 * KEPT):
            desk.step()
            connection.wake()
            await asyncio.sleep(0)
        assert len(got) == 3
        gate.set()
        await until(lambda: len(got) == 4)
        desk.step()
        connection.wake()
        await until(lambda: len(got) == 5)
        writer.cancel()
        return got

    shown = [(message["type"], message.get("seq")) for message in asyncio.run(play())]
    assert shown[:3] == [("table", None), ("sync", 1), ("step", 2)]
    assert shown[3:] == [("sync", 3 * KEPT), ("step", 3 * KEPT + 1)]


def test_one_who_never_reads_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE", 0.05)

    async def play() -> None:
        connection = Connection(Desk(), None)  # type: ignore[arg-type]
        connection.greet("auto", None, None)
        with pytest.raises(TooSlow):
            await connection.write(lambda text: asyncio.Event().wait())  # type: ignore[arg-type, return-value]

    asyncio.run(play())


def test_a_limit_forgets_with_time_and_counts_each_key_apart() -> None:
    now = [0.0]
    limit = Limit(2, 10, "tries", lambda: now[0])
    limit.take("a")
    limit.take("a")
    limit.take("b")
    with pytest.raises(TooMany, match="too many tries; try again in 10 seconds"):
        limit.take("a")
    now[0] = 10.5
    limit.take("a")
