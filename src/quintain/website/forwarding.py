"""Whatever concerns a table goes to the server that has it: requests and live sockets are passed on to there.

Visitors may come to any server. One that has not got the table passes on what they send and what the owner answers; the
owner sees them as if they had come to it, and checks everything. What was passed on is never passed on again.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import Iterator

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from quintain.core.errors import QuintainError, StoreError
from quintain.datastore import ServerRow
from quintain.website.arena import Arena
from quintain.website.passing import (
    RESTARTING,
    Broken,
    NotHere,
    Passing,
    as_sent,
    close_socket,
    read_body,
    refuse,
    was_passed_on,
)
from quintain.website.refusals import Refused
from quintain.website.servers import Gone, Peers

PATH = re.compile(r"/api/tables/([^/]+)(?:/.*)?")
PATIENCE = 20.0  # seconds in which a table whose server has died should have another
RETRY = 0.25  # seconds between two looks for its owner
SAFE = {"GET", "HEAD"}
BUSY = "no server has this table just now; nothing was changed, try again in a moment"
WENT_AWAY = "the server of this table has just gone; look whether this was done, and try again in a moment"


class Forwarding:
    """Stands before the application."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._passing = Passing()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)  # from the beginning to the end
            await self._passing.close()
            return
        arena: Arena = self.app.state.arena
        passed = was_passed_on(scope)
        if passed is not None:
            if arena.peers is None or not passed.comes_with(arena.peers.me.secret):
                await refuse(scope, send, 421, "this is not the server that was asked for")
                return
            scope = as_sent(scope, passed)
        table = table_in(scope)
        if arena.peers is None or table is None:
            await self.app(scope, receive, send)
        else:
            await self._bring(scope, receive, send, Way(arena, arena.peers, table, passed is None))

    async def _bring(self, scope: Scope, receive: Receive, send: Send, way: "Way") -> None:
        """To where the table is; what was passed on already is answered here or not at all."""
        try:
            owner = await way.owner()
            if owner is None:
                await self.app(scope, receive, send)
            elif scope["type"] == ScopeType.HTTP:
                await self._pass_request(scope, receive, send, way, owner)
            else:
                await self._pass_socket(scope, receive, send, way, owner)
        except NotHere:
            status, words = (503, BUSY) if way.onward else (421, "another server has this table")
            await refuse(scope, send, status, words)
        except Refused as error:
            await refuse(scope, send, error.status, str(error))
        except StoreError as error:
            await refuse(scope, send, 503, f"{error}; nothing was changed, try again in a moment")

    async def _pass_request(self, scope: Scope, receive: Receive, send: Send, way: "Way", owner: ServerRow) -> None:
        body = await read_body(receive)
        there: ServerRow | None = owner
        while there is not None:
            exchange = self._passing.exchange(scope, body, send)
            try:
                await way.peers.while_there(there.id, exchange.with_server(there))
                way.peers.passed_on["request"] += 1
                return
            except NotHere:
                pass
            except (Gone, Broken):
                if exchange.answered:
                    raise QuintainError("the answer broke off") from None  # the visitor sees that, too
                if scope.get("method") not in SAFE:
                    await refuse(scope, send, 503, WENT_AWAY)
                    return
            there = await way.next_owner()
        await self.app(scope, replayed(body, receive), send)

    async def _pass_socket(self, scope: Scope, receive: Receive, send: Send, way: "Way", owner: ServerRow) -> None:
        there: ServerRow | None = owner
        with way.held(scope):
            while there is not None:
                line = self._passing.line(scope, receive, send)
                try:
                    await way.peers.while_there(there.id, line.with_server(there))
                    return
                except Gone:
                    if line.opened:
                        await close_socket(send, *RESTARTING)
                        return
                except NotHere:
                    pass
                finally:
                    way.peers.passed_on["socket"] += line.opened
                there = await way.next_owner()
        await self.app(scope, receive, send)


class Way:
    """The way of one request or socket to its table."""

    def __init__(self, arena: Arena, peers: Peers, table: str, onward: bool) -> None:
        self.arena, self.peers, self.table, self.onward = arena, peers, table, onward
        self._deadline = time.monotonic() + PATIENCE

    async def owner(self) -> ServerRow | None:
        """The server that has the table; none if that is this one, or nobody has heard of it. Raises NotHere."""
        while True:
            await self.peers.certain()
            if self.table in self.arena.tables or self.table in self.arena.restoring.damaged:
                return None
            there, owner = await self.peers.owner_of(self.table)
            if not there:
                return None
            if owner and owner.id != self.peers.me.id:
                if self.onward:
                    return owner
                raise NotHere
            await self._wait()

    async def next_owner(self) -> ServerRow | None:
        """After the one we knew did not answer."""
        await self._wait()
        return await self.owner()

    async def _wait(self) -> None:
        if time.monotonic() > self._deadline:
            raise NotHere
        await asyncio.sleep(RETRY)

    @contextlib.contextmanager
    def held(self, scope: Scope) -> Iterator[None]:
        """One of the sockets that a visitor may have at once."""
        client = scope["client"]
        with self.arena.limits.open_sockets.held(client[0] if client else "?"):
            yield


def table_in(scope: Scope) -> str | None:
    """The table that this concerns; none if there are dots in the path, for whoever tidies it up asks for another."""
    found = PATH.fullmatch(scope["path"])
    dots = {b".", b".."} & {*scope["raw_path"].split(b"/")}
    return found[1] if found and not dots else None


def replayed(body: bytes, receive: Receive) -> Receive:
    """The table has come to us meanwhile: the application reads the body that we have read."""
    read = False

    async def receive_again() -> object:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again  # type: ignore[return-value]
