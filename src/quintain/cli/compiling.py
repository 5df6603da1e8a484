"""Compile games and say how far it has come."""

import asyncio
from collections.abc import Sequence

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quintain.arbiter.compiling import Compilers
from quintain.cli.console import err, plain
from quintain.core.errors import QuintainError
from quintain.core.game import Game

LOOK = 0.2  # seconds


def compile_all(games: Sequence[Game], jobs: int | None) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bars:
        asyncio.run(_compile(games, jobs, bars))


async def _compile(games: Sequence[Game], jobs: int | None, bars: Progress) -> None:
    # The games with most to compile first, so that no core has to wait for the last one.
    titles = {game.name: game.title for game in sorted(games, key=lambda game: -game.state.size)}
    compilers, troubles = Compilers(titles, jobs), list[str]()
    shown = {name: bars.add_task(title, total=None) for name, title in titles.items()}

    def done(name: str, trouble: str) -> None:
        bars.remove_task(shown.pop(name))
        if trouble:
            troubles.append(trouble)
        else:
            plain(f"{titles[name]} is ready ({compilers.seconds[name]:.1f} s)")

    async def show() -> None:
        while True:
            for name, task in shown.items():
                bars.update(task, completed=compilers.progress[name].done, total=compilers.progress[name].total or None)
            await asyncio.sleep(LOOK)

    showing = asyncio.create_task(show())
    try:
        await compilers.run(done)
    finally:
        showing.cancel()
    if troubles:
        raise QuintainError("; ".join(troubles))
