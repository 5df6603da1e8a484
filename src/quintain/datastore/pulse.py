"""A server's heart: it beats in a thread of its own, so that a busy event loop is not taken for a dead one."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable

from sqlalchemy import URL, func, update

from quintain.core.errors import StoreError

from .engine import open_journal_engine
from .faults import plain_words
from .models import ServerModel
from .servers import LEASE

BEAT = 0.5  # seconds
STUCK = 10.0  # seconds without a sign of the event loop, after which the heart stops: others take the tables over

log = logging.getLogger(__name__)


class Pulse:
    def __init__(self, url: URL, lost: Callable[[], object]) -> None:
        """`lost` is called in the thread, once, when this server has been struck off."""
        self._engine = open_journal_engine(url, LEASE, "quintain-pulse")
        self._lost = lost
        self._stop = threading.Event()
        self._seen = time.monotonic()
        self.certain_until = 0.0  # until then nobody can have struck us off, by the monotonic clock
        self._thread: threading.Thread | None = None

    def start(self, server: str) -> None:
        """The server has just joined."""
        self._seen = time.monotonic()
        self._thread = threading.Thread(target=self._beat_on, args=(server,), name="pulse", daemon=True)
        self._thread.start()

    def touch(self) -> None:
        """The event loop goes on."""
        self._seen = time.monotonic()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
        self._engine.dispose()

    def _beat_on(self, server: str) -> None:
        while not self._stop.wait(BEAT):
            if time.monotonic() - self._seen > STUCK:
                continue
            began = time.monotonic()
            with contextlib.suppress(StoreError):
                if not self._beat(server):
                    self.certain_until = 0.0
                    self._lost()
                    return
                self.certain_until = began + LEASE

    def _beat(self, server: str) -> bool:
        """Whether we are still one of the servers."""
        alive = update(ServerModel).where(ServerModel.id == server).values(beat=func.clock_timestamp())
        with plain_words("the beat"), self._engine.begin() as connection:
            return bool(connection.execute(alive).rowcount)
