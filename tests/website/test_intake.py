"""Strangers over a raw socket: endless heads and bodies, half requests, and people who do not read."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config

from quintain.website import intake
from quintain.website.intake import LARGEST_BODY, LARGEST_HEAD, LARGEST_URL, BoundedHttp, Crowd, connections_at_most
from tests.website.client import PATIENCE, Browser, Site, ask

MEGABYTE = 1024 * 1024
MOST_MEMORY = 20 * MEGABYTE
ENDLESS = 64  # megabytes that a stranger would send if nobody stopped them
HALF_REQUESTS = 1100

HELLO = b"GET /api/me HTTP/1.1\r\nHost: here\r\n"
CHUNKED = b"POST /api/guest HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"


def memory_of(site: Site) -> int:
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kilobytes) * 1024


def knock(site: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.port), PATIENCE)


def send_all(site: Site, parts: Iterator[bytes]) -> tuple[int, bytes]:
    """Send until the server hangs up; returns how many bytes it took, and the first line of its answer."""
    with knock(site) as line:
        taken = 0
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
                taken += len(part)
        return taken, answer_on(line)


def answer_on(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    answer = b""
    with suppress(ConnectionError):
        while data := line.recv(65536):
            answer += data
    return answer


def endless(*start: bytes, part: bytes) -> Iterator[bytes]:
    block = part * (65536 // len(part))
    return chain(start, repeat(block, ENDLESS * MEGABYTE // len(block)))


FLOODS = {
    "one header": (endless(HELLO + b"X: ", part=b"x"), b"431"),
    "a header's name": (endless(HELLO, part=b"x"), b"431"),
    "many headers": (endless(HELLO, part=b"Cookie: a=b\r\n"), b"431"),
    "an address": (endless(b"GET /", part=b"x"), b"414"),
    "a query": (endless(b"GET /?a=", part=b"x"), b"414"),
    "a method": (endless(part=b"X"), b"400"),
    "empty lines": (endless(part=b"\r\n"), b"431"),
    "a body": (endless(CHUNKED, part=b"400\r\n" + b"x" * 1024 + b"\r\n"), b"4"),
    "a chunk's name": (endless(CHUNKED + b"5;", part=b"x"), b"4"),
    "trailers": (endless(CHUNKED + b"0\r\n", part=b"X: y\r\n"), b"4"),
    "a body for nobody": (endless(CHUNKED.replace(b"POST", b"GET"), part=b"5\r\nhello\r\n"), b"4"),
    "requests": (endless(part=HELLO + b"\r\n"), b""),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_what_has_no_end_is_cut_off(site: Site, flood: str) -> None:
    parts, status = FLOODS[flood]
    before = memory_of(site)
    taken, answer = send_all(site, parts)
    assert memory_of(site) - before < MOST_MEMORY
    assert taken < ENDLESS * MEGABYTE / 4
    # Somebody who goes on sending may lose the answer on the way.
    assert answer == b"" or answer.startswith(b"HTTP/1.1 " + status)
    assert ask(f"{site.url}/api/me").status_code == 200


LARGE = {
    "headers": (HELLO + b"X: " + b"x" * LARGEST_HEAD + b"\r\n\r\n", 431),
    "an address": (b"GET /" + b"x" * LARGEST_URL + b" HTTP/1.1\r\nHost: here\r\n\r\n", 414),
    "a body": (b"POST /api/guest HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (LARGEST_BODY + 1), 413),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    "letters that are none": ("GET /é HTTP/1.1\r\nHost: here\r\n\r\n".encode(), 400),
}


@pytest.mark.parametrize("request_", LARGE)
def test_what_is_too_large_is_refused_in_words(site: Site, request_: str) -> None:
    sent, status = LARGE[request_]
    with knock(site) as line:
        line.sendall(sent)
        head, _, body = answer_on(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d" % status)
    assert json.loads(body)["error"]


def test_what_is_not_too_large_is_answered(site: Site) -> None:
    long = {"x-long": "x" * (LARGEST_HEAD - 4096)}
    assert ask(f"{site.url}/api/me", headers=long).status_code == 200
    assert ask(f"{site.url}/{'x' * (LARGEST_URL - 100)}").status_code == 200
    with Browser(site) as browser:
        answer = browser.request("POST", "/api/tables", json={"game": "x" * (LARGEST_BODY - 100)})
        assert answer.status_code == 422


@pytest.mark.parametrize("half", [b"", b"GET / HTT", HELLO, HELLO + b"X: " + b"x" * 16384, CHUNKED + b"5\r\nab"])
def test_half_requests_keep_nobody_out(site: Site, half: bytes) -> None:
    connections_at_most()  # for our own end
    before = memory_of(site)
    with ExitStack() as stack:
        for _ in range(HALF_REQUESTS):
            line = stack.enter_context(knock(site))
            with suppress(ConnectionError):
                line.sendall(half)
        with Browser(site, "Newcomer") as newcomer:
            assert newcomer.get("/api/lobby")
        assert memory_of(site) - before < MOST_MEMORY


def test_a_socket_with_bad_headers_is_refused_without_a_word_in_the_log(database: str) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    with Site(database) as site:
        for path, headers in (
            (b"/api/tables/x/live", upgrade + key + b"Cookie: a=" + b"x" * 20_000 + b"\r\n"),
            (b"/api/tables/x/live", upgrade + key + b"X: y\r\n" * 500),
            (b"/api/tables/x/live", upgrade),
            (b"/api/tables/\xff/live", upgrade + key),
            (b"/api/tables/x/live?\xff", upgrade + key),
            (b"/api/tables/%ff/live", upgrade + key + b"Cookie: quintain_session=\xff\xfe\r\n"),
            (b"/api/tables/x/live", upgrade.replace(b"websocket", b"tea") + key),
        ):
            with knock(site) as line:
                line.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: here\r\n" + headers + b"\r\n")
                line.recv(65536)
        assert ask(f"{site.url}/api/me").status_code == 200
        assert site.close() == ""


# --- deadlines, at a server of our own with less patience ------------------------------------------------------------

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Open = Callable[[], Awaitable[Line]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body, then answers: much at /much, else a word."""
    while (await receive()).get("more_body"):
        pass
    body = b"x" * 64 * MEGABYTE if scope["path"] == "/much" else b"done"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def server(crowd: Crowd, idle: int = 60) -> AsyncIterator[Open]:
    config = Config(app, lifespan="off", timeout_keep_alive=idle)
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: BoundedHttp(config, crowd, {}), "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    lines = list[Line]()

    async def connected() -> Line:
        lines.append(await asyncio.open_connection("127.0.0.1", port, limit=1024))
        return lines[-1]

    try:
        yield connected
    finally:
        for _, writer in lines:
            writer.transport.abort()
        listening.close()


