"""What is passed on to another server: what the visitor sent, and nothing that means something else there."""

import asyncio
from typing import Any, cast

import pytest
from litestar.types import Message, Scope, Send

from quintain.datastore import ServerRow
from quintain.website.forwarding import table_in
from quintain.website.passing import Passing

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


def scope_of(path: str, *headers: tuple[bytes, bytes]) -> Scope:
    plain: dict[str, Any] = {"type": "http", "method": "GET", "scheme": "http", "client": ("10.1.2.3", 5)}
    own = [(b"host", b"arena.example"), *headers]
    return cast(Scope, plain | {"path": path, "raw_path": path.encode(), "query_string": b"", "headers": own})


async def passed_on(scope: Scope) -> tuple[bytes, dict[bytes, list[bytes]]]:
    """The first line and the headers that the other server gets."""
    heads: list[bytes] = []
    said: list[Message] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    async def send(message: Message) -> None:
        said.append(message)

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        passing = Passing()
        there = ServerRow("there", f"127.0.0.1:{port}", "their secret")
        await passing.exchange(scope, b"", cast(Send, send)).with_server(there)
        await passing.close()
    first, *lines = heads[0].strip().split(b"\r\n")
    headers: dict[bytes, list[bytes]] = {}
    for line in lines:
        name, _, value = line.partition(b": ")
        headers.setdefault(name.lower(), []).append(value)
    assert said[0]["type"] == "http.response.start"
    return first, headers


def test_a_visitor_cannot_speak_for_a_server_and_gets_nothing_that_was_not_asked_for() -> None:
    forged = [
        (b"x-quintain-secret", b"guess"),
        (b"x-quintain-client", b"127.0.0.1"),
        (b"x-forwarded-for", b"127.0.0.1"),
    ]
    first, headers = asyncio.run(passed_on(scope_of("/api/tables/x", *forged, (b"cookie", b"a=1"))))
    assert first == b"GET /api/tables/x HTTP/1.1"
    assert headers[b"x-quintain-secret"] == [b"their secret"]
    assert headers[b"x-quintain-client"] == [b"10.1.2.3"]
    assert headers[b"cookie"] == [b"a=1"]
    ours = {b"x-quintain-secret", b"x-quintain-client", b"x-quintain-scheme", b"x-quintain-host"}
    assert {*headers} - ours <= {b"host", b"cookie", b"connection", b"content-length"}


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("/api/tables/x", "x"),
        ("/api/tables/x/live", "x"),
        ("/api/tables/", None),
        ("/api/games", None),
        ("/api/tables/x/../../administration", None),
        ("/api/tables/x/./live", None),
        ("/api/tables/..", None),
        ("/api/tables/x...y/live", "x...y"),
    ],
)
def test_only_what_is_plainly_about_a_table_goes_elsewhere(path: str, table: str | None) -> None:
    assert table_in(scope_of(path)) == table
