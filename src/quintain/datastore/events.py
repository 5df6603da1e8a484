"""Events: tournaments on the website, and who takes part."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from quintain.core.errors import NotStored, OutOfOrder

from .contest_models import EntrantModel, EventModel
from .contest_rows import EntrantRow, EventRow
from .database import Further
from .matches import COLUMNS as MATCH_COLUMNS
from .matches import Matches
from .models import MatchModel
from .players import put_players
from .rows import MatchRow, PlayerRow

COLUMNS = EventModel.__table__.columns


class Events(Matches):
    async def create_event(self, event: EventRow) -> None:
        row = msgspec.structs.asdict(event)
        await self.write(f"event {event.id!r}", lambda connection: connection.execute(insert(EventModel), row).close())

    async def event(self, id: str) -> EventRow | None:
        found = await self.find_events(EventModel.id == id)
        return found[0] if found else None

    async def events(self, state: str | None = None, game: str | None = None) -> list[EventRow]:
        """The newest first."""
        which: list[ColumnElement[bool]] = []
        if state is not None:
            which.append(EventModel.state == state)
        if game is not None:
            which.append(EventModel.game == game)
        return await self.find_events(*which)

    async def find_events(self, *which: ColumnElement[bool]) -> list[EventRow]:
        query = select(*COLUMNS).where(*which).order_by(EventModel.created.desc(), EventModel.id.desc())
        async with self.reading() as connection:
            return [EventRow(**row) for row in (await connection.execute(query)).mappings()]

    async def join_event(self, entrant: EntrantRow, player: PlayerRow | None = None) -> None:
        """While the event is open. A player who may never have played is stored with it."""

        def join(connection: Connection) -> None:
            refuse_closed(connection, entrant.event_id)
            put_players(connection, [player] if player else [])
            connection.execute(insert(EntrantModel), msgspec.structs.asdict(entrant))

        await self.write(f"player {entrant.player_id!r} of event {entrant.event_id!r}", join)

    async def leave_event(self, event_id: str, player_id: str) -> bool:
        """Whether the player was in it; while it is open."""

        def leave(connection: Connection) -> bool:
            refuse_closed(connection, event_id)
            gone = delete(EntrantModel).where(EntrantModel.event_id == event_id, EntrantModel.player_id == player_id)
            return bool(connection.execute(gone).rowcount)

        return await self.write(f"event {event_id!r}", leave)

    async def seed_event(self, event_id: str, player_ids: Iterable[str]) -> None:
        """While it is open: these are seeded in this order, from 1 on, and nobody else is."""
        order = list(player_ids)

        def seed(connection: Connection) -> None:
            refuse_closed(connection, event_id)
            own = update(EntrantModel).where(EntrantModel.event_id == event_id)
            connection.execute(own.values(seed=None))
            for number, id in enumerate(order, 1):
                connection.execute(own.where(EntrantModel.player_id == id).values(seed=number))

        await self.write(f"event {event_id!r}", seed)

    async def entrants(self, event_id: str) -> list[EntrantRow]:
        """The seeded first, in their order, then as they came."""
        query = select(*EntrantModel.__table__.columns).where(EntrantModel.event_id == event_id)
        query = query.order_by(
            EntrantModel.seed.is_(None), EntrantModel.seed, EntrantModel.joined, EntrantModel.player_id
        )
        async with self.reading() as connection:
            return [EntrantRow(**row) for row in (await connection.execute(query)).mappings()]

    async def set_event_state(
        self, id: str, before: str, after: str, *further: Further, **times: datetime | None
    ) -> bool:
        """Whether it was in the state before, and now is in the one after; if not, nothing has changed.

        Times are `began` and `ended`.
        """

        def change(connection: Connection) -> bool:
            same = update(EventModel).where(EventModel.id == id, EventModel.state == before)
            if not connection.execute(same.values(state=after, **times)).rowcount:
                return False
            for write in further:
                write(connection)
            return True

        return await self.write(f"event {id!r}", change)

    async def matches_of_event(self, event_id: str) -> list[MatchRow]:
        """In the order of their ends; those that are being played come last."""
        query = select(*MATCH_COLUMNS).where(MatchModel.event_id == event_id)
        return await self.find_matches(query.order_by(MatchModel.ended.is_(None), MatchModel.ended, MatchModel.id))


def refuse_closed(connection: Connection, event_id: str) -> None:
    """Whoever begins the event at the same time waits, or has begun it."""
    state = connection.scalar(select(EventModel.state).where(EventModel.id == event_id).with_for_update())
    if state is None:
        raise NotStored(f"there is no event {event_id!r}")
    if state != "open":
        raise OutOfOrder(f"event {event_id!r} is {state}, and not open")
