"""This server among several on one PostgreSQL: it shows that it lives, and has the tables of those that do not."""

import asyncio
import contextlib
import logging
import platform
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from quintain.core.errors import StoreError, StoreUnavailable
from quintain.datastore import LEASE, Pulse, ServerRow, Store

TICK = 1.0  # seconds between two looks at the others
PATIENCE = 5.0  # seconds for the database to confirm that our tables are ours

log = logging.getLogger(__name__)
T = TypeVar("T")


class Gone(Exception):
    """The server that should have answered was struck off."""


class Peers:
    def __init__(
        self, store: Store, address: str, take_up: Callable[[list[str]], Awaitable[None]], let_go: Callable[[], None]
    ) -> None:
        """`take_up` sets tables up that are ours from now on; `let_go` closes all that were ours."""
        self._store, self._address, self._take_up, self._let_go = store, address, take_up, let_go
        self.me = ServerRow("", address, "")
        self.passed_on: Counter[str] = Counter()  # requests and sockets, by kind
        self.count = 1  # servers, with us
        self._gone: dict[str, asyncio.Event] = {}  # by the id of a server that we wait for
        self._news = asyncio.Event()
        self._changing = asyncio.Lock()  # held while tables become ours
        self._pulse: Pulse | None = None
        self._lost = False
        self._last = self._steady = time.monotonic()  # since when have we looked at the others without a break?

    # --- coming and going

    async def begin(self) -> list[str]:
        """Be one of the servers; returns the ids of the tables that are ours."""
        await self._join()
        await self._store.strike_off()
        claimed: list[str] = []
        while more := await self._store.claim_tables():
            claimed += more
        return claimed

    async def _join(self) -> None:
        self.me = await self._store.join_servers(self._address, platform.node())
        loop = asyncio.get_running_loop()
        self._pulse = Pulse(self._store.url, lambda: loop.call_soon_threadsafe(self._struck_off))
        self._pulse.start(self.me.id)

    async def end(self) -> None:
        """Hand everything over: whoever comes first has our tables."""
        await self._stop_pulse()
        with contextlib.suppress(StoreError):
            await self._store.leave_servers()

    async def _stop_pulse(self) -> None:
        if self._pulse:
            await asyncio.to_thread(self._pulse.stop)
            self._pulse = None

    def _struck_off(self) -> None:
        """We were away for so long that others have our tables now."""
        self._lost = True
        self._let_go()
        self._news.set()

    # --- looking at the others

    async def work(self) -> None:
        """For as long as the server runs."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), TICK)
            self._news.clear()
            try:
                async with self._changing:
                    await self._look_round()
            except StoreError as error:
                # Nobody can show that they live while the database is away.
                self._steady = time.monotonic()
                log.warning("the other servers cannot be seen: %s", error)
                await asyncio.sleep(TICK)

    def look(self) -> None:
        """Something has happened to one of the servers."""
        self._news.set()

    async def _look_round(self) -> None:
        self._keep_steady()
        if self._lost:
            await self._rejoin()
        # Whoever was away itself does not know yet who was not.
        if self._last - self._steady > LEASE:
            for id in await self._store.strike_off():
                log.warning("server %s has given no sign of life for %g seconds; its tables are taken over", id, LEASE)
        while ids := await self._store.claim_tables():
            await self._take_up(ids)
        self._note_gone({server.id for server in await self._store.servers()})

    def _keep_steady(self) -> None:
        now = time.monotonic()
        if now - self._last > LEASE / 2:
            self._steady = now
        self._last = now
        if self._pulse:
            self._pulse.touch()

    async def _rejoin(self) -> None:
        log.warning("this server was away for so long that others have its tables now; it goes on with new ones")
        await self._stop_pulse()
        self._let_go()  # what was being taken up meanwhile
        await self._join()
        self._lost = False

    def _note_gone(self, living: set[str]) -> None:
        self.count = len(living)
        for id in self._gone.keys() - living:
            self._gone.pop(id).set()

    # --- what is ours

    async def certain(self) -> None:
        """Return when what is ours is ours for certain; raises StoreUnavailable if the database does not say."""
        deadline = time.monotonic() + PATIENCE
        while self._lost or self._pulse is None or self._pulse.certain_until < time.monotonic():
            if time.monotonic() > deadline:
                raise StoreUnavailable("this server has lost sight of the others")
            await asyncio.sleep(0.02)

    async def owner_of(self, table: str) -> tuple[bool, ServerRow | None]:
        """Is there such a table, and whose is it? One that is nobody's is ours from now on."""
        there, owner = await self._store.owner_of(table)
        if there and owner is None:
            async with self._changing:
                if not self._lost and await self._store.claim_table(table):
                    await self._take_up([table])
                    return True, self.me
        return there, owner

    async def while_there(self, server: str, work: Awaitable[T]) -> T:
        """Do what needs this server; raises Gone when it is struck off."""
        gone = self._gone.setdefault(server, asyncio.Event())
        doing, waiting = asyncio.ensure_future(work), asyncio.ensure_future(gone.wait())
        try:
            await asyncio.wait({doing, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise Gone
            return doing.result()
        finally:
            for task in (doing, waiting):
                task.cancel()
            await asyncio.gather(doing, waiting, return_exceptions=True)
