"""Ratings with uncertainty, match by match: for two players, teams and free-for-alls.

The likelihood of a result is that of Plackett and Luce, by Weng and Lin (2011). Its slope and curvature are
openskill's to the ninth digit, as the tests check. What is made of them differs in two ways, so that intervals say the
truth, also with many sides (bench/ratings.py has both beside each other): doubt blurs a prediction only as much as it
should, and a step goes to the top of the curve, not beyond it.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

import msgspec

from quintain.ranker.intervals import SURE
from quintain.ranker.result import Result
from quintain.ranker.sides import Side, sides_of

# Points as in Elo: a player who is 400 points ahead wins ten matches for each that is lost.
SCALE = 400 / log(10)
START, DOUBT = 1500.0, 350.0  # of a newcomer; bench/ratings.py shows how populations of other widths fare
DRIFT = 1.0  # points by which a player may have changed since the last match: people learn, and old errors fade
BLUR = pi / 8  # a logistic curve that is blurred by a normal doubt is one of a wider spread, by so much of the variance


class Shown(NamedTuple):
    """A rating for people: the true one is within the margin, 95 times out of 100."""

    points: int
    margin: int

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"


class Rating(msgspec.Struct, frozen=True):
    mu: float = START
    sigma: float = DOUBT

    @property
    def shown(self) -> Shown:
        return Shown(round(self.mu), round(SURE * self.sigma))


NEWCOMER = Rating()


def rated(before: Mapping[str, Rating], result: Result) -> dict[str, Rating]:
    """The ratings, after this match, of all who are credited or charged in it; unknown players are newcomers.

    Who failed loses to all who did not; for those it changes nothing, as long as there are others to compare with.
    """
    finished, charged = sides_of(result)
    known = {player: before.get(player, NEWCOMER) for player in sorted(set(result.players))}
    if len(known) == 1:
        return known  # nobody learns anything from a player's match against itself
    if not charged or len(finished) < 2:
        return combined(known, changes(known, [*finished, *charged]))
    alone = changes(known, [*finished, *charged])[len(finished) :]
    return combined(known, [*changes(known, finished), *alone])


class Change(NamedTuple):
    """What a match says of one player on one side."""

    player: str
    mu: float  # points that are added
    left: float  # the part of the variance that is left


def changes(known: Mapping[str, Rating], sides: Sequence[Side]) -> list[list[Change]]:
    """What the match says of the players of each side."""
    teams = [strength(known, side) for side in sides]
    spread = spread_of([team.variance for team in teams])
    pulls = pulled([team.mu for team in teams], [side.rank for side in sides], spread)
    return [
        [change(known[player], player, part, pull) for player, part in side.parts.items()]
        for side, pull in zip(sides, pulls, strict=True)
    ]


class Strength(NamedTuple):
    mu: float
    variance: float


class Pull(NamedTuple):
    """How much more a side reached than was expected, and how much that tells."""

    surprise: float
    news: float


def strength(known: Mapping[str, Rating], side: Side) -> Strength:
    mu = variance = 0.0
    for player, part in side.parts.items():
        rating = known[player]
        mu += part * rating.mu
        variance += part * part * doubt(rating)
    return Strength(mu, variance)


def doubt(rating: Rating) -> float:
    """The variance of a rating when the next match begins."""
    return rating.sigma * rating.sigma + DRIFT * DRIFT


def change(rating: Rating, player: str, part: float, pull: Pull) -> Change:
    variance = doubt(rating)
    left = 1 / (1 + part * part * variance * pull.news)
    return Change(player, part * variance * left * pull.surprise, left)


def spread_of(variances: Sequence[float]) -> float:
    """The difference in points that decides as clearly, with sides of such doubt, as `SCALE` does without any."""
    return sqrt(SCALE * SCALE + BLUR * 2 * sum(variances) / len(variances))


def pulled(mus: Sequence[float], ranks: Sequence[int], spread: float) -> list[Pull]:
    """The gradient of the likelihood of these ranks for each side's strength, and its curvature.

    The ranks are choices: the best of all, then the best of the rest. Sides that share a rank share one choice.
    """
    top = max(mus)
    weights = [exp((mu - top) / spread) for mu in mus]
    choices = [(rank, sum(w for w, other in zip(weights, ranks, strict=True) if other >= rank)) for rank in ranks]
    pulls = []
    for own, weight in zip(ranks, weights, strict=True):
        surprise, news = 1 / ranks.count(own), 0.0
        for rank, total in choices:
            if rank <= own:
                share = weight / total
                surprise -= share / ranks.count(rank)
                news += share * (1 - share) / ranks.count(rank)
        pulls.append(Pull(surprise / spread, news / (spread * spread)))
    return pulls


def combined(known: Mapping[str, Rating], changes: Sequence[Sequence[Change]]) -> dict[str, Rating]:
    """Who sits on several sides is rated once, by the mean of what they say."""
    found: dict[str, list[Change]] = {}
    for side in changes:
        for one in side:
            found.setdefault(one.player, []).append(one)
    return {player: moved(known[player], found[player]) for player in known if player in found}


def moved(rating: Rating, found: Sequence[Change]) -> Rating:
    if len(found) == 1:  # as nearly always, and a mean takes its time
        return Rating(rating.mu + found[0].mu, sqrt(doubt(rating) * found[0].left))
    mu = sum(one.mu for one in found) / len(found)
    left = sum(one.left for one in found) / len(found)
    return Rating(rating.mu + mu, sqrt(doubt(rating) * left))
