"""Is it better? Pairs are played until a sequential test knows, and no longer."""

from collections import Counter
from collections.abc import Iterator
from math import isinf
from typing import Any

import msgspec

from quintain.ranker.dispatch import LARGEST, Dispatcher
from quintain.ranker.duel import Duel, Sample, samples
from quintain.ranker.executors import Workforce
from quintain.ranker.sequential import Estimate, Sequential, Sums, Verdict

WASTE = 10  # at most about a part of so many is in play when the test ends, and is not needed


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How far a comparison has come; the last one is its result."""

    game: str
    new: str
    old: str
    test: Sequential
    seatings: int  # matches of one seed
    matches: int = 0
    sums: Sums = Sums()
    faults: dict[str, int] = {}  # in words, how often each

    def plus(self, sample: Sample) -> "Comparison":
        """The comparison after one more seed."""
        faults = Counter(self.faults) + Counter(sample.faults)
        sums, matches = self.sums.plus([sample.share]), self.matches + sample.matches
        return msgspec.structs.replace(self, sums=sums, matches=matches, faults=dict(faults))

    @property
    def verdict(self) -> Verdict:
        return self.test.verdict(self.sums)

    @property
    def ratio(self) -> float:
        return self.test.ratio(self.sums)

    @property
    def estimate(self) -> Estimate:
        return self.test.estimate(self.sums)

    @property
    def fixed(self) -> int:
        """Matches that a test of fixed size and the same certainty would have taken."""
        return self.seatings * self.test.fixed(self.sums.variance)

    @property
    def saved(self) -> int:
        """Matches that need not be played; who does not know yet has saved nothing."""
        return 0 if self.verdict == "open" else max(self.fixed - self.matches, 0)

    def as_data(self) -> dict[str, Any]:
        """All of it as plain numbers and words."""
        estimate, (low, high) = self.estimate, self.test.bounds
        return {
            "game": self.game,
            "new": self.new,
            "old": self.old,
            "verdict": self.verdict,
            "elo": finite(estimate.elo),
            "low": finite(estimate.low),
            "high": finite(estimate.high),
            "share": self.sums.mean,
            "matches": self.matches,
            "seeds": self.sums.pairs,
            "ratio": self.ratio,
            "bounds": (low, high),
            "test": self.test,
            "fixed": self.fixed,
            "saved": self.saved,
            "faults": self.faults,
        }


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return None if isinf(value) else value


def compared(duel: Duel, test: Sequential, workforce: Workforce, most: int) -> Iterator[Comparison]:
    """The comparison after each few seeds, until the test knows or so many matches are played.

    Seeds count in their order and one by one, so the result is the same with any number of workers.
    """
    dispatcher, seatings = Dispatcher(workforce, duel.terms, largest=1), len(duel.seatings)
    new, old = duel.players
    so_far = Comparison(game=duel.terms.game, new=new, old=old, test=test, seatings=seatings)
    for batch in samples(duel, dispatcher, range(-(-most // seatings))):
        for sample in batch:
            so_far = so_far.plus(sample)
            if so_far.verdict != "open":
                yield so_far
                return
        dispatcher.largest = max(1, min(LARGEST, so_far.matches // (WASTE * workforce.workers)))
        yield so_far
