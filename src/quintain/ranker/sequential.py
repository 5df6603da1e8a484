"""Is it better? A sequential test over paired seeds, which stops as soon as it knows.

A sample is what the new version won of one seed with all its seatings, between 0 and 1. The test is Wald's, for a
mean of which the variance is not known (a generalised sequential probability ratio test): it decides between "no more
than elo0 better" and "at least elo1 better".
"""

from collections.abc import Callable, Iterable
from math import exp, inf, log, sqrt
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from quintain.core.errors import BadSetting
from quintain.ranker.elo import difference_of, share_of
from quintain.ranker.intervals import Interval

Floats = NDArray[np.float64]
Verdict = Literal["better", "not better", "open"]
# Made-up samples that vary as widely as any can, so that a few equal pairs are not taken for certainty.
CAUTION = 1.0
OVERSHOOT = 0.583  # deviations of one step by which a random walk goes beyond a bound, on average (Siegmund)
WIDEST = 0.25  # the variance of samples that are all won or lost, in equal parts
IMAGES = np.arange(-12, 13)  # mirrored paths that are summed up; the next one changes nothing that can be seen


class Sums(msgspec.Struct, frozen=True):
    """What the samples say, in three numbers."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, samples: Iterable[float]) -> "Sums":
        found = list(samples)
        return Sums(self.pairs + len(found), self.total + sum(found), self.squares + sum(x * x for x in found))

    @property
    def mean(self) -> float:
        return self.total / self.pairs if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """Of a sample, with caution."""
        own = max(0.0, self.squares - self.pairs * self.mean**2)
        return (own + CAUTION * WIDEST) / (self.pairs + CAUTION)


class Estimate(msgspec.Struct, frozen=True):
    """How much better it is, in Elo points: the middle guess, and where the truth lies 95 times out of 100."""

    elo: float
    low: float
    high: float


class Sequential(msgspec.Struct, frozen=True, kw_only=True):
    """The question and how sure the answer shall be."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # how often something no better may be called better
    beta: float = 0.05  # how often something better may be called no better

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadSetting(f"elo0 = {self.elo0:g} must be less than elo1 = {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadSetting(f"{name} = {value:g} must be between 0 and 0.5, such as 0.05")

    @property
    def bounds(self) -> Interval:
        """Wald's, of the logarithm of the likelihood ratio: where it would stop if it could stop exactly there."""
        return Interval(log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha))

    def stops(self, variance: float) -> Interval:
        """The bounds for a walk in steps: it stops a little before, for it will be beyond by as much."""
        (low, high), (floor, ceiling) = self.shares, self.bounds
        early = OVERSHOOT * (high - low) / sqrt(variance)
        return Interval(min(floor + early, floor / 2), max(ceiling - early, ceiling / 2))

    @property
    def shares(self) -> Interval:
        """What the two hypotheses say that the new version wins."""
        return Interval(share_of(self.elo0), share_of(self.elo1))

    def ratio(self, sums: Sums) -> float:
        """The logarithm of how much likelier the samples are if it is better, with the variance that they have.

        It is linear in the samples, so that far beyond both hypotheses it is known at once, and as a walk it is the one
        that `estimate` reckons with.
        """
        low, high = self.shares
        return (high - low) / sums.variance * sums.pairs * (sums.mean - (low + high) / 2)

    def verdict(self, sums: Sums) -> Verdict:
        ratio, (low, high) = self.ratio(sums), self.stops(sums.variance)
        return "better" if ratio >= high else "not better" if ratio <= low else "open"

    # --- how many matches ---------------------------------------------------------------------------------------------

    def fixed(self, variance: float) -> int:
        """Samples that a test of fixed size and the same certainty would need."""
        from scipy.special import ndtri

        low, high = self.shares
        return max(1, round(variance * ((ndtri(1 - self.alpha) + ndtri(1 - self.beta)) / (high - low)) ** 2 + 0.5))

    def expected(self, elo: float, variance: float) -> float:
        """Samples that this test needs on average, if the new version is so much better (by Wald)."""
        (low, high), (floor, ceiling) = self.shares, self.bounds
        drift = (high - low) / variance * (share_of(elo) - (low + high) / 2)  # of the ratio, in a sample
        noise = (high - low) ** 2 / variance
        exponent = -2 * drift / noise
        if abs(exponent) < 1e-9:
            return -floor * ceiling / noise
        upwards = (1 - exp(exponent * floor)) / (exp(exponent * ceiling) - exp(exponent * floor))
        return (floor + upwards * (ceiling - floor)) / drift

    # --- how much better ----------------------------------------------------------------------------------------------

    def estimate(self, sums: Sums) -> Estimate:
        """Who stops at a lucky moment overrates it; here, that the test stopped when it did is taken into account.

        The samples are taken for a random walk between two bounds. Outcomes are in order: stopped above, the sooner the
        better; still open; stopped below, the later the better. The limits of the interval are the strengths for which
        this outcome or a better one happens 2.5 or 97.5 times in a hundred.
        """
        if not sums.pairs:
            return Estimate(0.0, -inf, inf)
        walk, middle = Walk.of(self, sums), sum(self.shares) / 2
        low, high = -middle / walk.deviation, (1 - middle) / walk.deviation
        drifts = [solved(walk.at_least, target, low, high) for target in (0.5, 0.025, 0.975)]
        return Estimate(*(difference_of(middle + drift * walk.deviation) for drift in drifts))


