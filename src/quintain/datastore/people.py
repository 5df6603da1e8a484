"""People: guests and accounts, their sessions and their tokens."""

import asyncio
import unicodedata
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update

from quintain.core.errors import NotStored, StoreError

from .database import Database, now
from .models import PersonModel, PlayerModel, SessionModel, TokenModel
from .rows import Person, Session, Token

# A session's last_seen is this exact and no more, or every request would write.
TOUCH = timedelta(minutes=1)


def comparable(name: str) -> str:
    """Names that look alike are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


PersonQuery = Select[str, str, bool, datetime]


def people() -> PersonQuery:
    return select(PersonModel.id, PersonModel.name, PersonModel.account.is_(None).label("guest"), PersonModel.created)


class People(Database):
    """Tokens and passwords come as hashes; the store never sees one."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.touches: set[asyncio.Task[None]] = set()

    async def create_person(self, id: str, name: str, password_hash: str | None = None) -> Person:
        """A guest, or with a password an account, whose name nobody else may have."""
        person = Person(id, name, password_hash is None, now())
        await self.write(f"person {id!r}", lambda connection: put_person(connection, person, password_hash))
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

    async def set_password(self, id: str, password_hash: str, keep_tokens: bool = False) -> list[str]:
        """A guest becomes an account and keeps everything, if nobody else has the name.

        Whoever was signed in as this person is out: returns the hashes of the sessions and tokens that are no more.
        """

        def promote(connection: Connection) -> list[str]:
            name = connection.scalar(select(PersonModel.name).where(PersonModel.id == id))
            change_person(connection, id, password_hash=password_hash, account=comparable(name or ""))
            return forget(connection, id, SessionModel, *(() if keep_tokens else (TokenModel,)))

        return await self.write(f"person {id!r}", promote)

    async def create_session(self, token_hash: str, person_id: str, expires: datetime) -> Session:
        """Also forgets the sessions that are out of date."""
        moment = now()
        session = Session(token_hash, person_id, moment, moment, expires)
        await self.write("the session", lambda connection: put_session(connection, session))
        return session

    async def session_person(self, token_hash: str) -> Person | None:
        """Whose session this is. Notes that it was used, in the background and at most once a minute."""
        moment = now()
        query = people().add_columns(SessionModel.last_seen).join(SessionModel)
        query = query.where(SessionModel.token_hash == token_hash, SessionModel.expires > moment)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        *person, last_seen = row
        if last_seen <= moment - TOUCH:
            task = asyncio.create_task(self.touch(token_hash, moment))
            self.touches.add(task)
            task.add_done_callback(self.touches.discard)
        return Person(*person)

    async def touch(self, token_hash: str, moment: datetime) -> None:
        stale = (SessionModel.token_hash == token_hash, SessionModel.last_seen <= moment - TOUCH)
        seen = update(SessionModel).where(*stale).values(last_seen=moment)
        with suppress(StoreError):
            await self.write("the session", lambda connection: connection.execute(seen).close())

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

    async def create_token(self, token_hash: str, person_id: str, label: str) -> Token:
        token = Token(token_hash, person_id, label, now())
        row = msgspec.structs.asdict(token)
        await self.write("the token", lambda connection: connection.execute(insert(TokenModel), row).close())
        return token

    async def token_person(self, token_hash: str) -> Person | None:
        return await self.find_person(people().join(TokenModel).where(TokenModel.token_hash == token_hash))

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


def put_person(connection: Connection, person: Person, password_hash: str | None = None) -> None:
    account = None if person.guest else comparable(person.name)
    values = {"id": person.id, "name": person.name, "created": person.created}
    connection.execute(insert(PersonModel).values(**values, account=account, password_hash=password_hash))


def put_session(connection: Connection, session: Session) -> None:
    connection.execute(delete(SessionModel).where(SessionModel.expires <= session.created))
    connection.execute(insert(SessionModel), msgspec.structs.asdict(session))


def put_guest(connection: Connection, person: Person, session: Session) -> None:
    put_person(connection, person)
    put_session(connection, session)


def change_person(connection: Connection, id: str, **changes: str | None) -> None:
    if not connection.execute(update(PersonModel).where(PersonModel.id == id).values(**changes)).rowcount:
        raise NotStored(f"there is no person {id!r}")


def forget(connection: Connection, person_id: str, *models: type[SessionModel | TokenModel]) -> list[str]:
    """Delete these of the person; returns their hashes."""
    hashes: list[str] = []
    for model in models:
        hashes += connection.scalars(select(model.token_hash).where(model.person_id == person_id))
        connection.execute(delete(model).where(model.person_id == person_id))
    return hashes
