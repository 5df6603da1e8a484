"""On a new machine a game can be played before it is compiled, and nobody is held up."""

import asyncio
from io import StringIO
from pathlib import Path

import pytest

from quintain import games
from quintain.arbiter.compiling import Progress
from quintain.core import cache
from quintain.core.game import Game
from quintain.website import preparing, server
from tests.website.client import COMPILING, QUINTAIN, Browser, Site, eventually


async def not_needed(game: Game) -> None:
    """Nobody asks a bot here."""


def test_a_new_machine_lets_people_play_before_anything_is_compiled(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(Site, "compiled", {QUINTAIN})  # do not wait for it
    with Site(database, command=QUINTAIN) as site, Browser(site, "Ada") as ada:
        for game in games.names():
            table = ada.post("/api/quickplay", game=game)["table"]
            assert ada.live(table).until("sync")["view"]
        known = {game["name"]: game for game in ada.get("/api/games")}
        assert not any(game["ready"] for game in known.values())
        eventually(lambda: any(game["to_compile"] for game in ada.get("/api/games")), COMPILING)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kernels seem to be kept: empty, as on a new machine."""
    monkeypatch.setattr(cache, "MODE", "fast")
    monkeypatch.setattr(cache, "folder_of", lambda modules: tmp_path)
    return tmp_path


def test_a_game_that_cannot_be_compiled_holds_nobody_up(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("quintain.arbiter.compiling.COMPILER", ("false",))
    loaded: list[str] = []
    monkeypatch.setattr(preparing, "load", loaded.append)
    preparation = preparing.Preparation(not_needed)
    asyncio.run(preparation.all())
    assert sorted(loaded) == games.names()
    assert all(map(preparation.ready, games.names()))
    assert "jaffre cannot be compiled: its compiler was stopped" in caplog.text


def test_a_game_that_cannot_be_loaded_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(preparing, "game_page", None)
    preparing.load("jaffre")
    assert "jaffre could not be got ready" in caplog.text


def test_sources_at_another_place_are_not_compiled_yet(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mark_cached("quintain.games.jaffre.rules")
    assert cache.cached("quintain.games.jaffre.rules")
    monkeypatch.setattr(cache, "PACKAGE", cache.PACKAGE.with_name("copy"))
    assert not cache.cached("quintain.games.jaffre.rules")


def test_games_say_when_they_are_ready(site: Site) -> None:
    eventually(site.is_ready)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_how_many_of_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each game that is not compiled yet, until all of them are."""
    terminal, first, *others = Terminal(), *games.names()
    preparation = preparing.Preparation(not_needed)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr(server, "TELL", 0)
    done = set[str]()
    monkeypatch.setattr(preparation, "ready", done.__contains__)
    monkeypatch.setattr(preparation, "progress", lambda name: Progress(3, 9) if name == first else Progress(0, 0))

    async def play() -> None:
        telling = asyncio.create_task(server.tell(preparation))
        await asyncio.sleep(0)
        done.update(others)
        await asyncio.sleep(0)
        done.add(first)
        await telling

    asyncio.run(play())
    title = games.load(first).title
    assert terminal.getvalue().split("\r\033[K")[1:] == [
        f"compiling meanwhile: {title} 3 of 9, {len(others)} to come",
        f"compiling meanwhile: {title} 3 of 9",
        "All games are compiled.\n",
    ]
