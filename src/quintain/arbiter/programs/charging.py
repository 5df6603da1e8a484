"""What a decision costs a program: the time in which it ran or rested of its own will.

Not charged are the seconds in which it wanted a processor and had none, and those in which the arena itself was held
up; but never less than the processor time that it used, as long as that is not more than the wall clock shows.
"""

import time
from pathlib import Path

from quintain.sandbox import Running
from quintain.sandbox.processes import descendants

BEAT = 0.05  # seconds between two looks at a program that thinks
STALL = 0.005  # seconds by which a look may be late before that counts as a stall of ours
GRACE = 0.06  # seconds beyond its time that a decision is forgiven, on account of clocks and pipes
SELDOM = 1.5  # times as long as the last time, until its waiting is looked at again
GUARD = 10.0  # times its limit that a decision may take by the wall clock, whatever is forgiven
MOST_THREADS = 100  # that are looked at


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
            self._waits, self._cpu = Waits(self._running.pid), self._running.cpu()
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
        return self.spent() > budget + GRACE or self.wall > GUARD * budget + GRACE

    def charge(self, budget: float) -> float:
        """What an answer costs that has come now: one that is only just late has come in time."""
        spent = self.spent()
        return budget if budget < spent <= budget + GRACE else spent


def activity(running: Running) -> float:
    """Seconds for which a program has been busy since it started, or has wanted to be."""
    return running.cpu() + max(waits(running.pid).values(), default=0.0)


class Waits:
    """How long a program's threads have been waiting for a processor: of those that waited, the longest."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._before = waits(pid)
        self.seconds = 0.0

    def look(self) -> float:
        """Seconds since the first look."""
        now = waits(self._pid)
        # Step by step: which thread waits may change from look to look.
        self.seconds += max((seconds - self._before.get(thread, seconds) for thread, seconds in now.items()), default=0)
        self._before = now
        return self.seconds


def waits(pid: int) -> dict[str, float]:
    """Seconds that each thread of a process, and of those below it, has waited for a processor, where that is told."""
    found: dict[str, float] = {}
    for process in [pid, *descendants(pid)]:
        try:
            for thread in list(Path(f"/proc/{process}/task").iterdir())[:MOST_THREADS]:
                found[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            continue  # it has ended, or this system does not tell
        if len(found) >= MOST_THREADS:
            break
    return found
