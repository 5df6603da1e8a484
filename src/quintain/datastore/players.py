"""Players: who can be rated. Seats refer to them."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, insert_new, now
from .models import PlayerModel
from .rows import PlayerRow

COLUMNS = [column for column in PlayerModel.__table__.columns if column.name != "created"]


class Players(Database):
    async def player(self, id: str) -> PlayerRow | None:
        async with self.reading() as connection:
            return (await players_of(connection, [id])).get(id)


def person_player(person_id: str, name: str) -> PlayerRow:
    return PlayerRow(f"person:{person_id}", "person", name, person_id=person_id)


def bot_player(game: str, rules_version: int, name: str) -> PlayerRow:
    """A house bot with its settings; under other rules it is another player."""
    return PlayerRow(f"bot:{game}:{rules_version}:{name}", "bot", name, game=game, version=str(rules_version))


def lost_player(id: str, name: str) -> PlayerRow:
    """One whose row is lost: many matches share it, and the id says who it was."""
    kind, _, rest = id.partition(":")
    if kind != "bot":
        return PlayerRow(id, kind, name, person_id=rest)
    game, version, name = (*rest.split(":", 2), name)[:3]
    return PlayerRow(id, kind, name, game=game, version=version)


async def players_of(connection: AsyncConnection, ids: Iterable[str]) -> dict[str, PlayerRow]:
    query = select(*COLUMNS).where(PlayerModel.id.in_(sorted(ids)))
    return {row.id: PlayerRow(*row) for row in await connection.execute(query)}


def put_players(connection: Connection, players: Iterable[PlayerRow]) -> None:
    """Those who are there already stay as they are."""
    rows = [{**msgspec.structs.asdict(player), "created": now()} for player in players]
    if rows:
        connection.execute(insert_new(connection, PlayerModel, "id"), rows)
