"""Who may play for rating now, and how they have fared of late: questions of the ranker."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.sql import and_, or_

from .contest_models import BotModel, FixtureModel, VersionModel
from .contest_rows import program_id
from .database import Database, Further
from .models import PersonModel, SeatModel
from .players import players_of
from .rows import PlayerRow

MOST_SEATS = 16  # that one player may have in a match


class Contender(NamedTuple):
    """The version of an uploaded bot that plays for it."""

    player: PlayerRow
    bot_id: str
    version_id: str
    owner_id: str | None


async def contenders(store: Database, game: str) -> list[Contender]:
    """The active, ready versions of bots that are not disabled, and whose owners are not."""
    query = (
        select(BotModel.id, BotModel.name, BotModel.owner_id, VersionModel.id, VersionModel.number)
        .join(VersionModel, and_(VersionModel.id == BotModel.active, VersionModel.bot_id == BotModel.id))
        .join(PersonModel, PersonModel.id == BotModel.owner_id, isouter=True)
        .where(BotModel.game == game, BotModel.disabled.is_(None), VersionModel.state == "ready")
        .where(or_(PersonModel.id.is_(None), PersonModel.disabled.is_(None)))
        .order_by(BotModel.created, BotModel.id)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return [
        Contender(PlayerRow(program_id(version), "program", name, game=game, version=str(number)), bot, version, owner)
        for bot, name, owner, version, number in rows
    ]


async def players_by_id(store: Database, ids: Iterable[str]) -> dict[str, PlayerRow]:
    async with store.reading() as connection:
        return await players_of(connection, set(ids))


async def faults_in_a_row(store: Database, player_id: str, most: int) -> list[str]:
    """The faults of a player's latest matches, back to the last one without any; the newest first."""
    query = select(SeatModel.match_id, SeatModel.fault).where(
        SeatModel.player_id == player_id, SeatModel.ended.is_not(None)
    )
    query = query.order_by(SeatModel.ended.desc(), SeatModel.match_id.desc()).limit(most * MOST_SEATS)
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    faults: dict[str, str | None] = {}
    for match_id, fault in rows:
        faults[match_id] = faults.get(match_id) or fault
    found: list[str] = []
    for fault in faults.values():
        if not fault or len(found) == most:
            break
        found.append(fault)
    return found


def still_open(connection: Connection, fixture_id: str) -> bool:
    """Is the fixture waiting for its match? Whoever else would store it now has to wait."""
    query = select(FixtureModel.id).where(FixtureModel.id == fixture_id).with_for_update()
    return connection.scalar(query) is not None


CLOSED = delete(FixtureModel).where(FixtureModel.id == bindparam("fixture"))  # made once: it is asked for every match


def fixture_closed(connection: Connection, id: str) -> bool:
    """The fixture waits no more; return whether it did. Whoever else would close it now has to wait."""
    return connection.execute(CLOSED, {"fixture": id}).rowcount > 0


def rests(version_id: str, note: str) -> Further:
    """The bot of this version does not play any more, unless another version has become active meanwhile."""

    def rest(connection: Connection) -> None:
        connection.execute(update(BotModel).where(BotModel.active == version_id).values(active=None))
        connection.execute(update(VersionModel).where(VersionModel.id == version_id).values(note=note))

    return rest
