"""Results of many matches as one line per entrant, with how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev

from quintain.cli.series import Fixture
from quintain.core.match import Match
from quintain.core.record import Struck

SURE = 1.96  # standard errors that hold 95 % of the cases


@dataclass
class Line:
    """What one entrant has reached."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    shares: list[float] = field(default_factory=list)  # of each match: 1 for a win, a part of it for a draw
    scores: list[float] = field(default_factory=list)

    def enter(self, share: float, score: float, faults: int) -> None:
        self.wins += share == 1
        self.losses += share == 0
        self.draws += 0 < share < 1
        self.faults += faults
        self.shares.append(share)
        self.scores.append(score)

    @property
    def share(self) -> float:
        return mean(self.shares)

    @property
    def score(self) -> float:
        return mean(self.scores)

    def interval(self, seatings: int) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100. A seed with all its seatings is one sample."""
        if seatings == 1:
            return wilson(self.share, len(self.shares))
        sets = [self.shares[i : i + seatings] for i in range(0, len(self.shares), seatings)]
        return interval_of([mean(shares) for shares in sets])


class Standings:
    def __init__(self, names: Sequence[str]) -> None:
        self.lines = [Line(name) for name in names]
        self.endings: dict[str, int] = {}  # how often each, other than the normal one

    def enter(self, fixture: Fixture, match: Match) -> None:
        outcome = match.outcome
        assert outcome is not None, "only finished matches count"
        if outcome.ending != "normal":
            self.endings[outcome.ending] = self.endings.get(outcome.ending, 0) + 1
        guilty = [entry.seat for entry in match.record if isinstance(entry, Struck)]
        guilty += [fault.seat for fault in outcome.faults]
        for entrant, line in enumerate(self.lines):
            seats = [seat for seat, other in enumerate(fixture.entrants) if other == entrant]
            won = sum(outcome.ranks[seat] == 1 for seat in seats) / outcome.ranks.count(1)
            line.enter(won, mean(outcome.scores[seat] for seat in seats), sum(map(guilty.count, seats)))


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's interval for a share of n independent matches."""
    spread = SURE * sqrt(share * (1 - share) / n + SURE**2 / (4 * n**2))
    middle = share + SURE**2 / (2 * n)
    scale = 1 + SURE**2 / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def interval_of(samples: Sequence[float]) -> tuple[float, float]:
    """An interval for the mean of samples between 0 and 1.

    Two made-up samples, one lost and one won, keep it honest when there are few or when they are all the same.
    """
    padded = [*samples, 0.0, 1.0]
    spread = SURE * stdev(padded) / sqrt(len(padded))
    return max(0.0, mean(padded) - spread), min(1.0, mean(padded) + spread)
