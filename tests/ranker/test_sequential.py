"""The sequential test: errors as asked for, as few matches as theory says, and an estimate that is not fooled."""

from math import inf

import numpy as np
import pytest

from quintain.core.errors import BadSetting
from quintain.ranker.sequential import OVERSHOOT, Sequential, Sums, between, reached
from tests.ranker.sequences import stopped, variance_at


@pytest.mark.parametrize("elo", [0.0, 20.0])
def test_errors_and_length_are_those_of_the_theory(elo: float) -> None:
    """A cheap version of bench/ratings.py, which runs ten thousand: here the limits allow for the smaller number."""
    test = Sequential(elo0=0, elo1=20)
    ends = stopped(test, elo, 600, 4000, seed=3)
    wrong = "not better" if elo else "better"
    verdicts: list[str] = [test.verdict(sums) for sums in ends]
    assert "open" not in verdicts
    assert verdicts.count(wrong) / 600 <= 0.075
    mean = np.mean([sums.pairs for sums in ends])
    assert mean == pytest.approx(test.expected(elo, variance_at(elo)), rel=0.1)
    assert mean <= 0.55 * test.fixed(variance_at(elo))


def test_the_interval_covers_the_truth_though_the_test_stops_when_it_likes() -> None:
    test = Sequential(elo0=0, elo1=30)
    for elo in (0.0, 15.0, 60.0):
        estimates = [test.estimate(sums) for sums in stopped(test, elo, 150, 4000, seed=7)]
        assert np.mean([one.low <= elo <= one.high for one in estimates]) >= 0.9
        assert np.median([one.elo for one in estimates]) == pytest.approx(elo, abs=8)


def test_what_is_far_better_is_known_at_once_and_not_called_a_little_better() -> None:
    test, sums = Sequential(), Sums()
    while test.verdict(sums) == "open":
        sums = sums.plus([1.0 if sums.pairs % 10 else 0.5])
    assert sums.pairs < 30
    assert test.estimate(sums).elo > 300


def test_one_pair_after_the_other_is_the_same_as_all_at_once() -> None:
    samples = [0.5, 1.0, 0.75, 0.0]
    one_by_one = Sums()
    for sample in samples:
        one_by_one = one_by_one.plus([sample])
    assert one_by_one == Sums().plus(samples)


def test_pairs_that_are_all_alike_prove_little_at_first() -> None:
    test = Sequential()
    assert test.verdict(Sums()) == "open"
    for score in (0.0, 0.5, 1.0):
        assert test.verdict(Sums().plus([score] * 5)) == "open"
    assert test.verdict(Sums().plus([1.0] * 200)) == "better"
    assert test.verdict(Sums().plus([0.5] * 200)) == "not better"
    assert test.verdict(Sums().plus([0.0] * 200)) == "not better"


def test_an_estimate_before_the_end() -> None:
    test = Sequential()
    assert test.estimate(Sums()).low == -inf
    open_one = test.estimate(Sums().plus([0.5, 0.75, 0.25, 0.5] * 10))
    assert open_one.low < 0 < open_one.high
    assert open_one.elo == pytest.approx(0, abs=3)


def test_the_random_walk_against_simulation() -> None:
    steps, floor, ceiling, drift = 400, -9.0, 14.0, 0.02
    walks = np.random.default_rng(1).normal(drift, 1, (8000, steps)).cumsum(1)
    above, below = walks >= ceiling - OVERSHOOT, walks <= floor + OVERSHOOT
    first = np.where(above.any(1), above.argmax(1), steps), np.where(below.any(1), below.argmax(1), steps)
    assert reached(drift, steps, floor, ceiling) == pytest.approx(np.mean(first[0] < first[1]), abs=0.02)
    still = (first[0] == steps) & (first[1] == steps)
    higher = np.mean(still & (walks[:, -1] >= 3.0))
    assert between(drift, steps, floor, ceiling, 3.0) == pytest.approx(higher, abs=0.02)


def test_a_question_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadSetting, match="elo0 = 5 must be less"):
        Sequential(elo0=5, elo1=5)
    with pytest.raises(BadSetting, match="alpha"):
        Sequential(alpha=0.7)
