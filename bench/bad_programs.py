"""Programs that misbehave, and those that write without end: parts of bench/programs.py."""

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bench.program_matches import Row, left_by
from quintain.arbiter.actors import Answer, Failure, Terms
from quintain.arbiter.loop import Loop
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.core.bot import Turn
from tests.arbiter.programs.bad import BAD
from tests.arbiter.programs.seats import new_match, seated, written

# Bubblewrap holds the output open beside a program that closes it.
CONFINED = BAD | {"closes its output": (BAD["closes its output"][0], *BAD["silent"][1:])}
MATCHES, AT_ONCE = 1000, 4
LIMIT = 0.3  # seconds for an answer
MOST = 0.1  # seconds beyond its limit within which a program must have its verdict


class Watched:
    """An actor, and the seconds that it took until it failed."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.took = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.actor, name)

    async def answer(self, turn: Turn) -> Answer:
        answer: Answer = await self._timed(self.actor.answer, turn)
        return answer

    async def start(self, terms: Terms) -> None:
        await self._timed(self.actor.start, terms)

    async def _timed(self, call: Callable[[Any], Coroutine[Any, Any, Any]], words: Any) -> Any:
        began = time.monotonic()
        try:
            return await call(words)
        except Failure:
            self.took = time.monotonic() - began
            raise


def program(folder: Path, kind: str) -> NamedProgram:
    name = f"{kind.replace(' ', '-')}.sh"
    if not (folder / name).exists():
        written(folder, CONFINED[kind][0], name)
    return NamedProgram(f"exec:{name}", (f"./{name}",), None, folder, (), Handling(trusted=False))


async def tried(folder: Path, kinds: list[str], took: dict[str, list[float]]) -> int:
    """Play these, some at a time; returns how many had another verdict than their own."""
    wrong = 0

    async def table() -> None:
        nonlocal wrong
        while kinds:
            kind = kinds.pop()
            watched = Watched(program(folder, kind).actor())
            outcome = await Loop(new_match(limit=LIMIT), seated(watched)).play()
            wrong += outcome.ending is not CONFINED[kind][1] or CONFINED[kind][2] not in outcome.why
            took[kind].append(watched.took)

    await asyncio.gather(*(table() for _ in range(AT_ONCE)))
    return wrong


def bad(file: Path, row: Row) -> None:
    folder = file.parent / "bad"
    folder.mkdir()
    took: dict[str, list[float]] = defaultdict(list)
    asyncio.run(tried(folder, list(CONFINED), took))  # whatever is made once
    took.clear()
    wrong: list[int] = []
    kinds = (list(CONFINED) * MATCHES)[:MATCHES]
    rest = left_by(folder, lambda: wrong.append(asyncio.run(tried(folder, kinds, took))))
    row(f"{MATCHES} matches with bad programs: another verdict than their own", str(wrong[0]), "0")
    for kind, times in sorted(took.items(), key=lambda item: -statistics.median(item[1])):
        half, most = statistics.median(times) * 1e3, max(times) * 1e3
        row(f"  {kind}: ms until its verdict", f"{half:.0f} (at the most {most:.0f})", f"≤ {(LIMIT + MOST) * 1e3:.0f}")
    row("  left by them", rest, "nothing")


def floods(file: Path, row: Row) -> None:
    folder = file.parent / "floods"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.arbiter.programs.flooded", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in map(json.loads, done.stdout.splitlines()):
        row(f"growth by {line['kind']}", f"{line['growth'] / 1e6:.1f} MB; {line['ending']}", "< 8 MB")
