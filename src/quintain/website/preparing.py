"""Getting the games ready: on a new machine their rules are compiled first, in the background."""

import asyncio
import gc
import logging
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor

from quintain import games
from quintain.arbiter.preparing import prepare as prepare_bots
from quintain.core.game import Game
from quintain.core.kernel import cached, mark_cached
from quintain.core.match import Match
from quintain.website.catalogue import game_page
from quintain.website.history import History

log = logging.getLogger(__name__)


class Preparation:
    def __init__(self, threads: Executor, load: Callable[[Game], Awaitable[None]]) -> None:
        self._threads, self._load = threads, load
        self._begun: dict[str, asyncio.Task[None]] = {}

    def ready(self, game: str) -> bool:
        return game in self._begun and self._begun[game].done()

    async def wait(self, game: Game) -> None:
        """Until this game can be played without a pause; meanwhile others are served."""
        if game.name not in self._begun:
            self._begun[game.name] = asyncio.get_running_loop().create_task(self._prepare(game))
        await asyncio.wait([self._begun[game.name]])

    async def close(self) -> None:
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    async def _prepare(self, game: Game) -> None:
        if not cached(*kernels_of(game)):
            await compile_apart(game)
        await asyncio.get_running_loop().run_in_executor(self._threads, prepare, game)

    async def all(self) -> None:
        """Every game before somebody waits for it."""
        for name in games.names():
            await self.wait(games.load(name))
        # What is loaded now stays: the collector need not walk through it again while people wait.
        gc.collect()
        gc.freeze()
        for name in games.names():
            await self._load(games.load(name))


def kernels_of(game: Game) -> tuple[str, ...]:
    """The modules whose kernels a match of this game may need."""
    return f"quintain.games.{game.name}.rules", f"quintain.games.{game.name}.bots", "quintain.bots"


async def compile_apart(game: Game) -> None:
    """Compile in a process of its own: in this one, the compiler would hold up everybody who is being served."""
    compiler = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quintain.website.preparing", game.name),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await compiler.wait()
    finally:
        if compiler.returncode is None:
            compiler.kill()
            await compiler.wait()


def prepare(game: Game) -> None:
    """Do once what every match does. What fails here fails again where somebody can be shown the error."""
    try:
        game_page(game)
        match = Match(game, seed=1)
        history, seat = History(match), match.position.acting[0]
        match.act(seat, match.position.legal(seat)[0], 0.0)
        history.add(match.record[-1], 0.0)
        for eyes in history.eyes:
            history.sync("", eyes, 0.0)
        mark_cached(*kernels_of(game))
    except Exception:
        log.exception("%s could not be got ready", game.name)


if __name__ == "__main__":
    prepare_bots(games.load(sys.argv[1]))
    prepare(games.load(sys.argv[1]))
