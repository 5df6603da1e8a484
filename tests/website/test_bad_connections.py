"""People with bad connections: nobody pays for the delay, and nobody else is held up by it."""

import time
from pathlib import Path
from statistics import median
from typing import Any

from websockets.exceptions import ConnectionClosed

from quintain.arbiter.live import LAG
from quintain.website.server import PING
from tests.website.bad_connection import BadConnection
from tests.website.client import Browser, Site, Socket, Visit, cheapest, eventually, new_table

BANK = 500.0
JITTER = (0.05, 0.15)  # seconds, each way: together half of what is forgiven, the rest is for a busy machine
DECISIONS = 15
A_WHILE = 900.0  # seconds: bots of a busy machine take long to fill what the system holds for a connection
GRAIN = 0.001  # seconds: clocks are told as finely


def bank_of(message: dict[str, Any]) -> float:
    left: float = message["clocks"][0]["left"]
    return left


def test_a_slow_connection_costs_no_time_and_gains_none(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann, time_control={"bank": BANK}, options={"first_dealer": 3, "target": 500})
    ann.post(f"/api/tables/{table}/start")
    with BadConnection(ann.site.port, JITTER) as bad, ann.live(table, url=bad.url) as socket:
        losses = sorted(think(socket, DECISIONS))
    # A busy machine may hold up a few of them for longer than is forgiven.
    assert median(losses) <= 0.1 * sum(JITTER), losses
    assert losses[0] >= -GRAIN, losses


def think(socket: Socket, times: int) -> list[float]:
    """Decide until the own clock has stood still so many times; what was lost until each beside the thinking."""
    losses, bank, thought = list[float](), BANK, 0.0
    while len(losses) < times:
        message = socket.until("sync", "step")
        if message["legal"]:
            seen = time.perf_counter()
            time.sleep(0.02)
            took = time.perf_counter() - seen
            action = cheapest(message["legal"])["action"]
            socket.send("act", seq=message["seq"], seat=0, actions=[action], took=took)
            thought += took
        elif thought:
            losses.append(bank - bank_of(message) - thought)
            bank, thought = bank_of(message), 0.0
    return losses


def test_somebody_who_lies_about_the_delay_gains_what_is_forgiven_and_no_more(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann, time_control={"bank": BANK}, options={"first_dealer": 3, "target": 500})
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        message = socket.until("sync")
        time.sleep(LAG + 1)  # at least
        socket.send("act", seq=message["seq"], seat=0, actions=[cheapest(message["legal"])["action"]], took=0)
        assert bank_of(socket.until("step")) <= BANK - 1


def test_a_dead_connection_is_found_by_its_silence(tmp_path: Path) -> None:
    assert 2 * PING <= 30  # seconds, where nobody says otherwise
    with Site(tmp_path / "quintain.db", ping=0.5) as site, Browser(site, "Ann") as ann, Browser(site, "Bob") as bob:
        table = new_table(ann, bob)
        with BadConnection(site.port) as bad, ann.live(table, url=bad.url) as socket, bob.live(table) as other:
            socket.until("table")
            eventually(lambda: connected(bob, table) == [True, True])
            time.sleep(1.5)  # several pings: a connection that is merely quiet stays
            assert connected(bob, table) == [True, True]
            bad.dead = True
            eventually(lambda: connected(bob, table) == [False, True])
            other.send("ping", t=1)
            assert other.until("pong")["t"] == 1
        assert site.close() == ""


def connected(browser: Browser, table: str) -> list[bool]:
    return [seat["connected"] for seat in browser.get(f"/api/tables/{table}")["seats"][:2]]


def test_a_slow_spectator_is_left_behind_and_nobody_else(visit: Visit) -> None:
    """1 KB a second, while bots play as fast as they can: everybody else sees every step. What is sent is more than the
    system holds for a connection; what became of the slow one is seen when its line is quick again."""
    ann, eve = visit("Ann"), visit()
    table = ann.table(options={"target": 1000}, pace=0)["id"]
    for seat in range(4):
        ann.post(f"/api/tables/{table}/bot", seat=seat, player="beginner")
    with BadConnection(ann.site.port, bytes_a_second=1024) as bad, eve.live(table, url=bad.url, packed=False) as slow:
        with eve.live(table) as quick:
            ann.post(f"/api/tables/{table}/start")
            numbers = [quick.until("sync", "step")["seq"] for _ in range(1500)]
        assert numbers == list(range(numbers[0], numbers[0] + 1500))
        bad.hurries = True
        assert what_became_of(slow, numbers[-1]) in ("hung up on", "brought up to date")


def what_became_of(slow: Socket, latest: int) -> str:
    """It was cut off, or got everything at once instead of step by step."""
    seen = list[int]()
    end = time.monotonic() + A_WHILE
    while time.monotonic() < end:
        try:
            message = slow.receive()
        except ConnectionClosed:
            return "hung up on"
        if message["type"] == "sync" and seen:
            return "brought up to date"
        seen += [message["seq"]] if "seq" in message else []
        assert len(seen) < latest, "it was sent every step, though it reads far too slowly"
    return "neither"
