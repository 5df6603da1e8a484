"""After a restart: the tables stand at once, and their matches are played again in the background, a slice at a time.

Whoever asks for a table has it before all others. A match that is over is played again only if somebody asks.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from quintain.core.errors import BadReplay, StoreDamaged, StoreUnavailable
from quintain.core.match import Match
from quintain.core.record import Entry
from quintain.core.replay import Replay, typed
from quintain.datastore import MatchRow, Store
from quintain.website.eyes import gazes
from quintain.website.history import History
from quintain.website.playing import RETRY, Playing, retell
from quintain.website.preparing import Preparation
from quintain.website.table import Table

SLICE = 20  # entries that are played again in one go: others wait so long at most
PREPARING = 0.05  # seconds between two looks whether a game is ready

Play = Callable[[Table, str, History], Playing]
Result = TypeVar("Result")
GiveUp = Callable[[Table, Exception], None]


class Unopened:
    """A table whose match is not there yet."""

    def __init__(self, table: Table, work: AsyncIterator[None]) -> None:
        self.table, self.work = table, work
        self.asked = False
        self.done = asyncio.Event()


class Reopening:
    def __init__(self, store: Store, preparation: Preparation, play: Play, set_aside: GiveUp) -> None:
        self._store, self._preparation, self._play, self._set_aside = store, preparation, play, set_aside
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reopening")
        self._unopened: dict[str, Unopened] = {}
        self._more = asyncio.Event()

    def add(self, table: Table) -> None:
        self._unopened[table.data.id] = Unopened(table, self._slices(table))
        self._more.set()

    def forget(self, id: str) -> None:
        if gone := self._unopened.pop(id, None):
            gone.done.set()

    async def wait_for(self, id: str) -> None:
        """Until this table is open, or cannot be: before all that nobody has asked for."""
        if wanted := self._unopened.get(id):
            wanted.asked = True
            self._more.set()
            await wanted.done.wait()

    async def work(self) -> None:
        """For as long as the server runs: somebody may yet ask for a match that is over."""
        while True:
            self._more.clear()
            while unopened := self._next():
                await self._go_on(unopened)
            await self._more.wait()

    async def everything(self) -> None:
        """All of it, and wait."""
        for each in self._unopened.values():
            each.asked = True
        while unopened := self._next():
            await self._go_on(unopened)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> Unopened | None:
        """Those that somebody has asked for first, and then those whose games are ready."""
        wanted = [one for one in self._unopened.values() if one.asked or one.table.data.state != "over"]
        return min(wanted, key=lambda one: (not one.asked, not self._ready(one)), default=None)

    def _ready(self, unopened: Unopened) -> bool:
        return self._preparation.ready(unopened.table.game.name)

    async def _go_on(self, unopened: Unopened) -> None:
        """One slice; what cannot be opened is set aside, and what cannot be read just now is tried again."""
        table = unopened.table
        try:
            await anext(unopened.work)
        except StopAsyncIteration:
            self.forget(table.data.id)
        except StoreUnavailable as error:
            if not isinstance(error, StoreDamaged):
                unopened.work = self._slices(table)
                await asyncio.sleep(RETRY)
                return
            self._give_up(table, error)
        except Exception as error:  # noqa: BLE001  whatever is stored there, the other tables go on
            self._give_up(table, error)

    def _give_up(self, table: Table, error: Exception) -> None:
        self._set_aside(table, error)
        self.forget(table.data.id)

    # --- one table

    async def _slices(self, table: Table) -> AsyncIterator[None]:
        """Open the table; between two slices others may come first."""
        if table.data.match is None:
            table.data.state = "waiting"
            for person in {chair.person for chair in table.data.chairs} | {table.data.host}:
                if person:
                    table.note_absence(person)
            return
        preparing = asyncio.ensure_future(self._preparation.wait(table.game))
        while not preparing.done():
            await asyncio.sleep(PREPARING)
            yield
        row, replay = await self._stored(table.data.match)
        yield
        match = replay.new_match(table.game)
        history = History(match, gazes(table.data))
        for first in range(0, len(replay.entries), SLICE):
            await self._retell(history, replay.entries[first : first + SLICE])
            yield
        await self._open(table, self._play(table, row.id, history), match)

    async def _stored(self, id: str) -> tuple[MatchRow, Replay]:
        row = await self._store.match(id)
        if row is None:
            raise BadReplay("its match is not in the store")
        entries = await self._store.entries(row.id)
        return row, await self._in_thread(lambda: Replay.from_journal(row.header, entries))

    async def _retell(self, history: History, entries: tuple[Entry, ...]) -> None:
        await self._in_thread(lambda: retell(history, (typed(entry, history.match.game) for entry in entries)))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _open(self, table: Table, playing: Playing, match: Match) -> None:
        if table.data.state == "over":
            # Seats may have changed since: those at the table are for the next match.
            table.playing = playing
        elif match.outcome:
            table.show_match(playing)
            await table.finish()
        else:
            table.data.state = "playing"
            # Its time begins now: nobody is charged for the restart, nor for those that were opened before.
            if match.record:
                await playing.resume()
            table.play(playing)
