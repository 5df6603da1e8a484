"""The strengths of players that make a finished set of matches most likely, and how sure they are.

Two sides are compared as by Bradley and Terry, more of them as by Plackett and Luce: the first place is a choice among
all, the second one among the rest. A shared place is a choice that is shared, so a draw is half a win and half a loss.
A side is as strong as its seats are on average.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quintain.ranker.intervals import SURE
from quintain.ranker.ratings import SCALE
from quintain.ranker.result import Result
from quintain.ranker.sides import Side, sides_of

Floats = NDArray[np.float64]

NOBODY: dict[str, float] = {}  # an average player, of strength 0
# Samples as made up by the model, with which a player's own are mixed: few that are alike prove little.
MADE_UP = 4 * SURE**2
DRAW = 0.5  # of a match that each player has drawn with an average one
MOST_STEPS, CLOSE = 100, 1e-10


class Fit(NamedTuple):
    players: tuple[str, ...]
    elo: Floats  # in points above or below the average of all
    covariance: Floats  # of the same

    def margin(self, i: int) -> float:
        """The true strength is so near, 95 times out of 100."""
        return float(SURE * np.sqrt(self.covariance[i, i]))

    def superiority(self, i: int, j: int) -> float:
        """How likely player i is stronger than player j."""
        from scipy.special import ndtr

        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        difference = self.elo[i] - self.elo[j]
        return float(ndtr(difference / np.sqrt(spread))) if spread > 0 else 0.5


class Choice(NamedTuple):
    """One of several sides came before the others."""

    weight: float
    chosen: int
    sides: Sequence[dict[str, float]]


def fitted(results: Sequence[Result]) -> Fit:
    """The likeliest strengths. Each player has drawn a match with an average one, too, so that all are finite."""
    players = tuple(sorted({player for result in results for player in result.players}))
    if not results:
        return Fit(players, np.zeros(0), np.zeros((0, 0)))
    choices = Choices(results, players)
    strengths = np.zeros(len(players))
    for _ in range(MOST_STEPS):
        step = np.linalg.solve(choices.curvature(strengths), choices.slope(strengths))
        strengths += np.clip(step, -2, 2)
        if np.abs(step).max() < CLOSE:
            break
    centred = np.eye(len(players)) - 1 / len(players)
    covariance = centred @ choices.covariance(strengths) @ centred
    return Fit(players, SCALE * (centred @ strengths), SCALE**2 * covariance)


def choices_of(result: Result) -> Iterator[Choice]:
    finished, charged = sides_of(result)
    if len(finished) < 2:
        yield from choices_among([*finished, *charged])
        return
    yield from choices_among(finished)
    # Nobody else gains by a failure among several; whoever failed has lost to an average player.
    for side in charged:
        yield Choice(1.0, 0, (NOBODY, side.parts))


def choices_among(sides: Sequence[Side]) -> Iterator[Choice]:
    ranks = [side.rank for side in sides]
    for place, side in enumerate(sides):
        rest = [i for i, rank in enumerate(ranks) if rank >= side.rank]
        if len(rest) > 1:
            yield Choice(1 / ranks.count(side.rank), rest.index(place), [sides[i].parts for i in rest])


class Choices:
    """All choices of all matches, as sparse matrices."""

    def __init__(self, results: Sequence[Result], players: Sequence[str]) -> None:
        from scipy.sparse import csr_array

        number = {player: i for i, player in enumerate(players)}
        found = [(result.seed, choice) for result in results for choice in choices_of(result)]
        sides = [parts for _, choice in found for parts in choice.sides]
        sizes = np.array([len(choice.sides) for _, choice in found], dtype=np.int64)
        seeds = {seed: i for i, seed in enumerate(dict.fromkeys(seed for seed, _ in found))}
        entries = [(row, number[player], part) for row, parts in enumerate(sides) for player, part in parts.items()]
        rows, columns, parts = (np.array(column) for column in zip(*entries, strict=True))
        self.parts: Any = csr_array((parts, (rows, columns)), (len(sides), len(players)))  # of players in sides
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])  # the first side of each choice
        self.choice = np.repeat(np.arange(len(found)), sizes)  # of each side
        self.weights = np.array([choice.weight for _, choice in found])
        self.chosen = np.zeros(len(sides))
        self.chosen[self.starts + [choice.chosen for _, choice in found]] = 1
        own = np.array([seeds[seed] for seed, _ in found])
        self.seeds: Any = csr_array((np.ones(len(found)), (own, np.arange(len(found)))), (len(seeds), len(found)))

    def shares(self, strengths: Floats) -> Floats:
        """How likely each side was to be chosen."""
        height = self.parts @ strengths
        height -= np.maximum.reduceat(height, self.starts)[self.choice]
        weight = np.exp(height)
        total: Floats = np.add.reduceat(weight, self.starts)
        return np.asarray(weight / total[self.choice])

    def slopes(self, strengths: Floats) -> Any:
        """By choice and player: where the likelihood rises."""
        return self.summed(self.chosen - self.shares(strengths), self.weights)

    def slope(self, strengths: Floats) -> Floats:
        return np.asarray(self.slopes(strengths).sum(axis=0)) + DRAW * (0.5 - drawn(strengths))

    def curvature(self, strengths: Floats) -> Floats:
        """How sharply the likelihood bends, with the made-up draws."""
        shares = self.shares(strengths)
        means = self.summed(shares, np.ones(len(self.weights)))
        weighted = self.parts.multiply((self.weights[self.choice] * shares)[:, None])
        bent = (self.parts.T @ weighted).toarray() - (means.T @ means.multiply(self.weights[:, None])).toarray()
        return np.asarray(bent + np.diag(DRAW * drawn(strengths) * (1 - drawn(strengths))))

    def summed(self, values: Floats, weights: Floats) -> Any:
        """By choice and player: the sum of the players' parts, times these values of the sides."""
        from scipy.sparse import csr_array

        sides = np.arange(len(values))
        return csr_array((values * weights[self.choice], (self.choice, sides))) @ self.parts

    def covariance(self, strengths: Floats) -> Floats:
        """As the seeds vary, each of them one sample; for players with few, mixed with what the model says."""
        model = np.linalg.inv(self.curvature(strengths))
        slopes = self.seeds @ self.slopes(strengths)
        prior = np.diag(DRAW * drawn(strengths) * (1 - drawn(strengths)))
        varied = model @ ((slopes.T @ slopes).toarray() + prior) @ model
        samples = np.asarray(((self.seeds @ abs(self.summed(np.ones(len(self.chosen)), self.weights))) > 0).sum(axis=0))
        trust = samples / (samples + MADE_UP)
        own, others = np.sqrt(trust), np.sqrt(1 - trust)
        return np.asarray(own[:, None] * varied * own + others[:, None] * model * others)


def drawn(strengths: Floats) -> Floats:
    """What each player is expected to win of an average one."""
    return np.asarray(1 / (1 + np.exp(-strengths)))
