"""Interpreters for bots of strangers: sandboxed, and if wanted, warm before they are needed.

Importing all that a bot may use takes most of a second. A spare interpreter has done so, and has loaded a game, before
it is given its bot; it serves one bot only, so that none ever finds what another has left.
"""

import sys
import threading
from collections import deque

from quintain.core import cache
from quintain.sandbox import Limits, Program, Running, python_places, start

MODULE = "quintain.arbiter.programs.interpreter"
MOST_SPARE = 8  # of all games together
LIMITS = Limits()


def interpreter(game: str) -> Program:
    """The program that waits for a bot of this game. It can read our package, Python itself and compiled kernels."""
    kernels = cache.kernels_home()
    kept = (kernels,) if kernels.is_dir() else ()  # nothing is kept where no home can be written
    return Program(
        command=(sys.executable, "-P", "-s", "-m", MODULE, game),
        readable=(*python_places(), *kept),
        environment={
            "PYTHONPATH": str(cache.PACKAGE.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(kernels.parent),
            "QUINTAIN_KERNELS": cache.MODE,
            "OPENBLAS_NUM_THREADS": "1",  # its threads would count as processes
        },
    )


class Interpreters:
    """Keeps so many spare ones for the games that were asked for last."""

    def __init__(self, spare: int = 0, *, trusted: bool = False, limits: Limits = LIMITS) -> None:
        self.spare, self.trusted, self._limits = spare, trusted, limits
        self._waiting: deque[tuple[str, Running]] = deque()  # the newest last
        self._lock = threading.Lock()
        self._open = True

    @property
    def spares(self) -> list[Running]:
        """Those that wait for a bot."""
        return [running for _, running in self._waiting]

    def take(self, game: str) -> Running:
        """One for a bot of this game: a spare one, if there is one. Whoever takes it ends it."""
        with self._lock:
            found = self._spare(game) or self._started(game)
            self._refill(game)
            return found

    def prepare(self, game: str) -> None:
        """Have spare ones for this game from now on."""
        with self._lock:
            self._refill(game)

    def close(self) -> None:
        with self._lock:
            self._open = False
            for _, running in self._waiting:
                running.end()
            self._waiting.clear()

    def _spare(self, game: str) -> Running | None:
        for name, running in list(self._waiting):
            if name == game:
                self._waiting.remove((name, running))
                if running.exited() is None:
                    return running
                running.end()  # somebody may have killed it
        return None

    def _refill(self, game: str) -> None:
        while self._open and sum(name == game for name, _ in self._waiting) < min(self.spare, MOST_SPARE):
            if len(self._waiting) >= MOST_SPARE:
                self._waiting.popleft()[1].end()
            self._waiting.append((game, self._started(game)))

    def _started(self, game: str) -> Running:
        return start(interpreter(game), self._limits, trusted=self.trusted)
