"""Who is there: sessions, guests, accounts and API tokens. What is secret is stored as a hash only."""

import asyncio
import hashlib
import secrets
from collections.abc import Container
from dataclasses import dataclass
from datetime import UTC, datetime

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quintain.core.errors import NameTaken, StoreDamaged
from quintain.datastore import LASTS, Store
from quintain.datastore import Person as StoredPerson
from quintain.datastore import Session as StoredSession
from quintain.website.names import TakenNames, clean_name, looks
from quintain.website.refusals import NotNow, NotYours, SignInFirst
from quintain.website.standing import Standing
from quintain.website.wire.people import SCOPES, NewToken, Person, Scope, Session, Token

SESSION = "quintain_session"  # the cookie
PREFIX = "quintain_"  # of API tokens, so that a leaked one is recognised
SIGNED_OUT = "you have signed out"
SIGNED_IN_ANEW = "you have signed in anew"
HASHERS = 1  # passwords that are hashed at a time: each takes a core and 64 MB


@dataclass(frozen=True)
class Visitor:
    """The sender of a request: nobody, or a person with the hash of the session or token they came with."""

    person: Person | None = None
    key: str | None = None
    by_token: bool = False
    scopes: tuple[str, ...] = ()  # what their token is good for
    admin: bool = False

    @property
    def known(self) -> Person:
        if self.person is None:
            raise SignInFirst("play as a guest or sign in first")
        return self.person

    @property
    def account(self) -> Person:
        if self.known.guest:
            raise NotYours("this needs an account; sign up first")
        return self.known

    @property
    def administrator(self) -> Person:
        person = self.known
        if not self.admin or self.by_token:
            raise NotYours("this is for administrators")
        return person

    def check_administrator(self) -> None:
        """Raise unless it is one."""
        _ = self.administrator


NOBODY = Visitor()


@dataclass(frozen=True)
class Newcomer:
    """A guest, the secret for the cookie, and the two as they are stored."""

    person: Person
    secret: str
    rows: tuple[StoredPerson, StoredSession]


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def key_of(cookie: str | None, authorization: str | None) -> str | None:
    """The hash of what a request comes with: a token, a session or nothing."""
    if authorization is not None:
        return digest(authorization.partition(" ")[2].strip())
    return digest(cookie) if cookie else None


def public_id(key: str) -> str:
    """A name for a session or token that does not give it away."""
    return digest(f"id/{key}")[:24]


