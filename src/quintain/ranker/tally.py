"""Results of many matches as one line per entrant, with how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from quintain.core.game import Seat
from quintain.core.match import Match
from quintain.core.outcome import Outcome
from quintain.core.record import Struck
from quintain.ranker.intervals import Interval, interval
from quintain.ranker.series import Fixture


@dataclass
class Line:
    """What one entrant has reached."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    scores: list[float] = field(default_factory=list)
    shares: dict[int, list[float]] = field(default_factory=dict)  # by seed; 1 for a win, a part of it for a draw

    def enter(self, seed: int, share: float, score: float, faults: int) -> None:
        self.wins += share == 1
        self.losses += share == 0
        self.draws += 0 < share < 1
        self.faults += faults
        self.scores.append(score)
        self.shares.setdefault(seed, []).append(share)

    @property
    def samples(self) -> list[float]:
        """A seed with all its seatings is one sample, for its matches go together."""
        return [fmean(shares) for shares in self.shares.values()]

    @property
    def share(self) -> float:
        return fmean(self.samples)

    @property
    def interval(self) -> Interval:
        """Where the true share lies, 95 times out of 100."""
        return interval(self.samples)

    @property
    def score(self) -> float:
        return fmean(self.scores)


class Tally:
    def __init__(self, names: Sequence[str], seats: Sequence[Seat]) -> None:
        self.lines = [Line(name) for name in names]
        self.teams = [seat.team for seat in seats]
        self.endings: dict[str, int] = {}  # how often each, other than the normal one

    @property
    def samples(self) -> dict[str, list[float]]:
        """What each entrant won of each seed."""
        return {line.name: line.samples for line in self.lines}

    @property
    def intervals(self) -> dict[str, Interval]:
        return {line.name: line.interval for line in self.lines}

    def enter(self, fixture: Fixture, match: Match) -> None:
        assert match.outcome is not None, "only finished matches count"
        self.count(fixture, match.outcome, [entry.seat for entry in match.record if isinstance(entry, Struck)])

    def count(self, fixture: Fixture, outcome: Outcome, struck: Sequence[int]) -> None:
        """Enter a match that ended like this, and in which these seats were forgiven a fault, each time."""
        if outcome.ending != "normal":
            self.endings[outcome.ending] = self.endings.get(outcome.ending, 0) + 1
        faults = [*struck, *(fault.seat for fault in outcome.faults)]
        for entrant, line in enumerate(self.lines):
            seats = [seat for seat, other in enumerate(fixture.entrants) if other == entrant]
            score = fmean(outcome.scores[seat] for seat in seats)
            line.enter(fixture.seed, share(seats, self.teams, outcome), score, sum(map(faults.count, seats)))


def share(seats: Sequence[int], teams: Sequence[int], outcome: Outcome) -> float:
    """The part of the first place that an entrant with these seats has won.

    Teams share it, however many seats they have. Whoever is charged with a fault has won nothing; what the others have
    reached is theirs.
    """
    if outcome.charged & {*seats}:
        return 0.0
    first = {team for team, rank in zip(teams, outcome.ranks, strict=True) if rank == 1}
    return len(first & {teams[seat] for seat in seats}) / len(first)
