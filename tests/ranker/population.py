"""A population of made-up bots whose strengths are known, and who play as the ranker's model says."""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quintain.ranker.intervals import SURE
from quintain.ranker.matchmaking import Matchmaker
from quintain.ranker.ratings import NEWCOMER, SCALE, Rating, rated
from quintain.ranker.result import Result
from tests.ranker.results import a_result

Floats = NDArray[np.float64]


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
        self.results: list[Result] = []

    def play(self, sets: int) -> None:
        """So many sets: each lineup in every seating."""
        for _ in range(sets):
            lineup = self.maker.next_set()
            self.play_set(lineup)
            self.maker.learn({player: self.known[player] for player in lineup})

    def play_fixed(self, rounds: int) -> None:
        """So many rounds in which everybody plays once, the same whoever wins: the circle method, for two sides."""
        circle = [*self.players]
        for _ in range(rounds):
            half = len(circle) // 2
            for pair in zip(circle[:half], circle[half:][::-1], strict=True):
                self.play_set(pair)
            circle = [circle[0], circle[-1], *circle[1:-1]]

    def play_set(self, lineup: tuple[str, ...]) -> None:
        self.sets.append(lineup)
        for turn in range(self.sides):
            self.meet(lineup[turn:] + lineup[:turn])

    def meet(self, players: tuple[str, ...]) -> None:
        """The best of the day wins: noise of Gumbel's kind makes the ranks those of Plackett and Luce."""
        shape = [self.truth[player] / SCALE for player in players] + self.dice.gumbel(size=len(players))
        ranks = 1 + np.argsort(np.argsort(-shape))
        result = a_result(players, ranks.tolist(), seed=f"set {len(self.sets)}")
        self.results.append(result)
        self.known |= rated(self.known, result)

    @property
    def truths(self) -> Floats:
        return np.array([self.truth[player] for player in self.players])

    def judged(self) -> "Judgement":
        """How good the ratings are."""
        points = [self.known[player].mu for player in self.players]
        return judged(self.truths, np.array(points), np.array([SURE * self.known[one].sigma for one in self.players]))


class Judgement(NamedTuple):
    correlation: float  # of the two orders, by Spearman
    covered: float  # the part of the players whose true strength is within the margin that is shown
    error: float  # points that a rating is off, on average


def judged(truth: Floats, points: Floats, margins: Floats) -> Judgement:
    """What counts is the distance from the average of all."""
    found, true = (np.argsort(np.argsort(numbers)) for numbers in (points, truth))
    errors = np.abs(points - points.mean() - truth + truth.mean())
    return Judgement(float(np.corrcoef(found, true)[0, 1]), float(np.mean(errors < margins)), float(errors.mean()))
