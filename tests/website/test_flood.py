"""A client that sends too fast is read more slowly: nothing is refused, nothing is lost, and nobody else feels it."""

import asyncio
import json
import threading
import time
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.uri import parse_uri

from quintain.website.connection import BURST, MOST_NOTES, SPEED, Connection
from quintain.website.flow import PacedWebSocket
from quintain.website.limits import AtOnce, Limits, Speed, Speeds
from quintain.website.refusals import TooMany
from quintain.website.wire.live import Pong
from tests.website.client import PATIENCE, Socket, Visit

FLOOD = 5000
SOME = 90  # greetings that are waited for: those of the first burst, and some that come after it


def test_a_flood_is_answered_in_full_while_others_play(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    flooded, calm = (browser.post("/api/quickplay", game="jaffre")["table"] for browser in (ann, bob))
    with bob.live(calm) as person, ann.live(flooded) as flooder:
        flooder.until("sync")
        person.play(0, most=1)
        began, answers = time.monotonic(), list[float]()
        threads = [
            threading.Thread(target=flood, args=(flooder,)),
            threading.Thread(target=count_pongs, args=(flooder, answers)),
        ]
        for thread in threads:
            thread.start()
        person.play(0, most=5)
        assert len(answers) < FLOOD, "five actions took longer than the whole flood, which takes a quarter of a minute"
        for thread in threads:
            thread.join(PATIENCE)
        assert answers == list(range(FLOOD))
        assert time.monotonic() - began > (FLOOD - BURST) / SPEED * 0.9


def flood(socket: Socket) -> None:
    for number in range(FLOOD):
        socket.send("ping", t=number)


def count_pongs(socket: Socket, answers: list[float]) -> None:
    while len(answers) < FLOOD:
        message = socket.receive()
        assert message["type"] != "error", message
        answers += [message["t"]] if message["type"] == "pong" else []


def test_greetings_are_answered_at_a_speed_that_others_do_not_feel(visit: Visit) -> None:
    """However many sockets they come from: each may be answered with all that has happened so far."""
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
    with ExitStack() as stack:
        sockets = [stack.enter_context(ann.live(table)) for _ in range(5)]
        began = time.monotonic()
        for socket in sockets:
            for _ in range(100):
                socket.send("hello")
        asked, answered = 0, 0
        while not asked or answered < SOME:
            bob.get("/api/me")
            asked += 1
            answered = sum(map(greetings_answered, sockets))
        last = [stack.enter_context(ann.live(table, greet=False)) for _ in sockets]
        for socket in last:
            socket.send("ping", t=1)
            socket.until("pong")
        syncs = sum(map(greetings_answered, sockets))
        elapsed = time.monotonic() - began
    speed = Limits().greetings
    assert syncs <= speed.burst + speed.a_second * (elapsed + 1)
    # A hundred times, on a quiet machine; once for ten greetings that come after the burst, on a very busy one.
    assert asked > (SOME - speed.burst) / 10


def greetings_answered(socket: Socket) -> int:
    with suppress(TimeoutError):
        while True:
            socket.receive(0)
    return sum(message["type"] == "sync" for message in socket.seen)


def test_whoever_would_wait_too_long_is_refused() -> None:
    async def play() -> list[str]:
        speeds = Speeds(1000, 2, "tries", patience=0.01)
        tried = await asyncio.gather(*(speeds.keep("a") for _ in range(100)), return_exceptions=True)
        await speeds.keep("b")
        return [str(error) for error in tried if error]

    refused = asyncio.run(play())
    assert 80 <= len(refused) <= 98
    assert refused[0].startswith("too many tries")


def test_so_many_at_once_for_each_key() -> None:
    at_once = AtOnce(2, "sockets")
    with at_once.held("a"), at_once.held("b"):
        with at_once.held("a"), pytest.raises(TooMany), at_once.held("a"):
            pass
        with at_once.held("a"):
            pass


# --- memory


class Wire:
    """A transport that says whether anybody reads."""

    def __init__(self) -> None:
        self.sent = b""
        self.reading = True

    def write(self, data: bytes) -> None:
        self.sent += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...

    def get_extra_info(self, name: str) -> Any:
        return None


def test_a_packed_flood_is_unpacked_bit_by_bit() -> None:
    """Sixteen megabytes that fit into one packet: never more than a slice of them is in memory."""

    async def play() -> None:
        line, wire, client = await opened()
        most, got = 0, list[int]()
        line.data_received(packed_messages(client, 1000, 16_000))
        assert not wire.reading
        while len(got) < 1000:
            most = max(most, line.queue.qsize())
            message: Any = await line.receive()
            got.append(json.loads(message["text"])["t"])
        assert got == list(range(1000))
        assert most < 100
        assert wire.reading

    asyncio.run(play())


async def opened() -> tuple[PacedWebSocket, Wire, ClientProtocol]:
    """A connection after the handshake, as uvicorn makes it."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(60)

    line, wire = PacedWebSocket(Config(app, ws=PacedWebSocket, ws_ping_interval=None), ServerState(), {}), Wire()
    client = ClientProtocol(parse_uri("ws://here/"), extensions=[ClientPerMessageDeflateFactory()])
    client.send_request(client.connect())
    line.connection_made(wire)  # type: ignore[arg-type]
    line.data_received(b"".join(client.data_to_send()))
    while not wire.sent:
        await asyncio.sleep(0)
    client.receive_data(wire.sent)
    assert client.handshake_exc is None
    return line, wire, client


def packed_messages(client: ClientProtocol, number: int, length: int) -> bytes:
    for n in range(number):
        client.send_text(f'{{"type":"ping","t":{n}}}'.ljust(length).encode())
    data = b"".join(client.data_to_send())
    assert len(data) < number * length / 100
    return data


def test_answers_that_nobody_takes_away_are_few() -> None:
    async def play() -> None:
        connection = Connection(SimpleNamespace(), None)
        for n in range(MOST_NOTES):
            await asyncio.wait_for(connection.listen(), 10)
            connection.note(Pong(t=float(n)))
        waiting = asyncio.create_task(connection.listen())
        await asyncio.sleep(0.05)
        assert not waiting.done()
        assert connection._next_note() == '{"type":"pong","t":0.0}'
        await asyncio.wait_for(waiting, 10)

    asyncio.run(play())


def test_a_speed_allows_a_burst_and_then_so_many_a_second() -> None:
    now = [100.0]
    speed = Speed(10, 5, lambda: now[0])
    assert [round(speed.take(), 6) for _ in range(7)] == [0, 0, 0, 0, 0, 0.1, 0.2]
    now[0] = 200.0
    assert [round(speed.take(price), 6) for price in (5, 1, 3)] == [0, 0.1, 0.4]
