"""How much of the machine the ladder may take: so many cores on average, whatever it does with them."""

import time
from collections.abc import Callable

SPAN = 5.0  # seconds over which it may spend ahead or save up
MOMENT = 0.02  # seconds below which it is not worth to rest


class Budget:
    """Processor time as it comes in, at a steady rate, and as it is spent."""

    def __init__(
        self,
        cores: float,
        spent: Callable[[], float],
        now: Callable[[], float] = time.monotonic,
        ahead: float = SPAN,
    ) -> None:
        self.cores, self._spent, self._now = cores, spent, now
        self._most = cores * ahead  # that can be saved
        self._saved, self._at, self._last = self._most, now(), spent()

    def rest(self) -> float:
        """Seconds to rest now, so that no more is spent than comes in."""
        now, spent = self._now(), self._spent()
        earned = max(now - self._at, 0.0) * self.cores
        self._saved = min(self._saved + earned, self._most) - max(spent - self._last, 0.0)
        self._at, self._last = now, spent
        wait = -self._saved / self.cores
        return wait if wait > MOMENT else 0.0
