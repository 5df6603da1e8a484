"""Whatever order results come in, however often and however late, and whenever the runner dies: each match counts once.

`QUINTAIN_EXAMPLES=10000 pytest tests/ranker/test_interleavings.py` tries ten thousand of them.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.errors import WorkersFailed
from quintain.core.outcome import Ending, Outcome
from quintain.ranker import dispatch, ledger
from quintain.ranker.jobs import Job, Pace, Played, Terms, result_of
from quintain.ranker.ledger import Ledger
from quintain.ranker.ratings import Rating, rated
from quintain.ranker.result import Result
from quintain.ranker.runner import Runner
from quintain.ranker.tournament import Schedule
from tests.random_play import EXAMPLES
from tests.ranker.test_tournament import a_tournament

TOURNAMENT = a_tournament("a", "b", "c", matches=4)
SCHEDULE = Schedule(TOURNAMENT)
JOBS = {job.id: job for job in SCHEDULE.jobs({})}
HAPPENINGS = ("right", "part", "twice", "late", "another's", "dies", "nonsense", "nothing", "crash", "cut")


class Crash(BaseException):
    """The runner is killed here."""


def played(job: Job) -> Played:
    """Always the same for the same match."""
    first = blake2b(job.id.encode()).digest()[0] % 2
    ranks = (1, 2, 1, 2) if first else (2, 1, 2, 1)
    outcome = Outcome(ending=Ending.NORMAL, scores=tuple(-rank for rank in ranks), ranks=ranks)
    return Played(id=job.id, outcome=outcome, actions=1, seconds=0.001, paces=(Pace(),) * 4)


TRUTH = {job.id: result_of("jaffre", SCHEDULE.teams, job, played(job)) for job in JOBS.values()}


class World:
    """Workers that do what is written, one thing at each look, and after that what they should."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    span = 0.5
    workers = 3

    def __init__(self, happenings: Sequence[str], seed: int) -> None:
        self.happenings, self.dice = list(reversed(happenings)), Random(seed)
        self.flying: list[tuple[Future[bytes], Sequence[Job]]] = []
        self.batches: list[Sequence[Job]] = []  # all that were ever handed out, also by a runner that is dead
        self.cut = False

    def submit(self, task: Callable[..., bytes], terms: Terms, jobs: Sequence[Job], replays: bool) -> "Future[bytes]":
        future: Future[bytes] = Future()
        self.flying.append((future, jobs))
        self.batches.append(jobs)
        return future

    def check(self) -> None:
        """One thing happens."""
        happening = self.happenings.pop() if self.happenings else "right"
        if happening == "crash":
            raise Crash
        self.cut = self.cut or happening == "cut"
        if self.flying and happening != "nothing":
            future, jobs = self.flying.pop(self.dice.randrange(len(self.flying)))
            if happening == "dies":
                future.set_exception(BrokenProcessPool())
            else:
                future.set_result(self.answer(happening, jobs))

    def answer(self, happening: str, jobs: Sequence[Job]) -> bytes:
        if happening == "nonsense":
            return b"nonsense"
        others = self.dice.choice(self.batches)
        mixed = {"part": jobs[:-1], "twice": [*jobs, *jobs], "late": [*others, *jobs], "another's": others}
        return msgspec.msgpack.encode([played(job) for job in mixed.get(happening, jobs)])

    def stop(self) -> None: ...

    def write(self, descriptor: int, data: bytes) -> None:
        """As the ledger writes, but for a kill in the middle of it."""
        if self.cut and data:
            self.cut = False
            os.write(descriptor, data[: self.dice.randrange(len(data))])
            raise Crash
        os.write(descriptor, data)


def held(folder: Path, world: World) -> Ledger:
    """Play the tournament, and begin again after each crash; what was acknowledged must still be there."""
    book = Ledger.create(folder, TOURNAMENT)
    told: set[str] = set()
    while True:
        try:
            for count in Runner(book, world).play():
                assert count == len(book.entries)
                told |= book.entries.keys()
        except (Crash, WorkersFailed):
            book.close()
            world.flying.clear()
            book = Ledger.resume(folder)
            assert told <= book.entries.keys()
        else:
            return book


def ratings(results: dict[str, Result]) -> dict[str, Rating]:
    known: dict[str, Rating] = {}
    for id in JOBS:
        known |= rated(known, results[id])
    return known


@settings(max_examples=EXAMPLES)
@given(st.lists(st.sampled_from(HAPPENINGS), max_size=60), st.integers(0, 1 << 16))
def test_each_match_counts_once(happenings: list[str], seed: int) -> None:
    world = World(happenings, seed)
    with (
        TemporaryDirectory() as folder,
        patch.object(dispatch, "LOOK", 0),
        patch.object(ledger, "write", world.write),
        patch.object(os, "fsync"),  # it is the order of things that is tried here, not the disk
    ):
        book = held(Path(folder), world)
        book.close()
        lines = book.path.read_text().splitlines()[1:]
    assert sorted(json.loads(line)["result"]["id"] for line in lines) == sorted(JOBS)
    results = {id: entry.result for id, entry in book.entries.items()}
    assert results == TRUTH
    assert ratings(results) == ratings(TRUTH)
