"""How a request or a live socket is passed on to another server, and how that one recognises it."""

import asyncio
import contextlib
import secrets
from typing import Any, NamedTuple, cast

import httpx
import msgspec
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from quintain.datastore import ServerRow
from quintain.website.security import HEADERS
from quintain.website.wire import Trouble

CONNECTING = 2.0  # seconds
ANSWERING = 30.0  # seconds
GREETING = 10.0  # seconds for the other server to take a socket
SENDING = 25.0  # seconds for one message: a little more than the owner itself would wait
FAREWELL = 0.5  # seconds
LARGEST_MESSAGE = 64 * 1024 * 1024  # bytes, from a server to a visitor
MOST_AT_ONCE = 200  # requests; the others wait
IDLE = 5.0  # seconds that a connection without a request is kept: less than the other side keeps it
RESTARTING = 1012, "the server of this table has just gone; this page comes back by itself"
TOO_SLOW = 1008, "too slow: the messages were not read"
SAYABLE = {1000, 1001, 1008, 1009, 1011, 1012, 1013}  # codes that one may close a socket with, beside those from 3000

SECRET, CLIENT, SCHEME, HOST = b"x-quintain-secret", b"x-quintain-client", b"x-quintain-scheme", b"x-quintain-host"
OURS = {SECRET, CLIENT, SCHEME, HOST}
# What concerns two neighbours only, or is said anew by whoever passes something on.
HOPS = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade", b"host", b"content-length"}
REPORTED = {b"forwarded", b"via", b"x-real-ip", b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"}
HANDSHAKE = {b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions"}
ANSWERED_ANEW = {b"connection", b"keep-alive", b"transfer-encoding", b"date"}
RawHeaders = list[tuple[bytes, bytes]]


class NotHere(Exception):
    """Whoever was asked has not got the table, or is not there: nothing was done."""


class Broken(Exception):
    """The line to the other server broke: nobody knows what was done."""


class Passed(NamedTuple):
    """What another server says of a visitor."""

    secret: bytes
    client: str
    scheme: str
    host: bytes

    def comes_with(self, secret: str) -> bool:
        return secrets.compare_digest(self.secret, secret.encode())


def was_passed_on(scope: Scope) -> Passed | None:
    found = {name: value for name, value in headers_of(scope) if name in OURS}
    if SECRET not in found:
        return None
    client, scheme = found.get(CLIENT, b"?").decode("latin-1"), found.get(SCHEME, b"http").decode("latin-1")
    return Passed(found[SECRET], client, scheme, found.get(HOST, b""))


def as_sent(scope: Scope, passed: Passed) -> Scope:
    """As if the visitor had come here."""
    headers = [(name, value) for name, value in headers_of(scope) if name not in OURS and name != b"host"]
    changes = {"headers": [(b"host", passed.host), *headers], "client": (passed.client, 0), "scheme": passed.scheme}
    return cast(Scope, {**scope, **changes})


def passed_headers(scope: Scope, server: ServerRow) -> RawHeaders:
    """What the visitor sent, and for the other server alone, who the visitor is."""
    left_out = OURS | HOPS | REPORTED | HANDSHAKE
    headers = [(name, value) for name, value in headers_of(scope) if name not in left_out]
    host = next((value for name, value in headers_of(scope) if name == b"host"), b"")
    client = scope["client"]
    return [
        *headers,
        (SECRET, server.secret.encode()),
        (CLIENT, (client[0] if client else "?").encode()),
        (SCHEME, scope["scheme"].encode()),
        (HOST, host),
    ]


def headers_of(scope: Scope) -> RawHeaders:
    return cast(RawHeaders, scope["headers"])


def path_of(scope: Scope) -> bytes:
    query = scope["query_string"]
    return scope["raw_path"] + (b"?" + query if query else b"")


class Passing:
    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    def exchange(self, scope: Scope, body: bytes, send: Send) -> "Exchange":
        if self._client is None:
            limits = httpx.Limits(max_connections=MOST_AT_ONCE, keepalive_expiry=IDLE)
            timeout = httpx.Timeout(ANSWERING, connect=CONNECTING)
            self._client = httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=False)
            self._client.headers.clear()  # who does not take gzip must not get it
        return Exchange(self._client, cast(HTTPScope, scope), body, send)

    async def close(self) -> None:
        if self._client:
            await self._client.aclose()

    def line(self, scope: Scope, receive: Receive, send: Send) -> "Line":
        return Line(scope, receive, send)


# --- requests --------------------------------------------------------------------------------------------------------


class Exchange:
    """A request and its answer, which is passed on piece by piece."""

    def __init__(self, client: httpx.AsyncClient, scope: HTTPScope, body: bytes, send: Send) -> None:
        self._client, self._scope, self._body, self._send = client, scope, body, send
        self.answered = False  # has the visitor seen some of the answer?

    async def with_server(self, server: ServerRow) -> None:
        url = httpx.URL(f"http://{server.address}").copy_with(raw_path=path_of(self._scope))
        headers = passed_headers(self._scope, server)
        request = self._client.build_request(self._scope["method"], url, headers=headers, content=self._body)
        try:
            answer = await self._client.send(request, stream=True)
            try:
                await self._pass_back(answer)
            finally:
                await answer.aclose()
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise NotHere from error
        except httpx.HTTPError as error:
            raise Broken from error

    async def _pass_back(self, answer: httpx.Response) -> None:
        if answer.status_code == 421:
            raise NotHere
        headers = [(name.lower(), value) for name, value in answer.headers.raw]
        headers = [(name, value) for name, value in headers if name not in ANSWERED_ANEW]
        self.answered = True
        await say(self._send, {"type": "http.response.start", "status": answer.status_code, "headers": headers})
        async for piece in answer.aiter_raw():
            await say(self._send, {"type": "http.response.body", "body": piece, "more_body": True})
        await say(self._send, {"type": "http.response.body", "body": b"", "more_body": False})


async def read_body(receive: Receive) -> bytes:
    """All of it: whoever is before us has seen to it that it is small."""
    body = b""
    while True:
        event = cast(dict[str, Any], await receive())
        if event["type"] == "http.disconnect":
            raise NotHere
        body += event.get("body", b"")
        if not event.get("more_body"):
            return bytes(body)


async def refuse(scope: Scope, send: Send, status: int, words: str) -> None:
    if scope["type"] != ScopeType.HTTP:
        if status == 421:
            await say(send, {"type": "websocket.close"})  # before it was opened: the other server sees a refusal
        else:
            await say(send, {"type": "websocket.accept", "headers": []})
            await close_socket(send, 1013 if status == 503 else 4000 + status, words)
        return
    body = msgspec.json.encode(Trouble(error=words))
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers = [*head, (b"cache-control", b"no-store"), *HEADERS]
    await say(send, {"type": "http.response.start", "status": status, "headers": headers})
    await say(send, {"type": "http.response.body", "body": body, "more_body": False})


# --- live sockets ----------------------------------------------------------------------------------------------------


class Line:
    """A socket of a visitor, and ours to the table's server. Neither is read faster than the other takes it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self.opened = False  # has the visitor been let in?

    async def with_server(self, server: ServerRow) -> None:
        """Until one side hangs up."""
        there = await self._connected(server)
        try:
            await say(self._send, {"type": "websocket.accept", "headers": []})
            self.opened = True
            await self._relay(there)
        finally:
            with contextlib.suppress(Exception):
                await there.close()

    async def _connected(self, server: ServerRow) -> ClientConnection:
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in passed_headers(self._scope, server)
        ]
        try:
            return await connect(
                f"ws://{server.address}{path_of(self._scope).decode('latin-1')}",
                additional_headers=headers,
                user_agent_header=None,
                compression=None,
                max_size=LARGEST_MESSAGE,
                open_timeout=GREETING,
                close_timeout=FAREWELL,
                ping_interval=None,  # the other server asks us for a sign of life
                proxy=None,
            )
        except (OSError, InvalidHandshake, InvalidMessage, TimeoutError) as error:
            raise NotHere from error

    async def _relay(self, there: ClientConnection) -> None:
        up, down = asyncio.ensure_future(self._up(there)), asyncio.ensure_future(self._down(there))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
            if not up.done() or not up.result():
                code, reason = RESTARTING if not down.done() else await down
                await close_socket(self._send, code, reason)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)

    async def _up(self, there: ClientConnection) -> bool:
        """What the visitor sends; returns whether it was the visitor who hung up."""
        while True:
            event = cast(dict[str, Any], await self._receive())
            if event["type"] == "websocket.disconnect":
                return True
            if event["type"] == "websocket.receive":
                try:
                    await there.send(event["text"] if event.get("text") is not None else event.get("bytes") or b"")
                except ConnectionClosed:
                    await there.wait_closed()
                    return False

    async def _down(self, there: ClientConnection) -> tuple[int, str]:
        """What the server sends; returns how it closed the line."""
        try:
            while True:
                message = await there.recv()
                kind = "text" if isinstance(message, str) else "bytes"
                async with asyncio.timeout(SENDING):
                    await say(self._send, {"type": "websocket.send", kind: message})
        except ConnectionClosed as end:
            said = end.rcvd
            return (said.code, said.reason) if said and (said.code in SAYABLE or said.code >= 3000) else RESTARTING
        except TimeoutError:
            return TOO_SLOW


async def close_socket(send: Send, code: int, reason: str) -> None:
    with contextlib.suppress(Exception):  # whoever has hung up needs not be told
        await say(send, {"type": "websocket.close", "code": code, "reason": reason[:100]})


async def say(send: Send, message: dict[str, Any]) -> None:
    await send(cast(Message, message))
