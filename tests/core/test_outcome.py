"""Ranks: ties share a place, teammates share a rank, and the team at fault comes last."""

import pytest

from quintain.core.match import outcome_of
from quintain.core.outcome import Ending, ranked
from tests.games.jaffre.tables import table


@pytest.mark.parametrize(
    ("placings", "teams", "fault", "ranks"),
    [
        ((3, 2, 1), (0, 1, 2), None, (1, 2, 3)),
        ((2, 2, 1), (0, 1, 2), None, (1, 1, 3)),
        ((1, 2, 2, 5), (0, 1, 2, 3), None, (4, 2, 2, 1)),
        ((1, 1), (0, 1), None, (1, 1)),
        ((5, 3, 5, 3), (0, 1, 0, 1), None, (1, 2, 1, 2)),
        ((5, 3, 5, 3), (0, 1, 0, 1), 2, (2, 1, 2, 1)),
        ((9, 2, 1), (0, 1, 2), 0, (3, 1, 2)),
        ((1, 1, 1), (0, 1, 2), 1, (1, 3, 1)),
        ((7, 0, 3, 3), (0, 0, 1, 1), None, (1, 1, 2, 2)),
        ((4, 4), (0, 0), 1, (1, 1)),
    ],
)
def test_ranks(placings: tuple[int, ...], teams: tuple[int, ...], fault: int | None, ranks: tuple[int, ...]) -> None:
    assert ranked(placings, teams, fault) == ranks


def test_an_outcome_in_the_middle_goes_by_the_scores() -> None:
    outcome = outcome_of(table({0: "R1"}, bets=["bet 7", "skip", "skip", "skip"], scores=(5, 9)), Ending.ABANDONED)
    assert outcome.scores == (5, 9, 5, 9)
    assert outcome.ranks == (2, 1, 2, 1)


def test_the_seat_at_fault_loses_whatever_the_scores() -> None:
    position = table({0: "R1"}, bets=["bet 7", "skip", "skip", "skip"], scores=(5, 9))
    outcome = outcome_of(position, Ending.CRASHED, 3, "it broke")
    assert outcome.ranks == (1, 2, 1, 2)
    assert (outcome.fault, outcome.why) == (3, "it broke")
