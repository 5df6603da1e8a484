"""The live socket of a table: one JSON object a message, both ways."""

import asyncio
import contextlib
import logging
from contextlib import ExitStack
from typing import Any, NamedTuple

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from quintain.arbiter.live import NotWritten
from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn, QuintainError, StoreUnavailable
from quintain.website.answers import address
from quintain.website.arena import Arena
from quintain.website.catalogue import PHRASES
from quintain.website.connection import Connection, TooSlow
from quintain.website.eyes import own_seats
from quintain.website.identity import SESSION, key_of
from quintain.website.limits import Limits
from quintain.website.playing import Playing
from quintain.website.refusals import BadRequest, NotNow, NotYours, Refused, SignInFirst
from quintain.website.scopes import PLAY, check_scope
from quintain.website.seating import check_host, set_pace
from quintain.website.security import check_origin
from quintain.website.standing import Pass
from quintain.website.table import Table
from quintain.website.wire.live import Act, FromClient, Hello, Ping, Pong, Resign, Say, SayPhrase, SetPace
from quintain.website.wire.people import Person

LARGEST = 64 * 1024  # bytes of one message
FAREWELL = 5.0  # seconds to say goodbye
AnySocket = WebSocket[Any, Any, Any]

log = logging.getLogger(__name__)
decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class Client(NamedTuple):
    """Who sends messages over a socket, and to which table."""

    table: Table
    connection: Connection
    person: Person | None
    limits: Limits
    leave: Pass
    address: str = "?"
    by_token: bool = False


@websocket("/api/tables/{id:str}/live")
async def live(socket: AnySocket, arena: Arena, id: str) -> None:
    await socket.accept()
    cookie, authorization = socket.cookies.get(SESSION), socket.headers.get("authorization")
    with ExitStack() as stack:
        leave = stack.enter_context(arena.identity.standing.admitted(key_of(cookie, authorization)))
        try:
            check_origin(socket)
            arena.limits.sockets.take(address(socket))
            stack.enter_context(arena.limits.open_sockets.held(address(socket)))
            visitor = await arena.identity.visitor(cookie, authorization)
            if visitor.by_token:
                check_scope(visitor.scopes, PLAY)
            table = await arena.table(id, visitor.person.id if visitor.person else None)
            leave.check()
        except Refused as refusal:
            await socket.close(4000 + refusal.status, str(refusal)[:100])
            return
        except StoreUnavailable as error:
            await socket.close(1013, str(error)[:100])
            return
        connection = Connection(table, visitor.person.id if visitor.person else None)
        leave.hang_up = lambda why: connection.close(4000 + SignInFirst.status, why)
        place = address(socket)
        await serve(socket, Client(table, connection, visitor.person, arena.limits, leave, place, visitor.by_token))


async def serve(socket: AnySocket, client: Client) -> None:
    """Until one side hangs up."""
    reader = asyncio.create_task(read(socket, client))
    writer = asyncio.create_task(write(socket, client.connection))
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reader, writer):
            task.cancel()
        await asyncio.gather(reader, writer, return_exceptions=True)
        client.table.part(client.connection)


async def write(socket: AnySocket, connection: Connection) -> None:
    code, reason = 1008, "too slow: the messages were not read"
    with contextlib.suppress(TooSlow):
        code, reason = await connection.write(socket.send_text)
    with contextlib.suppress(Exception):
        async with asyncio.timeout(FAREWELL):
            await socket.close(code, reason[:100])


async def read(socket: AnySocket, client: Client) -> None:
    try:
        while True:
            await client.connection.listen()
            await take(await socket.receive_text(), client)
    except WebSocketDisconnect:
        return
    except Exception:
        log.exception("a message could not be dealt with")
        client.connection.close(1011, "something went wrong on our side; it has been noted")
        await asyncio.sleep(FAREWELL)


async def take(text: str, client: Client) -> None:
    """Deal with one message; whatever is wrong with it is reported to the sender alone."""
    seq = None
    try:
        message = decoded(text)
        seq = message.seq if isinstance(message, Act) else None
        await follow(message, client)
    except QuintainError as error:
        client.connection.complain(code_for(error), str(error), seq)
    except NotWritten as error:
        client.connection.complain("busy", f"{error}; nothing was changed, try again in a moment", seq)


def decoded(text: str | None) -> FromClient:
    if not text:
        raise BadRequest("send text: one JSON object a message")
    if len(text) > LARGEST:
        raise BadRequest(f"a message has at most {LARGEST} bytes")
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadRequest(f"this message is not as it should be: {error}") from None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadRequest(f"this message is not JSON: {error}") from None


async def follow(message: FromClient, client: Client) -> None:
    table, connection, person, limits, leave, place, _ = client
    leave.check()
    match message:
        case Ping():
            connection.note(Pong(t=message.t))
        case Hello():
            await limits.greetings.keep(place)
            leave.check()
            connection.greet(message.eyes, message.match, message.since)
            table.join(connection)
        case Act():
            seat = seat_of(client, message.seat)
            check_by_hand(client)
            await playing_at(table).act(seat, message.seq, message.actions, message.took)
        case Say() | SayPhrase():
            seat = seat_of(client, message.seat if isinstance(message, Say) else None)
            limits.chat.take(connection.person or "")
            await playing_at(table).say(seat, talk_of(message))
        case Resign():
            await playing_at(table).resign(seat_of(client, message.seat))
        case SetPace():
            if person is None:
                raise NotYours("only the host of the table may do this")
            check_host(table, person)
            set_pace(table, message.pace)
            await table.changed()


def playing_at(table: Table) -> Playing:
    if table.playing is None:
        raise NotNow("the match has not begun")
    return table.playing


def seat_of(client: Client, seat: int | None) -> int:
    """One of the person's own seats, and no other."""
    held = own_seats(client.table.data, client.connection.person)
    if not held:
        raise NotYours("you do not play at this table")
    chosen = held[0] if seat is None else seat
    if chosen not in held:
        raise NotYours(f"seat {seat} is not yours; yours is {' and '.join(map(str, held))}")
    if client.table.data.chairs[chosen].kind == "bot":
        raise NotNow("a bot plays for you; take your seat back first")
    return chosen


def check_by_hand(client: Client) -> None:
    if client.by_token and client.table.data.counts:
        raise NotYours("this match counts for the ratings of people; a program cannot play it for one of them")


def talk_of(message: Say | SayPhrase) -> Any:
    """Plain words, or what should be a message of the game; the match looks at it."""
    if isinstance(message, Say) and message.words is not None:
        return " ".join(message.words.split()) or " "
    if isinstance(message, Say):
        if not isinstance(message.message, dict):
            raise BadRequest("say words, or a message, which is an object")
        return message.message
    if message.id not in PHRASES:
        raise BadRequest(f"there is no phrase {message.id!r}")
    return PHRASES[message.id]


def code_for(error: QuintainError) -> str:
    """The error in a word, for programs."""
    if isinstance(error, Refused):
        return error.code
    codes: dict[type[QuintainError], str] = {MatchOver: "over", OutOfTurn: "turn", IllegalAction: "illegal"}
    codes[StoreUnavailable] = "busy"
    return next((code for kind, code in codes.items() if isinstance(error, kind)), "message")


ROUTES = [live]
