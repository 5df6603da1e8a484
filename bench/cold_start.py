"""How long a new machine takes: `python bench/cold_start.py [GAME…]`, with an empty cache for the compiler.

For each game, when its first action can be chosen after the process has begun, with the bots that a newcomer meets; how
long two processes take to compile it, as when somebody clicks on it; and what that costs. Then, how long all of them
take together. Run it on a quiet machine: all but the processor's seconds are seconds of a clock.
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
from quintain.arbiter.compiling import Compilers
from quintain.arbiter.preparing import Cost, cost_of
from quintain.core import cache

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


async def compiled(names: list[str], wanted: str | None = None) -> float:
    """Seconds until these games are compiled."""
    compilers, began = Compilers(names), time.perf_counter()
    running = asyncio.create_task(compilers.run(lambda name, trouble: print(trouble, file=sys.stderr, end="")))
    await asyncio.sleep(0)
    if wanted:
        compilers.want(wanted)
    await running
    return time.perf_counter() - began


def empty_cache(folder: str) -> None:
    os.environ["XDG_CACHE_HOME"] = folder
    cache.folder_of.cache_clear()


def clicked(game: str) -> tuple[float, float, Cost]:
    with tempfile.TemporaryDirectory() as folder:
        empty_cache(folder)
        return playable(game), asyncio.run(compiled([game], game)), cost_of(game)


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
        first, full, _ = clicked(name)
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
