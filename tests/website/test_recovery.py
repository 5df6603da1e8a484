"""kill -9 in the middle of live matches: every table goes on where it was, nothing lost and nothing twice."""

import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.website.client import Browser, Site, cheapest, new_table

TABLES = 5
KILLS = 3


class Player:
    """A person who reconnects by the last number seen, and keeps everything ever shown."""

    def __init__(self, site: Site, name: str) -> None:
        self.browser = Browser(site, name)
        self.table = new_table(self.browser, options={"first_dealer": 3}, pace=0.01)
        self.browser.post(f"/api/tables/{self.table}/start")
        self.start_afresh()

    def start_afresh(self) -> None:
        self.events: list[Any] = []
        self.match: str | None = None
        self.seq: int | None = None
        self.outcome: Any = None
        self.legal: list[Any] = []  # what the last step asked

    def play(self, most: int, resign: bool = False) -> None:
        """Connect, take what was missed, act `most` times, and then perhaps give up."""
        acted, answered = 0, None
        with self.browser.live(self.table, since=self.seq, match=self.match) as socket:
            while self.outcome is None and acted < most:
                # Steps that were missed ask what has been answered long since: answer the newest only.
                self.catch_up(socket)
                if self.legal and self.seq != answered:
                    socket.send("act", seq=self.seq, seat=0, actions=self.turn())
                    acted, answered = acted + 1, self.seq
            if resign:
                socket.send("resign", seat=0)
            while resign and self.outcome is None:
                self.catch_up(socket)

    def turn(self) -> list[Any]:
        return [cheapest(self.legal)["action"]]

    def catch_up(self, socket: Any) -> None:
        """Take everything that has been sent."""
        socket.send("ping", t=1)
        while (message := socket.receive())["type"] != "pong":
            if message["type"] in ("sync", "step"):
                self.take(message)
            elif message["type"] == "ended":
                self.outcome = message["outcome"]
            assert message["type"] != "error", message
        time.sleep(0.05)

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "sync":
            assert self.seq is None, "after a restart the missing steps come, not everything again"
            self.match = message["match"]
        else:
            assert self.seq is not None
            assert message["seq"] == self.seq + 1
        self.seq = message["seq"]
        self.legal = message["legal"]
        self.events += message["events"]


def test_kill_9_in_the_middle_of_live_matches(database: str) -> None:
    site = Site(database, pace=0.01)
    try:
        players = [Player(site, f"Player {number}") for number in range(TABLES)]
        for _ in range(KILLS):
            with ThreadPoolExecutor(TABLES) as pool:
                list(pool.map(lambda player: player.play(4), players))
            site.kill()
            site = site.restarted()
        with ThreadPoolExecutor(TABLES) as pool:
            list(pool.map(lambda player: player.play(4, resign=True), players))
        for player in players:
            check_against_replay(player)
            player.browser.close()
    finally:
        assert site.close() == ""


def check_against_replay(player: Player) -> None:
    """What was shown, over all interruptions, is what the replay tells: each event once and in order."""
    steps = player.browser.steps(player.match or "", 0)
    assert player.events == [event for step in steps for event in step["events"]]
    assert player.outcome == player.browser.get(f"/api/matches/{player.match}")["outcome"]


class Commander(Player):
    """Plays Planets: each turn is one message of several orders."""

    def __init__(self, site: Site, name: str) -> None:
        self.browser = Browser(site, name)
        self.table = self.browser.table("planets", options={"map": "spiral"}, pace=0.01)["id"]
        self.browser.post(f"/api/tables/{self.table}/sit", seat=0)
        self.browser.post(f"/api/tables/{self.table}/bot", seat=1, player="rage")
        self.browser.post(f"/api/tables/{self.table}/start")
        self.sent: list[Any] = []
        self.start_afresh()

    def turn(self) -> list[Any]:
        launches = [choice["action"] for choice in self.legal if choice["action"]["type"] == "launch"]
        sources = {launch["source"]: launch for launch in launches}  # one from each planet, or their ships run out
        self.sent.append([*sources.values(), {"type": "done"}])
        return list(self.sent[-1])


