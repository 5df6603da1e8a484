"""kill -9 of a whole website in the middle of ranked matches and of a tournament: nothing lost, nothing twice."""

import asyncio
import json
import secrets
import subprocess
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import func, select, update

from quintain import games
from quintain.arbiter.uploads.archives import packed, upload_of
from quintain.datastore import BotRow, FixtureRow, Store, VersionRow
from quintain.datastore.contest_models import FixtureModel
from quintain.datastore.models import MatchModel
from quintain.ranker.contest.schedule import Schedule
from quintain.sandbox.processes import descendants, exists
from tests.sandbox.conftest import marked
from tests.website.client import PATIENCE, QUINTAIN, Browser, Site, eventually

KILLS = 3
MATCHES = 60  # of each pairing: more than a quick machine plays between two blows
HOUSE = ["prospector", "bully", "rage", "random"]
T = TypeVar("T")
# A stranger's program that takes its time, so that its matches are not over at once.
SLOW = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "turn":
        time.sleep(0.005)
        print(json.dumps({"type": "act", "number": message["number"], "action": message["legal"][0]}), flush=True)
"""


def in_the_store(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    async def do() -> T:
        async with await Store.open(database) as store:
            return await work(store)

    return asyncio.run(do())


async def enter_program(store: Store, mark: str) -> None:
    """A bot that has passed its check; the mark is in the commands of its processes."""
    manifest = f'game = "jaffre"\nlanguage = "python"\nrun = {json.dumps(f"python3 {mark}.py")}\n'
    files = {"quintain.toml": manifest.encode(), f"{mark}.py": SLOW.encode()}
    source, now = upload_of(packed(files), "jaffre").source, datetime.now(UTC)

    await store.create_person("owner", "Owner", "no password")
    await store.create_bot(BotRow(id="slow", game="jaffre", name="Slow", owner_id="owner", created=now))
    await store.add_version(VersionRow(id=mark, bot_id="slow", language="python", state="ready", created=now), source)
    await store.set_active("slow", mark)


async def let_it_play(store: Store) -> None:
    """The next sets of the ladder are some in which it plays."""
    schedule = Schedule(games.load("jaffre"), store)
    both = ("intermediate", "Slow")
    schedule.learn([one for one in await schedule.field() if one.player.name in both])
    for _ in range(KILLS):
        await store.add_fixtures(schedule.next_set())


async def being_played(store: Store) -> list[FixtureRow]:
    return [row for row in await store.open_fixtures() if row.lease]


async def stored(store: Store) -> list[str]:
    """The ids of all ranked and tournament matches; doubles would be seen."""
    query = select(MatchModel.id).where(MatchModel.set_id.is_not(None) | MatchModel.event_id.is_not(None))
    async with store.reading() as connection:
        return list(await connection.scalars(query))


async def let_leases_run_out(store: Store) -> None:
    """As if half a minute had passed: whatever a dead server was at is anybody's again."""
    past = update(FixtureModel).where(FixtureModel.lease.is_not(None)).values(lease=datetime.now(UTC) - timedelta(1))
    await store.write("fixtures", lambda connection: connection.execute(past).close())


class Struck:
    """A website that is killed again and again, and what was seen of it before each blow."""

    def __init__(self, site: Site, mark: str = "") -> None:
        self.site, self.mark = site, mark  # the mark of strangers' programs
        self.begun: set[str] = set()  # matches that were being played when it died
        self.kept: set[str] = set()  # matches that were stored before it died

    def kill(self, ripe: Callable[[], Any]) -> None:
        """When the moment has come; and again, should everything that was being played have ended just then."""
        begun: set[str] = set()
        while not begun:
            eventually(ripe, 5 * PATIENCE, pause=0.1)
            self.kept |= set(in_the_store(self.site.database, stored))
            self.strike()
            begun = {row.id for row in in_the_store(self.site.database, being_played)}
            in_the_store(self.site.database, let_leases_run_out)
            self.site = self.site.restarted()
        self.begun |= begun

    def strike(self) -> None:
        """With the server goes every process that it has started."""
        family = descendants(self.site.process.pid)
        assert family
        self.site.kill()
        eventually(lambda: not any(map(exists, family)) and not (self.mark and marked(self.mark)))

    def finish(self) -> None:
        """Whatever was interrupted is played after all; then the server ends, and the books are looked into."""
        eventually(lambda: self.begun <= set(in_the_store(self.site.database, stored)), 5 * PATIENCE, pause=0.5)
        assert self.site.close() == ""
        ids = in_the_store(self.site.database, stored)
        assert len(ids) == len(set(ids))
        assert self.kept | self.begun <= set(ids)
        books = subprocess.run([*QUINTAIN, "accounts", "--database", self.site.database], capture_output=True)
        assert books.returncode == 0, books.stdout.decode()


def test_the_website_is_killed_in_the_middle_of_ranked_matches(database: str, confinement: None) -> None:
    mark = f"slow-{secrets.token_hex(8)}"
    in_the_store(database, lambda store: enter_program(store, mark))
    in_the_store(database, let_it_play)
    struck = Struck(Site(database, ladder=2.0), mark)
    for _ in range(KILLS):
        struck.kill(lambda: marked(mark))
    struck.finish()
    assert not marked(mark)


def test_the_website_is_killed_in_the_middle_of_a_tournament(database: str) -> None:
    struck = Struck(Site(database, ladder=2.0))
    with Browser(struck.site) as host:
        host.post("/api/signup", name="Host", password="correct horse battery")
        event = host.post("/api/events", game="planets", name="The cup", format="round-robin", matches=MATCHES)["id"]
        host.post(f"/api/events/{event}/house", players=HOUSE)
        expected = host.post(f"/api/events/{event}/start")["table"]["expected"]
        for _ in range(KILLS):
            more = progress(host, event) + 1
            struck.kill(partial(is_under_way, host, event, more))
            assert host.get(f"/api/events/{event}")["state"] == "running", "or there was nothing to interrupt"
        while (more := progress(host, event) + 1) <= expected:
            eventually(lambda: progress(host, event) >= more, 5 * PATIENCE, pause=0.1)
        eventually(lambda: host.get(f"/api/events/{event}")["state"] == "over", pause=0.1)
        over = host.get(f"/api/events/{event}")
    assert (over["table"]["played"], bool(over["champions"])) == (expected, True)
    struck.finish()
    assert in_the_store(database, lambda store: of_event(store, event)) == expected


def progress(host: Browser, event: str) -> int:
    return int(host.get(f"/api/events/{event}")["table"]["played"])


def is_under_way(host: Browser, event: str, least: int) -> bool:
    """So many of its matches are stored, and others are being played."""
    return progress(host, event) >= least and any(
        row.event_id == event for row in in_the_store(host.site.database, being_played)
    )


async def of_event(store: Store, event: str) -> int:
    async with store.reading() as connection:
        return await connection.scalar(select(func.count()).where(MatchModel.event_id == event)) or 0
