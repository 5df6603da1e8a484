"""What a connection may take of us before it is a request: bounded heads and bodies, deadlines, and a place to wait.

uvicorn's parser keeps whatever arrives, for as long as it takes. Here the bytes are counted before they are kept, and a
connection that does not finish its request in time, or while too many others wait, makes room.
"""

import asyncio
import contextlib
import json
import re
import resource
from http import HTTPStatus
from typing import cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

LARGEST_URL = 8 * 1024  # bytes
LARGEST_HEAD = 64 * 1024  # bytes of the first line and the headers
LARGEST_BODY = 64 * 1024  # bytes, on any route but
UPLOAD = re.compile(rb"/api/(me/bots/[^/?]+/versions|editor/(test|submit))(\?.*)?")  # where bots are sent
LARGEST_UPLOAD = 4 * 1024 * 1024 + LARGEST_BODY  # bytes: a bot, and what a form puts around it
SLICE = 2048  # bytes that the parser is given at a time

HEAD = 10.0  # seconds for the whole head, and
BODY = 20.0  # for the body
BODY_OF_UPLOAD = 120.0
STALLED = 30.0  # seconds that an answer may wait for somebody who does not read

MOST_UNFINISHED = 200  # connections without a whole request
BACKLOG = 512  # connections that the system holds until we take them
RESERVED = 128  # handles for the database, the bots and the rest of us
MOST_HANDLES = 65_536

MOST_QUEUED = 8  # further requests that are sent before the first one is answered

LINGER = 1.0  # seconds in which somebody who is refused may still send, so that the refusal is not lost on the way, and
LINGER_BYTES = 1024 * 1024  # at most so much, which nobody keeps
LINGER_OF_UPLOAD, LINGER_BYTES_OF_UPLOAD = 15.0, 32 * 1024 * 1024  # the same for bots, which take longer to send

WORDS = {
    400: "this is not HTTP as we speak it",
    408: "the request took too long to arrive",
    413: "that is too much at once",
    414: f"an address has at most {LARGEST_URL} bytes",
    431: f"the headers have at most {LARGEST_HEAD} bytes",
    503: "too many people are here; try again in a moment",
}


class Crowd(ServerState):
    """Everybody who is connected, and by address those who have not finished a request: the oldest comes first."""

    def __init__(self, most: int, most_unfinished: int = MOST_UNFINISHED) -> None:
        super().__init__()
        self.most, self.most_unfinished = most, most_unfinished
        self._unfinished: dict[str, dict[BoundedHttp, None]] = {}
        self._count = 0

    def full(self) -> bool:
        return len(self.connections) > self.most

    def wait(self, connection: "BoundedHttp") -> None:
        """This one has the newest place; if that is one too many, whoever has taken most of them loses the oldest."""
        self.leave(connection)
        self._unfinished.setdefault(connection.address, {})[connection] = None
        self._count += 1
        if self._count > self.most_unfinished:
            crowd = max(self._unfinished.values(), key=len)
            next(iter(crowd)).give_way()

    def leave(self, connection: "BoundedHttp") -> None:
        waiting = self._unfinished.get(connection.address, {})
        if connection in waiting:
            del waiting[connection]
            self._count -= 1
            if not waiting:
                del self._unfinished[connection.address]


