"""Everything that the running server holds: the store, the tables, and the workers in which bots think."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from quintain.arbiter.actors import Actor, bot_rng
from quintain.arbiter.uploads.workshop import folder_of
from quintain.arbiter.workers.pool import Pool
from quintain.core.clock import TimeControl
from quintain.core.dice import SEED_BITS
from quintain.core.game import Game
from quintain.core.match import STOP, FaultRule, Match
from quintain.core.record import Entry, Player
from quintain.core.replay import Replay
from quintain.datastore import MatchRow, Store
from quintain.datastore import Person as StoredPerson
from quintain.datastore import Session as StoredSession
from quintain.datastore.database import Further
from quintain.ranker.contest.ranker import Ranker
from quintain.website import seating
from quintain.website.background import Background
from quintain.website.catalogue import game_named, opponent_of, options_of, strongest_of
from quintain.website.data import Chair, TableData
from quintain.website.elsewhere import Elsewhere
from quintain.website.events.moving import keep_moving
from quintain.website.events.shown import EventPages
from quintain.website.eyes import gazes, own_seat
from quintain.website.history import History, encode
from quintain.website.identity import Identity
from quintain.website.ladders import Ladders
from quintain.website.limits import Limits
from quintain.website.notices import Notices
from quintain.website.played import PlayedReplays
from quintain.website.playing import Playing
from quintain.website.preparing import Preparation
from quintain.website.programs import Programs
from quintain.website.quota import check_options, check_programs, check_running, check_waiting_tables
from quintain.website.rated import program_logs, rated_again, ratings_with, will_count
from quintain.website.refusals import BadRequest, NotNow, NotThere, NotYours, SignInFirst
from quintain.website.restoring import Restoring
from quintain.website.roster import Roster
from quintain.website.seating import player_in, version_of
from quintain.website.servers import Peers
from quintain.website.table import Table
from quintain.website.tidying import Tidying
from quintain.website.wire.games import Level
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest

STRIKES = 3  # with the last of them a bot takes over: on the website lateness never ends a match
DECISION = TimeControl(limit=60.0)  # seconds for one decision, unless the host says otherwise
LONGEST_TIME = 86_400.0
GOODBYE = 1.0
BUSY = 0.02  # seconds of lag from which on the ladder begins no match

log = logging.getLogger(__name__)
GuestRows = tuple[StoredPerson, StoredSession]


class Past(NamedTuple):
    """What has happened already in a match that begins in the middle of another one."""

    seed: int
    players: Sequence[Player]  # who began the other one
    step: int
    entries: list[Entry]


class Arena:
    def __init__(
        self, store: Store, pace: float = 1.0, ladder_cores: float | None = None, reach: str | None = None
    ) -> None:
        """`reach` is where other servers on the same PostgreSQL can reach this one."""
        self.store = store
        self.pace = pace
        self.identity = Identity(store)
        self.limits = Limits()
        self.tables: dict[str, Table] = {}
        self.threads = ThreadPoolExecutor(1, thread_name_prefix="preparing")
        self.workers = Pool()
        self.replays = PlayedReplays()
        self.preparation = Preparation(self.workers.load)
        self.ladders = Ladders(store)
        self.programs = Programs(store.source, folder_of)
        self.background = Background()
        self.events = EventPages(store)
        self.restoring = Restoring(store, self.tables, self.background, self.preparation, self.table_of, self.played_on)
        self.tidying = Tidying(store, self.tables, self.programs, self.restoring.reopening)
        self.roster = Roster(store)
        self.lag = 0.0  # seconds that the event loop was late when last looked at
        self.ladder = self.ladder_of(ladder_cores) if ladder_cores else None
        take_up, let_go = self.restoring.take_up, self.restoring.let_go
        self.peers = Peers(store, reach, take_up, let_go) if reach and store.shared else None
        self.elsewhere = Elsewhere(store, self.restoring.stored_table)

    def ladder_of(self, cores: float) -> Ranker:
        """It makes way for whoever plays here."""
        return Ranker(self.store, cores=cores, busy=lambda: self.lag > BUSY, crowded=self.is_crowded)

    def is_crowded(self) -> bool:
        return any(table.data.state == "playing" and table.connections for table in self.tables.values())

    # --- opening and closing

    async def open(self) -> None:
        await self.set_up()
        self.background.spawn(self.restoring.reopening.work())
        self.background.spawn(self.tidying.work())
        self.background.spawn(keep_moving(self.store))
        self.background.spawn(self.preparation.all())
        self.background.spawn(self.roster.checks.work())
        if self.ladder:
            self.background.spawn(self.ladder.run())
        if self.peers:
            self.background.spawn(self.peers.work())
            notices = Notices(self.store, self.identity, self.peers.look, self.no_longer_guest, self.turn_out)
            self.background.spawn(notices.listen())

    async def close(self) -> None:
        """Finish what is being written, and stop."""
        await self.say_goodbye()
        for table in list(self.tables.values()):
            if table.playing:
                await table.playing.live.close()
        await self.background.close()
        await asyncio.to_thread(self.programs.close)
        if self.peers:
            await self.peers.end()
        await self.workers.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.replays.close()
        self.restoring.reopening.close()
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

    async def table(self, id: str, person: str | None = None) -> Table:
        """As soon as its match is there: after a restart, whoever asks comes first. A trial is its author's alone."""
        await self.restoring.reopening.wait_for(id)
        if id in self.restoring.damaged:
            raise self.restoring.damaged[id]
        table = self.tables.get(id)
        if table is None or (table.data.draft and table.data.owner != person):
            raise NotThere("there is no such table; it may have been cleared away")
        return table

    def table_of(self, game: Game, data: TableData) -> Table:
        return Table(self.store, self.background, game, data, self.with_outcome)

    def with_outcome(self, table: Table, ended: datetime) -> Sequence[Further]:
        """What is stored together with the outcome of a table's match: ratings, if it counts, and programs' logs."""
        logs = program_logs(table, self.programs.accounts(table.data.match or ""))
        further = [self.store.put_logs(logs)] if logs else []
        return [*further, *ratings_with(table, ended)]

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
        return [table.data for table in (*self.elsewhere.known(self.tables), *self.tables.values())]

    async def all_tables(self) -> list[Table]:
        """Those of other servers, too, as they were a moment ago: these are for looking at only."""
        await self.elsewhere.look()
        return [*self.elsewhere.known(self.tables), *self.tables.values()]

    def no_longer_guest(self, person: str) -> None:
        for table in self.tables.values():
            table.no_longer_guest(person)

    def turn_out(self, person: str) -> None:
        """They may not be here any more, by whatever they came in."""
        for connection in [one for table in self.tables.values() for one in table.connections]:
            if connection.person == person:
                connection.close(4000 + SignInFirst.status, "an administrator has closed this account")

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
            self.tables.pop(table.data.id, None)
            raise
        return table

    # --- matches

    async def start(
        self, table: Table, past: Past | None = None, guest: GuestRows | None = None, seed: int | None = None
    ) -> None:
        """Begin a match with those who sit here, or go on with one that has a past."""
        await self.elsewhere.look()
        data = table.data
        if data.state == "playing":
            raise NotNow("the match is running already")
        if any(chair.kind == "empty" for chair in data.chairs):
            raise NotNow("every seat needs a person or a bot before the match can begin")
        check_running(data, self._table_data())
        check_programs(data, self._table_data())
        counts = data.fixture is not None or (not past and await will_count(self.store, table))
        await self._load_programs(table)
        self.preparation.want(table.game.name)
        match = Match(
            table.game,
            table.game.options_from(data.options),
            past.seed if past else secrets.randbits(SEED_BITS) if seed is None else seed,
            players=past.players if past else [player_in(chair) for chair in data.chairs],
            time_control=data.time_control,
            # A draft is tried out until its first mistake, so that its author sees where that was.
            faults=STOP if data.draft else FaultRule(STRIKES - 1, strongest_of(table.game)),
        )
        self.programs.forget(data.match)
        await self._store_start(table, match, past, guest, counts)
        table.play(self.playing(table, data.match or "", match, past.entries if past else None))
        table.show()

    async def _load_programs(self, table: Table) -> None:
        """Before anybody waits for them: what cannot be confined or built here is refused, and nothing begins."""
        programs = {chair.program for chair in table.data.chairs if chair.program}
        if programs:
            await self.programs.check()
            await seating.check_programs_there(self.store, table.data.chairs)
        for program in programs:
            if not table.data.draft:
                await self.programs.load(table.game, version_of(program))

    async def _store_start(
        self, table: Table, match: Match, past: Past | None, guest: GuestRows | None, counts: bool
    ) -> None:
        """The table and its match are stored together, or the table is as it was."""
        data, before = table.data, (table.data.state, table.data.match, table.data.began, table.data.counts)
        began = datetime.now(UTC)
        data.state, data.match = "playing", data.fixture or secrets.token_urlsafe(12)
        data.began = began.timestamp()
        data.counts = counts
        row = self._match_row(data.match, table, match, began, past.step if past else None)
        seats, lines = table.seat_rows(), map(encode, past.entries if past else ())
        further = [self.store.fixture_moved(data.fixture)] if data.fixture else []
        try:
            await self.store.begin_match(table.row(), row, seats, lines, guest, further)
        except BaseException:
            data.state, data.match, data.began, data.counts = before
            raise
        data.agreed = {}  # each match needs everybody's word anew

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
            rated=data.counts,
            set_id=data.set_id,
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
            program=lambda seat, player: self._program(table, id, seat, player),
            entries=entries,
            several=gazes(table.data),
            history=history,
        )

    def _program(self, table: Table, match: str, seat: int, player: Player) -> Actor:
        rng, draft = bot_rng(secrets.randbits(SEED_BITS), seat), table.data.draft
        if draft:
            return self.programs.seat(match, seat, self.programs.draft(table.game, draft, rng))
        version = version_of(player.id)
        return self.programs.seat(match, seat, self.programs.version(table.game, player.name, version, rng))

    async def rematch(self, table: Table, person: Person) -> None:
        if own_seat(table.data, person.id) is None and table.data.host != person.id:
            raise NotYours("only those who sit here may ask for a rematch")
        if table.data.state != "over":
            raise NotNow("a rematch comes after the match")
        seating.settle(table)
        table.data.forked_from = None
        rated_again(table, person)
        await self.start(table)

    # --- after a restart

    async def recover(self) -> None:
        """Every table stands again as it was, and every unfinished match goes on."""
        await self.set_up()
        await self.restoring.reopening.everything()

    async def set_up(self) -> None:
        """Every table stands again; its match follows. One of several servers has its share of them."""
        await self.restoring.take_up(await (self.peers.begin() if self.peers else self.restoring.stored_ids()))


def check_time(control: TimeControl) -> None:
    given = [seconds for seconds in (control.bank, control.limit) if seconds is not None]
    if not all(0 < seconds <= LONGEST_TIME for seconds in given) or not 0 <= control.increment <= LONGEST_TIME:
        raise BadRequest("a time control has between 0 and 86400 seconds")
