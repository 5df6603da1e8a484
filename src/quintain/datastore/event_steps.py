"""How events move on: what their matches have come to, and changes that happen only from what they were made from.

Whoever changes an event says what it was. If somebody was faster, nothing is changed, and the answer is no.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, ScalarSelect, delete, exists, func, insert, select, update

from .contest_models import BotModel, EntrantModel, EventModel, FixtureModel, VersionModel
from .contest_rows import EntrantRow, EventRow, FixtureRow
from .database import Further, insert_new, now, take_turn
from .models import MatchModel, PersonModel, PlayerModel, ReplayModel, SeatModel
from .players import COLUMNS as PLAYER
from .players import players_of, put_players
from .rows import PlayerRow
from .store import Store


class EventSeat(NamedTuple):
    """What one seat of a finished match has reached."""

    player_id: str
    rank: int | None
    score: int | None
    fault: str | None


class EventMatch(NamedTuple):
    id: str
    began: datetime
    ended: datetime
    outcome: bytes
    seats: tuple[EventSeat, ...]


class Entered(NamedTuple):
    """Somebody who takes part, with what is known of the bot behind it; none of that for a house bot."""

    player: PlayerRow
    person_id: str | None  # who entered it
    seed: int | None
    joined: datetime
    bot_id: str | None
    active: str | None  # the version that the bot plays with now
    disabled: datetime | None  # since when it may not play, it or its owner
    owner_id: str | None
    owner: str | None

    def row(self, event_id: str) -> EntrantRow:
        return EntrantRow(
            event_id=event_id, player_id=self.player.id, person_id=self.person_id, seed=self.seed, joined=self.joined
        )


class Listed(NamedTuple):
    event: EventRow
    host: str | None  # the host's name
    entrants: int


# --- looking ---------------------------------------------------------------------------------------------------------


async def listed_events(
    store: Store, states: Sequence[str], game: str | None = None, limit: int = 100, id: str | None = None
) -> list[Listed]:
    """Those that ended last first, then the newest."""
    count = select(func.count()).where(EntrantModel.event_id == EventModel.id).scalar_subquery()
    query = (
        select(PersonModel.name, count, *EventModel.__table__.columns)
        .outerjoin(PersonModel, PersonModel.id == EventModel.host_id)
        .where(EventModel.state.in_(states))
        .order_by(EventModel.ended.desc(), EventModel.created.desc(), EventModel.id)
        .limit(limit)
    )
    if game is not None:
        query = query.where(EventModel.game == game)
    if id is not None:
        query = query.where(EventModel.id == id)
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    fields = [column.name for column in EventModel.__table__.columns]
    return [Listed(EventRow(**dict(zip(fields, row[2:], strict=True))), *row[:2]) for row in rows]


async def names_of(store: Store, player_ids: Iterable[str]) -> dict[str, str]:
    async with store.reading() as connection:
        return {id: player.name for id, player in (await players_of(connection, player_ids)).items()}


async def replays_of(store: Store, match_ids: Sequence[str]) -> dict[str, bytes]:
    """Those that are still there: old ones may have been thinned out."""
    query = select(ReplayModel.match_id, ReplayModel.replay).where(ReplayModel.match_id.in_(match_ids))
    async with store.reading() as connection:
        return {row.match_id: row.replay for row in await connection.execute(query)}


async def event_matches(store: Store, event_id: str) -> list[EventMatch]:
    """The finished ones, in the order in which they ended."""
    columns = (MatchModel.id, MatchModel.began, MatchModel.ended, MatchModel.outcome)
    mine = (MatchModel.event_id == event_id, MatchModel.ended.is_not(None))
    matches = select(*columns).where(*mine).order_by(MatchModel.ended, MatchModel.id)
    own = (SeatModel.match_id, SeatModel.player_id, SeatModel.rank, SeatModel.score, SeatModel.fault)
    seats = select(*own).join(MatchModel).where(*mine).order_by(SeatModel.match_id, SeatModel.seat)
    by_match: dict[str, list[EventSeat]] = {}
    async with store.reading() as connection:
        rows = (await connection.execute(matches)).all()
        for id, player, rank, score, fault in await connection.execute(seats):
            by_match.setdefault(id, []).append(EventSeat(player, rank, score, fault))
    return [
        EventMatch(id, began, ended or began, outcome or b"{}", tuple(by_match.get(id, ())))
        for id, began, ended, outcome in rows
    ]


async def entered_in(store: Store, event_id: str) -> list[Entered]:
    """Those with a seed first, in its order, then the others as they came."""
    columns = (BotModel.id, BotModel.active, func.coalesce(BotModel.disabled, PersonModel.disabled), BotModel.owner_id)
    query = (
        select(EntrantModel.person_id, EntrantModel.seed, EntrantModel.joined, *columns, PersonModel.name, *PLAYER)
        .join(PlayerModel, PlayerModel.id == EntrantModel.player_id)
        .outerjoin(VersionModel, EntrantModel.player_id == "program:" + VersionModel.id)
        .outerjoin(BotModel, BotModel.id == VersionModel.bot_id)
        .outerjoin(PersonModel, PersonModel.id == BotModel.owner_id)
        .where(EntrantModel.event_id == event_id)
    )
    async with store.reading() as connection:
        rows = [Entered(PlayerRow(*row[8:]), *row[:8]) for row in await connection.execute(query)]
    return sorted(rows, key=lambda one: (one.seed is None, one.seed or 0, one.joined, one.player.id))


async def played_of(store: Store, event_id: str) -> int:
    async with store.reading() as connection:
        return await connection.scalar(select(count_of(event_id))) or 0


async def events_at_rest(store: Store) -> list[str]:
    """Events that run while none of their matches is waiting or being played: they have to move on."""
    waiting = exists().where(FixtureModel.event_id == EventModel.id)
    async with store.reading() as connection:
        found = await connection.scalars(select(EventModel.id).where(EventModel.state == "running", ~waiting))
        return [str(id) for id in found]


async def games_of_events(store: Store) -> list[str]:
    """Games in which a match of an event waits and nobody plays it."""
    free = FixtureModel.lease.is_(None) | (FixtureModel.lease < now())
    query = select(FixtureModel.game).where(FixtureModel.event_id.is_not(None), free).distinct()
    async with store.reading() as connection:
        return [str(name) for name in await connection.scalars(query)]


async def events_with_losses(store: Store) -> dict[str, set[str]]:
    """Of events that run, the entrants whose bot or owner was disabled."""
    query = (
        select(EntrantModel.event_id, EntrantModel.player_id)
        .join(EventModel, EventModel.id == EntrantModel.event_id)
        .join(VersionModel, EntrantModel.player_id == "program:" + VersionModel.id)
        .join(BotModel, BotModel.id == VersionModel.bot_id)
        .outerjoin(PersonModel, PersonModel.id == BotModel.owner_id)
        .where(EventModel.state == "running")
        .where(BotModel.disabled.is_not(None) | PersonModel.disabled.is_not(None))
    )
    out: dict[str, set[str]] = {}
    async with store.reading() as connection:
        for event, player in await connection.execute(query):
            out.setdefault(event, set()).add(player)
    return out


# --- changing --------------------------------------------------------------------------------------------------------


async def change_field(
    store: Store,
    before: EventRow,
    after: EventRow,
    entrants: tuple[Sequence[EntrantRow], Sequence[EntrantRow]],
    players: Iterable[PlayerRow] = (),
    further: Iterable[Further] = (),
) -> bool:
    """The event and who takes part, from what they were to what they shall be; no if they are not what they were."""
    known, wanted = entrants
    newcomers, writes = list(players), list(further)

    def change(connection: Connection) -> bool:
        take_turn(connection)
        if entered(connection, before.id) != sorted(map(key_of, known)) or not replaced(connection, before, after):
            return False
        put_players(connection, newcomers)
        connection.execute(delete(EntrantModel).where(EntrantModel.event_id == before.id))
        if wanted:
            connection.execute(insert(EntrantModel), [msgspec.structs.asdict(row) for row in wanted])
        for write in writes:
            write(connection)
        return True

    return await store.write(f"event {before.id!r}", change)


async def advance(
    store: Store,
    before: EventRow,
    after: EventRow,
    played: int,
    fixtures: Iterable[FixtureRow] = (),
    dropped: Iterable[str] = (),
    further: Iterable[Further] = (),
) -> bool:
    """The event moves on, if since so many matches were finished in it nothing has happened."""
    new, gone, writes = list(fixtures), list(dropped), list(further)

    def change(connection: Connection) -> bool:
        take_turn(connection)
        if connection.scalar(select(count_of(before.id))) != played or not replaced(connection, before, after):
            return False
        if gone:
            connection.execute(delete(FixtureModel).where(FixtureModel.id.in_(gone)))
        if new:
            connection.execute(insert_new(connection, FixtureModel, "id"), [msgspec.structs.asdict(row) for row in new])
        for write in writes:
            write(connection)
        return True

    return await store.write(f"event {before.id!r}", change)


async def close_event(store: Store, before: EventRow, after: EventRow, further: Iterable[Further] = ()) -> bool:
    """The event ends as it is: whatever waits in it is not played any more."""
    writes = list(further)

    def change(connection: Connection) -> bool:
        take_turn(connection)
        if not replaced(connection, before, after):
            return False
        connection.execute(delete(FixtureModel).where(FixtureModel.event_id == before.id))
        for write in writes:
            write(connection)
        return True

    return await store.write(f"event {before.id!r}", change)


def replaced(connection: Connection, before: EventRow, after: EventRow) -> bool:
    same = (EventModel.id == before.id, EventModel.state == before.state, EventModel.settings == before.settings)
    values = {name: getattr(after, name) for name in ("name", "settings", "state", "began", "ended")}
    return bool(connection.execute(update(EventModel).where(*same).values(**values)).rowcount)


def entered(connection: Connection, event_id: str) -> list[tuple[str, int]]:
    query = select(EntrantModel.player_id, EntrantModel.seed).where(EntrantModel.event_id == event_id)
    return sorted((player, seed or 0) for player, seed in connection.execute(query))


def key_of(entrant: EntrantRow) -> tuple[str, int]:
    return entrant.player_id, entrant.seed or 0


def count_of(event_id: str) -> ScalarSelect[int]:
    mine = (MatchModel.event_id == event_id, MatchModel.ended.is_not(None))
    return select(func.count()).select_from(MatchModel).where(*mine).scalar_subquery()
