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
from quintain.core.game import Game
from quintain.datastore import Store
from quintain.website import preparing
from quintain.website.arena import Arena
from tests.website.client import Site, eventually


async def not_needed(game: Game) -> None:
    """Nobody asks a bot here."""


def test_a_match_begins_when_its_game_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(preparing, "prepare", lambda game: compiled.wait(30))

    async def play() -> None:
        arena = Arena(await Store.open(tmp_path / "quintain.db"), pace=5.0)
        try:
            guest = arena.identity.new_guest()
            starting = asyncio.create_task(arena.quick_play("jaffre", {}, guest.person, guest.rows))
            await asyncio.sleep(0.05)
            assert not starting.done()
            assert not arena.preparation.ready("jaffre")
            compiled.set()
            assert (await starting).data.state == "playing"
            assert arena.preparation.ready("jaffre")
        finally:
            compiled.set()
            await arena.close()

    asyncio.run(play())


def test_a_new_machine_compiles_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTAIN_KERNELS", "interpreted")  # of the other process: there is nothing to compile, then
    monkeypatch.setattr(preparing, "cached", lambda *modules: False)
    compilers: list[int] = []
    started = asyncio.create_subprocess_exec

    async def start(*arguments: str, **settings: Any) -> Any:
        compiler = await started(*arguments, **settings)
        compilers.append(compiler.pid)
        return compiler

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)

    async def leave_early() -> None:
        threads = ThreadPoolExecutor(1)
        games_to_come = preparing.Preparation(threads, not_needed)
        waiting = asyncio.create_task(games_to_come.wait(games.load("jaffre")))
        while not compilers:
            await asyncio.sleep(0.01)
        await games_to_come.close()
        await waiting
        threads.shutdown()

    asyncio.run(leave_early())
    with pytest.raises(ProcessLookupError):
        os.kill(compilers[0], 0)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kernels seem to be kept: empty, as on a new machine."""
    monkeypatch.setattr(kernel, "MODE", "fast")
    monkeypatch.setattr(kernel, "_cache_folder", lambda modules: tmp_path)
    return tmp_path


def test_what_was_compiled_before_is_known(cache: Path) -> None:
    jaffre = games.load("jaffre")
    assert not kernel.cached(*preparing.kernels_of(jaffre))
    preparing.prepare(jaffre)
    assert kernel.cached(*preparing.kernels_of(jaffre))


def test_a_compiler_that_was_killed_begins_anew_in_another_process(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cache / "kernel.nbi").touch()  # all that it had come to
    compiled: list[str] = []

    async def compile_apart(game: Game) -> None:
        compiled.append(game.name)
        preparing.prepare(game)

    monkeypatch.setattr(preparing, "compile_apart", compile_apart)

    async def start(*names: str) -> None:
        with ThreadPoolExecutor(1) as threads:
            server = preparing.Preparation(threads, not_needed)
            for name in names:
                await server.wait(games.load(name))

    asyncio.run(start("jaffre"))
    asyncio.run(start("jaffre"))
    assert compiled == ["jaffre"]


def test_a_game_that_cannot_be_got_ready_holds_nobody_up(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken = replace(games.load("jaffre"), view=None)  # type: ignore[arg-type]
    preparing.prepare(broken)
    assert "jaffre could not be got ready" in caplog.text
    assert not kernel.cached(*preparing.kernels_of(broken))


def test_sources_at_another_place_are_not_compiled_yet(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.mark_cached("quintain.games.jaffre.rules")
    monkeypatch.setattr(kernel, "PACKAGE", kernel.PACKAGE.with_name("copy"))
    assert not kernel.cached("quintain.games.jaffre.rules")


def test_games_say_when_they_are_ready(site: Site) -> None:
    eventually(site.is_ready)
