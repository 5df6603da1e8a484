"""While a new machine compiles the rules, a match waits for them and nobody else does."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from quintain import games
from quintain.datastore import Store
from quintain.website import warming
from quintain.website.arena import Arena
from tests.website.client import Site, eventually


def test_a_match_begins_when_its_game_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(warming, "warm", lambda game: compiled.wait(30))

    async def play() -> None:
        arena = Arena(await Store.open(tmp_path / "quintain.db"), pace=5.0)
        try:
            guest = arena.identity.new_guest()
            starting = asyncio.create_task(arena.quick_play("jaffre", {}, guest.person, guest.rows))
            await asyncio.sleep(0.05)
            assert not starting.done()
            assert not arena.warming.ready("jaffre")
            compiled.set()
            assert (await starting).data.state == "playing"
            assert arena.warming.ready("jaffre")
        finally:
            compiled.set()
            await arena.close()

    asyncio.run(play())


def test_a_game_that_cannot_be_got_ready_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    warming.warm(replace(games.load("jaffre"), view=None))  # type: ignore[arg-type]
    assert "jaffre could not be got ready" in caplog.text


def test_games_say_when_they_are_ready(site: Site) -> None:
    eventually(site.is_ready)
