"""Ratings: openskill is the judge of the numbers, and some laws hold whatever they are."""

from collections.abc import Sequence
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from quintain.ranker.ratings import NEWCOMER, SCALE, Rating, pulled, rated
from tests.ranker.results import a_result

MUS = st.floats(-1000, 4000)
SIGMAS = st.floats(5, 500)
KAPPA = 0.0001  # openskill leaves so much of a variance at least
RATINGS = st.builds(Rating, MUS, SIGMAS)


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[list[Rating]], list[int]]:
    """Sides of one to four players, and their ranks, with ties."""
    sides = draw(st.lists(st.lists(RATINGS, min_size=1, max_size=4), min_size=2, max_size=8))
    return sides, draw(st.lists(st.integers(1, 8), min_size=len(sides), max_size=len(sides)))


def judged(sides: Sequence[Sequence[Rating]], ranks: Sequence[int], beta: float) -> list[list[tuple[float, float]]]:
    """What openskill makes of it."""
    model = PlackettLuce(beta=beta, tau=0.0, kappa=KAPPA, gamma=lambda *_: 1.0)
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[(one.mu, one.sigma) for one in side] for side in after]


@given(contests(), st.floats(20, 400))
def test_openskill_agrees_to_the_ninth_digit(contest: tuple[list[list[Rating]], list[int]], beta: float) -> None:
    """Sides are sums for openskill, and its spread is another; the rule is the same."""
    sides, ranks = contest
    variances = [sum(one.sigma**2 for one in side) for side in sides]
    spread = sqrt(sum(variances) + len(sides) * beta**2)
    pulls = pulled([sum(one.mu for one in side) for side in sides], ranks, spread)
    for side, pull, expected in zip(sides, pulls, judged(sides, ranks, beta), strict=True):
        for one, (mu, sigma) in zip(side, expected, strict=True):
            left = max(1 - one.sigma**2 * pull.news, KAPPA)
            assert one.mu + one.sigma**2 * pull.surprise == pytest.approx(mu, abs=1e-9, rel=1e-9)
            assert one.sigma * sqrt(left) == pytest.approx(sigma, abs=1e-9, rel=1e-9)


# Worked out by hand from Weng and Lin's algorithm 4 for two newcomers of openskill's own scale (25 ± 25/3, beta 25/6):
# c² = 2·(25/3)² + 2·(25/6)², p = 1/2, the winner gains (25/3)²/c · 1/2 and keeps 1 − (25/3)²/c² · 1/4 of the variance.
def test_the_example_of_the_paper() -> None:
    spread = sqrt(2 * (25 / 3) ** 2 + 2 * (25 / 6) ** 2)
    winner, loser = pulled([25.0, 25.0], [1, 2], spread)
    assert 25 + (25 / 3) ** 2 * winner.surprise == pytest.approx(27.635231, abs=1e-6)
    assert 25 + (25 / 3) ** 2 * loser.surprise == pytest.approx(22.364769, abs=1e-6)
    assert (25 / 3) ** 2 * winner.news == pytest.approx(0.1)


def test_a_first_match_of_two_newcomers() -> None:
    """By hand: v = 350² + 1, c² = 173.72² + π/8 · 2v, p = 1/2; left = 1 / (1 + v/4c²), gain = v · left / 2c."""
    after = rated({}, a_result("AB", (1, 2)))
    assert after["A"].mu == pytest.approx(1500 + 122501 * 0.80495 / (2 * 355.51), abs=0.05)
    assert after["A"].sigma == pytest.approx(sqrt(122501 * 0.80495), abs=0.01)
    assert after["A"].mu + after["B"].mu == pytest.approx(3000)


# --- laws ------------------------------------------------------------------------------------------------------------


@given(RATINGS, RATINGS)
def test_a_win_never_lowers_and_a_loss_never_raises(one: Rating, other: Rating) -> None:
    after = rated({"A": one, "B": other}, a_result("AB", (1, 2)))
    assert after["A"].mu >= one.mu
    assert after["B"].mu <= other.mu


@given(MUS, st.floats(1, 800), SIGMAS, SIGMAS)
def test_a_bigger_surprise_moves_more(mu: float, further: float, sigma: float, theirs: float) -> None:
    gains = []
    for opponent in (mu, mu + further):
        after = rated({"A": Rating(1500.0, sigma), "B": Rating(opponent, theirs)}, a_result("AB", (1, 2)))
        gains.append(after["A"].mu)
    assert gains[1] >= gains[0]


@given(RATINGS, RATINGS)
def test_a_draw_brings_the_two_together(one: Rating, other: Rating) -> None:
    after = rated({"A": one, "B": other}, a_result("AB", (1, 1)))
    better, worse = ("A", "B") if one.mu >= other.mu else ("B", "A")
    before = {"A": one, "B": other}
    assert after[better].mu <= before[better].mu
    assert after[worse].mu >= before[worse].mu


