"""Who checks versions, whatever dies; and what owners may do, behind the doors of the website."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintain import games
from quintain.arbiter.programs.findings import Report
from quintain.arbiter.uploads.archives import normalised, packed, upload_of
from quintain.arbiter.uploads.checker import Order
from quintain.core.errors import NotIsolated
from quintain.datastore import BotRow, FixtureRow, LogRow, Store, VersionRow, program_id
from quintain.ranker.contest.keeping import shown
from quintain.ranker.contest.schedule import Schedule
from quintain.website import checks
from quintain.website.checks import Checks, tried
from quintain.website.refusals import Closed, NotNow, NotThere
from quintain.website.roster import MOST_WAITING, Roster
from quintain.website.wire.bots import NewBot
from quintain.website.wire.people import Person
from tests.datastore.samples import DAWN, play
from tests.processes import PATIENCE, running
from tests.website.client import eventually

ANN, EVE = (Person(id=name, name=name, guest=False) for name in ("ann", "eve"))
CLASS = (
    b"from quintain.core.bot import Bot\n\n\nclass Mine(Bot):\n    def act(self, turn):\n        return turn.legal[0]\n"
)
GOOD, BAD = (Report(passed=passed, summary="so it is") for passed in (True, False))


@asynccontextmanager
async def roster_in(folder: Path) -> AsyncIterator[Roster]:
    async with await Store.open(folder / "quintain.db") as store:
        for person in (ANN, EVE):
            await store.create_person(person.id, person.name, "hash")
        yield Roster(store)


def alone(folder: Path, play: Callable[[Roster], Awaitable[None]]) -> None:
    async def run() -> None:
        async with roster_in(folder) as roster:
            await play(roster)

    asyncio.run(run())


async def judged(roster: Roster, bot: str, report: Report, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of another version, which has had this report."""
    version = await roster.submit(ANN, bot, "bot.py", CLASS)

    async def told(_: object) -> Report:
        return report

    monkeypatch.setattr(checks, "tried", told)
    claimed = await roster.store.claim_version(roster.checks.worker, 60.0)
    assert claimed is not None
    assert claimed.id == version.id
    await roster.checks.check(claimed)
    return version.id


@pytest.fixture(autouse=True)
def somewhere_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "isolated", lambda: None)


def test_the_first_that_is_ready_plays_and_later_ones_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        refused, first, second = [await judged(roster, bot, report, monkeypatch) for report in (BAD, GOOD, GOOD)]
        assert (await roster.one(ANN, bot)).active == first
        assert (await roster.activate(ANN, bot, second)).active == second
        assert (await roster.activate(ANN, bot, first)).active == first
        with pytest.raises(NotNow, match="version 1 is refused"):
            await roster.activate(ANN, bot, refused)
        for act in (roster.activate(EVE, bot, second), roster.retire(EVE, bot), roster.one(EVE, bot)):
            with pytest.raises(NotThere):
                await act
        assert (await roster.retire(ANN, bot)).active is None
        # Whoever rests is not woken by a new version.
        await judged(roster, bot, GOOD, monkeypatch)
        assert (await roster.one(ANN, bot)).active is None
        other = (await roster.create(ANN, NewBot(game="jaffre", name="Bayard"))).id
        with pytest.raises(NotThere, match="no such version"):
            await roster.activate(ANN, other, first)

    alone(tmp_path, look)


