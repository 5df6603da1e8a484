"""How well the time of programs is measured: a part of bench/programs.py.

A program sleeps for so long before each answer; what its player is charged should be that. Where all processors are
busy, a program waits for one after it has slept, and the arena waits, too: neither is to be charged, and nobody loses
for it.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.program_matches import LIMIT, Row, busy, count, echo, late, new_match
from quintain.arbiter.loop import Loop
from quintain.core.match import Match
from quintain.core.record import Acted, Struck

NAPS = (0.005, 0.02, 0.045, 0.1, 0.2)  # seconds of sleep, each in matches of its own
TURNS = 100  # of such a match, with two programs
STRIKES = 3  # with so many a program has lost its seat at a table; on the ladder its bank pays first
SHORT = 5  # turns of a match whose turns are counted
ENOUGH = 3000  # matches of two programs: if none of 6,000 programs is late, at most 0.05 % are (95 %)


async def played(file: Path, seats: Sequence[Sequence[str]], matches: Sequence[Match], at_once: int) -> float:
    """Play them all, so many at a time; returns how much of the machine others had meanwhile."""
    waiting = list(reversed(matches))

    async def table() -> None:
        while waiting:
            match = waiting.pop()
            await Loop(match, [echo(file, *words) for words in seats]).play()

    await asyncio.gather(*(table() for _ in range(at_once)))
    return os.getloadavg()[0]


def errors(file: Path) -> list[float]:
    """Charged seconds minus slept ones, of every decision, with two matches at a time."""
    found: list[float] = []
    for nap in NAPS:
        matches = [new_match(seed, TURNS, limit=2.0) for seed in range(2)]
        asyncio.run(played(file, [(str(nap), "sleep")] * 2, matches, at_once=2))
        # The first answer of a program has its start in it.
        spent = [entry.spent for match in matches for entry in match.record[2:] if isinstance(entry, Acted)]
        found += [seconds - nap for seconds in spent]
    return found


def told(found: list[float]) -> str:
    size = sorted(map(abs, found))
    half, most = (size[int(part * len(size))] * 1e3 for part in (0.5, 0.99))
    mean = sum(found) / len(found) * 1e3
    return f"median {half:.2f} ms, p99 {most:.1f} ms, mean {mean:+.2f} ms ({len(size)} decisions)"


def forfeited(match: Match) -> bool:
    """Has a seat had as many strikes as cost it the match at a table?"""
    struck = Counter(entry.seat for entry in match.record if isinstance(entry, Struck))
    return max(struck.values(), default=0) >= STRIKES


def lost(file: Path, seats: Sequence[Sequence[str]], number: int, at_once: int) -> str:
    """How many matches were forfeited, and how many turns were late."""
    matches = [new_match(seed, SHORT, LIMIT) for seed in range(number)]
    began = time.monotonic()
    load = asyncio.run(played(file, seats, matches, at_once))
    bad, turns = sum(forfeited(match) for match in matches), sum(len(match.record) for match in matches)
    out = sum(late(match) for match in matches)
    for match in matches:
        for step, entry in enumerate(match.record):
            if isinstance(entry, Struck):
                print(f"late: entry {step}, seat {entry.seat}, {entry.spent * 1e3:.0f} ms: {entry.why}")
    return f"{bad} of {number} matches, {out} of {turns} turns ({time.monotonic() - began:.0f} s, load {load:.1f})"


def clocks(file: Path, row: Row) -> None:
    row("charged minus slept, two matches", told(errors(file)), "median < 2, p99 < 10 ms")


def clocks_among_rivals(file: Path, row: Row) -> None:
    with busy(file):
        row("the same on a busy machine", told(errors(file)), "p99 < 60 ms")


def forfeits(file: Path, row: Row) -> None:
    used = [str(0.8 * LIMIT), "sleep"]
    with busy(file):
        words = f"late with 80 % of {LIMIT * 1e3:.0f} ms slept, on a busy machine"
        row(words, lost(file, [used, used], count("GAMES", 2000), 20), "0 of 2000")


def thrift(file: Path, row: Row) -> None:
    """One of the two programs thinks, and the other sleeps."""
    used = str(0.5 * LIMIT)
    words = f"late with 50 % of {LIMIT * 1e3:.0f} ms used or slept"
    row(words, lost(file, [[used], [used, "sleep"]], count("GAMES", ENOUGH), 2), "≤ 0.05 %")