class Walk(msgspec.Struct, frozen=True):
    """The samples as a Brownian motion: less the middle of both hypotheses, and divided by their deviation."""

    steps: int
    place: float
    floor: float
    ceiling: float
    deviation: float

    @classmethod
    def of(cls, test: Sequential, sums: Sums) -> "Walk":
        (low, high), (floor, ceiling) = test.shares, test.bounds
        deviation = sqrt(sums.variance)
        unit = deviation / (high - low)
        ends = {"better": ceiling, "not better": floor}
        place = ends.get(test.verdict(sums), test.ratio(sums))
        return cls(sums.pairs, place * unit, floor * unit, ceiling * unit, deviation)

    def at_least(self, drift: float) -> float:
        """How likely this outcome or a better one is, with this drift at every step."""
        if self.place <= self.floor:
            return 1 - reached(-drift, self.steps, -self.ceiling, -self.floor)
        above = reached(drift, self.steps, self.floor, self.ceiling)
        if self.place >= self.ceiling:
            return above
        return above + between(drift, self.steps, self.floor, self.ceiling, self.place)


def reached(drift: float, time: float, floor: float, ceiling: float) -> float:
    """How likely a Brownian motion has met the ceiling by then, and not the floor before: a sum over mirrored paths."""
    from scipy.special import log_ndtr

    root = sqrt(time)
    targets = ceiling + 2 * IMAGES * (ceiling - floor)
    far = np.abs(targets)
    near = np.exp(drift * (ceiling - far) + log_ndtr((drift * time - far) / root))
    back = np.exp(drift * (ceiling + far) + log_ndtr((-drift * time - far) / root))
    return float(np.clip(np.sum((near + back) * np.sign(targets)), 0, 1))


def between(drift: float, time: float, floor: float, ceiling: float, place: float) -> float:
    """How likely it has met neither by then, and is at this place or above."""
    shifts = 2 * IMAGES * (ceiling - floor)
    total = 0.0
    for sources, sign in ((shifts, 1), (2 * ceiling + shifts, -1)):
        low, high = ((end - sources - drift * time) / sqrt(time) for end in (place, ceiling))
        weights = np.exp(np.minimum(700.0, drift * sources))
        total += sign * float(np.sum(weights * normal_between(low, high)))
    return min(1.0, max(0.0, total))


def normal_between(low: Any, high: Any) -> Floats:
    """How likely a normal number is between these, right to the last digit on either side."""
    from scipy.special import ndtr

    return np.asarray(np.where(low > 0, ndtr(-low) - ndtr(-high), ndtr(high) - ndtr(low)))


def solved(rising: Callable[[float], float], target: float, low: float, high: float) -> float:
    """The argument at which a rising function has this value, found by halving."""
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < target else (low, middle)
    return (low + high) / 2