def test_kill_9_in_the_middle_of_turns_of_many_actions(database: str) -> None:
    site = Site(database, pace=0.01)
    try:
        players = [Commander(site, f"Player {number}") for number in range(TABLES)]
        for _ in range(KILLS):
            with ThreadPoolExecutor(TABLES) as pool:
                list(pool.map(lambda player: player.play(4), players))
            site.kill()
            site = site.restarted()
        with ThreadPoolExecutor(TABLES) as pool:
            list(pool.map(lambda player: player.play(4, resign=True), players))
        for player in players:
            check_against_replay(player)
            check_turns(player)
            player.browser.close()
    finally:
        assert site.close() == ""


def check_turns(player: Commander) -> None:
    """Every turn of the journal is one that was sent, whole, once and in order; what is not there was sent again."""
    entries = [step["entry"] for step in player.browser.steps(player.match or "", views=False)[1:]]
    mine = [entry["actions"] for entry in entries if entry["type"] == "acted" and entry["seat"] == 0]
    sent = iter(player.sent)
    assert all(turn in sent for turn in mine), "something was done that nobody sent, or done twice"
    assert len(mine) > KILLS
    assert max(map(len, mine)) > 2, "or no turn had several orders"


def test_a_backup_that_was_made_during_play_is_played_on(tmp_path: Path) -> None:
    """Made as docs/run-a-server.md says, while bots play as fast as they can."""
    backup = tmp_path / "backup.db"
    with Site(tmp_path / "quintain.db") as site, Browser(site, "Ann") as ann:
        table = ann.table(options={"target": 1000}, pace=0)["id"]
        ann.post(f"/api/tables/{table}/fill", player="beginner")
        with ann.live(table, eyes="all") as socket:
            ann.post(f"/api/tables/{table}/start")
            before = [event for _ in range(50) for event in socket.until("sync", "step")["events"]]
            with closing(sqlite3.connect(site.database)) as live, closing(sqlite3.connect(backup)) as copy:
                live.backup(copy)
            after = [event for _ in range(500) for event in socket.until("sync", "step")["events"]]
    with Site(backup) as again, Browser(again) as bob, bob.live(table, eyes="all") as socket:
        events = socket.until("sync")["events"]
        assert len(events) >= len(before)
        assert (before + after)[: len(events)] == events[: len(before + after)]
        socket.until("step")


def test_ctrl_c_closes_sockets_with_a_reason_and_complains_about_nothing(database: str) -> None:
    with Site(database) as site, Browser(site, "Ann") as ann:
        table = ann.post("/api/quickplay", game="jaffre")["table"]
        socket = ann.live(table)
        socket.until("sync")
        complaints = site.close()
        assert socket.closed() == (1012, "the server is restarting; this page comes back by itself")
    assert complaints == ""
    # On a busy machine the alarm may come first; whoever is answered is answered in any case.
    assert site.process.returncode in (0, -signal.SIGALRM)


def test_waiting_tables_and_sessions_survive(database: str) -> None:
    site = Site(database)
    with Browser(site, "Ann") as ann:
        table = new_table(ann, time_control={"limit": 30})
        before = ann.get(f"/api/tables/{table}")
        site.kill()
        with site.restarted():
            after = ann.get(f"/api/tables/{table}")
            assert after["seats"][0].pop("away_until") > time.time()  # as if she had just gone
            del before["seats"][0]["away_until"]
            assert after == before
            assert ann.get("/api/me")["person"]["name"] == "Ann"
            assert ann.post(f"/api/tables/{table}/start")["state"] == "playing"


def test_a_restart_credits_the_clocks(database: str) -> None:
    site = Site(database, pace=0.01)
    with Browser(site, "Ann") as ann:
        table = new_table(ann, time_control={"limit": 30}, options={"first_dealer": 3})
        ann.post(f"/api/tables/{table}/start")
        with ann.live(table) as socket:
            socket.play(0, most=1)
            while 0 not in socket.until("step")["acting"]:  # until it is her turn again: bots would not wait for us
                pass
        site.kill()
        began = time.monotonic()
        with site.restarted(), ann.live(table) as socket:
            clocks = socket.until("sync")["clocks"]
            # A busy machine may take its time to start, and the clocks run from when it has.
            least = 30 - (time.monotonic() - began)
            assert clocks[0]["running"]
            assert least < clocks[0]["left"] <= 30
