"""How long a stranger's Python bot takes to start: `python bench/python_start.py [--starts N] [--game GAME]`.

From taking an interpreter to the bot's `ready`: a cold interpreter beside a warm one, in turns, both confined; and a
trivial confined program in C's place, `cat`, for scale. Wall time; a busy machine shows in all columns.
"""

import argparse
import os
import select
import statistics
import time

from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.arbiter.actors import Terms, bot_rng
from quintain.arbiter.preparing import prepare_rules
from quintain.arbiter.programs.class_speech import ClassSpeech
from quintain.arbiter.programs.interpreters import Interpreters
from quintain.arbiter.programs.parcels import Bundle
from quintain.core.clock import UNLIMITED
from quintain.sandbox import Limits, Program, Running, start

SOURCE = b"""
from quintain.core.bot import Bot

class First(Bot):
    def act(self, turn):
        return turn.legal[0]
"""
PATIENCE = 120.0


def until_ready(running: Running, name: str) -> None:
    """Give the interpreter its bot and a match, and wait for the bot to be ready."""
    game, speech = games.load(name), ClassSpeech(Bundle(files={"bot.py": SOURCE}, bot="bot.py"), bot_rng(1, 0))
    os.write(running.stdin, speech.hello(Terms(game, game.options(), 0, "first", UNLIMITED)))
    heard = b""
    while b"ready" not in heard:
        assert select.select([running.stdout], [], [], PATIENCE)[0]
        part = os.read(running.stdout, 1 << 16)
        assert part, os.read(running.stderr, 1 << 16).decode()
        heard += part


def seconds_of(pool: Interpreters, name: str) -> float:
    began = time.perf_counter()
    running = pool.take(name)
    try:
        until_ready(running, name)
        return time.perf_counter() - began
    finally:
        running.end()


def trivial() -> float:
    began = time.perf_counter()
    running = start(Program(command=("cat",)), Limits(), trusted=False)
    try:
        os.write(running.stdin, b"x")
        os.read(running.stdout, 1)
        return time.perf_counter() - began
    finally:
        running.end()


def warmed(pool: Interpreters) -> None:
    """Wait until the spare one has loaded its game."""
    (spare,) = pool.spares
    assert select.select([spare.stdout], [], [], PATIENCE)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--game", default="jaffre")
    words = parser.parse_args()
    prepare_rules(games.load(words.game))
    cold, warm = Interpreters(), Interpreters(spare=1)
    times: dict[str, list[float]] = {"cold interpreter": [], "warm interpreter": [], "cat": []}
    warm.prepare(words.game)
    try:
        for _ in range(words.starts):
            times["cold interpreter"].append(seconds_of(cold, words.game))
            warmed(warm)
            times["warm interpreter"].append(seconds_of(warm, words.game))
            times["cat"].append(trivial())
    finally:
        warm.close()
    table = Table("start of", "median ms", "slowest ms", box=None)
    for name, found in times.items():
        table.add_row(name, f"{statistics.median(found) * 1000:.0f}", f"{max(found) * 1000:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
