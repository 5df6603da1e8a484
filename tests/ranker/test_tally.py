"""What a match is worth to those who played it, and what many matches come to."""

import pytest

from quintain.core.match import Match
from quintain.core.outcome import Ending, Fault, Outcome
from quintain.ranker.series import Fixture
from quintain.ranker.tally import Line, Tally, share
from tests.game_of_fingers import FINGERS

PAIRS = (0, 1, 0, 1)  # the teams of four seats
ALONE = (0, 1, 2, 3)


def outcome(*ranks: int, faults: tuple[Fault, ...] = ()) -> Outcome:
    return Outcome(ending=Ending.NORMAL, scores=(0,) * len(ranks), ranks=ranks, faults=faults)


def test_the_first_place_is_shared_by_the_teams_in_it() -> None:
    assert share([0, 2], PAIRS, outcome(1, 2, 1, 2)) == 1
    assert share([1, 3], PAIRS, outcome(1, 2, 1, 2)) == 0
    assert share([0, 2], PAIRS, outcome(1, 1, 1, 1)) == 0.5
    assert share([0], (0, 1, 1), outcome(1, 1, 1)) == 0.5
    assert share([3], ALONE, outcome(1, 4, 1, 1)) == pytest.approx(1 / 3)


def test_an_entrant_with_several_seats_has_what_they_have_together() -> None:
    assert share([0, 2], ALONE, outcome(1, 2, 3, 4)) == 1
    assert share([0, 2], ALONE, outcome(1, 1, 1, 4)) == pytest.approx(2 / 3)


def test_whoever_is_charged_with_a_fault_does_not_win() -> None:
    crash = Fault(0, "x", Ending.CRASHED)
    assert share([0, 2], PAIRS, outcome(2, 1, 2, 1, faults=(crash,))) == 0
    assert share([1, 3], PAIRS, outcome(2, 1, 2, 1, faults=(crash,))) == 1
    # A stand-in played on and won with the teammate: the one who failed has nothing of it, and the others have lost.
    assert share([0, 2], PAIRS, outcome(3, 2, 1, 2, faults=(crash,))) == 0
    assert share([1, 3], PAIRS, outcome(3, 2, 1, 2, faults=(crash,))) == 0


def test_opponents_keep_what_they_reached() -> None:
    crash = Fault(0, "x", Ending.CRASHED)
    drawn = outcome(3, 1, 1, 1, faults=(crash,))
    assert (share([0, 2], PAIRS, drawn), share([1, 3], PAIRS, drawn)) == (0, 0.5)


def test_whoever_came_back_wins_like_anybody() -> None:
    mended = Fault(0, "x", Ending.ABANDONED, mended=True)
    assert share([0, 2], PAIRS, outcome(1, 2, 1, 2, faults=(mended,))) == 1


def test_a_seed_with_all_its_seatings_is_one_sample() -> None:
    paired, alone = Line("paired"), Line("alone")
    for match in range(200):
        paired.enter(match // 2, match % 2, 0, 0)
        alone.enter(match, match % 2, 0, 0)
    assert paired.share == alone.share == 0.5
    assert (len(paired.samples), len(alone.samples)) == (100, 200)
    # Who wins each seed once depends on the cards alone: paired, that is seen.
    assert paired.interval.low > alone.interval.low + 0.04


def test_seatings_may_come_in_any_order() -> None:
    forwards, backwards = Line("x"), Line("x")
    results = [(seed, share) for seed in range(5) for share in (1.0, 0.0, seed / 5)]
    for seed, won in results:
        forwards.enter(seed, won, 0, 0)
    for seed, won in reversed(results):
        backwards.enter(seed, won, 0, 0)
    assert forwards.interval == pytest.approx(backwards.interval)


def test_draws_count_in_parts() -> None:
    line = Line("x")
    for seed, won in enumerate((1.0, 0.5, 0.0)):
        line.enter(seed, won, 3 * seed, 1)
    assert (line.wins, line.draws, line.losses, line.faults, line.share, line.score) == (1, 1, 1, 3, 0.5, 3)


def test_a_match_is_entered_for_every_entrant() -> None:
    match = Match(FINGERS)
    standings = Tally(["x", "y"], match.seats)
    match.stop(Ending.CRASHED, 1, "oops")
    standings.enter(Fixture(0, 7, 0, (), (0, 1, 0, 1)), match)
    x, y = standings.lines
    assert (x.wins, x.faults, y.losses, y.faults) == (1, 0, 1, 1)
    assert standings.endings == {"crashed": 1}
