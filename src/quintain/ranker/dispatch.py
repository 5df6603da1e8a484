"""Hand out matches to workers in batches, and take back what came of each exactly once, whoever dies meanwhile."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import NamedTuple

import msgspec

from quintain.core.errors import WorkersFailed
from quintain.ranker.executors import Workforce
from quintain.ranker.jobs import Job, Played, Terms, fits
from quintain.ranker.playing import play_batch, read_batch

LARGEST = 1000  # matches in a batch
AHEAD = 2  # batches for each worker, so that none waits for the next
LOOK = 0.5  # seconds after which it is looked whether there are workers at all
SUSPECT = 3  # deaths of its worker after which a match is played while nothing else is
HOPELESS = 6  # deaths after which it is given up
NONSENSE = 3  # wrong answers to one job after which it is given up


class Batch(NamedTuple):
    jobs: tuple[Job, ...]
    alone: bool = False  # nothing else may be played meanwhile


class Dispatcher:
    """Plays jobs under the same terms. Whoever uses it stops the workforce."""

    def __init__(self, workforce: Workforce, terms: Terms, *, replays: bool = False, largest: int = LARGEST) -> None:
        self.workforce, self.terms, self.replays = workforce, terms, replays
        self.largest = largest
        self.played = 0
        self.batches = 0
        self.replayed = 0  # matches that were handed out again
        self._typical = 0.0  # seconds of a match, of late
        self._owed: dict[str, Job] = {}  # handed out or to be handed out again
        self._again: deque[Job] = deque()
        self._flying: dict[Future[bytes], Batch] = {}
        self._deaths: Counter[str] = Counter()
        self._tries: Counter[str] = Counter()  # that brought no result

    def play(self, jobs: Iterable[Job]) -> Iterator[list[Played]]:
        """What came of all these jobs, as it comes in: in any order, and of each exactly once."""
        known = self.played + len(jobs) if isinstance(jobs, Sequence) else None  # those of the rounds before, too
        source = iter(jobs)
        while True:
            self._hand_out(source, known)
            if not self._flying:
                return
            yield from self._landing(LOOK)
            self.workforce.check()

    def landed(self, seconds: float) -> Iterator[list[Played]]:
        """For whoever stops early: what still comes in so many seconds from what is being played already."""
        waiting = [future for future, batch in self._flying.items() if not future.cancel()]
        wait(waiting, seconds)
        yield from self._landing(0)

    # --- out

    def _hand_out(self, source: Iterator[Job], known: int | None) -> None:
        while len(self._flying) < AHEAD * self.workforce.workers and not self._quarantined():
            batch = self._next_batch(source, known)
            if not batch:
                return
            self.batches += 1
            future = self.workforce.submit(play_batch, self.terms, batch.jobs, self.replays)
            self._flying[future] = batch

    def _quarantined(self) -> bool:
        return any(batch.alone for batch in self._flying.values())

    def _next_batch(self, source: Iterator[Job], known: int | None) -> Batch | None:
        if self._again:
            alone = self._deaths[self._again[0].id] >= SUSPECT
            if alone and self._flying:
                return None
            return Batch((self._again.popleft(),), alone)
        jobs = tuple(islice(source, self._size(known)))
        self._owed |= {job.id: job for job in jobs}
        return Batch(jobs) if jobs else None

    def _size(self, known: int | None) -> int:
        """How many matches the next batch should have: more of short ones, and fewer towards the end."""
        if not self.played:
            return 1
        size = min(int(self.workforce.span / max(self._typical, 1e-6)), self.largest, 4 * self.played)
        if known is not None:
            left = known - self.played - len(self._owed)
            size = min(size, -(-left // (2 * self.workforce.workers)))
        return max(size, 1)

    # --- in

    def _landing(self, seconds: float) -> Iterator[list[Played]]:
        done, _ = wait(self._flying, seconds, FIRST_COMPLETED)
        for future in done:
            batch = self._flying.pop(future)
            answers = self._accepted(self._answers(future, batch))
            self._retry([job for job in batch.jobs if job.id in self._owed])
            if answers:
                yield answers

    def _answers(self, future: "Future[bytes]", batch: Batch) -> list[Played]:
        """What a future brings: nothing, if its worker has died or returns something else."""
        try:
            return read_batch(future.result())
        except self.workforce.deaths:
            self._deaths.update(job.id for job in batch.jobs)
        except (msgspec.MsgspecError, TypeError):
            pass
        return []

    def _accepted(self, answers: Sequence[Played]) -> list[Played]:
        """Those that were asked for and make sense. A second answer for the same match is dropped."""
        out = []
        for played in answers:
            job = self._owed.get(played.id)
            if job is not None and fits(job, played):
                del self._owed[job.id]
                out.append(played)
        if out:
            # The first matches of a worker take longer, so what came last counts most.
            seconds = sum(played.seconds for played in out) / len(out)
            self._typical = (self._typical + seconds) / 2 if self.played else seconds
            self.played += len(out)
        return out

    def _retry(self, jobs: Sequence[Job]) -> None:
        """These came back without a result."""
        self.replayed += len(jobs)
        self._again.extend(jobs)
        for job in jobs:
            self._tries[job.id] += 1
            who = " against ".join(dict.fromkeys(job.players))
            if self._deaths[job.id] >= HOPELESS:
                raise WorkersFailed(
                    f"{who}, seed {job.seed}: whoever plays this match dies of it ({HOPELESS} workers have); "
                    "one of these bots ends its process or takes all memory"
                )
            if self._tries[job.id] - self._deaths[job.id] >= NONSENSE:
                raise WorkersFailed(
                    f"{who}, seed {job.seed}: workers do not return the result of this match but something else; "
                    "is the same Quintain installed everywhere?"
                )
