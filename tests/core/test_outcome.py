"""Ranks: ties share a place, teammates share a rank, only the player at fault pays for it; and how people read it."""

import pytest

from quintain.core.match import outcome_of
from quintain.core.outcome import Ending, Fault, Outcome, in_words, ranked
from tests.games.jaffre.tables import table


@pytest.mark.parametrize(
    ("placings", "teams", "charged", "stopped_by", "ranks"),
    [
        ((3, 2, 1), (0, 1, 2), (), None, (1, 2, 3)),
        ((2, 2, 1), (0, 1, 2), (), None, (1, 1, 3)),
        ((1, 2, 2, 5), (0, 1, 2, 3), (), None, (4, 2, 2, 1)),
        ((1, 1), (0, 1), (), None, (1, 1)),
        ((5, 3, 5, 3), (0, 1, 0, 1), (), None, (1, 2, 1, 2)),
        ((7, 0, 3, 3), (0, 0, 1, 1), (), None, (1, 1, 2, 2)),
        # the match was stopped
        ((5, 3, 5, 3), (0, 1, 0, 1), (2,), 2, (2, 1, 3, 1)),
        ((9, 2, 1), (0, 1, 2), (0,), 0, (3, 1, 2)),
        ((1, 1, 1), (0, 1, 2), (1,), 1, (1, 3, 1)),
        ((4, 4), (0, 0), (1,), 1, (1, 2)),
        # a stand-in played on
        ((5, 3, 5, 3), (0, 1, 0, 1), (0,), None, (3, 2, 1, 2)),
        ((5, 3, 5, 3), (0, 1, 0, 1), (1,), None, (1, 3, 1, 2)),
        ((5, 3, 5, 3), (0, 1, 0, 1), (0, 2), None, (2, 1, 2, 1)),
        ((9, 2, 1), (0, 1, 2), (0,), None, (3, 1, 2)),
        ((9, 2, 1), (0, 1, 2), (0, 1, 2), None, (1, 1, 1)),
    ],
)
def test_ranks(
    placings: tuple[int, ...],
    teams: tuple[int, ...],
    charged: tuple[int, ...],
    stopped_by: int | None,
    ranks: tuple[int, ...],
) -> None:
    assert ranked(placings, teams, charged, stopped_by) == ranks


def test_an_outcome_in_the_middle_goes_by_the_scores() -> None:
    outcome = outcome_of(table({0: "R1"}, bets=["bet 7", "skip", "skip", "skip"], scores=(5, 9)), Ending.ABANDONED)
    assert outcome.scores == (5, 9, 5, 9)
    assert outcome.ranks == (2, 1, 2, 1)


def test_the_seat_at_fault_loses_whatever_the_scores() -> None:
    position = table({0: "R1"}, bets=["bet 7", "skip", "skip", "skip"], scores=(5, 9))
    outcome = outcome_of(position, Ending.CRASHED, 3, [Fault(3, "shark", Ending.CRASHED, "it broke")])
    assert outcome.ranks == (1, 2, 1, 3)
    assert (outcome.stopped_by, outcome.charged, outcome.why) == (3, frozenset({3}), "it broke")


TEAMS = ("team 0", "team 1", "team 0", "team 1")
ALONE = ("seat 0", "seat 1", "seat 2")


@pytest.mark.parametrize(
    ("sides", "ranks", "scores", "words"),
    [
        (TEAMS, (2, 1, 2, 1), (31, 52, 31, 52), "team 1 wins, 52 to 31"),
        (TEAMS, (1, 2, 1, 2), (-8, 41, -8, 41), "team 0 wins, -8 to 41"),
        (TEAMS, (1, 1, 1, 1), (3, 3, 3, 3), "a draw"),
        (TEAMS, (1, 2, 1, 2), (5, 1, 6, 1), "team 0 wins"),
        (ALONE, (2, 1, 3), (4, 9, 1), "seat 1 wins"),
        (ALONE, (1, 3, 1), (4, 1, 4), "seat 0 and seat 2 share the first place"),
        (("blue", "red"), (1, 2), (2, 0), "blue wins, 2 to 0"),
    ],
)
def test_people_read_who_has_won(
    sides: tuple[str, ...], ranks: tuple[int, ...], scores: tuple[int, ...], words: str
) -> None:
    outcome = Outcome(ending=Ending.NORMAL, scores=scores, ranks=ranks)
    assert in_words(outcome, sides) == f"the match is over: {words}"


@pytest.mark.parametrize(
    ("ending", "fault", "words"),
    [
        (Ending.OUT_OF_TIME, 3, "because seat 3 ran out of time: team 0 wins"),
        (Ending.CRASHED, 1, "because seat 1 crashed: team 0 wins"),
        (Ending.ILLEGAL, 1, "because seat 1 broke the rules: team 0 wins"),
        (Ending.RESIGNED, 1, "because seat 1 gave up: team 0 wins"),
        (Ending.ABANDONED, 1, "because seat 1 left: team 0 wins"),
        (Ending.ABANDONED, None, "because everybody left: team 0 wins, 2 to 9"),
        (Ending.STALLED, None, "because it went on for too long: team 0 wins, 2 to 9"),
    ],
)
def test_people_read_why_it_stopped_early(ending: Ending, fault: int | None, words: str) -> None:
    """The text of the fault, which is for programmers, is not among the words."""
    outcome = Outcome(ending=ending, scores=(2, 9, 2, 9), ranks=(1, 2, 1, 2), stopped_by=fault)
    assert in_words(outcome, TEAMS) == f"the match is over {words}"
