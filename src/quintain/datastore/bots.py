"""Bots that people own, and their versions, which never change once they are uploaded."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, ScalarSelect, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from quintain.core.errors import NotStored, OutOfOrder

from .contest_models import BotModel, SourceModel, VersionModel
from .contest_rows import BotRow, VersionRow, program_id
from .database import Database, Further, moment_of
from .leases import is_free, lease_until
from .people import comparable
from .players import put_players
from .rows import PlayerRow

BOT_COLUMNS = [column for column in BotModel.__table__.columns if column.name != "folded"]
LATELY = timedelta(days=1)
VERSION_COLUMNS = [column for column in VersionModel.__table__.columns if column.name not in ("worker", "lease")]


class Bots(Database):
    async def create_bot(self, bot: BotRow) -> None:
        """Nobody else's bot of this game may have its name."""
        row = msgspec.structs.asdict(bot) | {"folded": comparable(bot.name)}
        await self.write(f"bot {bot.id!r}", lambda connection: connection.execute(insert(BotModel), row).close())

    async def bot(self, id: str) -> BotRow | None:
        found = await self.find_bots(BotModel.id == id)
        return found[0] if found else None

    async def bot_named(self, game: str, name: str) -> BotRow | None:
        found = await self.find_bots(BotModel.game == game, BotModel.folded == comparable(name))
        return found[0] if found else None

    async def bots_of(self, owner_id: str) -> list[BotRow]:
        """The oldest first."""
        return await self.find_bots(BotModel.owner_id == owner_id)

    async def bots_in(self, game: str) -> list[BotRow]:
        """All of a game, the oldest first."""
        return await self.find_bots(BotModel.game == game)

    async def find_bots(self, *which: ColumnElement[bool]) -> list[BotRow]:
        query = select(*BOT_COLUMNS).where(*which).order_by(BotModel.created, BotModel.id)
        async with self.reading() as connection:
            return [BotRow(**row) for row in (await connection.execute(query)).mappings()]

    async def set_active(self, bot_id: str, version_id: str | None) -> None:
        """The version that plays from now on, which must be ready; none: the bot rests."""

        def activate(connection: Connection) -> None:
            if version_id is not None:
                refuse_unready(connection, bot_id, version_id)
            change_bot(connection, bot_id, active=version_id)

        await self.write(f"bot {bot_id!r}", activate)

    async def disable_bot(self, bot_id: str, moment: datetime | None, *further: Further) -> None:
        """Shut it out from this moment on, or let it in again."""

        def disable(connection: Connection) -> None:
            change_bot(connection, bot_id, disabled=moment)

        await self.write_with(f"bot {bot_id!r}", disable, further)

    async def describe_bot(self, bot_id: str, about: str) -> None:
        await self.write(f"bot {bot_id!r}", lambda connection: change_bot(connection, bot_id, about=about))

    async def add_version(self, version: VersionRow, source: bytes) -> VersionRow:
        """Returns it with its number, the next one of its bot."""

        def add(connection: Connection) -> VersionRow:
            # Whoever uploads to the same bot at the same time waits here.
            held = select(BotModel.id).where(BotModel.id == version.bot_id).with_for_update()
            if connection.scalar(held) is None:
                raise NotStored(f"there is no bot {version.bot_id!r}")
            last = select(func.max(VersionModel.number)).where(VersionModel.bot_id == version.bot_id)
            numbered = msgspec.structs.replace(version, number=(connection.scalar(last) or 0) + 1)
            connection.execute(insert(VersionModel), msgspec.structs.asdict(numbered))
            connection.execute(insert(SourceModel), {"version_id": version.id, "source": source})
            return numbered

        return await self.write(f"version {version.id!r}", add)

    async def version(self, id: str) -> VersionRow | None:
        found = await self.find_versions(VersionModel.id == id)
        return found[0] if found else None

    async def versions_of(self, bot_id: str) -> list[VersionRow]:
        """In the order of their numbers."""
        return await self.find_versions(VersionModel.bot_id == bot_id)

    async def find_versions(self, *which: ColumnElement[bool]) -> list[VersionRow]:
        query = select(*VERSION_COLUMNS).where(*which).order_by(VersionModel.number)
        async with self.reading() as connection:
            return [VersionRow(**row) for row in (await connection.execute(query)).mappings()]

    async def source(self, version_id: str) -> bytes | None:
        async with self.reading() as connection:
            return await connection.scalar(select(SourceModel.source).where(SourceModel.version_id == version_id))

    async def claim_version(self, worker: str, seconds: float) -> VersionRow | None:
        """A version that waits for its check, or whose checker has gone; it is this worker's for so long.

        Of those the oldest of whoever has had fewest checks lately: who sends many keeps nobody else waiting.
        """

        def claim(connection: Connection) -> VersionRow | None:
            moment = moment_of(connection)
            until = lease_until(moment, seconds)
            gone = (VersionModel.state == "checking") & is_free(VersionModel.lease, moment)
            query = select(*VERSION_COLUMNS).join(BotModel).where(or_(VersionModel.state == "waiting", gone))
            query = query.order_by(turns_of_owner(moment - LATELY), VersionModel.created, VersionModel.id).limit(1)
            row = connection.execute(query.with_for_update(skip_locked=True, of=VersionModel)).mappings().first()
            if row is None:
                return None
            mine = update(VersionModel).where(VersionModel.id == row["id"])
            connection.execute(mine.values(state="checking", worker=worker, lease=until))
            return VersionRow(**dict(row) | {"state": "checking"})

        return await self.write("a version", claim)

    async def renew_version(self, id: str, worker: str, seconds: float) -> bool:
        """The check goes on: whether the version is this worker's for so many seconds more."""

        def renew(connection: Connection) -> bool:
            mine = update(VersionModel).where(
                VersionModel.id == id, VersionModel.state == "checking", VersionModel.worker == worker
            )
            return bool(connection.execute(mine.values(lease=lease_until(moment_of(connection), seconds))).rowcount)

        return await self.write(f"version {id!r}", renew)

    async def judge_version(self, id: str, worker: str, state: str, report: bytes) -> bool:
        """Whether the version was still this worker's; if not, nothing has changed.

        One that is ready can be rated, and the first of a bot that is plays at once.
        """

        def judge(connection: Connection) -> bool:
            mine = update(VersionModel).where(
                VersionModel.id == id, VersionModel.state == "checking", VersionModel.worker == worker
            )
            done: dict[str, Any] = {"state": state, "report": report, "worker": None, "lease": None}
            if not connection.execute(mine.values(**done)).rowcount:
                return False
            if state == "ready":
                put_players(connection, [player_of(connection, id)])
                activate_if_first(connection, id)
            return True

        return await self.write(f"version {id!r}", judge)


