"""People: guests, accounts, sessions, tokens."""

import secrets

from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie

from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.eyes import own_seats
from quintain.website.identity import SESSION, SIGNED_IN_ANEW, SIGNED_OUT, Visitor
from quintain.website.refusals import NotThere
from quintain.website.routes.matches import summaries
from quintain.website.scopes import OF_ANY, SIGNED_IN
from quintain.website.security import CSRF_BYTES, CSRF_COOKIE, cookie, csrf_of
from quintain.website.wire.matches import MatchSummary
from quintain.website.wire.people import (
    Credentials,
    Me,
    NameRequest,
    NewPassword,
    NewToken,
    Person,
    Session,
    SignUp,
    Token,
    TokenRequest,
)
from quintain.website.wire.tables import TableSummary

CSRF_DAYS = 365
SESSION_DAYS = 365  # for the browser; how long a session lasts without being used, the store knows


def session_cookie(request: AnyRequest, secret: str) -> Cookie:
    return cookie(request, SESSION, secret, SESSION_DAYS)


async def with_session(request: AnyRequest, arena: Arena, person: Person) -> Response[Person]:
    return Response(person, cookies=[session_cookie(request, await arena.identity.new_session(person))])


@get("/api/me", opt=OF_ANY)
async def me(request: AnyRequest, visitor: Visitor) -> Response[Me]:
    token = csrf_of(request) or secrets.token_urlsafe(CSRF_BYTES)
    known = Me(person=visitor.person, csrf=token, admin=visitor.admin)
    return Response(known, cookies=[cookie(request, CSRF_COOKIE, token, CSRF_DAYS)])


@post("/api/guest", status_code=200)
async def guest(request: AnyRequest, arena: Arena, data: NameRequest) -> Response[Person]:
    arena.limits.new_people.take(address(request))
    newcomer = arena.identity.new_guest(await arena.identity.guest_name(data.name))
    await arena.store.admit(*newcomer.rows)
    return Response(newcomer.person, cookies=[session_cookie(request, newcomer.secret)])


@post("/api/signup", status_code=200)
async def sign_up(request: AnyRequest, arena: Arena, visitor: Visitor, data: SignUp) -> Response[Person]:
    arena.limits.sign_ins_by_address.take(address(request))
    person = await arena.identity.sign_up(visitor, data.name, data.password)
    arena.no_longer_guest(person.id)
    await arena.identity.end_session(visitor, SIGNED_IN_ANEW)
    return await with_session(request, arena, person)


@post("/api/signin", status_code=200)
async def sign_in(request: AnyRequest, arena: Arena, visitor: Visitor, data: Credentials) -> Response[Person]:
    arena.limits.sign_ins_by_address.take(address(request))
    arena.limits.sign_ins.take(f"{address(request)}/{data.name.strip().casefold()}")
    person = await arena.identity.sign_in(data.name, data.password)
    await arena.identity.end_session(visitor, SIGNED_IN_ANEW)
    return await with_session(request, arena, person)


@post("/api/signout", status_code=200)
async def sign_out(arena: Arena, visitor: Visitor) -> Response[None]:
    await arena.identity.end_session(visitor, SIGNED_OUT)
    return Response(None, cookies=[Cookie(key=SESSION, value="", path="/", max_age=0)])


@post("/api/me/password", status_code=200)
async def change_password(request: AnyRequest, arena: Arena, visitor: Visitor, data: NewPassword) -> Response[Person]:
    """Signs out every other browser, and this one gets a new session."""
    arena.limits.sign_ins.take(f"{address(request)}/{visitor.account.id}")
    person = await arena.identity.change_password(visitor, data.old, data.new, data.keep_tokens)
    return await with_session(request, arena, person)


@patch("/api/me")
async def rename(arena: Arena, visitor: Visitor, data: NameRequest) -> Person:
    return await arena.identity.rename(visitor.known, data.name)


@get("/api/me/matches")
async def my_matches(arena: Arena, visitor: Visitor, before: str | None = None) -> list[MatchSummary]:
    return list(summaries(arena, await arena.store.latest(50, before, person=visitor.known.id)))


@get("/api/me/tables")
async def my_tables(arena: Arena, visitor: Visitor) -> list[TableSummary]:
    """The tables where a match runs in which somebody has a seat, the latest first; nobody has none."""
    person = visitor.person.id if visitor.person else None
    own = [
        table.summary()
        for table in await arena.all_tables()
        if table.data.state == "playing" and own_seats(table.data, person)
    ]
    return sorted(own, key=lambda table: table.began or 0.0, reverse=True)


@get("/api/me/tokens", opt=SIGNED_IN)
async def tokens(arena: Arena, visitor: Visitor) -> list[Token]:
    return await arena.identity.tokens(visitor)


@post("/api/me/tokens", status_code=200)
async def new_token(arena: Arena, visitor: Visitor, data: TokenRequest) -> NewToken:
    return await arena.identity.new_token(visitor, data.label, data.scopes)


@delete("/api/me/tokens/{id:str}")
async def revoke_token(arena: Arena, visitor: Visitor, id: str) -> None:
    if not await arena.identity.revoke_token(visitor, id):
        raise NotThere("you have no such token")


@get("/api/me/sessions", opt=SIGNED_IN)
async def sessions(arena: Arena, visitor: Visitor) -> list[Session]:
    return await arena.identity.sessions(visitor)


@delete("/api/me/sessions/{id:str}")
async def revoke_session(arena: Arena, visitor: Visitor, id: str) -> None:
    if not await arena.identity.revoke_session(visitor, id):
        raise NotThere("you have no such session")


ROUTES = [
    me,
    guest,
    sign_up,
    sign_in,
    sign_out,
    change_password,
    rename,
    my_matches,
    my_tables,
    tokens,
    new_token,
    revoke_token,
    sessions,
    revoke_session,
]
