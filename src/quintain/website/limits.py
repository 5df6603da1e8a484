"""Rate limits: so many within so many seconds, for each key; and a speed that nobody exceeds."""

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quintain.website.refusals import TooMany

MOST_KEYS = 20_000


class Limit:
    """At most `most` times within `seconds` for each key. The longest unused keys are forgotten first."""

    def __init__(self, most: int, seconds: float, what: str, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.what, self.now = most, seconds, what, now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one more; raises TooMany if it is one too many."""
        now = self.now()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and times[0] <= now - self.seconds:
            times.popleft()
        if len(times) >= self.most:
            wait = max(1, round(times[0] + self.seconds - now))
            raise TooMany(f"too many {self.what}; try again in {wait} second{'s' * (wait != 1)}")
        times.append(now)
        if len(self._times) > MOST_KEYS:
            self._times.popitem(last=False)


class AtOnce:
    """At most `most` at the same time for each key."""

    def __init__(self, most: int, what: str) -> None:
        self.most, self.what = most, what
        self._held: Counter[str] = Counter()

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """One more while this lasts; raises TooMany if it is one too many."""
        if self._held[key] >= self.most:
            raise TooMany(f"too many {self.what}")
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Speed:
    """So many a second, after a first burst. A client that is faster is not refused, but waits."""

    def __init__(self, a_second: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self.a_second, self.burst, self.now = a_second, burst, now
        self._due = -math.inf

    def take(self, price: int = 1) -> float:
        """Count one more, or `price` at once; returns how many seconds to wait before the next."""
        self._due = max(self._due, self.now() - self.burst / self.a_second) + price / self.a_second
        return self.wait()

    def wait(self) -> float:
        """Seconds that the next one would wait."""
        return max(0.0, self._due - self.now())


class Speeds:
    """A speed for each key, and whoever would wait for too long is refused. The longest unused keys are forgotten."""

    def __init__(self, a_second: float, burst: int, what: str, patience: float = 10.0) -> None:
        self.a_second, self.burst, self.what, self.patience = a_second, burst, what, patience
        self._speeds: OrderedDict[str, Speed] = OrderedDict()

    async def keep(self, key: str) -> None:
        """Wait until it is this one's turn; raises TooMany."""
        speed = self._speeds.setdefault(key, Speed(self.a_second, self.burst))
        self._speeds.move_to_end(key)
        if len(self._speeds) > MOST_KEYS:
            self._speeds.popitem(last=False)
        if speed.wait() > self.patience:
            raise TooMany(f"too many {self.what}; try again in {round(self.patience)} seconds")
        await asyncio.sleep(speed.take())


class Limits:
    """All the website's limits in one place."""

    def __init__(self) -> None:
        self.sign_ins = Limit(5, 60, "attempts to sign in")
        self.sign_ins_by_address = Limit(30, 60, "attempts to sign in")
        self.new_people = Limit(60, 60, "new players from your address")
        self.tables = Limit(20, 60, "new tables")
        self.events = Limit(20, 3600, "new tournaments")
        self.event_changes = Limit(120, 60, "changes of tournaments")
        self.trials = Limit(20, 60, "tests")
        self.trials_by_address = Limit(60, 60, "tests from your address")
        self.chat = Limit(5, 10, "messages")
        self.sockets = Limit(120, 60, "connections from your address")
        self.new_bots = Limit(60, 600, "new bots")
        self.uploads = Limit(20, 600, "uploads")
        self.uploads_at_once = AtOnce(2, "uploads of yours at once; wait until one is done")
        self.all_uploads_at_once = AtOnce(16, "uploads at once; try again in a moment")
        self.greetings = Speeds(10, 60, "greetings")  # each may be answered with all there is to see
        self.replays = Speeds(10, 200, "requests for replays")
        self.open_sockets = AtOnce(200, "connections from your address at once")