async def drip(writer: asyncio.StreamWriter, byte: bytes) -> None:
    """One byte at a time, for ever."""
    while True:
        writer.write(byte)
        await asyncio.sleep(0.01)


SLOW = {
    "nothing at all": (b"", b""),
    "empty lines": (b"", b"\r\n"),
    "a head": (b"GET / HTTP/1.1\r\nX: ", b"x"),
    "a second head": (b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nX: ", b"x"),
    "a body": (b"POST / HTTP/1.1\r\nContent-Length: 60000\r\n\r\n", b"x"),
    "a queued body": (b"GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 60000\r\n\r\n", b"x"),
}


@pytest.mark.parametrize("part", SLOW)
def test_a_request_that_drips_in_is_given_up(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "HEAD", 0.2)
    monkeypatch.setattr(intake, "BODY", 0.2)
    start, more = SLOW[part]

    async def play() -> bytes:
        crowd = Crowd(100)
        async with server(crowd) as connect:
            reader, writer = await connect()
            writer.write(start)
            dripping = asyncio.create_task(drip(writer, more))
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            dripping.cancel()
            await until(lambda: not crowd.connections)
            return answer

    assert b"408" in asyncio.run(play())


def test_an_idle_connection_is_closed() -> None:
    async def play() -> None:
        async with server(Crowd(100), idle=0) as connect:
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            assert (await asyncio.wait_for(reader.read(), PATIENCE)).endswith(b"done")

    asyncio.run(play())


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"])
def test_somebody_who_does_not_read_is_cut_off(last: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "STALLED", 0.2)

    async def play() -> None:
        crowd = Crowd(100)
        async with server(crowd) as connect:
            _, writer = await connect()
            writer.write(b"GET /much HTTP/1.1\r\n" + last + b"\r\n")
            await until(lambda: bool(crowd.connections))
            await until(lambda: not crowd.connections)

    asyncio.run(play())


def test_whoever_takes_most_places_makes_room() -> None:
    """A newcomer from elsewhere, who is slow, stays; of the many, the oldest goes."""
    gone = list[str]()

    class Waiting:
        def __init__(self, name: str, address: str) -> None:
            self.name, self.address = name, address

        def give_way(self) -> None:
            gone.append(self.name)
            crowd.leave(self)  # type: ignore[arg-type]

    crowd = Crowd(100, most_unfinished=3)
    for name, address in (("a", "1"), ("b", "2"), ("c", "2"), ("d", "2"), ("e", "3")):
        crowd.wait(Waiting(name, address))  # type: ignore[arg-type]
    assert gone == ["b", "c"]


def test_a_full_house_says_so() -> None:
    async def play() -> bytes:
        async with server(Crowd(1)) as connect:
            await connect()
            return await asyncio.wait_for((await connect())[0].read(), PATIENCE)

    assert b"503" in asyncio.run(play())


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def test_handles_are_asked_for() -> None:
    assert 0 < connections_at_most() <= intake.MOST_HANDLES
