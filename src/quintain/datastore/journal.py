"""The one who writes: one thread, and one transaction for all that wait."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, func, insert, select

from quintain.core.errors import CutOff, Duplicate, NotStored, OutOfOrder, StoreError, StoreUnavailable, TakenOver

from .engine import open_journal_engine
from .faults import plain_words, took_us_for_dead
from .models import EntryModel, MatchModel, TableModel

# A transaction this long still takes only some milliseconds.
MOST_AT_ONCE = 1000
ATTEMPTS = 3  # at a transaction in the middle of which PostgreSQL hangs up, as it does when it takes us for dead


class Line(NamedTuple):
    """An entry of a match's journal."""

    match_id: str
    n: int
    entry: bytes
    written: asyncio.Future[Any]


class Work(NamedTuple):
    """Anything else; the subject is for error messages."""

    subject: str
    do: Callable[[Connection], Any]
    written: asyncio.Future[Any]


class Journal:
    """Its transactions run in a thread of their own, each in one go.

    With asyncio a transaction goes back and forth between threads a dozen times and holds the database all the while.
    """

    def __init__(self, url: URL, patience: float) -> None:
        self.name = f"quintain-{secrets.token_hex(8)}"  # by which others know who has written
        self.engine = open_journal_engine(url, patience, self.name)
        self.server: str | None = None  # one of several servers writes for its own tables only
        self.thread = ThreadPoolExecutor(1, "journal")
        self.waiting: list[Line | Work] = []
        self.writer: asyncio.Task[None] | None = None
        self.closed = False

    async def append(self, match_id: str, n: int, entry: bytes) -> None:
        """Return when the entry is committed. A caller who is cancelled does not take the entry back."""
        await self.written(Line(match_id, n, entry, asyncio.get_running_loop().create_future()))

    async def write(self, subject: str, do: Callable[[Connection], Any]) -> Any:
        """Do this in the journal's thread, perhaps more than once, and return its answer when it is committed."""
        return await self.written(Work(subject, do, asyncio.get_running_loop().create_future()))

    async def written(self, task: Line | Work) -> Any:
        if self.closed:
            raise StoreUnavailable("the store is closed")
        self.waiting.append(task)
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self.write_all())
        return await task.written

    async def write_all(self) -> None:
        while self.waiting:
            tasks, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            for task, answer in zip(tasks, await self.answers(tasks), strict=True):
                settle(task.written, answer)

    async def answers(self, tasks: list[Line | Work]) -> Sequence[Any]:
        """Write all these in one transaction, and give the answer or the error of each."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self.commit, tasks)
        except Exception as error:  # noqa: BLE001  it belongs to those who wait; the writer lives on
            if len(tasks) == 1 or is_away(error):
                return [error] * len(tasks)
            # One of them is the culprit: it holds what no database keeps, or another process was quicker with it.
            return [answer for task in tasks for answer in await self.answers([task])]

    def commit(self, tasks: list[Line | Work]) -> list[Any]:
        """Runs in the journal's thread."""
        for _ in range(ATTEMPTS - 1):
            with suppress(CutOff):
                return self.in_one_go(tasks)
        return self.in_one_go(tasks)

    def in_one_go(self, tasks: list[Line | Work]) -> list[Any]:
        with plain_words("an entry of the journal"), self.engine.connect() as connection:
            try:
                with plain_words("an entry of the journal"), connection.begin():
                    return carried_out(connection, tasks, self.server)
            except StoreUnavailable as error:
                if is_away(error):
                    # The next connection finds a file or server that was mended.
                    connection.invalidate()
                if took_us_for_dead(error.__cause__):
                    raise CutOff(str(error)) from error
                raise

    async def close(self) -> None:
        """Write what is waiting, and take no more."""
        self.closed = True
        if self.writer:
            await self.writer
        self.thread.shutdown()
        self.engine.dispose()


def is_away(error: Exception) -> bool:
    """Does it concern all of the database, and not only what was to be written?"""
    return isinstance(error, StoreUnavailable) and not isinstance(error, TakenOver)


def carried_out(connection: Connection, tasks: list[Line | Work], server: str | None) -> list[Any]:
    """What is lost before anybody was asked to commit it was certainly not written."""
    try:
        with plain_words("an entry of the journal"):
            return carry_out(connection, tasks, server)
    except StoreUnavailable as error:
        if is_lost(connection):
            raise CutOff(str(error)) from error
        raise


def is_lost(connection: Connection) -> bool:
    return connection.invalidated or getattr(connection.connection.driver_connection, "closed", False)


def carry_out(connection: Connection, tasks: list[Line | Work], server: str | None = None) -> list[Any]:
    """The answer to each task, in their order; all lines go in together."""
    lines = [task for task in tasks if isinstance(task, Line)]
    refusals = iter(insert_lines(connection, lines, server) if lines else ())
    return [next(refusals) if isinstance(task, Line) else work(connection, task) for task in tasks]


def work(connection: Connection, task: Work) -> Any:
    with plain_words(task.subject):
        return task.do(connection)


def insert_lines(connection: Connection, lines: list[Line], server: str | None = None) -> list[StoreError | None]:
    ids = {line.match_id for line in lines}
    lost = lost_to_others(connection, ids, server) if server else set()
    ends = ends_of(connection, ids - lost)
    refusals = [refusal(line, ends, lost) for line in lines]
    accepted = [
        {"match_id": line.match_id, "n": line.n, "entry": line.entry}
        for line, refused in zip(lines, refusals, strict=True)
        if refused is None
    ]
    if accepted:
        connection.execute(insert(EntryModel), accepted)
    return refusals


def lost_to_others(connection: Connection, match_ids: set[str], server: str) -> set[str]:
    """Those of these matches whose tables another server has. The others stay ours until this is committed."""
    tables = select(MatchModel.id, TableModel.server).join(TableModel, TableModel.id == MatchModel.table_id)
    rows = connection.execute(
        tables.where(MatchModel.id.in_(sorted(match_ids))).with_for_update(read=True, of=TableModel)
    )
    return {id for id, owner in rows if owner != server}


def ends_of(connection: Connection, match_ids: set[str]) -> dict[str, int | None]:
    """The number of the last entry of each match, -1 if there is none yet; None if the match is over."""
    last = select(func.max(EntryModel.n)).where(EntryModel.match_id == MatchModel.id).scalar_subquery()
    matches = select(MatchModel.id, MatchModel.ended, last).where(MatchModel.id.in_(sorted(match_ids)))
    rows = connection.execute(matches.with_for_update(of=MatchModel))
    return {id: None if ended else -1 if n is None else n for id, ended, n in rows}


def refusal(line: Line, ends: dict[str, int | None], lost: set[str]) -> StoreError | None:
    """Why the line cannot be written; if it can, it becomes its match's last one."""
    if line.match_id in lost:
        return TakenOver("another server has this table now")
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


def settle(written: asyncio.Future[Any], answer: Any) -> None:
    if written.done():
        return
    if isinstance(answer, Exception):
        written.set_exception(answer)
    else:
        written.set_result(answer)
