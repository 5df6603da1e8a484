"""Compile games in processes of their own, several at a time, and say how far it has come."""

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quintain.cli.console import err, plain
from quintain.core.errors import QuintainError
from quintain.core.game import Game


def compile_all(games: Sequence[Game], jobs: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        Progress(*columns, console=err, transient=True) as progress,
        ThreadPoolExecutor(min(jobs, len(games))) as pool,
    ):
        task = progress.add_task("compiling", total=len(games))
        # The games with most to compile first, so that no core has to wait for the last one.
        work = {pool.submit(compile_one, game): game for game in sorted(games, key=lambda game: -game.state.size)}
        for done in as_completed(work):
            plain(f"{work[done].title} is ready ({done.result():.1f} s)")
            progress.advance(task)


def compile_one(game: Game) -> float:
    """Seconds that it took."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "quintain.arbiter.preparing", game.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it was stopped"])[-1]
        raise QuintainError(f"{game.name} cannot be compiled: {reason}")
    return time.perf_counter() - began
