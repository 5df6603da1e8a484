"""Shares and how sure they are."""

import pytest

from quintain.cli.standings import Line, interval_of, wilson


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    low, high = wilson(1.0, 10)
    assert low == pytest.approx(0.722, abs=0.001)
    assert high == pytest.approx(1.0)


def test_seeds_with_all_their_seatings_are_one_sample() -> None:
    line = Line("x")
    for _ in range(100):
        line.enter(1.0, 10, 0)
        line.enter(0.0, 5, 0)
    paired, unpaired = line.interval(2), line.interval(1)
    assert line.share == 0.5
    # Who wins each seed once depends on the cards alone: paired, that is seen.
    assert paired[1] - paired[0] < (unpaired[1] - unpaired[0]) / 3


def test_few_samples_are_not_sure() -> None:
    low, high = interval_of([1.0])
    assert low < 0.1
    assert high == 1.0
    low, high = interval_of([1.0] * 100)
    assert 0.95 < low < 1


def test_draws_count_in_parts() -> None:
    line = Line("x")
    for share in (1.0, 0.5, 0.0):
        line.enter(share, 0, 1)
    assert (line.wins, line.draws, line.losses, line.faults, line.share) == (1, 1, 1, 3, 0.5)
