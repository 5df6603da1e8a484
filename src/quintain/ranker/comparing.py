"""Is it better? Pairs are played until a sequential test knows, and no longer."""

from collections.abc import Iterator
from math import isinf
from typing import Any

import msgspec

from quintain.ranker.dispatch import LARGEST, Dispatcher
from quintain.ranker.duel import Duel, samples
from quintain.ranker.executors import Workforce
from quintain.ranker.sequential import Estimate, Sequential, Sums, Verdict

WASTE = 10  # at most about a part of so many is in play when the test ends, and is not needed


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How far a comparison has come; the last one is its result."""

    game: str
    new: str
    old: str
    verdict: Verdict
    matches: int
    sums: Sums
    test: Sequential
    seatings: int  # matches of one seed
    faults: dict[str, int]  # in words, how often each

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
        return max(self.fixed - self.matches, 0)

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
    dispatcher = Dispatcher(workforce, duel.terms, largest=1)
    sums, matches, faults = Sums(), 0, dict[str, int]()
    seatings = len(duel.seatings)

    def now() -> Comparison:
        return Comparison(
            game=duel.terms.game,
            new=duel.players[0],
            old=duel.players[1],
            verdict=test.verdict(sums),
            matches=matches,
            sums=sums,
            test=test,
            seatings=seatings,
            faults=faults,
        )

    for batch in samples(duel, dispatcher, range(-(-most // seatings))):
        for sample in batch:
            sums, matches = sums.plus([sample.share]), matches + sample.matches
            for words in sample.faults:
                faults[words] = faults.get(words, 0) + 1
            if test.verdict(sums) != "open":
                yield now()
                return
        dispatcher.largest = max(1, min(LARGEST, matches // (WASTE * workforce.workers)))
        yield now()
