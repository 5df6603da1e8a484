"""Standings by maximum likelihood: right numbers, honest intervals, and notes where the order means little."""

from math import exp, log

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from quintain import ranker
from quintain.core.errors import BadSetting
from quintain.ranker.cross import Meeting, rings
from quintain.ranker.elo import difference_of
from quintain.ranker.likelihood import Standings, standings
from quintain.ranker.ratings import SCALE
from quintain.ranker.result import Result
from quintain.ranker.strengths import DRAW, fitted
from tests.ranker.results import a_result


def won(one: str, other: str, wins: int, losses: int, draws: int = 0) -> list[Result]:
    counts = ((1, 2), wins), ((2, 1), losses), ((1, 1), draws)
    return [a_result([one, other], ranks) for ranks, count in counts for _ in range(count)]


def elo(table: Standings) -> dict[str, float]:
    return {line.player: line.elo for line in table.lines}


def test_two_players_are_apart_by_their_share() -> None:
    table = standings(won("A", "B", 7500, 2500))
    strength = elo(table)
    assert strength["A"] - strength["B"] == pytest.approx(difference_of(0.75), abs=0.1)
    assert strength["A"] == pytest.approx(-strength["B"])


def test_a_draw_is_half_a_win_and_half_a_loss() -> None:
    halves, draws = elo(standings(won("A", "B", 60, 40))), elo(standings(won("A", "B", 40, 20, 40)))
    assert halves == pytest.approx(draws)