class Refuse(Exception):
    def __init__(self, status: int) -> None:
        self.status = status


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP, with an end to everything."""

    server_state: Crowd
    address = "?"
    url = b""  # of the message that has begun

    _deadline: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _kept = 0  # bytes of this message that are not its body
    _head = 0  # bytes of its headers
    _body = 0  # bytes of its body
    _reading = False  # has a message begun that is not all there?
    _headed = False  # and is its head?
    _refused: int | None = None  # bytes that came after the refusal

    # --- connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else "?"
        self._expect(HEAD)
        self.server_state.wait(self)
        if self.server_state.full():
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """A request that is not all there will not be answered any more."""
        if self._reading:
            self.transport.abort()
        else:
            super().shutdown()

    def give_way(self) -> None:
        """Somebody else needs the place."""
        self._forget()
        self.transport.abort()

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The request whose answer is not complete."""
        cycle = cast(RequestResponseCycle | None, self.cycle)  # uvicorn says that there always is one
        return None if cycle is None or cycle.response_complete else cycle

    def handle_websocket_upgrade(self) -> None:
        self._forget()
        super().handle_websocket_upgrade()

    # --- deadlines

    def _expect(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self._refuse(408)

    def _stop_waiting(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _forget(self) -> None:
        self._stop_waiting()
        self._stop_stalling()
        self.server_state.leave(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_stalling()

    def _stop_stalling(self) -> None:
        if self._stall:
            self._stall.cancel()
            self._stall = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._hang_up()
        elif not self.pipeline and not self._reading:
            self.server_state.wait(self)

    def timeout_keep_alive_handler(self) -> None:
        self._hang_up()

    def _hang_up(self) -> None:
        """Closing waits until the other side has read everything: not for ever."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(STALLED, self.transport.abort)

    # --- sizes

    def data_received(self, data: bytes) -> None:
        if self._refused is not None:
            self._drop(data)
            return
        self._unset_keepalive_if_required()
        if self._deadline is None and self._answering is None:
            self._expect(HEAD)
        try:
            for start in range(0, len(data), SLICE):
                if self._feed(data[start : start + SLICE]):
                    break
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._refuse(cause.status if isinstance(cause, Refuse) else 400)
        except Refuse as refuse:
            self._refuse(refuse.status)

    def _drop(self, data: bytes) -> None:
        self._refused = (self._refused or 0) + len(data)
        if self._refused > (LINGER_BYTES_OF_UPLOAD if self._uploading else LINGER_BYTES):
            self.transport.abort()

    def _feed(self, data: bytes) -> bool:
        """Returns whether this was the last that this parser gets."""
        if self.transport.is_closing() or self.parser is None:
            return True
        self._kept += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return True
        if self._kept > LARGEST_HEAD:
            raise Refuse(431)
        return False

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._kept = self._head = self._body = 0
        self._reading, self._headed = True, False
        self.server_state.wait(self)
        if self._deadline is None:
            self._expect(HEAD)
        if len(self.pipeline) > MOST_QUEUED:
            raise Refuse(400)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LARGEST_URL:
            raise Refuse(414)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._headed:
            return  # a trailer, which nobody reads
        super().on_header(name, value)
        self._head += len(name) + len(value) + len(": \r\n")
        if self._head > LARGEST_HEAD:
            raise Refuse(431)
        if name.lower() == b"content-length" and int(value) > self._largest:
            raise Refuse(413)

    @property
    def _uploading(self) -> bool:
        return UPLOAD.fullmatch(self.url) is not None

    @property
    def _largest(self) -> int:
        """Bytes that this message's body may have."""
        return LARGEST_UPLOAD if self._uploading else LARGEST_BODY

    def on_headers_complete(self) -> None:
        self.url.decode("ascii")
        self._headed = True
        self._expect(BODY_OF_UPLOAD if self._uploading else BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._kept -= len(body)
        self._body += len(body)
        if self._body > self._largest:
            raise Refuse(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._reading = False
        self._stop_waiting()
        self.server_state.leave(self)
        super().on_message_complete()

    # --- answers without a request

    def _refuse(self, status: int) -> None:
        """In words, if nothing has been said yet; then it is over."""
        self._forget()
        self._refused = 0
        answering, answered = self._answering, self._reading and self._headed
        if not (answering.response_started if answering is not None else answered):
            self.transport.write(refusal(status))
        if answering is not None:
            answering.disconnected = True
            answering.message_event.set()
        if self.transport.can_write_eof() and not self.transport.is_closing():
            self.transport.write_eof()
        self.loop.call_later(LINGER_OF_UPLOAD if self._uploading else LINGER, self.transport.abort)


def refusal(status: int) -> bytes:
    body = json.dumps({"error": WORDS[status], "detail": None}).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "x-content-type-options: nosniff",
        "connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body


def connections_at_most(wanted: int = MOST_HANDLES) -> int:
    """As many as the system lets us have file handles for, when we have asked for more than it gives at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and more > soft:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    handles = wanted if soft == resource.RLIM_INFINITY else soft
    return max(RESERVED, handles - BACKLOG - RESERVED)