def turns_of_owner(since: datetime) -> ScalarSelect[int]:
    """How many other versions of the same owner have had their turn, of those that were sent since then."""
    bot, version = aliased(BotModel), aliased(VersionModel)
    turns = select(func.count()).select_from(version).join(bot, bot.id == version.bot_id)
    same = bot.owner_id == BotModel.owner_id, version.id != VersionModel.id
    return turns.where(*same, version.state != "waiting", version.created > since).scalar_subquery()


def change_bot(connection: Connection, id: str, **changes: str | datetime | None) -> None:
    if not connection.execute(update(BotModel).where(BotModel.id == id).values(**changes)).rowcount:
        raise NotStored(f"there is no bot {id!r}")


def activate_if_first(connection: Connection, version_id: str) -> None:
    """Of the versions that are ready; later ones wait for their owner."""
    bot_id = connection.scalar(select(VersionModel.bot_id).where(VersionModel.id == version_id))
    ready = select(func.count()).where(VersionModel.bot_id == bot_id, VersionModel.state == "ready")
    if connection.scalar(ready) == 1:
        first = update(BotModel).where(BotModel.id == bot_id, BotModel.active.is_(None))
        connection.execute(first.values(active=version_id))


def refuse_unready(connection: Connection, bot_id: str, version_id: str) -> None:
    query = select(VersionModel.state).where(VersionModel.id == version_id, VersionModel.bot_id == bot_id)
    state = connection.scalar(query)
    if state is None:
        raise NotStored(f"bot {bot_id!r} has no version {version_id!r}")
    if state != "ready":
        raise OutOfOrder(f"version {version_id!r} is {state}, and only one that is ready can play")


def player_of(connection: Connection, version_id: str) -> PlayerRow:
    query = select(BotModel.name, BotModel.game, VersionModel.number).join(VersionModel)
    name, game, number = connection.execute(query.where(VersionModel.id == version_id)).one()
    return PlayerRow(program_id(version_id), "program", name, game=game, version=str(number))