class Identity:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.standing = Standing()
        self._hasher = PasswordHasher()
        self._nobodys_hash = self._hasher.hash(secrets.token_urlsafe())
        self._hashing = asyncio.Semaphore(HASHERS)
        self._reading = asyncio.Lock()
        self._taken: TakenNames | None = None

    async def taken(self) -> TakenNames:
        """The names of the accounts: read once, and then whoever gives a name away tells the others."""
        async with self._reading:
            if self._taken is None:
                self._taken = TakenNames(await self.store.account_names())
            return self._taken

    def learn_name(self, name: str) -> None:
        """Somebody has an account of this name now, at another server."""
        if self._taken is not None:
            self._taken.learn(name)

    def forget_names(self) -> None:
        """Read them again: we may not have heard of all."""
        self._taken = None

    # --- who is it?

    async def visitor(self, cookie: str | None, authorization: str | None) -> Visitor:
        key = key_of(cookie, authorization)
        if authorization is not None:
            kind = authorization.partition(" ")[0]
            held = await self.store.token_holder(key or "") if kind.lower() == "bearer" else None
            if held is None:
                raise SignInFirst("this API token is not valid")
            return Visitor(shown(held[0]), key, by_token=True, scopes=held[1], admin=held[0].admin)
        if key is None:
            return NOBODY
        try:
            stored = await self.store.session_person(key)
        except StoreDamaged as error:
            # They can still come in as somebody else.
            self.store.note_damage(f"whoever has session {public_id(key)}", error)
            return NOBODY
        return Visitor(shown(stored), key, admin=stored.admin) if stored else NOBODY

    # --- becoming somebody

    async def guest_name(self, name: str) -> str:
        """Guests share names with each other, and not with accounts."""
        name = clean_name(name)
        (await self.taken()).check(name)
        return name

    def new_guest(self, name: str | None = None) -> "Newcomer":
        """Not stored yet: the caller does that when it lets the guest in."""
        name = name if name is not None else f"Guest {secrets.randbelow(900) + 100}"
        secret, moment = secrets.token_urlsafe(32), datetime.now(UTC)
        person = StoredPerson(secrets.token_urlsafe(12), name, True, moment)
        session = StoredSession(digest(secret), person.id, moment, moment, moment + LASTS)
        return Newcomer(shown(person), secret, (person, session))

    async def sign_up(self, visitor: Visitor, name: str, password: str) -> Person:
        """A new account; a guest who signs up stays the same person, but whoever knew the guest's cookie is out."""
        name, person = clean_name(name), visitor.person
        if person and not person.guest:
            raise NotNow("you have an account already; sign out first")
        taken = await self.taken()
        reserved = taken.add(name)
        try:
            return await self._signed_up(person, name, password)
        except BaseException:
            taken.give_back(reserved)
            raise

    async def _signed_up(self, person: Person | None, name: str, password: str) -> Person:
        hashed = await self._hashed(password)
        try:
            if person is None:
                return shown(await self.store.create_person(secrets.token_urlsafe(12), name, hashed, looks(name)))
            await self.store.rename_person(person.id, name)
            ended = await self.store.set_password(person.id, hashed, looks=looks(name))
        except NameTaken:
            self.forget_names()
            raise NotNow("somebody has this name already") from None
        self.standing.revoke(ended, SIGNED_IN_ANEW)
        return Person(id=person.id, name=name, guest=False)

    async def sign_in(self, name: str, password: str) -> Person:
        """The account; an unknown name takes as long as a wrong password, for the same is done."""
        stored = await self.store.person_named(name)
        hashed = await self.store.password_hash(stored.id if stored else "")
        right = await self._verified(hashed or self._nobodys_hash, password)
        if stored is None or not right:
            raise SignInFirst("the name or the password is wrong")
        if stored.disabled:
            raise NotYours("an administrator has shut this account out")
        return shown(stored)

    async def change_password(self, visitor: Visitor, old: str, new: str, keep_tokens: bool = False) -> Person:
        """Everybody who was signed in is out, and unless they are kept, the tokens are no more."""
        person = visitor.account
        if visitor.by_token:
            raise NotYours("a token cannot change the password; sign in to do it")
        hashed = await self.store.password_hash(person.id)
        if not await self._verified(hashed or self._nobodys_hash, old):
            raise SignInFirst("the old password is wrong")
        ended = await self.store.set_password(person.id, await self._hashed(new), keep_tokens)
        self.standing.revoke(ended, "the password was changed; sign in again")
        return person

    async def rename(self, person: Person, name: str) -> Person:
        if not person.guest:
            raise NotYours("an account keeps its name")
        name = await self.guest_name(name)
        await self.store.rename_person(person.id, name)
        return Person(id=person.id, name=name, guest=True)

    # --- sessions and tokens

    async def new_session(self, person: Person) -> str:
        """The secret for the cookie."""
        secret = secrets.token_urlsafe(32)
        await self.store.create_session(digest(secret), person.id, datetime.now(UTC) + LASTS)
        return secret

    async def end_session(self, visitor: Visitor, why: str) -> None:
        """The cookie that the visitor came with is worth nothing from now on."""
        if visitor.key and not visitor.by_token:
            await self.store.revoke_session(visitor.key)
            self.standing.revoke([visitor.key], why)

    async def sessions(self, visitor: Visitor) -> list[Session]:
        rows = await self.store.sessions_of(visitor.known.id)
        return [
            Session(
                id=public_id(row.token_hash),
                created=row.created.timestamp(),
                last_seen=row.last_seen.timestamp(),
                current=row.token_hash == visitor.key,
            )
            for row in rows
        ]

    async def revoke_session(self, visitor: Visitor, id: str) -> bool:
        """Whether there was one."""
        for row in await self.store.sessions_of(visitor.known.id):
            if public_id(row.token_hash) == id:
                await self.store.revoke_session(row.token_hash)
                self.standing.revoke([row.token_hash], SIGNED_OUT)
                return True
        return False

    async def new_token(self, visitor: Visitor, label: str, wanted: tuple[Scope, ...] = SCOPES) -> NewToken:
        secret, scopes = PREFIX + secrets.token_urlsafe(32), known_scopes(wanted)
        await self.store.create_token(digest(secret), visitor.account.id, label, scopes)
        return NewToken(id=public_id(digest(secret)), label=label, scopes=scopes, secret=secret)

    async def tokens(self, visitor: Visitor) -> list[Token]:
        rows = await self.store.tokens_of(visitor.account.id)
        return [
            Token(
                id=public_id(row.token_hash),
                label=row.label,
                created=row.created.timestamp(),
                scopes=known_scopes(row.scopes),
                last_used=row.last_used.timestamp() if row.last_used else None,
            )
            for row in rows
        ]

    async def revoke_token(self, visitor: Visitor, id: str) -> bool:
        """Whether there was one."""
        for row in await self.store.tokens_of(visitor.account.id):
            if public_id(row.token_hash) == id:
                await self.store.revoke_token(row.token_hash)
                self.standing.revoke([row.token_hash], "this API token was revoked")
                return True
        return False

    # --- passwords: in a thread, for they take a fifth of a second of a core

    async def _hashed(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verified(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False


def known_scopes(wanted: Container[str]) -> tuple[Scope, ...]:
    """Each once, and in our order."""
    return tuple(scope for scope in SCOPES if scope in wanted)


def shown(person: StoredPerson) -> Person:
    return Person(id=person.id, name=person.name, guest=person.guest)
