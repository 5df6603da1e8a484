"""How sure a measured share is: one interval for single matches, pairs and whole sets of seatings."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pvariance
from typing import NamedTuple

SURE = 1.96  # standard errors that hold 95 % of the cases


class Interval(NamedTuple):
    low: float
    high: float


def interval(samples: Sequence[float]) -> Interval:
    """Where the true mean of samples between 0 and 1 lies, 95 times out of 100. It takes at least one sample.

    A sample is one seed with all its seatings. For single matches, each won or lost, this is Wilson's interval.
    """
    return wilson(fmean(samples), worth(samples))


def worth(samples: Sequence[float]) -> float:
    """How many single matches, each won or lost, would tell as much as these samples."""
    n, share = len(samples), fmean(samples)
    widest = share * (1 - share)  # the variance of wins and losses alone; draws and split pairs vary less
    if widest == 0:
        return n
    # Few samples that are alike prove little, so SURE² made-up ones vary as widely as they can: as many as Wilson adds.
    ratio = (n * pvariance(samples) / widest + SURE**2) / (n + SURE**2)
    return n / ratio


def wilson(share: float, n: float) -> Interval:
    """Wilson's interval for a share of n independent matches; honest with few matches and with none lost."""
    spread = SURE * sqrt(share * (1 - share) / n + SURE**2 / (4 * n**2))
    middle = share + SURE**2 / (2 * n)
    scale = 1 + SURE**2 / n
    return Interval(max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
