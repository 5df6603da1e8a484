"""Everything that the running server holds: the store, the tables, and the workers in which bots think."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from quintain.arbiter.workers.pool import Pool
from quintain.core.clock import TimeControl
from quintain.core.dice import SEED_BITS
from quintain.core.errors import BadReplay, StoreDamaged, StoreError
from quintain.core.game import Game
from quintain.core.match import FaultRule, Match
from quintain.core.record import Entry, Player
from quintain.core.replay import Replay
from quintain.datastore import MatchRow, Store, TableRow
from quintain.datastore import Person as StoredPerson
from quintain.datastore import Session as StoredSession
from quintain.website import seating
from quintain.website.background import Background
from quintain.website.catalogue import game_named, opponent_of, options_of, strongest_of
from quintain.website.data import Chair, TableData
from quintain.website.eyes import gazes, own_seat
from quintain.website.history import History, encode
from quintain.website.identity import Identity
from quintain.website.limits import Limits
from quintain.website.played import PlayedReplays
from quintain.website.playing import Playing
from quintain.website.preparing import Preparation
from quintain.website.quota import check_options, check_running, check_waiting_tables
from quintain.website.refusals import BadRequest, NotNow, NotThere, NotYours, SetAside, damaged
from quintain.website.reopening import Reopening
from quintain.website.seating import player_in
from quintain.website.table import Table
from quintain.website.wire.games import Level
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest

STRIKES = 3  # with the last of them a bot takes over: on the website lateness never ends a match
DECISION = TimeControl(limit=60.0)  # seconds for one decision, unless the host says otherwise
VANISH = {"waiting": 600.0, "over": 1800.0}  # seconds after which a table that nobody looks at goes away
LONGEST_TIME = 86_400.0
SWEEP = 30.0
GOODBYE = 1.0

log = logging.getLogger(__name__)
GuestRows = tuple[StoredPerson, StoredSession]


class Past(NamedTuple):
    """What has happened already in a match that begins in the middle of another one."""

    seed: int
    players: Sequence[Player]  # who began the other one
    step: int
    entries: list[Entry]


class Arena:
    def __init__(self, store: Store, pace: float = 1.0) -> None:
        self.store = store
        self.pace = pace
        self.identity = Identity(store)
        self.limits = Limits()
        self.tables: dict[str, Table] = {}
        self.threads = ThreadPoolExecutor(1, thread_name_prefix="preparing")
        self.workers = Pool()
        self.replays = PlayedReplays()
        self.preparation = Preparation(self.workers.load)
        self.background = Background()
        self.reopening = Reopening(store, self.preparation, self.played_on, self.set_aside)
        self.damaged: dict[str, SetAside] = {}  # tables that cannot be opened, and why

    # --- opening and closing

    async def open(self) -> None:
        await self.set_up()
        self.background.spawn(self.reopening.work())
        self.background.spawn(self._sweep_forever())
        self.background.spawn(self.preparation.all())

    async def close(self) -> None:
        """Finish what is being written, and stop."""
        await self.say_goodbye()
        for table in self.tables.values():
            if table.playing:
                await table.playing.live.close()
        await self.background.close()
        await self.workers.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.replays.close()
        self.reopening.close()
        await self.store.close()

    async def say_goodbye(self) -> None:
        """Close every socket with a reason, and wait a moment until they are closed."""
        for table in self.tables.values():
            table.dismiss(1012, "the server is restarting; this page comes back by itself")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while any(table.connections for table in self.tables.values()):
                    await asyncio.sleep(0.01)

    # --- tables

    async def table(self, id: str) -> Table:
        """As soon as its match is there: after a restart, whoever asks comes first."""
        await self.reopening.wait_for(id)
        if id in self.damaged:
            raise self.damaged[id]
        if id not in self.tables:
            raise NotThere("there is no such table; it may have been cleared away")
        return self.tables[id]

    def table_of(self, game: Game, data: TableData) -> Table:
        return Table(self.store, self.background, game, data)

    def new_table(self, wishes: TableRequest, person: Person, forked_from: str | None = None) -> Table:
        game = game_named(wishes.game)
        check_options(wishes.options)
        check_waiting_tables(person.id, self._table_data())
        options = options_of(game, wishes.options)
        check_time(wishes.time_control or DECISION)
        data = TableData(
            id=secrets.token_urlsafe(12),
            game=game.name,
            options=msgspec.to_builtins(options),
            time_control=wishes.time_control or DECISION,
            public=wishes.public,
            watching=wishes.watching,
            delay=wishes.delay,
            pace=self.pace * game.page.pace if wishes.pace is None else wishes.pace,
            grace=wishes.grace,
            host=person.id,
            owner=person.id,
            by_guest=person.guest,
            chairs=[Chair() for _ in game.seating(options)],
            forked_from=forked_from,
        )
        table = self.tables[data.id] = self.table_of(game, data)
        return table

    def _table_data(self) -> list[TableData]:
        return [table.data for table in self.tables.values()]

    async def quick_play(
        self,
        game: str,
        options: dict[str, Any],
        person: Person,
        guest: GuestRows | None = None,
        level: Level = "easy",
    ) -> Table:
        """A table for one person and bots, and the match begins at once; a new guest is stored along with it."""
        wishes = {**game_named(game).page.one_click, **options}
        table = self.new_table(TableRequest(game=game, options=wishes), person)
        seating.sit(table, person, 0)
        seating.fill(table, person, opponent_of(table.game, level))
        try:
            await self.start(table, guest=guest)
        except BaseException:
            self.tables.pop(table.data.id)
            raise
        return table

    # --- matches

    async def start(self, table: Table, past: Past | None = None, guest: GuestRows | None = None) -> None:
        """Begin a match with those who sit here, or go on with one that has a past."""
        data = table.data
        if data.state == "playing":
            raise NotNow("the match is running already")
        if any(chair.kind == "empty" for chair in data.chairs):
            raise NotNow("every seat needs a person or a bot before the match can begin")
        check_running(data, self._table_data())
        self.preparation.want(table.game.name)
        match = Match(
            table.game,
            table.game.options_from(data.options),
            past.seed if past else secrets.randbits(SEED_BITS),
            players=past.players if past else [player_in(chair) for chair in data.chairs],
            time_control=data.time_control,
            faults=FaultRule(STRIKES - 1, strongest_of(table.game)),
        )
        await self._store_start(table, match, past, guest)
        table.play(self.playing(table, data.match or "", match, past.entries if past else None))
        table.show()

    async def _store_start(self, table: Table, match: Match, past: Past | None, guest: GuestRows | None) -> None:
        """The table and its match are stored together, or the table is as it was."""
        data, before = table.data, (table.data.state, table.data.match, table.data.began)
        began = datetime.now(UTC)
        data.state, data.match, data.began = "playing", secrets.token_urlsafe(12), began.timestamp()
        row = self._match_row(data.match, table, match, began, past.step if past else None)
        seats = table.seat_rows()
        try:
            await self.store.begin_match(table.row(), row, seats, map(encode, past.entries if past else ()), guest)
        except BaseException:
            data.state, data.match, data.began = before
            raise

    def _match_row(self, id: str, table: Table, match: Match, began: datetime, step: int | None) -> MatchRow:
        data = table.data
        return MatchRow(
            id=id,
            table_id=data.id,
            game=data.game,
            rules_version=table.game.rules_version,
            header=Replay.of(match).header(),
            began=began,
            public=data.public,
            forked_from=data.forked_from,
            forked_step=step,
        )

    def played_on(self, table: Table, id: str, history: History) -> Playing:
        """The match of this history goes on."""
        return self.playing(table, id, history.match, history=history)

    def playing(
        self, table: Table, id: str, match: Match, entries: list[Entry] | None = None, history: History | None = None
    ) -> Playing:
        return Playing(
            id,
            match,
            self.store,
            table.entered,
            pace=table.data.pace,
            workers=self.workers,
            owner=table.data.owner or table.data.id,
            entries=entries,
            several=gazes(table.data),
            history=history,
        )

    async def rematch(self, table: Table, person: Person) -> None:
        if own_seat(table.data, person.id) is None and table.data.host != person.id:
            raise NotYours("only those who sit here may ask for a rematch")
        if table.data.state != "over":
            raise NotNow("a rematch comes after the match")
        seating.settle(table)
        table.data.forked_from = None
        await self.start(table)

    # --- after a restart

    async def recover(self) -> None:
        """Every table stands again as it was, and every unfinished match goes on."""
        await self.set_up()
        await self.reopening.everything()

    async def set_up(self) -> None:
        """Every table stands again; its match follows. What cannot be read costs its own table and no other."""
        for id in await self._stored_ids():
            try:
                row = await self.store.table(id)
                if row is not None:
                    self.tables[id] = self._stored_table(row)
                    self.reopening.add(self.tables[id])
            except Exception as error:  # noqa: BLE001  whatever is stored there, the other tables stand
                self.note_damage(id, error)

    async def _stored_ids(self) -> list[str]:
        try:
            return await self.store.table_ids()
        except StoreDamaged as error:
            log.error("no table could be set up again, for the list of them cannot be read: %s", error)
            return []

    def _stored_table(self, row: TableRow) -> Table:
        data = msgspec.json.decode(row.data, type=TableData)
        table = self.table_of(game_named(data.game), data)
        if data.id != row.id or len(data.chairs) != len(table.places):
            raise BadReplay(
                "its seats are not those of the game" if data.id == row.id else "it is that of another table"
            )
        return table

    def set_aside(self, table: Table, why: Exception) -> None:
        """The table cannot be opened; the others are."""
        self.tables.pop(table.data.id, None)
        table.dismiss(4000 + SetAside.status, "this table was set aside")
        self.note_damage(table.data.id, why)

    def note_damage(self, id: str, why: Exception) -> None:
        self.damaged[id] = damaged("this table", why)
        self.store.note_damage(f"table {id}", why)

    # --- tidying up

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.sweep()

    async def sweep(self) -> None:
        now = time.monotonic()
        for table in list(self.tables.values()):
            patience = VANISH.get(table.data.state)
            if patience is not None and not table.connections and now - table.idle_since > patience:
                await self.remove(table)

    async def remove(self, table: Table) -> None:
        self.tables.pop(table.data.id, None)
        self.reopening.forget(table.data.id)
        table.dismiss(1000, "the table was cleared away")
        with contextlib.suppress(StoreError):
            await self.store.delete_table(table.data.id)


def check_time(control: TimeControl) -> None:
    given = [seconds for seconds in (control.bank, control.limit) if seconds is not None]
    if not all(0 < seconds <= LONGEST_TIME for seconds in given) or not 0 <= control.increment <= LONGEST_TIME:
        raise BadRequest("a time control has between 0 and 86400 seconds")
