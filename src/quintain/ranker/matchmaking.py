"""Who plays whom next: where matches tell most, among players who fit, with nobody left to wait.

A set is one seed with all its seatings. For each set the most urgent player is taken, then opponents from whose matches
most is learnt. Two bounds come before that: nobody waits much longer than a fair turn, and the best meet each other.
Players of one owner never meet.
"""

from collections.abc import Iterable, Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from quintain.core.errors import WrongSeats
from quintain.ranker.ratings import NEWCOMER, SCALE, Rating

LONGEST = 2.0  # fair turns that anybody waits, as long as there are places
BEST, DUE = 10, 80  # so many of the best meet each other at least once in so many of their matches
VARIETY = 0.25  # how much chance there is in the choice of opponents


class Matchmaker:
    """Chooses sets for the players of one game; `sides` of them play in each match."""

    def __init__(self, sides: int, rng: Random, matches_in_set: int | None = None) -> None:
        self.sides, self.rng = sides, rng
        self.matches_in_set = matches_in_set or sides
        self.players: list[str] = []
        self._owners: list[str | None] = []
        self._sets = 0
        self._mu: NDArray[np.float64] = np.zeros(0)
        self._variance: NDArray[np.float64] = np.zeros(0)
        self._last: NDArray[np.int64] = np.zeros(0, np.int64)  # the set that each played last
        self._matches: NDArray[np.int64] = np.zeros(0, np.int64)
        self._meetings: NDArray[np.int64] = np.zeros((0, 0), np.int64)  # matches together
        self._met: NDArray[np.int64] = np.zeros((0, 0), np.int64)  # the matches of one when it last met the other

    def enter(self, player: str, rating: Rating = NEWCOMER, matches: int = 0, owner: str | None = None) -> None:
        """From now on this player is chosen, too."""
        if player in self.players:
            return
        self.players.append(player)
        self._owners.append(owner)
        self._mu = np.append(self._mu, rating.mu)
        self._variance = np.append(self._variance, rating.sigma**2)
        self._last = np.append(self._last, self._sets)
        self._matches = np.append(self._matches, matches)
        self._meetings = np.pad(self._meetings, (0, 1))
        self._met = np.pad(self._met, (0, 1))
        # A pair that has never met counts from the newcomer's arrival.
        self._met[-1, :], self._met[:, -1] = matches, self._matches

    def leave(self, player: str) -> None:
        i = self.players.index(player)
        del self.players[i], self._owners[i]
        for name in ("_mu", "_variance", "_last", "_matches"):
            setattr(self, name, np.delete(getattr(self, name), i))
        for name in ("_meetings", "_met"):
            setattr(self, name, np.delete(np.delete(getattr(self, name), i, 0), i, 1))

    def learn(self, ratings: Mapping[str, Rating]) -> None:
        """Take note of new ratings; players who are not here do not matter."""
        for i, player in enumerate(self.players):
            if player in ratings:
                self._mu[i], self._variance[i] = ratings[player].mu, ratings[player].sigma ** 2

    def next_sets(self, count: int) -> list[tuple[str, ...]]:
        """The players of the next sets, in the order in which they sit down first."""
        return [self.next_set() for _ in range(count)]

    def next_set(self) -> tuple[str, ...]:
        if len(self.players) < self.sides:
            raise WrongSeats(f"{len(self.players)} players, and a match takes {self.sides}; add some")
        chosen = [self._most_urgent()]
        while len(chosen) < self.sides:
            chosen.append(self._opponent(chosen))
        self._note(chosen)
        # With more than two sides it matters who sits beside whom; turning the table does not change that.
        self.rng.shuffle(chosen)
        return tuple(self.players[i] for i in chosen)

    @property
    def _turns(self) -> NDArray[np.float64]:
        """How long each has waited, in fair turns: one for each player and side."""
        return np.asarray((self._sets - self._last) * self.sides / len(self.players))

    def _most_urgent(self) -> int:
        turns = self._turns
        if turns.max() >= LONGEST:
            return int(turns.argmax())
        return self._best(self._variance * (0.1 + turns), [])

    def _opponent(self, chosen: list[int]) -> int:
        turns, barred = self._turns, self._barred(chosen)
        if len(barred) == len(self.players):
            raise WrongSeats("all who could play have the same owner, and bots of one owner do not meet; add others")
        turns[barred] = -1
        if turns.max() >= LONGEST:
            return self._best(np.where(turns >= LONGEST, self._gain(chosen), 0.0), barred)
        due = self._due(chosen)
        due[barred] = 0
        if due.max() > 0:
            return int(due.argmax())
        return self._best(self._gain(chosen) * (0.1 + turns), barred)

    def _barred(self, chosen: list[int]) -> list[int]:
        """Who cannot join these: they themselves, and whoever has the same owner as one of them."""
        owners = {self._owners[i] for i in chosen} - {None}
        return sorted({*chosen, *(i for i, owner in enumerate(self._owners) if owner in owners)})

    def _best(self, worth: NDArray[np.float64], without: list[int]) -> int:
        noise = [self.rng.uniform(1 - VARIETY, 1 + VARIETY) for _ in self.players]
        worth = (worth + 1e-12) * noise
        worth[without] = -1
        return int(worth.argmax())

    def _gain(self, chosen: Iterable[int]) -> NDArray[np.float64]:
        """How much variance a match with these would take away; less, where they have met often already."""
        total = np.zeros(len(self.players))
        for i in chosen:
            spread = self._variance + self._variance[i] + SCALE**2
            share = 1 / (1 + np.exp((self._mu - self._mu[i]) / np.sqrt(spread)))
            gain = share * (1 - share) * (self._variance**2 + self._variance[i] ** 2) / spread
            usual = 1 + self._matches[i] * (self.sides - 1) / len(self.players)
            total += gain / (1 + self._meetings[i] / usual)
        return total

    def _due(self, chosen: Iterable[int]) -> NDArray[np.int64]:
        """By how many matches the meeting of two of the best is late, seen from either of them."""
        best = np.argsort(-self._mu)[:BEST]
        late = np.zeros(len(self.players), np.int64)
        for i in set(chosen) & {*best.tolist()}:
            own, others = self._matches[i] - self._met[i, best], self._matches[best] - self._met[best, i]
            late[best] = np.maximum(late[best], np.maximum(own, others) - DUE)
        return late

    def _note(self, chosen: list[int]) -> None:
        self._sets += 1
        self._last[chosen] = self._sets
        self._matches[chosen] += self.matches_in_set
        pairs = np.ix_(chosen, chosen)
        self._meetings[pairs] += self.matches_in_set
        self._met[pairs] = self._matches[chosen][:, None]
