"""The journal of the live matches: one writer, one transaction for all that wait."""

import asyncio
from typing import NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import Duplicate, NotStored, OutOfOrder, StoreError, StoreUnavailable

from .database import Database
from .models import EntryModel, MatchModel

# A transaction this long still takes only some milliseconds.
MOST_LINES = 1000


class Line(NamedTuple):
    match_id: str
    n: int
    entry: bytes
    written: asyncio.Future[None]


class Journal:
    def __init__(self, database: Database) -> None:
        self.database = database
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

    async def write(self, lines: list[Line]) -> list[Exception | None]:
        """Write these lines in one transaction, and say of each why it was refused."""
        try:
            try:
                return await self.write_once(lines)
            except Duplicate:
                # Another process was quicker with one of them: now we can see which.
                return await self.write_once(lines)
        except Exception as error:  # noqa: BLE001  it belongs to those who wait; the writer lives on
            return [error] * len(lines)

    async def write_once(self, lines: list[Line]) -> list[Exception | None]:
        async with self.database.writing("an entry of the journal") as connection:
            ends = await ends_of(connection, {line.match_id for line in lines})
            refusals = [refusal(line, ends) for line in lines]
            accepted = [
                {"match_id": line.match_id, "n": line.n, "entry": line.entry}
                for line, refused in zip(lines, refusals, strict=True)
                if refused is None
            ]
            if accepted:
                await connection.execute(insert(EntryModel), accepted)
        return list(refusals)

    async def close(self) -> None:
        """Write what is waiting, and take no more."""
        self.closed = True
        if self.writer:
            await self.writer


async def ends_of(connection: AsyncConnection, match_ids: set[str]) -> dict[str, int | None]:
    """The number of the last entry of each match, -1 if there is none yet; None if the match is over."""
    last = select(func.max(EntryModel.n)).where(EntryModel.match_id == MatchModel.id).scalar_subquery()
    matches = select(MatchModel.id, MatchModel.ended, last).where(MatchModel.id.in_(sorted(match_ids)))
    rows = await connection.execute(matches.with_for_update(of=MatchModel))
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
