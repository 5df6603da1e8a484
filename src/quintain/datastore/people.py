"""People: guests and accounts, their sessions and their tokens."""

import asyncio
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import NotStored, StoreError

from .database import Database, Further, now
from .models import SCOPES, LookModel, PersonModel, PlayerModel, SessionModel, TokenModel
from .rows import Person, Session, Token

# When a session or token was last used is known this exactly and no more, or every request would write.
TOUCH = timedelta(minutes=1)
LASTS = timedelta(days=30)  # a session, from when it was last used
FORGOTTEN = timedelta(days=365)  # after which a session that is out of date is deleted: today's clock may be wrong
MOST_SEEN = 50_000


def comparable(name: str) -> str:
    """Names that look alike are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


PersonQuery = Select[str, str, bool, datetime, bool, datetime | None]


def people() -> PersonQuery:
    guest = PersonModel.account.is_(None).label("guest")
    return select(PersonModel.id, PersonModel.name, guest, PersonModel.created, PersonModel.admin, PersonModel.disabled)


class Seen:
    """Sessions that were found valid here, by a clock that nobody sets: a jump of the calendar does not end them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._last: OrderedDict[str, float] = OrderedDict()

    def holds(self, token_hash: str, valid: bool) -> bool:
        """Is it valid by the calendar, or was it not long ago? Then it is from now on for as long again."""
        last = self._last.get(token_hash)
        if not valid and (last is None or self.clock() - last > LASTS.total_seconds()):
            self._last.pop(token_hash, None)
            return False
        self._last[token_hash] = self.clock()
        self._last.move_to_end(token_hash)
        if len(self._last) > MOST_SEEN:
            self._last.popitem(last=False)
        return True


