"""Tournaments as the pages show them. What takes a while to compute is computed once for everybody who looks."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from quintain.core.errors import QuintainError
from quintain.datastore import EventRow, Store
from quintain.datastore.event_steps import (
    Entered,
    Listed,
    event_matches,
    listed_events,
    names_of,
    played_of,
    replays_of,
)
from quintain.ranker.events.report import report
from quintain.ranker.events.settings import Settings, settings_of
from quintain.ranker.events.table import Progress
from quintain.website.catalogue import game_named
from quintain.website.events.field import Act, Field, field_of, why_not
from quintain.website.events.tabled import round_of, table_of
from quintain.website.refusals import NotNow, NotThere
from quintain.website.wire.events import Candidate, Entrant, EventPage, EventRound, EventSummary, EventTable

KEPT = 64  # events whose tables are kept
REPORTS = 8  # that are kept
YOUNG = 1.0  # seconds in which a table is new enough while matches end one after the other
LISTED = 100


class Known(NamedTuple):
    """What was computed, from what, and when."""

    stage: tuple[str, bytes, int]
    progress: Progress
    table: EventTable
    at: float


class EventPages:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._turns: dict[str, asyncio.Lock] = {}
        self._reports: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._reporting = asyncio.Lock()

    # --- lists

    async def listed(self, states: tuple[str, ...], game: str | None) -> list[EventSummary]:
        found = await listed_events(self.store, states, game, LISTED)
        champions = {player for one in found for player in champions_of(one.event)}
        names = await names_of(self.store, champions) if champions else {}
        return [summary(one, [names.get(player, player) for player in champions_of(one.event)]) for one in found]

    # --- one

    async def page(self, id: str, act: Act | None) -> EventPage:
        field = await field_of(self.store, id)
        begun = bool(field.settings.players)
        known, trouble = None, None
        if begun:
            try:
                known = await self.known(field.event, field.settings)
            except QuintainError as error:
                trouble = str(error)
        own = await self.own_bots(field, act) if act and field.event.state == "open" else ()
        return event_page(field, await self.host_of(id), act, known, own, trouble or outdated(field))

    async def host_of(self, id: str) -> str | None:
        found = await listed_events(self.store, ("open", "running", "over", "stopped"), id=id)
        return found[0].host if found else None

    async def own_bots(self, field: Field, act: Act) -> tuple[Candidate, ...]:
        bots = [bot for bot in await self.store.bots_of(act.person.id) if bot.game == field.event.game]
        refusals = [(bot, why_not(field, act.person.id, bot)) for bot in bots]
        return tuple(Candidate(id=bot.id, name=bot.name, refusal=str(why) if why else None) for bot, why in refusals)

    async def round(self, id: str, number: int) -> EventRound:
        field = await field_of(self.store, id)
        if not field.settings.players:
            raise NotNow("this tournament has not begun")
        known = await self.known(field.event, field.settings)
        if not 0 <= number < known.progress.rounds:
            raise NotThere(f"this tournament has {known.progress.rounds} rounds by now, counted from 0")
        return round_of(known.progress, number)

    async def known(self, event: EventRow, settings: Settings) -> Known:
        """The table; many may ask at once, and one computes it."""
        lock = self._turns.setdefault(event.id, asyncio.Lock())
        async with lock:
            stage = (event.state, event.settings, await played_of(self.store, event.id))
            found = self._known.get(event.id)
            if found and (found.stage == stage or self.is_young(found, event)):
                return found
            matches = await event_matches(self.store, event.id)
            progress = await asyncio.to_thread(Progress.of, event, settings, matches)
            table = await asyncio.to_thread(table_of, progress, event)
            return self._keep(event.id, Known((*stage[:2], len(matches)), progress, table, time.monotonic()))

    def is_young(self, known: Known, event: EventRow) -> bool:
        return known.stage[0] == event.state == "running" and time.monotonic() - known.at < YOUNG

    def _keep(self, id: str, known: Known) -> Known:
        self._known[id] = known
        self._known.move_to_end(id)
        while len(self._known) > KEPT:
            gone, _ = self._known.popitem(last=False)
            self._turns.pop(gone, None)
        return known

    async def report(self, id: str) -> bytes:
        """While it runs there is none: it tells where the dice come from."""
        field = await field_of(self.store, id)
        if field.event.state not in ("over", "stopped") or not field.settings.players:
            raise NotNow("the report can be had when the tournament has been played")
        # One at a time, and once: thousands of replays are read for it, and anybody may ask.
        async with self._reporting:
            key = id, await played_of(self.store, id)
            if key not in self._reports:
                self._reports[key] = await self._report(field)
            self._reports.move_to_end(key)
            while len(self._reports) > REPORTS:
                self._reports.popitem(last=False)
            return self._reports[key]

    async def _report(self, field: Field) -> bytes:
        matches = await event_matches(self.store, field.event.id)
        replays = await replays_of(self.store, [match.id for match in matches])
        names = {one.player.id: one.player.name for one in field.entered}
        return await asyncio.to_thread(report, field.event, field.settings, matches, replays, names)


def champions_of(event: EventRow) -> tuple[str, ...]:
    return settings_of(event).champions if event.state == "over" else ()


def summary(listed: Listed, champions: Iterable[str]) -> EventSummary:
    event = listed.event
    return EventSummary(
        id=event.id,
        game=event.game,
        name=event.name,
        format=event.format,  # type: ignore[arg-type]
        state=event.state,  # type: ignore[arg-type]
        host=listed.host,
        entrants=listed.entrants,
        created=event.created.timestamp(),
        began=event.began.timestamp() if event.began else None,
        ended=event.ended.timestamp() if event.ended else None,
        champions=tuple(champions),
    )


def outdated(field: Field) -> str | None:
    if field.event.state != "running":
        return None
    version = game_named(field.event.game).rules_version
    if version == field.settings.rules_version:
        return None
    return (
        f"It began by version {field.settings.rules_version} of the rules, and this server has version {version}: "
        "it cannot go on, and its host has to stop it"
    )


def event_page(
    field: Field,
    host: str | None,
    act: Act | None,
    known: Known | None,
    own: tuple[Candidate, ...],
    trouble: str | None,
) -> EventPage:
    event, settings = field.event, field.settings
    order = {player: number for number, player in enumerate(settings.players)}
    return EventPage(
        id=event.id,
        game=event.game,
        name=event.name,
        about=settings.about,
        format=event.format,  # type: ignore[arg-type]
        state=event.state,  # type: ignore[arg-type]
        host=host,
        hosting=act is not None and field.hosted_by(act),
        options=settings.options,
        matches=settings.matches,
        rounds=settings.rounds,
        time_control=settings.control,
        per_owner=settings.per_owner,
        seeding=settings.seeding,
        rated=settings.rated,
        joining=settings.joining,
        created=event.created.timestamp(),
        began=event.began.timestamp() if event.began else None,
        ended=event.ended.timestamp() if event.ended else None,
        entrants=tuple(entrant(one, settings, act) for one in field.entered),
        own=own,
        table=known.table if known else None,
        champions=tuple(order[player] for player in settings.champions),
        trouble=trouble,
    )


def entrant(one: Entered, settings: Settings, act: Act | None) -> Entrant:
    return Entrant(
        player=one.player.id,
        name=one.player.name,
        kind="bot" if one.player.kind == "bot" else "program",
        version=one.player.version if one.bot_id else None,
        bot=one.bot_id,
        owner=one.owner,
        seed=one.seed,
        mine=act is not None and one.owner_id == act.person.id,
        out=one.player.id in settings.out,
    )
