"""Elo beside the ratings: shares and points are the same thing, and a match moves both by as much."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.ranker.elo import difference_of, elo_rated, share_of
from tests.ranker.results import a_result


def test_points_that_everybody_knows() -> None:
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert difference_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert (difference_of(0), difference_of(1)) == (-inf, inf)


@given(st.floats(-2000, 2000))
def test_there_and_back(difference: float) -> None:
    assert difference_of(share_of(difference)) == pytest.approx(difference, abs=1e-6)
    assert share_of(difference) + share_of(-difference) == pytest.approx(1)


def test_a_win_against_an_equal_is_worth_half_a_step() -> None:
    assert elo_rated({}, a_result("AB", (1, 2)), 20) == {"A": 1510, "B": 1490}
    assert elo_rated({}, a_result("AB", (1, 1))) == {"A": 1500, "B": 1500}


@given(st.lists(st.floats(0, 3000), min_size=4, max_size=4), st.lists(st.integers(1, 4), min_size=4, max_size=4))
def test_nothing_is_lost(known: list[float], ranks: list[int]) -> None:
    before = dict(zip("ABCD", known, strict=True))
    after = elo_rated(before, a_result("ABCD", ranks))
    assert sum(after.values()) == pytest.approx(sum(known), abs=1e-6)


def test_who_failed_loses_alone() -> None:
    after = elo_rated({}, a_result("ABC", (1, 1, 3), charged={2}))
    assert after["A"] == after["B"] == 1500
    assert after["C"] < 1500
