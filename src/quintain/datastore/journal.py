"""The journal of the live matches: one writer, one transaction for all that wait."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from quintain.core.errors import Duplicate, NotStored, OutOfOrder, StoreError, StoreUnavailable

from .database import Database
from .engine import open_journal_engine
from .faults import plain_words
from .models import EntryModel, MatchModel

# A transaction this long still takes only some milliseconds.
MOST_LINES = 1000


class Line(NamedTuple):
    match_id: str
    n: int
    entry: bytes
    written: asyncio.Future[None]


class Journal:
    """Its transactions run in a thread of their own, each in one go.

    With asyncio a transaction goes back and forth between threads a dozen times and holds the database all the while.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.engine = open_journal_engine(database.url, database.patience)
        self.thread = ThreadPoolExecutor(1, "journal")
        self.waiting: list[Line] = []
        self.writer: asyncio.Task[None] | None = None
        self.closed = False

    async def append(self, match_id: str, n: int, entry: bytes) -> None:
        """Return when the entry is committed. A caller who is cancelled does not take the entry back."""
        if self.closed:
            raise StoreUnavailable("the store is closed")
        line = Line(match_id, n, entry, asyncio.get_running_loop().create_future())
        self.waiting.append(line)
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self.write_all())
        await line.written

    async def write_all(self) -> None:
        while self.waiting:
            lines, self.waiting = self.waiting[:MOST_LINES], self.waiting[MOST_LINES:]
            for line, refusal in zip(lines, await self.write(lines), strict=True):
                settle(line, refusal)

    async def write(self, lines: list[Line]) -> Sequence[Exception | None]:
        """Write these lines in one transaction, and say of each why it was refused."""
        try:
            return await self.write_once(lines)
        except StoreUnavailable as error:
            return [error] * len(lines)
        except Exception as error:  # noqa: BLE001  it belongs to those who wait; the writer lives on
            if len(lines) == 1:
                return [error]
            # One of them is the culprit: it holds what no database keeps, or another process was quicker with it.
            return [refused for line in lines for refused in await self.write([line])]

    async def write_once(self, lines: list[Line]) -> list[StoreError | None]:
        await self.database.take_turn()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self.commit, lines)
        finally:
            self.database.end_turn()

    def commit(self, lines: list[Line]) -> list[StoreError | None]:
        """Runs in the journal's thread."""
        with plain_words("an entry of the journal"), self.engine.connect() as connection:
            try:
                with plain_words("an entry of the journal"), connection.begin():
                    return insert_lines(connection, lines)
            except StoreUnavailable:
                # The next connection finds a file or server that was mended.
                connection.invalidate()
                raise

    async def close(self) -> None:
        """Write what is waiting, and take no more."""
        self.closed = True
        if self.writer:
            await self.writer
        self.thread.shutdown()
        self.engine.dispose()


def insert_lines(connection: Connection, lines: list[Line]) -> list[StoreError | None]:
    ends = ends_of(connection, {line.match_id for line in lines})
    refusals = [refusal(line, ends) for line in lines]
    accepted = [
        {"match_id": line.match_id, "n": line.n, "entry": line.entry}
        for line, refused in zip(lines, refusals, strict=True)
        if refused is None
    ]
    if accepted:
        connection.execute(insert(EntryModel), accepted)
    return refusals


def ends_of(connection: Connection, match_ids: set[str]) -> dict[str, int | None]:
    """The number of the last entry of each match, -1 if there is none yet; None if the match is over."""
    last = select(func.max(EntryModel.n)).where(EntryModel.match_id == MatchModel.id).scalar_subquery()
    matches = select(MatchModel.id, MatchModel.ended, last).where(MatchModel.id.in_(sorted(match_ids)))
    rows = connection.execute(matches.with_for_update(of=MatchModel))
    return {id: None if ended else -1 if n is None else n for id, ended, n in rows}


def refusal(line: Line, ends: dict[str, int | None]) -> StoreError | None:
    """Why the line cannot be written; if it can, it becomes its match's last one."""
    if line.match_id not in ends:
        return NotStored(f"there is no match {line.match_id!r}")
    last = ends[line.match_id]
    if last is None:
        return OutOfOrder(f"match {line.match_id!r} is over")
    if line.n <= last:
        return Duplicate(f"match {line.match_id!r} has an entry {line.n} already")
    if line.n != last + 1:
        return OutOfOrder(f"entry {line.n} of match {line.match_id!r} would leave a gap after {last}")
    ends[line.match_id] = line.n
    return None


def settle(line: Line, refused: Exception | None) -> None:
    if line.written.done():
        return
    if refused is None:
        line.written.set_result(None)
    else:
        line.written.set_exception(refused)
