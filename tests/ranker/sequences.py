"""Sequential tests by the thousand: pairs of made-up matches, and where each test stopped."""

import numpy as np
from numpy.typing import NDArray

from quintain.ranker.elo import share_of
from quintain.ranker.sequential import CAUTION, OVERSHOOT, WIDEST, Sequential, Sums

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])  # of a pair of matches
CHANCES = np.array([0.05, 0.2, 0.5, 0.2, 0.05])  # between equals


def chances_at(elo: float) -> NDArray[np.float64]:
    """Of a pair's scores, for a version that is so much stronger."""
    low, high = -9.0, 9.0
    for _ in range(60):
        tilt = (low + high) / 2
        found = CHANCES * np.exp(tilt * SCORES)
        found /= found.sum()
        low, high = (tilt, high) if found @ SCORES < share_of(elo) else (low, tilt)
    return np.asarray(found)


def stopped(test: Sequential, elo: float, runs: int, most: int, seed: int) -> list[Sums]:
    """Where so many tests stopped: the same sums as `Sums`, for all of them at once."""
    samples = np.random.default_rng(seed).choice(SCORES, (runs, most), p=chances_at(elo))
    pairs = np.arange(1, most + 1)
    total, squares = samples.cumsum(1), (samples**2).cumsum(1)
    mean = total / pairs
    variance = (squares - pairs * mean**2 + CAUTION * WIDEST) / (pairs + CAUTION)
    (low, high), (floor, ceiling) = test.shares, test.bounds
    ratio = (high - low) / variance * pairs * (mean - (low + high) / 2)
    early = OVERSHOOT * (high - low) / np.sqrt(variance)
    over = (ratio >= np.maximum(ceiling - early, ceiling / 2)) | (ratio <= np.minimum(floor + early, floor / 2))
    assert over.any(1).all(), "a test did not stop"
    ends = over.argmax(1)
    rows = np.arange(runs)
    return [
        Sums(int(end) + 1, float(a), float(b))
        for end, a, b in zip(ends, total[rows, ends], squares[rows, ends], strict=True)
    ]


def variance_at(elo: float) -> float:
    chances = chances_at(elo)
    return float(chances @ SCORES**2 - (chances @ SCORES) ** 2)
