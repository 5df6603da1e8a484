"""Two servers on one PostgreSQL: people at both play at one table, and whatever happens to one, matches go on."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest

from quintain.datastore import LEASE
from tests.datastore.postgresql import Postgresql
from tests.processes import PATIENCE
from tests.website.client import Browser, Site, Socket, eventually, new_table
from tests.website.test_recovery import Player, check_against_replay

NUMBERS = count(1)
PASSWORD = "correct horse battery"
TABLES = 20
ask = partial(httpx.get, timeout=PATIENCE)  # by somebody without cookies


class Pair(NamedTuple):
    """Two servers on one database."""

    one: Site
    other: Site
    database: str

    @property
    def sites(self) -> tuple[Site, Site]:
        return self.one, self.other

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(query.encode(), values).fetchall()

    def owner(self, table: str) -> tuple[str, int]:
        """Where the server listens that has the table, and how often the table has changed hands."""
        query = "SELECT coalesce(servers.address, ''), epoch FROM tables LEFT JOIN servers ON servers.id = server"
        [(address, epoch)] = self.rows(f"{query} WHERE tables.id = %s", table)
        return address, epoch

    def entries(self, match: str) -> list[dict[str, Any]]:
        """The journal of the match, which has no gap and nothing twice."""
        found = self.rows(
            "SELECT n, convert_from(entry, 'UTF8')::json FROM entries WHERE match_id = %s ORDER BY n", match
        )
        assert [n for n, _ in found] == list(range(len(found)))
        return [entry for _, entry in found]


def started(postgresql: Postgresql) -> Pair:
    database = postgresql.another(f"servers{next(NUMBERS)}")
    with ThreadPoolExecutor(2) as pool:
        numbers = {"QUINTAIN_METRICS_TOKEN": "of numbers"}
        one, other = pool.map(lambda _: Site(database, pace=0.01, env=numbers), range(2))
    return Pair(one, other, database)


@pytest.fixture(scope="module")
def both(postgresql: Postgresql) -> Iterator[Pair]:
    """For the tests that leave them alive."""
    pair = started(postgresql)
    with pair.one, pair.other:
        yield pair


@pytest.fixture
def pair(postgresql: Postgresql) -> Iterator[Pair]:
    pair = started(postgresql)
    with pair.one, pair.other:
        yield pair


def address(site: Site) -> str:
    return f"127.0.0.1:{site.port}"


def move_to(browser: Browser, site: Site) -> None:
    """As if somebody before the servers sent this person to another one."""
    browser.site = site
    browser.http.base_url = httpx.URL(site.url)


# --- two that live


def test_two_people_at_two_servers_play_a_whole_match(both: Pair) -> None:
    with Browser(both.one, "Ann") as ann, Browser(both.other, "Bob") as bob:
        table = new_table(ann, bob, options={"target": 20})
        assert both.owner(table) == (address(both.one), 0)
        assert bob.get(f"/api/tables/{table}")["you"]["seats"] == [1]
        eventually(lambda: table in [found["id"] for found in bob.get("/api/lobby")["tables"]])
        assert bob.status("POST", f"/api/tables/{table}/start") == 403
        assert ann.post(f"/api/tables/{table}/start")["state"] == "playing"
        for person in (ann, bob):
            eventually(lambda: [found["id"] for found in person.get("/api/me/tables")] == [table])  # noqa: B023
        sockets = ann.live(table), bob.live(table)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda one: one[1].play(one[0]), enumerate(sockets)))
        ends = [socket.seen[-1] for socket in sockets]
        assert ends[0] == ends[1]
        acted = {entry["seat"] for entry in both.entries(ends[0]["match"]) if entry["type"] == "acted"}
        assert acted == {0, 1, 2, 3}
        assert bob.post(f"/api/tables/{table}/rematch")["state"] == "playing"
        assert bob.steps(ends[0]["match"]) == ann.steps(ends[0]["match"])


def test_onlookers_and_strangers_see_the_same_at_both(both: Pair) -> None:
    with Browser(both.one, "Ann") as ann, Browser(both.other) as stranger, Browser(both.other, "Bob") as bob:
        table = new_table(ann, watching="public")
        ann.post(f"/api/tables/{table}/start")
        with stranger.live(table) as there, ann.live(table) as here:
            assert here.until("sync")["match"] == there.until("sync")["match"]
            there.send("act", seq=0, seat=0, actions=[{"type": "skip"}])
            while (message := there.receive())["type"] != "error":
                pass
            assert message["error"] == "seat"
        assert bob.status("POST", f"/api/tables/{table}/sit", seat=0) == 409
        for path, status in ((f"/api/tables/{table}x", 404), (f"/api/tables/{table}/nothing", 404)):
            assert [browser.status("GET", path) for browser in (ann, bob)] == [status, status]
        # Who passes something on needs no leave to do so, but who has sent it does.
        bob.csrf = "x" * 32
        assert bob.status("POST", f"/api/tables/{table}/leave") == 403
        answers = [ask(f"{site.url}/api/tables/{table}") for site in both.sites]
        assert len({tuple(sorted({*answer.headers} - {"date"})) for answer in answers}) == 1
        assert answers[0].json() == answers[1].json()


def test_only_another_server_may_speak_for_others(both: Pair) -> None:
    with Browser(both.one, "Ann") as ann:
        table = new_table(ann)
        secrets = [secret for (secret,) in both.rows("SELECT secret FROM servers")]
        assert len({*secrets}) == 2
        speaking = {"x-quintain-client": "10.9.8.7", "x-quintain-host": "localhost"}
        for site in both.sites:
            for path in ("/healthz", f"/api/tables/{table}"):
                assert ask(site.url + path, headers=speaking | {"x-quintain-secret": "guess"}).status_code == 421
            seen = ask(f"{site.url}/api/tables/{table}", headers=speaking)
            assert seen.status_code == 200
            assert not any(secret in seen.text + str(seen.headers) for secret in secrets)
        # Whoever was asked by another server and has not got the table says so, and asks nobody else.
        [(theirs,)] = both.rows("SELECT secret FROM servers WHERE address = %s", address(both.other))
        lost = ask(f"{both.other.url}/api/tables/{table}", headers=speaking | {"x-quintain-secret": theirs})
        assert lost.status_code == 421


def account(site: Site, name: str) -> Browser:
    browser = Browser(site)
    browser.person = browser.post("/api/signup", name=name, password=PASSWORD)
    return browser


def test_whoever_is_signed_out_at_one_is_out_at_the_other(both: Pair) -> None:
    with account(both.one, "Rita") as rita, Browser(both.other) as away:
        table = new_table(rita)
        rita.post(f"/api/tables/{table}/start")
        token = rita.post("/api/me/tokens", label="mine")
        away.post("/api/signin", name="Rita", password=PASSWORD)
        with rita.live(table) as here, away.live(table) as there:
            headers = away.address | {"Authorization": f"Bearer {token['secret']}"}
            by_token = Socket(both.other.url, table, headers)
            for socket in (here, there, by_token):
                socket.until("sync")
            assert away.status("DELETE", f"/api/me/tokens/{token['id']}") == 204
            assert by_token.closed() == (4401, "this API token was revoked")
            rita.post("/api/signout")
            assert here.closed()[0] == 4401
            rita.post("/api/signin", name="Rita", password=PASSWORD)
            rita.post("/api/me/password", old=PASSWORD, new=f"{PASSWORD} anew")
            assert there.closed()[0] == 4401
            assert away.get("/api/me")["person"] is None


def test_a_name_is_given_once_by_both_together(both: Pair) -> None:
    browsers = [Browser(site) for site in both.sites for _ in range(2)]
    for names in (["Zoe"] * 4, ["Anna", "ANNA", "A.nna", "anna!"]):
        with ThreadPoolExecutor(4) as pool:
            asked = zip(browsers, names, strict=True)
            answers = list(
                pool.map(lambda one: one[0].status("POST", "/api/signup", name=one[1], password=PASSWORD), asked)
            )
        assert sorted(answers) == [200, 409, 409, 409]
        for site in both.sites:
            with Browser(site) as guest:
                eventually(lambda: guest.status("POST", "/api/guest", name=names[0]) == 409)  # noqa: B023
        for browser in browsers:
            browser.post("/api/signout")
    for browser in browsers:
        browser.close()


def test_matches_that_run_are_counted_at_both_together(both: Pair) -> None:
    with Browser(both.one, "Greedy") as greedy:
        for number in range(6):
            move_to(greedy, both.sites[number % 2])
            greedy.post("/api/quickplay", game="jaffre")
        for site in both.sites:
            move_to(greedy, site)
            time.sleep(1.1)  # each knows of the other's tables what was a second ago
            assert greedy.status("POST", "/api/quickplay", game="jaffre") == 409


def test_both_tell_how_many_they_are_and_what_they_passed_on(both: Pair) -> None:
    token = {"Authorization": "Bearer of numbers"}
    with Browser(both.one, "Ann") as ann:
        table = new_table(ann)
        ask(f"{both.other.url}/api/tables/{table}").raise_for_status()
    text = ask(f"{both.other.url}/metrics", headers=token).text
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert numbers["quintain_servers"] == "2"
    assert float(numbers['quintain_passed_on_total{kind="request"}']) >= 1


def test_a_database_that_restarts_takes_no_table_from_anybody(both: Pair, postgresql: Postgresql) -> None:
    """While it is away nobody can show that they live, so nobody is thought dead; what was missed is made up for."""
    with account(both.one, "Nora") as nora, Browser(both.other) as away:
        away.post("/api/signin", name="Nora", password=PASSWORD)
        table = new_table(nora, options={"first_dealer": 3})
        nora.post(f"/api/tables/{table}/start")
        with nora.live(table) as here, away.live(table) as there:
            asked, _ = here.until("sync"), there.until("sync")
            postgresql.halt("immediate")
            time.sleep(LEASE + 1)
            postgresql.launch()
            eventually(lambda: nora.status("GET", f"/api/tables/{table}") == 200)
            here.send("act", seq=asked["seq"], seat=0, actions=[asked["legal"][0]["action"]])
            there.until("step")
            nora.post("/api/me/password", old=PASSWORD, new=f"{PASSWORD} anew")
            assert there.closed()[0] == 4401
        assert both.owner(table) == (address(both.one), 0)


# --- one that dies


def test_kill_9_of_one_and_all_its_tables_go_on_at_the_other(pair: Pair) -> None:
    """Then a third one comes, and the second ends as it should: its tables are handed over at once."""
    players = [Player(pair.sites[number % 2], f"Player {number}") for number in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        list(pool.map(lambda player: player.play(2), players))
    assert {pair.owner(player.table)[0] for player in players} == {address(site) for site in pair.sites}
    with players[0].browser.live(players[0].table, url=pair.other.url) as onlooker:
        onlooker.until("sync")
        pair.one.kill()
        assert onlooker.closed()[0] == 1012
    for player in players:
        move_to(player.browser, pair.other)
    with ThreadPoolExecutor(TABLES) as pool:
        list(pool.map(lambda player: player.play(2), players))
    for number, player in enumerate(players):
        assert pair.owner(player.table) == (address(pair.other), 1 - number % 2)
        credits = [entry for entry in pair.entries(player.match or "") if entry["type"] == "resumed"]
        assert len(credits) == 1 - number % 2, "whoever's server died has time to come back"
    with Site(pair.database, pace=0.01) as third:
        assert "Traceback" not in pair.other.close()
        for player in players:
            move_to(player.browser, third)
        with ThreadPoolExecutor(TABLES) as pool:
            list(pool.map(lambda player: player.play(1, resign=True), players))
        for player in players:
            check_against_replay(player)
            pair.entries(player.match or "")
            player.browser.close()
        assert third.close() == "", "nobody had to be struck off"


def test_one_that_was_only_paused_lets_its_tables_go(pair: Pair) -> None:
    """Whatever it still wants to do is refused, and nobody is shown what has not happened."""
    with Browser(pair.one, "Ann") as ann, Browser(pair.other, "Bob") as bob:
        table = new_table(ann, bob, options={"first_dealer": 3}, grace=600)
        ann.post(f"/api/tables/{table}/start")
        with ann.live(table) as old, bob.live(table) as passed_on:
            old.play(0, most=1)
            while not (question := passed_on.until("sync", "step"))["legal"]:
                pass
            match = pair.rows("SELECT id FROM matches")[0][0]
            os.kill(pair.one.process.pid, signal.SIGSTOP)
            try:
                # It finds this on coming back, and deals with it; but in the meantime another choice was made.
                passed_on.send("act", seq=question["seq"], seat=1, actions=[question["legal"][0]["action"]])
                assert passed_on.closed()[0] == 1012
                with bob.live(table) as now:
                    again = now.until("sync")
                    assert again["legal"] == question["legal"]
                    assert pair.owner(table) == (address(pair.other), 1)
                    now.send("act", seq=again["seq"], seat=1, actions=[again["legal"][-1]["action"]])
                    now.until("step")
                before = pair.entries(match)
            finally:
                os.kill(pair.one.process.pid, signal.SIGCONT)
            assert old.closed()[0] == 1012
        assert [entry["type"] for entry in before[:3]] == ["acted", "resumed", "acted"]
        assert before[2]["actions"] == [question["legal"][-1]["action"]]
        sockets = ann.live(table), bob.live(table)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda one: one[1].play(one[0], most=2), enumerate(sockets)))
        assert pair.entries(match)[: len(before)] == before
        assert pair.owner(table) == (address(pair.other), 1)
        # It is one of the servers again, and has tables of its own.
        eventually(lambda: len(pair.rows("SELECT id FROM servers")) == 2)
        assert pair.owner(new_table(ann)) == (address(pair.one), 0)