class People(Database):
    """Tokens and passwords come as hashes; the store never sees one."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.touches: set[asyncio.Task[None]] = set()
        self.seen = Seen()
        self._noting: set[str] = set()

    async def create_person(
        self, id: str, name: str, password_hash: str | None = None, looks: Iterable[str] = ()
    ) -> Person:
        """A guest, or with a password an account, whose name nobody else may have, nor one that looks like it."""
        person, alike = Person(id, name, password_hash is None, now()), sorted(looks)

        def create(connection: Connection) -> None:
            put_person(connection, person, password_hash)
            put_looks(connection, id, alike)

        await self.write(f"person {id!r}", create)
        return person

    async def admit(self, person: Person, session: Session) -> None:
        """A new guest with a session, both at once."""
        await self.write(f"person {person.id!r}", lambda connection: put_guest(connection, person, session))

    async def person(self, id: str) -> Person | None:
        return await self.find_person(people().where(PersonModel.id == id))

    async def person_named(self, name: str) -> Person | None:
        """The account of this name; guests may share names and are not found."""
        return await self.find_person(people().where(PersonModel.account == comparable(name)))

    async def find_person(self, query: PersonQuery) -> Person | None:
        async with self.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
            return Person(**row) if row else None

    async def password_hash(self, id: str) -> str | None:
        """Apart from the person, so that it is sent to nobody by accident."""
        async with self.reading() as connection:
            return await connection.scalar(select(PersonModel.password_hash).where(PersonModel.id == id))

    async def rename_person(self, id: str, name: str) -> None:

        def rename(connection: Connection) -> None:
            guest = connection.scalar(select(PersonModel.account.is_(None)).where(PersonModel.id == id))
            change_person(connection, id, name=name, account=None if guest else comparable(name))
            connection.execute(update(PlayerModel).where(PlayerModel.person_id == id).values(name=name))

        await self.write(f"person {id!r}", rename)

    async def set_password(
        self, id: str, password_hash: str, keep_tokens: bool = False, looks: Iterable[str] = ()
    ) -> list[str]:
        """A guest becomes an account and keeps everything, if nobody else has the name.

        Whoever was signed in as this person is out: returns the hashes of the sessions and tokens that are no more.
        """
        alike = sorted(looks)

        def promote(connection: Connection) -> list[str]:
            name = connection.scalar(select(PersonModel.name).where(PersonModel.id == id))
            change_person(connection, id, password_hash=password_hash, account=comparable(name or ""))
            put_looks(connection, id, alike)
            return forget(connection, id, SessionModel, *(() if keep_tokens else (TokenModel,)))

        return await self.write(f"person {id!r}", promote)

    async def create_session(self, token_hash: str, person_id: str, expires: datetime) -> Session:
        """Also forgets the sessions that are long out of date."""
        moment = now()
        session = Session(token_hash, person_id, moment, moment, expires)
        await self.write("the session", lambda connection: put_session(connection, session))
        return session

    async def session_person(self, token_hash: str) -> Person | None:
        """Whose session this is. Notes that it was used, in the background and at most once a minute."""
        moment = now()
        query = people().add_columns(SessionModel.last_seen, SessionModel.expires).join(SessionModel)
        query = query.where(PersonModel.disabled.is_(None))
        async with self.reading() as connection:
            row = (await connection.execute(query.where(SessionModel.token_hash == token_hash))).first()
        if row is None:
            return None
        *person, last_seen, expires = row
        if not self.seen.holds(token_hash, expires > moment):
            return None
        if abs(moment - last_seen) >= TOUCH:
            used = update(SessionModel).where(SessionModel.token_hash == token_hash)
            self.note_use(token_hash, used.values(last_seen=moment, expires=moment + LASTS))
        return Person(*person)

    def note_use(self, token_hash: str, used: Any) -> None:
        """In the background and one at a time: nobody waits for it, and nothing is lost if it fails."""
        if token_hash in self._noting:
            return

        async def note() -> None:
            try:
                with suppress(StoreError):
                    await self.write("the session", lambda connection: connection.execute(used).close())
            finally:
                self._noting.discard(token_hash)

        self._noting.add(token_hash)
        task = asyncio.create_task(note())
        self.touches.add(task)
        task.add_done_callback(self.touches.discard)

    async def sessions_of(self, person_id: str) -> list[Session]:
        query = select(*SessionModel.__table__.columns).where(
            SessionModel.person_id == person_id, SessionModel.expires > now()
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(SessionModel.created))).mappings()
        return [Session(**row) for row in rows]

    async def revoke_session(self, token_hash: str) -> bool:
        """Whether there was one."""
        return await self.revoke(delete(SessionModel).where(SessionModel.token_hash == token_hash))

    async def create_token(
        self, token_hash: str, person_id: str, label: str, scopes: tuple[str, ...] = SCOPES
    ) -> Token:
        token = Token(token_hash, person_id, label, now(), scopes=scopes)
        row = msgspec.structs.asdict(token)
        await self.write("the token", lambda connection: connection.execute(insert(TokenModel), row).close())
        return token

    async def token_person(self, token_hash: str) -> Person | None:
        found = await self.token_holder(token_hash)
        return found[0] if found else None

    async def token_holder(self, token_hash: str) -> tuple[Person, tuple[str, ...]] | None:
        """Whose token this is, and what it is good for. Notes that it was used, like a session."""
        moment = now()
        query = people().add_columns(TokenModel.last_used, TokenModel.scopes).join(TokenModel)
        query = query.where(PersonModel.disabled.is_(None))
        async with self.reading() as connection:
            row = (await connection.execute(query.where(TokenModel.token_hash == token_hash))).first()
        if row is None:
            return None
        *person, last_used, scopes = row
        if last_used is None or abs(moment - last_used) >= TOUCH:
            used = update(TokenModel).where(TokenModel.token_hash == token_hash)
            self.note_use(token_hash, used.values(last_used=moment))
        return Person(*person), scopes

    async def set_admin(self, id: str, admin: bool, *further: Further) -> None:
        await self.write_with(f"person {id!r}", lambda connection: change_person(connection, id, admin=admin), further)

    async def disable_person(self, id: str, moment: datetime | None, *further: Further) -> list[str]:
        """Shut a person out from this moment on, or let them in again; returns the hashes of the sessions that ended.

        Their tokens stay, and are worth nothing in the meantime.
        """

        def disable(connection: Connection) -> list[str]:
            change_person(connection, id, disabled=moment)
            return forget(connection, id, SessionModel) if moment else []

        return await self.write_with(f"person {id!r}", disable, further)

    async def account_names(self) -> list[str]:
        async with self.reading() as connection:
            return list(await connection.scalars(select(PersonModel.name).where(PersonModel.account.is_not(None))))

    async def standing_of(self, keys: Iterable[str]) -> set[str]:
        """Those of these sessions and tokens that there still are."""
        wanted = sorted(keys)
        queries = [
            select(model.token_hash)
            .join(PersonModel)
            .where(model.token_hash.in_(wanted), PersonModel.disabled.is_(None))
            for model in (SessionModel, TokenModel)
        ]
        async with self.reading() as connection:
            return {key for query in queries for key in await connection.scalars(query)}

    async def tokens_of(self, person_id: str) -> list[Token]:
        query = select(*TokenModel.__table__.columns).where(TokenModel.person_id == person_id)
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(TokenModel.created))).mappings()
        return [Token(**row) for row in rows]

    async def revoke_token(self, token_hash: str) -> bool:
        """Whether there was one."""
        return await self.revoke(delete(TokenModel).where(TokenModel.token_hash == token_hash))

    async def revoke(self, statement: Any) -> bool:
        return await self.write("this", lambda connection: bool(connection.execute(statement).rowcount))


async def guests_among(connection: AsyncConnection, ids: Iterable[str]) -> set[str]:
    """Those of these people who have no account."""
    query = select(PersonModel.id).where(PersonModel.id.in_(sorted(ids)), PersonModel.account.is_(None))
    return set(await connection.scalars(query))


def put_person(connection: Connection, person: Person, password_hash: str | None = None) -> None:
    account = None if person.guest else comparable(person.name)
    values = {"id": person.id, "name": person.name, "created": person.created}
    connection.execute(insert(PersonModel).values(**values, account=account, password_hash=password_hash))


def put_looks(connection: Connection, person_id: str, looks: Iterable[str]) -> None:
    """What the account's name can be taken for; another account that can be taken for the same is refused."""
    rows = [{"look": look, "person_id": person_id} for look in looks]
    if rows:
        connection.execute(insert(LookModel), rows)


def put_session(connection: Connection, session: Session) -> None:
    connection.execute(delete(SessionModel).where(SessionModel.expires <= session.created - FORGOTTEN))
    connection.execute(insert(SessionModel), msgspec.structs.asdict(session))


def put_guest(connection: Connection, person: Person, session: Session) -> None:
    put_person(connection, person)
    put_session(connection, session)


def change_person(connection: Connection, id: str, **changes: str | bool | datetime | None) -> None:
    if not connection.execute(update(PersonModel).where(PersonModel.id == id).values(**changes)).rowcount:
        raise NotStored(f"there is no person {id!r}")


def forget(connection: Connection, person_id: str, *models: type[SessionModel | TokenModel]) -> list[str]:
    """Delete these of the person; returns their hashes."""
    hashes: list[str] = []
    for model in models:
        hashes += connection.scalars(select(model.token_hash).where(model.person_id == person_id))
        connection.execute(delete(model).where(model.person_id == person_id))
    return hashes
