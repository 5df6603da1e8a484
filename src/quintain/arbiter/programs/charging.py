"""What a decision costs a program: the time in which it ran or rested of its own will.

Not charged are the seconds in which it wanted a processor and had none, and those in which the arena itself was held
up; but never less than the processor time that it used, as long as that is not more than the wall clock shows. Nobody
is late because a virtual machine was without its processors for a moment.
"""

import os
import time
from pathlib import Path
from typing import NamedTuple

from quintain.sandbox import Running
from quintain.sandbox.processes import descendants

BEAT = 0.05  # seconds between two looks at a program that thinks
STALL = 0.005  # seconds by which a look may be late before that counts as a stall of ours
GRACE = 0.06  # seconds beyond its time that a decision is forgiven, on account of clocks and pipes
SELDOM = 1.5  # times as long as the last time, until its waiting is looked at again
GUARD = 10.0  # times its limit that a decision may take by the wall clock, whatever is forgiven
MOST_THREADS = 100  # that are looked at
COARSE = 0.03  # seconds that the counts of processors may be off
TICKS, STOLEN = os.sysconf("SC_CLK_TCK"), 8  # a second, and the column of those that a processor was away


class Meter:
    """Measures one decision. `look` is to be called about every BEAT seconds; a decision shorter than that is simply
    what the clock shows."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._began = time.monotonic()
        self._due = self._began + BEAT
        self._sampled = 0.0  # when its waiting was looked at, which costs more than a look at the clock
        self._missed = 0.0  # seconds by which our own looks were late
        self._waits: Waits | None = None
        self._cpu = self._before = 0.0  # of the program when it was looked at first, and what the clock showed then
        self._host: Host | None = None

    @property
    def wall(self) -> float:
        return time.monotonic() - self._began

    @property
    def _stalled(self) -> float:
        """Seconds that the arena itself was held up."""
        late = time.monotonic() - self._due
        return self._missed + (late if late > STALL else 0.0)

    def expect(self, seconds: float) -> None:
        """The next look is due in so many seconds."""
        self._due = time.monotonic() + seconds

    def look(self) -> None:
        self._missed = self._stalled
        self._due = time.monotonic() + BEAT
        if self._waits is None:
            self._waits, self._cpu, self._host = Waits(self._running.pid), self._running.cpu(), Host()
            self._before = max(self.wall - self._missed, 0.0)
        elif self.wall > self._sampled * SELDOM:
            self._waits.look()
        else:
            return
        self._sampled = self.wall

    def spent(self) -> float:
        """Seconds that the decision has cost so far."""
        wall = self.wall
        if self._waits is None:
            return max(wall - self._stalled, 0.0)
        forgiven = self._stalled + self._waits.look()
        if forgiven < STALL:
            return wall
        used = self._before + self._running.cpu() - self._cpu
        return min(max(wall - forgiven, used, 0.0), wall)

    def over(self, budget: float) -> bool:
        """Is the time for this decision up?"""
        if self.wall <= budget + GRACE:
            return False
        return self._excused(budget) > budget + GRACE or self.wall > GUARD * (budget + GRACE)

    def charge(self, budget: float) -> float:
        """What an answer costs that has come now: one that is only just late has come in time."""
        spent = self._excused(budget)
        return budget if budget < spent <= budget + GRACE else spent

    def _excused(self, budget: float) -> float:
        """What it has spent; beyond its time, not what it spent while processors were away."""
        spent = self.spent()
        return max(spent - self._host.away, budget) if spent > budget and self._host else spent


def activity(running: Running) -> float:
    """Seconds for which a program has been busy since it started, or has wanted to be."""
    return running.cpu() + max((thread.waited for thread in threads(running.pid).values()), default=0.0)


class Host:
    """The machine below this one, if there is one: it may take processors away for a while, and nobody here notices.

    Whoever sleeps then wakes up late, without having waited for a processor.
    """

    def __init__(self) -> None:
        self._began, self._before = time.monotonic(), processors()

    @property
    def away(self) -> float:
        """Seconds for which the processor that was away most was so, since the beginning."""
        passed, now = time.monotonic() - self._began, processors()
        lacks = (passed - (after - before) for before, after in zip(self._before, now, strict=False))
        most = max(lacks, default=0.0)
        return most if most > COARSE else 0.0


def processors() -> list[float]:
    """Seconds for which each processor has been here, busy or idle, as far as the system tells."""
    try:
        rows = [line.split() for line in Path("/proc/stat").read_text().splitlines() if line.startswith("cpu")]
        return [sum(map(int, row[1:STOLEN])) / TICKS for row in rows[1:]]  # the first row is the sum of all
    except (OSError, ValueError):
        return []


class Thread(NamedTuple):
    """Seconds that a thread had a processor, and those that it waited for one until it got it."""

    ran: float
    waited: float


class Waits:
    """How long a program's threads have been waiting for a processor: of those that waited, the longest."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._before, self._at = threads(pid), time.monotonic()
        self._queued: dict[str, float] = {}  # threads that wait now, and since when they may have been waiting
        self._ended = 0.0  # seconds of waits that came to an end

    def look(self) -> float:
        """Seconds since the first look."""
        now, at = threads(self._pid), time.monotonic()
        # Step by step: which thread waits may change from look to look.
        self._ended += max((new.waited - self._before.get(name, new).waited for name, new in now.items()), default=0)
        # The kernel counts a wait when it is over. Whoever could run and has not run since the last look still waits.
        still = [name for name, new in now.items() if new == self._before.get(name) and runnable(name)]
        self._queued = {name: self._queued.get(name, self._at) for name in still}
        self._before, self._at = now, at
        return self._ended + max((at - since for since in self._queued.values()), default=0.0)


def threads(pid: int) -> dict[str, Thread]:
    """The threads of a process and of those below it, by their numbers, where the system tells of them."""
    found: dict[str, Thread] = {}
    for process in [pid, *descendants(pid)]:
        try:
            for thread in list(Path(f"/proc/{process}/task").iterdir())[:MOST_THREADS]:
                ran, waited = (thread / "schedstat").read_text().split()[:2]
                found[thread.name] = Thread(int(ran) / 1e9, int(waited) / 1e9)
        except (OSError, ValueError):
            continue  # it has ended, or this system does not tell
        if len(found) >= MOST_THREADS:
            break
    return found


def runnable(thread: str) -> bool:
    """Does it have a processor, or wait for one?"""
    try:
        return Path(f"/proc/{thread}/stat").read_text().rpartition(")")[2].split()[0] == "R"
    except (OSError, IndexError):
        return False