def test_a_version_has_the_same_name_in_its_check_and_on_the_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or it would know by its name when to behave."""
    orders: list[Order] = []

    async def told(order: Order) -> Report:
        orders.append(order)
        return GOOD

    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        version = await roster.submit(ANN, bot, "bot.py", CLASS)
        monkeypatch.setattr(checks, "tried", told)
        claimed = await roster.store.claim_version(roster.checks.worker, 60.0)
        assert claimed is not None
        await roster.checks.check(claimed)
        schedule = Schedule(games.load("jaffre"), roster.store)
        await schedule.field()
        assert orders[0].terms.called == shown(schedule.players[program_id(version.id)]) == "Rosinante v1"
        assert (orders[0].terms.options, msgspec.json.encode(orders[0].terms.control)) == (
            schedule.options,
            schedule.control,
        )

    alone(tmp_path, look)


def test_whoever_retires_leaves_what_was_to_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        version = await judged(roster, bot, GOOD, monkeypatch)
        common: dict[str, Any] = {"seed": "1", "bot_seed": "2", "options": b"{}", "control": b"{}", "created": DAWN}
        mine = FixtureRow(id="mine", game="jaffre", set_id="s", players=(program_id(version), "bot:x"), **common)
        other = FixtureRow(id="other", game="jaffre", set_id="t", players=("bot:y", "bot:x"), **common)
        await roster.store.add_fixtures([mine, other])
        await roster.retire(ANN, bot)
        assert [row.id for row in await roster.store.open_fixtures()] == ["other"]

    alone(tmp_path, look)


def test_a_log_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        version = await judged(roster, bot, GOOD, monkeypatch)
        await play(roster.store, "m", 1)
        log = LogRow("m", 2, program_id(version), b"thinking \xff")
        await roster.store.write("the log", roster.store.put_logs([log]))
        assert (await roster.log(ANN, "m", 2)).text == "thinking \ufffd"
        for person, match, seat in ((EVE, "m", 2), (ANN, "m", 1), (ANN, "n", 2)):
            with pytest.raises(NotThere, match="no log of yours"):
                await roster.log(person, match, seat)

    alone(tmp_path, look)


def test_where_nothing_can_be_confined_nothing_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking() -> None:
        raise NotIsolated("install bubblewrap")

    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        monkeypatch.setattr(checks, "isolated", lacking)
        with pytest.raises(Closed, match="takes no programs of strangers: install bubblewrap") as refusal:
            await roster.submit(ANN, bot, "bot.py", CLASS)
        assert refusal.value.status == 503
        assert (await roster.all(ANN)).closed == "install bubblewrap"

    alone(tmp_path, look)


def test_so_many_versions_wait_and_a_bot_that_is_shut_out_gets_none(tmp_path: Path) -> None:
    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        versions = [await roster.submit(ANN, bot, "bot.py", CLASS) for _ in range(MOST_WAITING)]
        assert [version.number for version in versions] == [1, 2, 3, 4, 5]
        with pytest.raises(NotNow, match="wait for their check"):
            await roster.submit(ANN, bot, "bot.py", CLASS)
        await roster.store.disable_bot(bot, datetime.now(UTC))
        with pytest.raises(NotNow, match="shut this bot out"):
            await roster.submit_files(ANN, bot, {"bot.py": CLASS})

    alone(tmp_path, look)


def test_a_check_whose_server_has_gone_is_another_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(roster: Roster) -> None:
        bot = (await roster.create(ANN, NewBot(game="jaffre", name="Rosinante"))).id
        version = (await roster.submit(ANN, bot, "bot.py", CLASS)).id
        store, gone = roster.store, Checks(roster.store)
        assert await store.claim_version(gone.worker, 0.1)
        async with asyncio.timeout(PATIENCE):
            while await store.claim_version(roster.checks.worker, 600.0) is None:
                await asyncio.sleep(0.1)
        assert not await store.renew_version(version, gone.worker, 60.0)
        assert not await store.judge_version(version, gone.worker, "refused", b"{}")
        assert await store.renew_version(version, roster.checks.worker, 60.0)
        assert await store.claim_version("third", 60.0) is None
        assert await store.judge_version(version, roster.checks.worker, "ready", msgspec.json.encode(GOOD))
        assert (await roster.one(ANN, bot)).active == version

    alone(tmp_path, look)


# --- real processes --------------------------------------------------------------------------------------------------


def order(files: dict[str, bytes]) -> Order:
    bot = BotRow(id="b", game="jaffre", name="Rosinante", owner_id=None, created=DAWN)
    version = VersionRow(id="v", bot_id=bot.id, language="", number=1, created=DAWN)
    terms = checks.terms_of(bot, version)
    return Order(version_id=version.id, source=upload_of(packed(files), "jaffre").source, terms=terms)


ENDLESS = order({"quintain.toml": b'game = "jaffre"\nbuild = "sleep 1000"\nrun = "./a"\n'})


def descendants(pid: int) -> set[int]:
    """All processes that this one has started, and those have."""
    lists = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    own = {int(child) for children in lists for child in children}
    return own.union(*map(descendants, own))


def alive(pids: set[int]) -> set[int]:
    """Those of them that are checkers, and not dead already."""
    commands = {pid: Path(f"/proc/{pid}/cmdline") for pid in pids}
    return {pid for pid, path in commands.items() if path.exists() and b"uploads.checker" in path.read_bytes()}


def test_a_check_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PATIENCE", 4.0)
    report = asyncio.run(tried(ENDLESS))
    assert (report.passed, report.summary) == (False, "It took too long.")
    assert not alive(descendants(os.getpid()))


def test_a_checker_that_breaks_down_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "COMMAND", (sys.executable, "-c", "raise SystemExit('oh no')"))
    report = asyncio.run(tried(ENDLESS))
    assert not report.passed
    assert "on our side" in report.mistakes[0]


def test_a_killed_checker_loses_nothing(tmp_path: Path) -> None:
    """kill -9 in the middle of a check: when the lease has run out, the next one checks it, once and for all."""
    database = tmp_path / "quintain.db"
    command = [sys.executable, str(Path(__file__).with_name("checks_worker.py")), str(database)]

    async def prepared() -> None:
        async with roster_in(tmp_path) as roster:
            row = BotRow(id="b", game="jaffre", name="Rosinante", owner_id=ANN.id, created=DAWN)
            await roster.store.create_bot(row)
            version = VersionRow(id="v", bot_id="b", language="python", created=DAWN)
            await roster.store.add_version(version, normalised("bot.py", CLASS, "jaffre").source)

    async def until(*states: str) -> VersionRow:
        async with await Store.open(database) as store, asyncio.timeout(5 * PATIENCE):
            while True:
                row = await store.version("v")
                assert row is not None
                if row.state in states:
                    return row
                await asyncio.sleep(0.1)

    asyncio.run(prepared())
    with running(command) as worker:
        asyncio.run(until("checking"))
        eventually(lambda: alive(descendants(worker.pid)))
        checker = alive(descendants(worker.pid))
        worker.kill()
        worker.wait(PATIENCE)
    eventually(lambda: not alive(checker))  # it ends with whoever wanted to know
    with running(command) as worker:
        row = asyncio.run(until("ready", "refused"))
        worker.kill()
    assert (row.state, msgspec.json.decode(row.report, type=Report).passed) == ("ready", True), row.report
