"""Getting the games ready: they can be played at once, interpreted, and go over to machine code when there is some."""

import asyncio
import gc
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

from quintain import games
from quintain.arbiter import preparing
from quintain.arbiter.compiling import LATER, Compilers, Progress
from quintain.arbiter.preparing import is_compiled
from quintain.core.game import Game
from quintain.website.catalogue import game_page

log = logging.getLogger(__name__)
DONE = Progress(1, 1)


class Preparation:
    def __init__(self, load_bots: Callable[[Game], Awaitable[None]]) -> None:
        self._load_bots = load_bots
        self._loads: dict[str, asyncio.Task[None]] = {}
        self._compilers = Compilers([])

    def ready(self, game: str) -> bool:
        """Is all of this game machine code?"""
        return game in self._loads and self._loads[game].done()

    def progress(self, game: str) -> Progress:
        """How much of it is."""
        return DONE if self.ready(game) else self._compilers.progress.get(game, Progress(0, 0))

    def words(self) -> str:
        """How far the compilers are, in one line; nothing when they are done."""
        titles = [(games.load(name).title, self.progress(name)) for name in games.names() if not self.ready(name)]
        begun = [f"{title} {progress.done} of {progress.total}" for title, progress in titles if progress.total]
        waiting = len(titles) - len(begun)
        return ", ".join(begun + ([f"{waiting} to come"] if waiting else []))

    def want(self, game: str) -> None:
        """Somebody is going to play this one: it is compiled before the others."""
        self._compilers.want(game)

    async def wait(self, game: Game) -> None:
        """Until it is loaded, if it is compiled already: that takes a moment, and saves many."""
        if is_compiled(game.name):
            await asyncio.wait([self._loading(game.name)])

    async def all(self) -> None:
        """Compile what this machine has not compiled yet, in other processes, and load it."""
        known = games.names()
        self._compilers = Compilers([name for name in known if not is_compiled(name)], how=LATER)
        try:
            for name in known:
                await self.wait(games.load(name))
            await self._compilers.run(self._compiled)
            await asyncio.gather(*self._loads.values())
        finally:
            for task in self._loads.values():
                task.cancel()
        # What is loaded now stays: the collector need not walk through it again while people wait.
        gc.collect()
        gc.freeze()
        gc.collect()  # of next to nothing: by how much it found the last time it knows when to look again

    def _compiled(self, name: str, trouble: str) -> None:
        if trouble:
            log.error("%s", trouble)
        self._loading(name)

    def _loading(self, name: str) -> asyncio.Task[None]:
        if name not in self._loads:
            self._loads[name] = asyncio.get_running_loop().create_task(self._load(name))
        return self._loads[name]

    async def _load(self, name: str) -> None:
        await aside(lambda: load(name))
        if is_compiled(name):
            await self._load_bots(games.load(name))


async def aside(work: Callable[[], None]) -> None:
    """Do it in a thread that nobody waits for when the server ends."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def run() -> None:
        work()
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=run, name="preparing", daemon=True).start()
    await done.wait()


def load(name: str) -> None:
    """Have the game's machine code in this process. What fails here fails again where somebody can be shown why."""
    try:
        game = games.load(name)
        game_page(game)
        preparing.load(game)
    except Exception:
        log.exception("%s could not be got ready", name)