@given(st.permutations(range(4)), st.lists(RATINGS, min_size=4, max_size=4), st.lists(st.integers(1, 4), min_size=4))
def test_neither_seats_nor_teammates_have_an_order(order: list[int], known: list[Rating], ranks: list[int]) -> None:
    before = dict(zip("ABCD", known, strict=True))
    for teams in ((0, 1, 2, 3), (0, 1, 0, 1)):
        places = [ranks[team] for team in teams]
        after = rated(before, a_result("ABCD", places, teams))
        moved = rated(
            before, a_result([*map("ABCD".__getitem__, order)], [places[i] for i in order], [teams[i] for i in order])
        )
        for player, rating in after.items():
            assert moved[player].mu == pytest.approx(rating.mu, abs=1e-9)
            assert moved[player].sigma == pytest.approx(rating.sigma, abs=1e-9)


@given(st.lists(RATINGS, min_size=2, max_size=6), st.data())
def test_a_better_place_is_never_worse(known: list[Rating], data: st.DataObject) -> None:
    names = "ABCDEF"[: len(known)]
    order = data.draw(st.permutations(range(1, len(known) + 1)))
    before = dict(zip(names, known, strict=True))
    place = data.draw(st.integers(2, len(known)))
    better = [place - 1 if rank == place else place if rank == place - 1 else rank for rank in order]
    who = names[order.index(place)]
    assert rated(before, a_result(names, better))[who].mu >= rated(before, a_result(names, order))[who].mu - 1e-9


def test_what_is_known_of_somebody_grows() -> None:
    known: dict[str, Rating] = {}
    for turn in range(30):
        known |= rated(known, a_result("AB", (1, 2) if turn % 2 else (2, 1)))
    assert known["A"].sigma < NEWCOMER.sigma / 2
    assert known["A"].mu == pytest.approx(1500, abs=60)


def test_a_rating_for_people() -> None:
    assert str(Rating(1612.4, 24.6).shown) == "1612 ± 48"
    assert round(SCALE, 2) == 173.72


# --- teams, faults and players in several seats ----------------------------------------------------------------------


def test_a_team_of_one_player_is_rated_like_that_player() -> None:
    team = rated({}, a_result("ABAB", (1, 2, 1, 2), (0, 1, 0, 1)))
    assert team == rated({}, a_result("AB", (1, 2)))


def test_teammates_share_and_the_unknown_one_moves_more() -> None:
    before = {"A": Rating(1500, 300), "C": Rating(1500, 60)}
    after = rated(before, a_result("ABCD", (1, 2, 1, 2), (0, 1, 0, 1)))
    assert after["A"].mu - 1500 > after["C"].mu - 1500 > 0
    assert after["B"] == after["D"]


def test_who_failed_loses_alone() -> None:
    """Team 0 has won with a stand-in for A."""
    fault = rated({}, a_result("ABCD", (3, 2, 1, 2), (0, 1, 0, 1), charged={0}))
    assert fault["A"].mu < NEWCOMER.mu
    assert fault["C"].mu > NEWCOMER.mu
    without = rated({}, a_result("BCD", (2, 1, 2), (1, 0, 1)))
    assert {player: fault[player] for player in "BCD"} == without


def test_who_failed_in_one_of_several_seats_has_failed() -> None:
    """A's team has won, with a stand-in in one of its two seats; between A and B that is A's loss."""
    after = rated({}, a_result("ABAB", (3, 2, 1, 2), (0, 1, 0, 1), charged={0}))
    assert after == rated({}, a_result("AB", (2, 1)))


def test_in_a_duel_the_opponent_of_who_failed_has_won() -> None:
    assert rated({}, a_result("AB", (2, 1), charged={0})) == rated({}, a_result("AB", (2, 1)))


def test_who_failed_in_a_free_for_all_lifts_nobody() -> None:
    fault = rated({}, a_result("ABC", (1, 2, 3), charged={2}))
    assert {player: fault[player] for player in "AB"} == rated({}, a_result("AB", (1, 2)))
    assert fault["C"].mu < NEWCOMER.mu


def test_if_all_failed_it_is_a_draw() -> None:
    after = rated({"A": Rating(1600, 100)}, a_result("AB", (1, 1), charged={0, 1}))
    assert after["A"].mu < 1600
    assert after["B"].mu > 1500


def test_nobody_learns_from_a_match_against_oneself() -> None:
    assert rated({}, a_result("AA", (1, 2))) == {"A": NEWCOMER}


def test_a_player_in_several_seats_is_rated_once() -> None:
    after = rated({}, a_result("AAB", (1, 3, 2)))
    assert after["A"].mu == pytest.approx(1500, abs=60)
    both = rated({}, a_result("AAB", (1, 2, 3)))
    assert both["A"].mu > 1500 > both["B"].mu
