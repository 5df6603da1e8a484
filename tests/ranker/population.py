"""A population of made-up bots whose strengths are known, and who play as the ranker's model says."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from quintain.ranker.matchmaking import Matchmaker
from quintain.ranker.ratings import NEWCOMER, SCALE, Rating, rated
from tests.ranker.results import a_result


class Population:
    def __init__(self, size: int, width: float, sides: int, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.players = [f"p{i:02}" for i in range(size)]
        self.truth = dict(zip(self.players, self.dice.normal(1500, width, size), strict=True))
        self.known: dict[str, Rating] = dict.fromkeys(self.players, NEWCOMER)
        self.sides = sides
        self.maker = Matchmaker(sides, Random(seed))
        for player in self.players:
            self.maker.enter(player)
        self.sets: list[tuple[str, ...]] = []

    def play(self, sets: int) -> None:
        """So many sets: each lineup in every seating."""
        for _ in range(sets):
            lineup = self.maker.next_set()
            self.sets.append(lineup)
            for turn in range(self.sides):
                self.meet(lineup[turn:] + lineup[:turn])
            self.maker.learn({player: self.known[player] for player in lineup})

    def meet(self, players: tuple[str, ...]) -> None:
        """The best of the day wins: noise of Gumbel's kind makes the ranks those of Plackett and Luce."""
        shape = [self.truth[player] / SCALE for player in players] + self.dice.gumbel(size=len(players))
        ranks = 1 + np.argsort(np.argsort(-shape))
        self.known |= rated(self.known, a_result(players, ranks.tolist()))

    @property
    def points(self) -> NDArray[np.float64]:
        return np.array([self.known[player].mu for player in self.players])

    @property
    def truths(self) -> NDArray[np.float64]:
        return np.array([self.truth[player] for player in self.players])

    def correlation(self) -> float:
        """Of the two orders, by Spearman."""
        found, true = (np.argsort(np.argsort(numbers)) for numbers in (self.points, self.truths))
        return float(np.corrcoef(found, true)[0, 1])

    def covered(self) -> float:
        """The part of the players whose true strength is within the margin that is shown."""
        margins = np.array([1.96 * self.known[player].sigma for player in self.players])
        errors = self.points - self.points.mean() - self.truths + self.truths.mean()
        return float(np.mean(np.abs(errors) < margins))
