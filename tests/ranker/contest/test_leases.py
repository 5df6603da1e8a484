"""T19: whatever the order in which fixtures are taken, leases run out and results arrive, each match counts once."""

import asyncio
import itertools
import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import Connection

from quintain.datastore import FinishedMatch, FixtureRow, MatchRow, SeatRow, Store, bot_player
from quintain.ranker.contest.keeping import NoLongerOpen, drop, put
from quintain.ranker.stored import rerate

LEASE = 30.0
SIZE = 2  # matches in a set
WORKERS = ("one", "two", "three")
DAWN = datetime(2026, 5, 1, tzinfo=UTC)
# Ten thousand for the note; some in every run.
EXAMPLES = int(os.environ.get("QUINTAIN_INTERLEAVINGS", "25"))


class Shared:
    """One database for all examples: making a new one takes longer than most of them. Each has a game of its own."""

    runner: asyncio.Runner
    store: Store
    numbers = itertools.count()
    now = DAWN


@pytest.fixture(scope="module", autouse=True)
def database() -> Any:
    def shared_clock(connection: Connection) -> datetime:
        return Shared.now

    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner() as Shared.runner,
        patch("quintain.datastore.fixtures.moment_of", shared_clock),
    ):
        Shared.store = Shared.runner.run(Store.open(Path(folder) / "leases.db"))
        yield
        Shared.runner.run(Shared.store.close())


def done(work: Any) -> Any:
    return Shared.runner.run(work)


class Leases(RuleBasedStateMachine):
    """Three workers, of whom any may be slow, forgetful or dead, and a model of what must come of it."""

    @initialize()
    def begin(self) -> None:
        self.game = f"g{next(Shared.numbers)}"
        self.held: dict[str, dict[str, FixtureRow]] = {name: {} for name in WORKERS}  # what each believes to have
        self.leases: dict[str, tuple[str, datetime]] = {}
        self.open: set[str] = set()
        self.stored: dict[str, str] = {}  # by whom
        self.dropped: set[str] = set()

    # --- what happens

    @rule()
    def make_a_set(self) -> None:
        number = next(Shared.numbers)
        rows = [a_fixture(f"{self.game}m{number}-{turn}", self.game, str(number)) for turn in range(SIZE)]
        assert done(Shared.store.add_fixtures(rows)) == [row.id for row in rows]
        self.open |= {row.id for row in rows}

    @rule(worker=st.sampled_from(WORKERS), limit=st.integers(1, 3))
    def take(self, worker: str, limit: int) -> None:
        taken = done(Shared.store.take_fixtures(worker, limit, LEASE, [self.game]))
        free = {id for id in self.open if id not in self.leases or self.leases[id][1] <= Shared.now}
        assert {row.id for row in taken} <= free, "nobody gets what another has"
        assert len(taken) == min(limit, len(free))
        for row in taken:
            self.held[worker][row.id] = row
            self.leases[row.id] = worker, Shared.now + timedelta(seconds=LEASE)

    @rule(seconds=st.sampled_from([1.0, LEASE / 2, LEASE + 1]))
    def time_passes(self, seconds: float) -> None:
        Shared.now += timedelta(seconds=seconds)

    @rule(worker=st.sampled_from(WORKERS))
    def renew(self, worker: str) -> None:
        renewed = done(Shared.store.renew_fixtures(worker, self.held[worker], LEASE))
        mine = {id for id in self.held[worker] if id in self.open and self.leases.get(id, ("", DAWN))[0] == worker}
        assert set(renewed) == mine
        for id in renewed:
            self.leases[id] = worker, Shared.now + timedelta(seconds=LEASE)

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data(), forgets=st.booleans())
    def a_result_arrives(self, data: st.DataObject, forgets: bool) -> None:
        """In time or late, and perhaps once more."""
        worker = data.draw(st.sampled_from([name for name in WORKERS if self.held[name]]))
        id = data.draw(st.sampled_from(sorted(self.held[worker])))
        if id in self.open:
            done(put(Shared.store, a_result(self.held[worker][id])))
            self.open.discard(id)
            self.stored[id] = worker
        else:
            with pytest.raises(NoLongerOpen):
                done(put(Shared.store, a_result(self.held[worker][id])))
        if forgets:
            del self.held[worker][id]

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        worker = data.draw(st.sampled_from([name for name in WORKERS if self.held[name]]))
        id = data.draw(st.sampled_from(sorted(self.held[worker])))
        done(Shared.store.release_fixtures(worker, [id]))
        if self.leases.get(id, ("", DAWN))[0] == worker:
            del self.leases[id]

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def a_bot_is_disabled(self, data: st.DataObject) -> None:
        id = data.draw(st.sampled_from(sorted(self.open)))
        done(drop(Shared.store, [a_fixture(id, self.game, "s")], "a player was disabled"))
        self.open.discard(id)
        self.dropped.add(id)

    @rule()
    def a_result_that_nobody_asked_for(self) -> None:
        with pytest.raises(NoLongerOpen):
            done(put(Shared.store, a_result(a_fixture(f"{self.game}forged", self.game, "f"))))

    @rule(worker=st.sampled_from(WORKERS))
    def die(self, worker: str) -> None:
        self.held[worker].clear()

    # --- what must hold

    @invariant()
    def everything_is_in_one_place(self) -> None:
        if not hasattr(self, "game"):
            return
        assert {row.id for row in done(Shared.store.open_fixtures(self.game))} == self.open
        matches = done(Shared.store.latest(1000, game=self.game))
        assert sorted(match.id for match in matches) == sorted(self.stored)
        counted = {row.matches for row in done(Shared.store.ladder(self.game))}
        assert counted <= {len(self.stored)}

    def teardown(self) -> None:
        if hasattr(self, "game"):
            report = done(rerate(Shared.store, self.game))
            assert (report.matches, report.mended) == (len(self.stored), 0)


def a_fixture(id: str, game: str, set_id: str) -> FixtureRow:
    return FixtureRow(
        id=id,
        game=game,
        set_id=set_id,
        players=("bot:g:1:a", "bot:g:1:b"),
        seed="1",
        bot_seed="1",
        options=b"{}",
        control=b"{}",
        created=Shared.now,
    )


def a_result(fixture: FixtureRow) -> FinishedMatch:
    seats = tuple(
        SeatRow(number, name, bot_player("g", 1, name), rank=number + 1, score=0, team=number)
        for number, name in enumerate("ab")
    )
    match = MatchRow(
        id=fixture.id,
        game=fixture.game,
        rules_version=1,
        header=b"{}",
        began=Shared.now,
        ended=Shared.now,
        outcome=b"{}",
        rated=True,
        set_id=fixture.set_id,
        seats=seats,
    )
    return FinishedMatch(match, b"replay")


def test_each_match_counts_once_in_whatever_order_things_happen() -> None:
    machine: Callable[[], None] = Leases.TestCase().runTest
    Leases.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=30, deadline=None)
    machine()
