"""The ranker that never sleeps: it makes fixtures, leases them, has them played and checked, and stores the results.

Any number of rankers may work on one database. What counts is decided by the database alone: a fixture is one row, and
its match is stored in the transaction that removes it.
"""

import asyncio
import logging
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from quintain import games as library
from quintain.core.clock import TimeControl
from quintain.core.errors import NotIsolated, QuintainError, StoreError
from quintain.core.game import Game
from quintain.datastore import FixtureRow, MatchRow, PlayerRow, Store, program_id
from quintain.datastore.contenders import players_by_id
from quintain.datastore.event_steps import games_of_events
from quintain.ranker.contest.crew import Crew, Lost, Worker
from quintain.ranker.contest.errands import Check, Entrant, Finished, Order, Reply, Right, Trouble
from quintain.ranker.contest.keeping import NoLongerOpen, drop, keep, put_hopeless_to_rest, shown
from quintain.ranker.contest.schedule import Schedule
from quintain.ranker.contest.setup import faults_of
from quintain.ranker.events.stepping import step_at_rest
from quintain.ranker.jobs import Job
from quintain.sandbox import isolated

CORES = 0.4  # of which the rest of the arena has more than enough
PAUSED = "ladder.paused"  # the setting that stops the ranker
LEASE = 30.0  # seconds that a fixture is ours without a word from us
ATTEMPTS = 3  # of a fixture that brings no result, or none that can be right
TAKEN = 20  # times that a fixture is taken by anybody before it is given up
ALL = 100  # fixtures: where programs cannot be confined, those without them are looked for
CALM = 20.0  # seconds that a game rests between two sets when nothing new is to be learnt
IDLE = 5.0  # seconds that a game rests when there is nothing to play
RETRY = 1.0  # seconds after trouble
# Sets that are played at a time beside people: one core is theirs.
BESIDE_PEOPLE = max(1, (os.cpu_count() or 1) - 1)
LONGEST_WAIT = 10.0  # seconds for which people's tables keep a match from beginning
FRESH = 300.0  # seconds after the start at which it stands back behind others, though not every game has moved
GLANCE = 0.25  # seconds between two looks whether people play
EAGER = 60.0  # seconds after the start in which the ladder may spend ahead, so that every game moves

log = logging.getLogger(__name__)


class Running(msgspec.Struct, kw_only=True):
    """A match that is being played now."""

    fixture: FixtureRow
    players: tuple[str, ...]  # their names, by seat
    began: datetime
    actions: int = 0  # taken so far


Told = Callable[[MatchRow], None]


