"""Bots in worker processes: whatever they do, the match goes on, and nobody else waits for them."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quintain.games
from quintain import games
from quintain.arbiter.actors import Actor, bot_rng
from quintain.arbiter.live import Live
from quintain.arbiter.players import named_bot
from quintain.arbiter.workers import actor, pool
from quintain.arbiter.workers.actor import InWorker
from quintain.arbiter.workers.nursery import Nursery
from quintain.arbiter.workers.pool import Pool
from quintain.core.game import Game
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Entry, Player, Replaced, Struck
from quintain.sandbox.processes import children
from tests.processes import PATIENCE

EXTRA_GAMES = Path(__file__).parents[1] / "website" / "extra_games"


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(quintain.games, "__path__", [*quintain.games.__path__, str(EXTRA_GAMES)])
    return games.load("signals")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actor, "PATIENCE", 2.0)  # with less, bots of a busy machine would be taken for hung ones
    monkeypatch.setattr(actor, "STARTING", 8.0)


class Table:
    """A live match of bots in workers."""

    def __init__(self, workers: Pool, game: Game, owner: str, *names: str, rounds: int = 3) -> None:
        self.workers, self.client, self.owner = workers, workers.client(owner), owner
        seats = len(game.seating(game.options()))
        players = [Player(name, timed=False) for name in (names * seats)[:seats]]
        rule = FaultRule(2, "rascal")
        self.match = Match(game, game.options(rounds=rounds), 5, players=players, faults=rule)
        self.actors: dict[int, InWorker] = {}
        self.answered: list[float] = []  # when
        self.live = Live(self.match, self.written, self.happened, self.cast, pace=0.0)

    async def written(self, n: int, entry: Entry) -> Entry:
        return entry

    def happened(self, entry: Entry) -> None:
        self.answered.append(time.monotonic())

    def cast(self, seat: int, player: Player) -> Actor:
        named, rng = named_bot(self.match.game, player.name), bot_rng(1, seat)
        self.actors[seat] = InWorker(self.workers, self.client, self.owner, named, rng, player.timed)
        return self.actors[seat]

    async def played(self) -> list[Entry]:
        self.live.wake()
        await until(lambda: self.match.outcome is not None)
        return self.match.record

    def of(self, seat: int) -> list[Entry]:
        return [entry for entry in self.match.record if entry.seat == seat and not hasattr(entry, "words")]


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def run(game: Game, play: Callable[[Pool], Awaitable[None]]) -> None:
    """Play with workers; afterwards none is left."""

    async def limited() -> None:
        workers = Pool()
        try:
            async with asyncio.timeout(PATIENCE):
                await workers.load(game)
                await play(workers)
                pids = [worker.pid for worker in workers.workers]
        finally:
            await workers.close()
        assert not any(map(alive, pids))

    asyncio.run(limited())


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def pids(table: Table, seat: int) -> list[int]:
    """The processes in which a rogue has thought."""
    reasons = [entry.reason.text for entry in table.of(seat) if isinstance(entry, Acted) and entry.reason]
    return [int(reason.split()[0]) for reason in reasons]


def test_bots_think_elsewhere(signals: Game) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", "rogue:deed=nothing")
        await table.played()
        assert {type(entry) for entry in table.match.record} == {Acted}
        thought = {pid for seat in range(8) for pid in pids(table, seat)}
        assert len(thought) == 1
        assert os.getpid() not in thought

    run(signals, play)


@pytest.mark.parametrize("deed", ["raise", "interrupt", "exit", "eat"])
def test_a_bot_that_raises_is_forgiven_as_the_match_has_it_and_then_replaced(
    signals: Game, caplog: pytest.LogCaptureFixture, deed: str
) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", f"rogue:deed={deed}", *["rascal"] * 7, rounds=4)
        await table.played()
        assert [type(entry) for entry in table.of(0)] == [Struck, Struck, Replaced, Acted, Acted]
        assert [entry.ending for entry in table.of(0)[:3] if isinstance(entry, Struck | Replaced)] == [
            Ending.CRASHED
        ] * 3
        assert all(isinstance(entry, Acted) for seat in range(1, 8) for entry in table.of(seat))

    with caplog.at_level(logging.WARNING):
        run(signals, play)
    assert len([line for line in caplog.messages if "failed" in line]) == 1


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("deed", ["sleep", "spin", "kernel", "die", "start"])
def test_a_bot_that_hangs_or_dies_is_replaced_at_once(
    signals: Game, caplog: pytest.LogCaptureFixture, deed: str
) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", f"rogue:deed={deed}", *["rascal"] * 7)
        await table.played()
        assert [type(entry) for entry in table.of(0)] == [Replaced, Acted, Acted, Acted]
        assert table.of(0)[0].ending == (Ending.CRASHED if deed == "die" else Ending.OUT_OF_TIME)  # type: ignore[union-attr]
        assert all(isinstance(entry, Acted) for seat in range(1, 8) for entry in table.of(seat))

    with caplog.at_level(logging.WARNING):
        run(signals, play)
    assert len([line for line in caplog.messages if "failed" in line]) == 1


@pytest.mark.usefixtures("impatient")
def test_a_stand_in_that_hangs_as_well_holds_nobody_up_for_long(signals: Game) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", "rogue:deed=sleep", *["rascal"] * 7, rounds=9)
        table.match.fault_rule = FaultRule(2, "rogue:deed=sleep")
        await table.played()
        assert [type(entry) for entry in table.of(0)] == [Replaced, *[Struck] * 9]
        asked = [entry.why for entry in table.of(0) if isinstance(entry, Struck)]
        assert len([why for why in asked if "is not asked any more" in why]) == 7

    run(signals, play)


def test_a_worker_that_somebody_kills_costs_nobody_a_turn(signals: Game) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", "rogue:deed=nothing", rounds=9)
        table.live.wake()
        for entries in (1, 10, 30):
            await until(lambda entries=entries: len(table.match.record) > entries)  # type: ignore[misc]
            for worker in list(workers.workers):
                os.kill(worker.pid, signal.SIGKILL)
        await table.played()
        assert len(set(pids(table, 0))) > 1
        assert {type(entry) for entry in table.match.record} == {Acted}

    run(signals, play)


def test_the_zygote_may_die_too(signals: Game) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", "rogue:deed=nothing", rounds=9)
        table.live.wake()
        await until(lambda: len(table.match.record) > 8)
        zygote = workers._nursery._zygote
        assert zygote
        zygote.kill()
        await table.played()
        assert {type(entry) for entry in table.match.record} == {Acted}

    run(signals, play)


def test_whoever_waits_no_more_for_a_worker_leaves_no_answer_to_others() -> None:
    async def look() -> None:
        nursery = Nursery()
        try:
            impatient = asyncio.ensure_future(nursery.fork(0))
            while nursery.pid is None:
                await asyncio.sleep(0)
            impatient.cancel()
            pid, line = await nursery.fork(0)
            with line:
                os.kill(pid, signal.SIGKILL)
                line.settimeout(PATIENCE)
                assert await asyncio.to_thread(line.recv, 1) == b""  # it was that one's line
            while len(children(nursery.pid)) > 1:  # the one that nobody wanted
                await asyncio.sleep(0.01)
        finally:
            await nursery.close()

    asyncio.run(look())


def test_a_bot_that_is_made_anew_is_told_again_all_that_its_seat_was_told(signals: Game) -> None:
    async def play(workers: Pool) -> None:
        table = Table(workers, signals, "Ann", "rogue:deed=nothing", rounds=9)
        table.live.wake()
        await until(lambda: len(table.of(0)) > 1)
        for worker in list(workers.workers):
            worker.retire()
        await table.played()
        reasons = [entry.reason for entry in table.of(0) if isinstance(entry, Acted) and entry.reason]
        processes = [reason.text.split()[0] for reason in reasons]
        moves = [i for i in range(1, len(reasons)) if processes[i] != processes[i - 1]]
        assert moves, "it has stayed where it was"
        for i, reason in enumerate(reasons):
            # Its own flags and the count of one round; of all rounds so far, if it has moved meanwhile.
            assert reason.numbers["told"] == (2 * i if i in moves else 2 * min(i, 1))
            assert (reason.text.split()[1] == "0") is (i == 0 or i in moves)

    run(signals, play)


def test_dice_go_on_where_they_were_in_another_worker(signals: Game) -> None:
    def chances(retiring: bool) -> list[Any]:
        acts: list[Any] = []

        async def play(workers: Pool) -> None:
            table = Table(workers, signals, "Ann", "chance", rounds=9)
            table.live.wake()
            for entries in (10, 30) if retiring else ():
                await until(lambda entries=entries: len(table.match.record) > entries)  # type: ignore[misc]
                for worker in list(workers.workers):
                    worker.retire()
            await table.played()
            acts.extend([entry.actions for entry in table.of(0) if isinstance(entry, Acted)])

        run(signals, play)
        return acts

    assert chances(retiring=True) == chances(retiring=False)


# --- who thinks where ------------------------------------------------------------------------------------------------


def test_a_heavy_one_is_moved_away_from_the_others(signals: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_LIGHT", 1)
    monkeypatch.setattr(pool, "HEAVY", 0.2)

    async def play(workers: Pool) -> None:
        light = [Table(workers, signals, name, "rogue:deed=nothing", rounds=9) for name in ("Ann", "Bob")]
        hog = Table(workers, signals, "Hog", "rogue:deed=think,seconds=0.3", rounds=2)
        for table in (*light, hog):
            table.live.wake()
        await hog.played()
        for table in light:
            await table.played()
            assert {type(entry) for entry in table.match.record} == {Acted}
        assert {type(entry) for entry in hog.match.record} == {Acted}
        quiet = {pid for table in light for seat in range(8) for pid in pids(table, seat)}
        last = pids(hog, 0)[-1]
        assert last not in quiet
        assert os.getpriority(os.PRIO_PROCESS, last) > max(
            os.getpriority(os.PRIO_PROCESS, worker.pid) for worker in workers.workers if not worker.heavy
        )

    run(signals, play)


def test_workers_are_bounded_and_reused(signals: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_LIGHT", 3)

    async def play(workers: Pool) -> None:
        tables = [Table(workers, signals, f"guest {n}", "rogue:deed=nothing") for n in range(12)]
        most = 0
        for table in tables:
            table.live.wake()
        while not all(table.match.outcome for table in tables):
            await asyncio.sleep(0.005)
            most = max(most, len(workers.workers))
        assert most == 3

    run(signals, play)


def test_within_a_worker_those_come_first_who_have_used_least(signals: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_LIGHT", 1)
    monkeypatch.setattr(pool, "HEAVY", 1000.0)

    async def play(workers: Pool) -> None:
        hog = Table(workers, signals, "Hog", "rogue:deed=think,seconds=0.1", rounds=9)
        hog.live.wake()
        await until(lambda: len(hog.match.record) > 2)
        light = Table(workers, signals, "Ann", "rogue:deed=nothing", rounds=9)
        await light.played()
        # In turn, the hog's 72 errands and the others' would have ended together.
        assert len(hog.match.record) < 36
        await hog.live.close()

    run(signals, play)


@pytest.fixture(autouse=True)
def no_children_left() -> Iterator[None]:
    """Other tests of this process may have some of their own."""
    before = set(children(os.getpid()))
    yield
    assert set(children(os.getpid())) <= before
