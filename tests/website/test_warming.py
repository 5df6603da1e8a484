"""While a new machine compiles the rules, a match waits for them and nobody else does."""

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quintain import games
from quintain.core import kernel
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


def test_a_new_machine_compiles_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTAIN_KERNELS", "interpreted")  # of the other process: there is nothing to compile, then
    monkeypatch.setattr(warming, "cached", lambda *modules: False)
    compilers: list[int] = []
    started = asyncio.create_subprocess_exec

    async def start(*arguments: str, **settings: Any) -> Any:
        compiler = await started(*arguments, **settings)
        compilers.append(compiler.pid)
        return compiler

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)

    async def leave_early() -> None:
        threads = ThreadPoolExecutor(1)
        games_to_come = warming.Warming(threads)
        waiting = asyncio.create_task(games_to_come.wait(games.load("jaffre")))
        while not compilers:
            await asyncio.sleep(0.01)
        await games_to_come.close()
        await waiting
        threads.shutdown()

    asyncio.run(leave_early())
    with pytest.raises(ProcessLookupError):
        os.kill(compilers[0], 0)


def test_what_was_compiled_before_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MODE", "fast")
    monkeypatch.setattr(kernel, "_cache_folder", lambda modules: tmp_path)
    assert not kernel.cached("quintain.games.jaffre.rules")
    (tmp_path / "kernel.nbi").touch()
    assert kernel.cached("quintain.games.jaffre.rules")


def test_a_game_that_cannot_be_got_ready_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    warming.warm(replace(games.load("jaffre"), view=None))  # type: ignore[arg-type]
    assert "jaffre could not be got ready" in caplog.text


def test_games_say_when_they_are_ready(site: Site) -> None:
    eventually(site.is_ready)