class Ranker:
    def __init__(
        self,
        store: Store,
        *,
        cores: float = CORES,
        games: Iterable[Game] | None = None,
        told: Told = lambda match: None,
        busy: Callable[[], bool] = lambda: False,
        crowded: Callable[[], bool] = lambda: False,
        lease: float = LEASE,
        crew: Crew | None = None,
    ) -> None:
        """`busy`: is everything late already? `crowded`: do people play beside it?"""
        self.store, self.told, self.busy, self.crowded, self.lease = store, told, busy, crowded, lease
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.crew = crew or Crew(cores)
        self.games = {game.name: game for game in (map(library.load, library.names()) if games is None else games)}
        self.running: dict[str, Running] = {}  # by the id of the match to be
        self.finished: Counter[str] = Counter()  # matches stored, by game
        self.refused = self.errors = self.lost = 0  # results refused, mistakes of our own, workers that died or hung
        self.last: datetime | None = None  # when a match was stored
        self.paused = False
        self.programs = True  # can programs of strangers be confined here?
        self._schedules = {name: Schedule(game, store) for name, game in self.games.items()}
        self._spent: dict[str, float] = dict.fromkeys(self.games, 0.0)  # seconds, by game
        self._rests: dict[str, float] = dict.fromkeys(self.games, 0.0)  # until when
        self._busy_games: set[str] = set()  # somebody is choosing a set
        self._tries: Counter[str] = Counter()  # of fixtures that brought no result
        self._held: set[str] = set()  # fixtures that are leased
        self._began = self._moved = time.monotonic()
        self._looked = -RETRY  # when we asked whether it is paused
        self._urgent: Iterable[str] = ()  # games of tournaments that go on
        self._unavailable = False

    @property
    def idle(self) -> float:
        """Seconds since a match was stored, or since the start: a heartbeat that proves progress."""
        return time.monotonic() - self._moved

    # --- going on and on

    async def run(self) -> None:
        """Until it is cancelled."""
        self.programs = await asyncio.to_thread(can_confine)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._renew())
                group.create_task(self._make_way())
                for number in range(self.crew.workers):
                    group.create_task(self._work(number))
        finally:
            await self.crew.close()
            with suppress(StoreError):
                await self.store.release_fixtures(self.name, self._held)

    async def _work(self, number: int) -> None:
        while True:
            try:
                await self._turn(number)
                self._unavailable = False
            except StoreError as error:
                if not self._unavailable:
                    log.warning("the ladder waits for the database: %s", error)
                self._unavailable = True
                await asyncio.sleep(RETRY)
            except Lost as error:
                self.lost += 1
                log.warning("the ladder has lost a worker: %s", error)
                await asyncio.sleep(RETRY)
            except Exception:
                self.errors += 1
                log.exception("the ladder goes on after a mistake")
                await asyncio.sleep(IDLE)

    async def _turn(self, number: int) -> None:
        """Choose a game and play a set of it, if the time is right."""
        await self._permission(number)
        for urgent in self._urgent:
            self._rests[urgent] = 0.0  # a tournament does not wait for the ladder's pauses
        name = self._next_game()
        if name is None:
            await asyncio.sleep(RETRY)
            return
        self._busy_games.add(name)
        try:
            fixtures = await self._take(name)
        finally:
            self._busy_games.discard(name)
        if fixtures:
            await self._play_all(self.games[name], fixtures)
        self._rests[name] = time.monotonic() + self._pause(name, bool(fixtures))

    def _pause(self, name: str, played: bool) -> float:
        if not played:
            return IDLE
        return CALM if self._schedules[name].settled else 0.0

    async def _permission(self, number: int) -> None:
        """Wait while administrators, the budget or people at their tables want the ladder to."""
        while await self._is_paused():
            await asyncio.sleep(RETRY)
        while (rest := self.crew.budget.rest()) > 0 and not self._eager:
            await asyncio.sleep(min(rest, RETRY))
        while self.crowded() and number >= BESIDE_PEOPLE:
            await asyncio.sleep(GLANCE)
        until = time.monotonic() + LONGEST_WAIT
        while self.busy() and time.monotonic() < until:
            await asyncio.sleep(0.25)

    async def _make_way(self) -> None:
        """Stand back as soon as every game has moved, or it should have, or anybody plays here."""
        while True:
            moved = all(self.finished[name] for name in self.games)
            if moved or self.crowded() or time.monotonic() > self._began + FRESH:
                self.crew.stand_back()
            await asyncio.sleep(GLANCE)

    @property
    def _eager(self) -> bool:
        """Has it just begun, on a machine that compiles all games anyway, and some have not moved yet?"""
        fresh = time.monotonic() < self._began + EAGER and not self.crowded()
        return fresh and any(self.crew.light_only(name) and not self.finished[name] for name in self.games)

    async def _is_paused(self) -> bool:
        """As it was a moment ago: every question to the database takes time from the people at their tables."""
        if time.monotonic() > self._looked + RETRY / 2:
            self._looked = time.monotonic()
            self.paused = await self.store.setting(PAUSED) == "1"
            self._urgent = await games_of_events(self.store)
        return self.paused

    def _next_game(self) -> str | None:
        """The one that has had least, of those that do not rest."""
        now = time.monotonic()
        ready = [name for name in self.games if self._rests[name] <= now and name not in self._busy_games]
        return min(ready, key=lambda name: self._spent[name], default=None)

    async def _take(self, name: str) -> list[FixtureRow]:
        """A set of this game, for this ranker alone."""
        schedule = self._schedules[name]
        await self.crew.load(name)
        if not await schedule.top_up(self.crew.light_only(name), self.programs):
            return []
        # At first one of every game, so that all of them move soon.
        limit = schedule.sides if self.finished[name] else 1
        fixtures = await self.store.take_fixtures(self.name, limit if self.programs else ALL, self.lease, [name])
        mine = [row for row in fixtures if self.programs or not has_program(row)][:limit]
        self._held |= {row.id for row in mine}
        if others := {row.id for row in fixtures} - self._held:
            await self.store.release_fixtures(self.name, others)
        return mine

    async def _renew(self) -> None:
        """Keep what we are at, for as long as we are at it."""
        while True:
            await asyncio.sleep(self.lease / 3)
            with suppress(StoreError):
                await self.store.renew_fixtures(self.name, self._held, self.lease)

    # --- a set

    async def _play_all(self, game: Game, fixtures: Sequence[FixtureRow]) -> None:
        ids = {row.id for row in fixtures}
        began = time.monotonic()
        try:
            players = await self._players(game, {id for row in fixtures for id in row.players})
            async with self.crew.worker() as worker, self.crew.worker() as examiner:
                for fixture in fixtures:
                    await self._play(game, fixture, players, worker, examiner)
        finally:
            self._spent[game.name] += time.monotonic() - began
            self._held -= ids
            with suppress(StoreError):
                await self.store.release_fixtures(self.name, ids)

    async def _players(self, game: Game, ids: set[str]) -> dict[str, PlayerRow]:
        """Most of them are on the ladder, which was read just now."""
        known = self._schedules[game.name].players
        others = await players_by_id(self.store, ids - known.keys()) if ids - known.keys() else {}
        return {**known, **others}

    async def _play(
        self, game: Game, fixture: FixtureRow, players: dict[str, PlayerRow], worker: Worker, examiner: Worker
    ) -> None:
        try:
            order = await self._order(game, fixture, players)
        except StoreError:
            raise
        except (QuintainError, msgspec.MsgspecError, KeyError) as error:  # made by other rules, or by somebody else
            await self._refuse(fixture, f"it makes no sense here: {error}")
            return
        names = tuple(shown(players[id]) for id in fixture.players)
        self.running[fixture.id] = now = Running(fixture=fixture, players=names, began=datetime.now(UTC))
        try:
            reply = await worker.ask(order, lambda actions: setattr(now, "actions", actions))
            if isinstance(reply, Finished):
                verdict = await examiner.ask(Check(order=order, played=reply.played))
                reply = msgspec.structs.replace(reply, header=verdict.header) if isinstance(verdict, Right) else verdict
        except Lost as error:
            await self._refuse(fixture, str(error))
            raise
        finally:
            del self.running[fixture.id]
        await self._take_in(game, fixture, reply, players)

    async def _order(self, game: Game, fixture: FixtureRow, players: dict[str, PlayerRow]) -> Order:
        entrants = {id: await self._entrant(players[id]) for id in dict.fromkeys(fixture.players)}
        return Order(
            job=Job(id=fixture.id, seed=fixture.seed, bot_seed=fixture.bot_seed, players=fixture.players),
            game=game.name,
            rules_version=game.rules_version,
            options=fixture.options,
            control=msgspec.json.decode(fixture.control, type=TimeControl),
            faults=faults_of(game, fixture.options),
            entrants=entrants,
            share=1.0 if self._eager else self.crew.share,
        )

    async def _entrant(self, player: PlayerRow) -> Entrant:
        if player.kind != "program":
            return Entrant(name=player.name)
        version = player.id.partition(":")[2]
        return Entrant(name=shown(player), version_id=version, source=await self.store.source(version) or b"")

    async def _take_in(self, game: Game, fixture: FixtureRow, reply: Reply, players: dict[str, PlayerRow]) -> None:
        """Store a result that is right, and refuse any other."""
        if not isinstance(reply, Finished):
            await self._refuse(fixture, reply.why if isinstance(reply, Trouble) else "a reply that makes no sense")
            return
        try:
            match = await self._kept(game, fixture, reply, players)
        except NoLongerOpen:
            log.info("the result of match %s came late and does not count", fixture.id)
            return
        self._tries.pop(fixture.id, None)
        self.finished[game.name] += 1
        self.last, self._moved = match.ended, time.monotonic()
        for name in await put_hopeless_to_rest(self.store, match):
            log.warning("%s failed too often and plays no more", name)
        if fixture.event_id:
            await step_at_rest(self.store, fixture.event_id)
        self.told(match)

    async def _kept(
        self, game: Game, fixture: FixtureRow, finished: Finished, players: dict[str, PlayerRow]
    ) -> MatchRow:
        """What was played is not thrown away because the database is away for a moment."""
        until = time.monotonic() + self.lease
        while True:
            try:
                return await keep(self.store, game, fixture, finished, players)
            except NoLongerOpen:
                raise
            except StoreError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(RETRY)

    async def _refuse(self, fixture: FixtureRow, why: str) -> None:
        """It is played again, but not for ever."""
        self.refused += 1
        self._tries[fixture.id] += 1
        log.warning("match %s of %s has to be played again: %s", fixture.id, fixture.game, why)
        if self._tries[fixture.id] >= ATTEMPTS or fixture.attempts >= TAKEN:
            self._tries.pop(fixture.id)
            await drop(self.store, [fixture], f"no result in {fixture.attempts} attempts; the last time: {why}")


def has_program(fixture: FixtureRow) -> bool:
    return any(id.startswith(program_id("")) for id in fixture.players)


def can_confine() -> bool:
    try:
        isolated()
    except NotIsolated as error:
        log.warning("uploaded bots do not play on this machine: %s", error)
        return False
    return True
