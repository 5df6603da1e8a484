"""One interval for all: as sure as it says, with few samples, with equal ones, and with pairs."""

import random
from collections.abc import Iterator
from math import comb
from statistics import fmean

import pytest

from quintain.ranker.intervals import Interval, interval, wilson, worth


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert wilson(1.0, 10) == pytest.approx((0.722, 1.0), abs=0.001)


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (0, 1), (3, 2), (60, 40), (99, 1), (50, 0)])
def test_single_matches_have_the_interval_of_wilson(won: int, lost: int) -> None:
    samples = [1.0] * won + [0.0] * lost
    assert interval(samples) == pytest.approx(wilson(won / (won + lost), won + lost))


def test_one_sample_proves_little() -> None:
    assert interval([1.0]).low < 0.25
    assert interval([0.0]).high > 0.75
    low, high = interval([0.5])
    assert low < 0.2
    assert high > 0.8


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_equal_samples_leave_a_doubt_that_shrinks(share: float) -> None:
    widths = [high - low for low, high in (interval([share] * n) for n in (2, 5, 20, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
    # As with none lost of n: another result may still come up about three times in n, and cost as much as one can.
    assert widths[3] > 3 * max(share, 1 - share) / 100
    assert widths[4] < 0.01


def test_pairs_that_are_split_say_more_than_their_matches_alone() -> None:
    split = interval([0.5] * 100)
    alone = interval([1.0, 0.0] * 100)
    assert width(split) < width(alone) / 3


def test_pairs_that_go_together_say_no_more_than_one_match_each() -> None:
    assert worth([1.0] * 60 + [0.0] * 40) == pytest.approx(100)


def test_pairs_that_do_not_go_together_say_as_much_as_their_matches() -> None:
    pairs = [1.0] * 49 + [0.5] * 42 + [0.0] * 9  # 70 % won, independently
    assert worth(pairs) == pytest.approx(200, rel=0.05)


# --- is it as sure as it says?


def width(found: Interval) -> float:
    return found.high - found.low


def results(n: int, chances: tuple[float, float, float]) -> Iterator[tuple[float, list[float]]]:
    """All results of n pairs, lost, split or won with these chances, each with its own chance."""
    lost, split, won = chances
    for a in range(n + 1):
        for b in range(n + 1 - a):
            c = n - a - b
            yield comb(n, a) * comb(n - a, b) * lost**a * split**b * won**c, [0.0] * a + [0.5] * b + [1.0] * c


def covered(n: int, chances: tuple[float, float, float]) -> float:
    """The chance that the interval of n pairs holds the truth, summed up exactly."""
    truth = chances[1] / 2 + chances[2]
    found = ((chance, interval(samples)) for chance, samples in results(n, chances) if chance > 1e-9)
    return sum(chance for chance, (low, high) in found if low <= truth <= high)


def kinds_of_pairs(share: float) -> list[tuple[float, float, float]]:
    other = 1 - share
    independent = (other**2, 2 * share * other, share**2)
    together = (other, 0.0, share)  # the seed does not matter, the same one wins both
    apart = (0.0, 2 * other, 1 - 2 * other)  # the seed decides as often as it can
    return [independent, together, apart]


@pytest.mark.parametrize("n", [5, 10, 20])
def test_pairs_of_every_kind_hold_the_truth(n: int) -> None:
    chances = [covered(n, kind) for share in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98) for kind in kinds_of_pairs(share)]
    assert fmean(chances) > 0.95
    assert min(chances) > 0.9  # Wilson's own is no better for rare losses


def share_of_a_set(rng: random.Random, talent: float, luck: float) -> float:
    """What one of four wins of a seed's four seatings, when each seat of the seed has luck of its own."""
    seats = [rng.gauss(0, luck) for _ in range(4)]
    first = 0
    for seating in range(4):
        reached = [seats[(who + seating) % 4] + rng.gauss(0, 1) + (talent if who == 0 else 0) for who in range(4)]
        first += max(reached) == reached[0]
    return first / 4


@pytest.mark.parametrize("luck", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("talent", [0.0, 1.0])
def test_sets_of_four_seatings_hold_the_truth(talent: float, luck: float) -> None:
    rng = random.Random(f"{talent} {luck}")
    truth = fmean(share_of_a_set(rng, talent, luck) for _ in range(10_000))
    found = [interval([share_of_a_set(rng, talent, luck) for _ in range(20)]) for _ in range(500)]
    assert fmean(low <= truth <= high for low, high in found) > 0.94
