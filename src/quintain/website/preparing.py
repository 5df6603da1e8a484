"""Getting the games ready: they can be played at once, interpreted, and go over to machine code when there is some."""

import asyncio
import gc
import logging

from quintain import games
from quintain.arbiter.compiling import Compilers, Progress
from quintain.arbiter.preparing import is_compiled, prepare
from quintain.core import meanwhile
from quintain.website.catalogue import game_page

log = logging.getLogger(__name__)
DONE = Progress(1, 1)


class Preparation:
    def __init__(self) -> None:
        self._ready: set[str] = set()
        self._compilers = Compilers([])

    def ready(self, game: str) -> bool:
        """Is all of this game machine code?"""
        return game in self._ready

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

    async def all(self) -> None:
        """Compile what this machine has not compiled yet, in other processes, and load it."""
        known = games.names()
        self._compilers = Compilers([name for name in known if not is_compiled(name)])
        loading = [asyncio.create_task(self._load(name)) for name in known if is_compiled(name)]

        def compiled(name: str, trouble: str) -> None:
            if trouble:
                log.error("%s", trouble)
            loading.append(asyncio.create_task(self._load(name)))

        try:
            await self._compilers.run(compiled)
            await asyncio.gather(*loading)
        finally:
            for task in loading:
                task.cancel()
        # What is loaded now stays: the collector need not walk through it again while people wait.
        gc.collect()
        gc.freeze()

    async def _load(self, name: str) -> None:
        # Not among the bots' threads: some of them may be waiting for this.
        await asyncio.to_thread(load, name)
        self._ready.add(name)


def load(name: str) -> None:
    """Have the game's machine code in this process. What fails here fails again where somebody can be shown why."""
    try:
        game = games.load(name)
        game_page(game)
        meanwhile.load(name) if meanwhile.interpreting(name) else prepare(game)
    except Exception:
        log.exception("%s could not be got ready", name)