def test_three_players_by_another_road() -> None:
    """The same likelihood, written out and maximised by SciPy."""
    results = [*won("A", "B", 7, 3), *won("B", "C", 6, 4), *won("A", "C", 5, 0)]
    results += [a_result("ABC", order) for order in ((1, 2, 3), (3, 1, 2), (1, 3, 2))]

    def cost(x: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        strength = dict(zip("ABC", x, strict=True))
        total = 0.0
        for result in results:
            rest = [p for _, p in sorted(zip(result.ranks, result.players, strict=True))]
            while len(rest) > 1:
                total += strength[rest[0]] - log(sum(exp(strength[p]) for p in rest))
                rest = rest[1:]
        for own in x:
            total -= DRAW / 2 * (log(1 + exp(own)) + log(1 + exp(-own)))
        return -total

    found = minimize(cost, np.zeros(3), tol=1e-10).x
    expected = SCALE * (found - found.mean())
    assert fitted(results).elo == pytest.approx(expected, abs=0.01)


def test_who_has_won_everything_is_finite_and_uncertain() -> None:
    few, many = standings(won("A", "B", 3, 0)), standings(won("A", "B", 300, 0))
    assert 0 < elo(few)["A"] < elo(many)["A"] < 2000
    assert few.lines[0].margin > 100


def test_more_matches_are_surer() -> None:
    margins = [standings(won("A", "B", 6 * n, 4 * n)).lines[0].margin for n in (1, 10, 100)]
    assert margins[0] > 2 * margins[1] > 4 * margins[2]
    superiority = [standings(won("A", "B", 6 * n, 4 * n)).superiority["A"]["B"] for n in (1, 10, 100)]
    assert 0.5 < superiority[0] < superiority[1] < superiority[2]
    assert superiority[2] > 0.999


def test_a_pair_is_one_sample() -> None:
    """The same matches: as pairs that were always split, and as pairs that one player won twice."""

    def paired(split: bool) -> list[Result]:
        ranks = [((1, 2), (2, 1)) if split else ((1, 2), (1, 2)) if n % 2 else ((2, 1), (2, 1)) for n in range(60)]
        return [a_result("AB", one, seed=f"s{n}") for n, both in enumerate(ranks) for one in both]

    split, twice = standings(paired(True)), standings(paired(False))
    alone = standings([msgspec.structs.replace(one, seed=one.id) for one in paired(True)])
    assert split.lines[0].margin < 0.6 * alone.lines[0].margin
    assert twice.lines[0].margin > 1.25 * alone.lines[0].margin


def test_teams_faults_and_several_seats() -> None:
    crews = [a_result("ABAB", (1, 2, 1, 2), (0, 1, 0, 1)) for _ in range(20)]
    duels = [a_result("AB", (1, 2)) for _ in range(20)]
    assert elo(standings(crews)) == pytest.approx(elo(standings(duels)))
    failing = [a_result("ABC", (1, 2, 3), charged={2}) for _ in range(10)]
    table = standings(failing)
    assert [line.player for line in table.lines] == ["A", "B", "C"]
    assert table.lines[-1].faults == 10
    assert elo(standings([a_result("AA", (1, 2))])) == {"A": 0.0}


@settings(max_examples=25)
@given(st.lists(st.tuples(st.permutations("ABCD"), st.lists(st.integers(1, 3), min_size=4, max_size=4)), min_size=1))
def test_any_matches_have_standings(matches: list[tuple[list[str], list[int]]]) -> None:
    """Also with a tie for every place; and the order in which they come does not matter."""
    results = [a_result(players, ranks) for players, ranks in matches]
    table, back = standings(results), standings(results[::-1])
    assert sum(elo(table).values()) == pytest.approx(0, abs=1e-6)
    assert elo(table) == pytest.approx(elo(back), abs=1e-6)
    assert all(np.isfinite([line.elo, line.margin]).all() for line in table.lines)


def test_the_same_match_counts_once() -> None:
    results = won("A", "B", 3, 1)
    assert standings([*results, *results]) == standings(results)
    assert standings([]).lines == ()


def test_matches_of_two_games_have_no_standings() -> None:
    [one, other] = won("A", "B", 2, 0)
    with pytest.raises(BadSetting, match="one game at a time"):
        standings([one, msgspec.structs.replace(other, game="chess")])


def test_the_intervals_cover_the_truth() -> None:
    """A cheap version of bench/ratings.py: thirty matches each, in pairs."""
    rng = np.random.default_rng(5)
    covered: list[bool] = []
    for season in range(12):
        truth = rng.normal(0, 300, 20)
        results = []
        for round in range(15):
            for one, other in rng.permutation(20).reshape(-1, 2):
                for _ in range(2):
                    first = rng.random() < 1 / (1 + exp((truth[other] - truth[one]) / SCALE))
                    players = (f"{one:02}", f"{other:02}")
                    results.append(a_result(players, (1, 2) if first else (2, 1), seed=f"{season} {round} {one}"))
        fit = fitted(results)
        errors = np.abs(fit.elo - truth + truth.mean())
        covered += [bool(error < fit.margin(i)) for i, error in enumerate(errors)]
    assert 0.92 <= np.mean(covered) <= 0.98


# --- who beat whom ---------------------------------------------------------------------------------------------------


def test_the_cross_table() -> None:
    table = standings([*won("A", "B", 3, 1, 2), a_result("ABC", (1, 1, 3))])
    assert table.cross["A"]["B"] == Meeting(3, 3, 1)
    assert table.cross["B"]["A"] == Meeting(1, 3, 3)
    assert table.cross["C"]["A"] == Meeting(0, 0, 1)
    team = standings([a_result("ABCD", (1, 2, 1, 2), (0, 1, 0, 1))])
    assert set(team.cross["A"]) == {"B", "D"}


def test_a_ring_is_noted() -> None:
    ring = [*won("rock", "scissors", 40, 5), *won("scissors", "paper", 40, 5), *won("paper", "rock", 40, 5)]
    table = standings([*ring, *won("rock", "stone", 30, 30)])
    assert table.rings == (("paper", "rock", "scissors"),)
    assert "paper beats rock beats scissors beats paper" in table.notes[0]
    by_chance = [*won("rock", "scissors", 6, 4), *won("scissors", "paper", 6, 4), *won("paper", "rock", 6, 4)]
    assert standings(by_chance).notes == ()


def test_rings_of_any_length_and_none() -> None:
    assert rings({"A": {"B"}, "B": {"C"}, "C": {"D"}, "D": {"A"}}) == [("A", "B", "C", "D")]
    order = {one: set("ABCD"["ABCD".index(one) + 1 :]) for one in "ABCD"}
    assert rings(order) == []


# --- as it is shown --------------------------------------------------------------------------------------------------


def test_a_table_that_shows_itself() -> None:
    table = ranker.standings([a_result(["<b>", "B"], (1, 2)) for _ in range(3)])
    assert "<b>" in str(table)
    assert "&lt;b&gt;" in table._repr_html_()
    assert "<b>" not in table._repr_html_()
    assert str(table).splitlines()[0].split()[:2] == ["player", "Elo"]
    assert "3 matches, 3 seeds" in str(table)
    assert msgspec.json.decode(msgspec.json.encode(table))["lines"][0]["player"] == "<b>"
    from rich.console import Console

    console = Console(width=120)
    with console.capture() as capture:
        console.print(table)
    assert "better than next" in capture.get()
