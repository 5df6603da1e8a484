"""Move events on: when the matches of a round are done, those of the next one are wanted.

What follows is worked out from what is stored and then stored, if nothing has happened meanwhile. So any number of
processes may do it at once and be killed at any moment: every match is wanted exactly once.
"""

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from quintain.core.errors import QuintainError, StoreUnavailable, UnknownRules
from quintain.datastore import EventRow, FixtureRow, Store
from quintain.datastore.database import Further
from quintain.datastore.event_steps import advance, event_matches, events_at_rest, events_with_losses
from quintain.ranker.events.results import due, forfeit_of, forfeited, results_of, set_of
from quintain.ranker.events.settings import Settings, schedule_of, settings_of
from quintain.ranker.jobs import Job
from quintain.ranker.result import Result
from quintain.ranker.tournament import Schedule

log = logging.getLogger(__name__)


class Plan(NamedTuple):
    """What follows from an event as it was when so many of its matches were finished."""

    before: EventRow
    after: EventRow
    played: int
    fixtures: list[FixtureRow]
    dropped: list[str]  # fixtures of those who are out


async def plan(store: Store, event_id: str, lost: Iterable[str] = ()) -> Plan | None:
    """None if the event does not run. `lost` are players that cannot play any more."""
    event = await store.event(event_id)
    if event is None or event.state != "running":
        return None
    settings = settings_of(event)
    schedule = schedule_of(event, settings)
    if schedule.game.rules_version != settings.rules_version:
        raise UnknownRules(
            f"event {event.id!r} is played by version {settings.rules_version} of the {event.game} rules, and here is "
            f"version {schedule.game.rules_version}: its host has to stop it"
        )
    matches = await event_matches(store, event.id)
    waiting = {fixture.id for fixture in await store.open_fixtures(event=event.id)}
    settings = replace(settings, out=tuple(dict.fromkeys([*settings.out, *lost])))
    results = results_of(schedule, settings, matches)
    settings, results, wanted = without_forfeits(schedule, settings, results, waiting)
    new = [job for job in wanted if job.id not in waiting]
    moment = datetime.now(UTC)
    after = replace(event, settings=asked(settings, wanted, new).encoded())
    return Plan(
        event,
        after if wanted else ended(after, settings, schedule.placing(results), moment),
        len(matches),
        [fixture_of(event, schedule, settings, job, moment) for job in new],
        sorted(waiting & settings.forfeits.keys()),
    )


def ended(event: EventRow, settings: Settings, placing: Mapping[str, int], moment: datetime) -> EventRow:
    champions = tuple(player for player, place in placing.items() if place == 1)
    return replace(event, settings=replace(settings, champions=champions).encoded(), state="over", ended=moment)


def without_forfeits(
    schedule: Schedule, settings: Settings, results: dict[str, Result], waiting: Collection[str]
) -> tuple[Settings, dict[str, Result], list[Job]]:
    """The matches to be played next. On the way there some may be forfeited, whole rounds even."""
    while jobs := due(schedule, results):
        tried = replace(settings, asked={id: n for id, n in settings.asked.items() if id not in waiting})
        missed = {job.id: forfeit for job in jobs if (forfeit := forfeit_of(job, tried))}
        settings = replace(settings, forfeits={**settings.forfeits, **missed})
        results = results | {id: forfeited(schedule, settings, id, each) for id, each in missed.items()}
        if len(missed) < len(jobs):
            return settings, results, [job for job in jobs if job.id not in missed]
    return settings, results, []


def fixture_of(event: EventRow, schedule: Schedule, settings: Settings, job: Job, moment: datetime) -> FixtureRow:
    return FixtureRow(
        id=job.id,
        game=event.game,
        set_id=set_of(job.id),
        players=job.players,
        seed=job.seed,
        bot_seed=job.bot_seed,
        options=msgspec.json.encode(settings.options),
        control=msgspec.json.encode(settings.control),
        rated=settings.rated,
        event_id=event.id,
        created=moment,
    )


def asked(settings: Settings, wanted: Sequence[Job], new: Sequence[Job]) -> Settings:
    """Counted for each match of the round: one that is not waiting any more came back without a result."""
    times = {job.id: settings.asked.get(job.id, 0) + (job in new) for job in wanted}
    return replace(settings, asked=times)


async def carry_out(store: Store, plan: Plan, further: Iterable[Further] = ()) -> bool:
    """No if something has happened since it was made."""
    if plan.before == plan.after and not plan.fixtures and not plan.dropped:
        return False
    return await advance(store, plan.before, plan.after, plan.played, plan.fixtures, plan.dropped, further)


async def step(store: Store, event_id: str, lost: Iterable[str] = (), further: Iterable[Further] = ()) -> bool:
    """Whether the event has moved on by this."""
    found = await plan(store, event_id, lost)
    return found is not None and await carry_out(store, found, further)


async def step_at_rest(store: Store, event_id: str) -> bool:
    """The same, where it may well be that matches of its round are still to come."""
    if event_id not in await events_at_rest(store):
        return False
    try:
        return await step(store, event_id)
    except StoreUnavailable:
        raise
    except QuintainError as error:
        store.note_damage(f"event {event_id}", error)
        return False


async def step_all(store: Store) -> int:
    """Every event that has to move on does; returns how many. One that cannot holds up no other."""
    losses = await new_losses(store)
    moved = 0
    for id in {**losses, **dict.fromkeys(await events_at_rest(store))}:
        try:
            moved += await step(store, id, losses.get(id, ()))
        except StoreUnavailable:
            raise
        except QuintainError as error:
            store.note_damage(f"event {id}", error)
    return moved


async def new_losses(store: Store) -> dict[str, list[str]]:
    """By event, the players that cannot play any more and are not known to be out."""
    out: dict[str, list[str]] = {}
    for id, players in (await events_with_losses(store)).items():
        event = await store.event(id)
        if event and (new := players.difference(settings_of(event).out)):
            out[id] = sorted(new)
    return out
