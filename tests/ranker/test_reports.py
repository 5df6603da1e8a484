"""Results that arrive twice, late, changed, at once or not at all: whatever happens, each match counts once (T19)."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace
from sqlalchemy import Connection

from quintain.core.errors import Duplicate, NotStored, StoreUnavailable
from quintain.datastore import FinishedMatch, Store
from quintain.ranker.stored import rate_anew, rates, rerate
from tests.ranker.seasons import GAME, a_match, expected, key_of, numbers

PLAYERS = ("AB", "BA", "BC", "CAB", "ABCD")


def breaks(connection: Connection) -> None:
    raise StoreUnavailable("the power is gone")


class Reports(RuleBasedStateMachine):
    """Workers report matches; some are slow and report again, some have played something else meanwhile."""

    played = Bundle("played")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.store = self.runner.run(Store.open(Path(self.folder.name) / "reports.db"))
        self.counted: dict[str, FinishedMatch] = {}
        self.begun: set[str] = set()

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    @rule(target=played, number=st.integers(0, 30), players=st.sampled_from(PLAYERS), data=st.data())
    def play(self, number: int, players: str, data: st.DataObject) -> FinishedMatch:
        """A worker has played match number n; another may have played the same one with another result."""
        return a_match(number, players, data.draw(st.permutations(range(1, len(players) + 1))))

    @rule(match=played)
    def begin(self, match: FinishedMatch) -> None:
        """At a table, where the result will follow."""
        empty = [replace(seat, rank=None, score=None) for seat in match.match.seats]
        with suppress(Duplicate):
            row = replace(match.match, ended=None, outcome=None, seats=())
            self.runner.run(self.store.create_match(row, empty))
            self.begun.add(match.match.id)

    @rule(match=played)
    def finish(self, match: FinishedMatch) -> None:
        row = match.match
        assert row.ended
        further = [rates(GAME, key_of(match))]
        try:
            self.runner.run(self.store.finish_match(row.id, row.ended, b"{}", b"", row.seats, further))
        except NotStored:
            assert row.id not in self.begun | set(self.counted)
        except Duplicate:
            assert row.id in self.counted
        else:
            self.count(match)

    @rule(batch=st.lists(played, min_size=1, max_size=4), cut=st.booleans())
    def report(self, batch: list[FinishedMatch], cut: bool) -> None:
        """Whole matches, perhaps with a power cut before the commit."""
        once = {one.match.id: one for one in batch}
        if cut:
            with suppress(StoreUnavailable):
                self.runner.run(self.store.add_matches(batch, [breaks], rate_anew))
                raise AssertionError("the power was not gone")
            return
        new = self.runner.run(self.store.add_matches(batch, rule=rate_anew))
        assert set(new) == set(once) - set(self.counted) - self.begun
        for id in new:
            self.count(once[id])

    @rule()
    def rerate(self) -> None:
        assert self.runner.run(rerate(self.store, GAME)).mended == 0

    def count(self, match: FinishedMatch) -> None:
        assert match.match.id not in self.counted
        self.counted[match.match.id] = match

    @invariant()
    def each_match_counts_once_and_in_its_place(self) -> None:
        order = sorted(self.counted.values(), key=key_of)
        assert numbers(self.runner.run(self.store.ladder(GAME))) == expected(order)


TestReports = Reports.TestCase
TestReports.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
