"""Rate limits: so many within so many seconds, for each key; and a speed that nobody exceeds."""

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
        now = self.now()
        self._due = max(self._due, now - self.burst / self.a_second) + price / self.a_second
        return max(0.0, self._due - now)


class Limits:
    """All the website's limits in one place."""

    def __init__(self) -> None:
        self.sign_ins = Limit(5, 60, "attempts to sign in")
        self.sign_ins_by_address = Limit(30, 60, "attempts to sign in")
        self.new_people = Limit(60, 60, "new players from your address")
        self.tables = Limit(20, 60, "new tables")
        self.chat = Limit(5, 10, "messages")
        self.sockets = Limit(120, 60, "connections from your address")
        self.open_sockets = AtOnce(200, "connections from your address at once")
