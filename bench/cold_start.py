"""How long a new machine takes: `python bench/cold_start.py [GAME…]`, with an empty cache for the compiler.

For each game, when its first action can be chosen after the process has begun, with the bots that a newcomer meets; how
long it takes until it is compiled if somebody clicks on it while a server compiles all of them; and what that costs.
Then, how long all of them take together. Run it on a quiet machine: all but the processor's seconds are seconds of
a clock.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.arbiter.compiling import LATER, Compilers
from quintain.arbiter.preparing import Cost, cost_of
from quintain.core import cache

AFTER = 3.0  # seconds after which somebody clicks
FIRST_ACTION = """
from quintain.arbiter.preparing import begin_interpreted
begin_interpreted()
from quintain import games
from quintain.arbiter.players import named_bot
from quintain.core.match import Match
game = games.load({game!r})
match = Match(game, seed=1)
seat = match.position.acting[0]
match.position.view(seat)
assert match.position.legal(seat)
named_bot(game, game.page.levels.easy or "chance").bot().start(game, seat)
"""


def playable(game: str) -> float:
    """Seconds until the first action can be chosen."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_ACTION.format(game=game)], check=True)
    return time.perf_counter() - began


async def compiled(names: list[str]) -> float:
    """Seconds until these games are compiled."""
    began = time.perf_counter()
    await Compilers(names, how=LATER).run(lambda name, trouble: print(trouble, file=sys.stderr, end=""))
    return time.perf_counter() - began


async def compiled_first(game: str) -> float:
    """Seconds until this one is compiled, on which somebody clicks when a server has just begun with all of them."""
    done, compilers = asyncio.Event(), Compilers(games.names(), how=LATER)
    began = time.perf_counter()
    running = asyncio.create_task(compilers.run(lambda name, trouble: done.set() if name == game else None))
    await asyncio.sleep(AFTER)
    compilers.want(game)
    await done.wait()
    seconds = time.perf_counter() - began - AFTER
    running.cancel()
    await asyncio.wait([running])
    return seconds


def empty_cache(folder: str) -> None:
    os.environ["XDG_CACHE_HOME"] = folder
    cache.folder_of.cache_clear()


def clicked(game: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        empty_cache(folder)
        return playable(game), asyncio.run(compiled_first(game))


def alone(game: str) -> Cost:
    """What one process needs for all of it."""
    with tempfile.TemporaryDirectory() as folder:
        empty_cache(folder)
        asyncio.run(compiled([game]))
        return cost_of(game)


def main() -> None:
    names = sys.argv[1:] or games.names()
    table = Table("game", "playable after", "compiled after", "processor", "yardsticks", "kernels", "compilations")
    for name in names:
        first, full = clicked(name)
        cost = alone(name)
        yards = f"{cost.seconds / cost.yardstick:.0f}"
        seconds = (f"{first:.1f} s", f"{full:.1f} s", f"{cost.seconds:.1f} s")
        table.add_row(name, *seconds, yards, str(cost.kernels), str(cost.compilations))
    Console().print(table)
    with tempfile.TemporaryDirectory() as folder:
        empty_cache(folder)
        print(f"all of them: {asyncio.run(compiled(names)):.1f} s")


if __name__ == "__main__":
    main()
