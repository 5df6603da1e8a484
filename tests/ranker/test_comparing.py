"""Is it better? Three pairs of bots, and the same answer with any number of workers."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from quintain import games
from quintain.ranker.comparing import Comparison, compared
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.duel import FIRST, SECOND, Duel, samples, terms_of
from quintain.ranker.executors import Pool, Workforce
from quintain.ranker.jobs import Job
from quintain.ranker.sequential import Sequential
from quintain.ranker.spsa import Range, Spsa
from quintain.ranker.tuning import tuned
from tests.ranker.here import Here
from tests.ranker.test_dispatch import Fake, played, right

JAFFRE = games.load("jaffre")
TERMS = terms_of(JAFFRE, {"target": "8"})
COARSE = Sequential(elo0=0, elo1=100)

CAREFUL = '''
"""A bot for tuning: the less careful it is, the sooner it fails."""
from quintain.core.bot import Bot
from quintain.core.dice import random_below


class Careful(Bot):
    """Takes the first legal action, if it does not fail."""

    def __init__(self, care: float = 0.5, patience: int = 3) -> None:
        self.care = care

    def act(self, turn):
        if random_below(turn.rng, 1000) >= 1000 * self.care:
            raise RuntimeError("careless")
        return turn.legal[0]
'''


def compare(new: str, old: str, force: Workforce, most: int = 400) -> Comparison:
    *_, last = compared(Duel(terms=TERMS, players=(new, old)), COARSE, force, most)
    return last


@pytest.mark.parametrize(
    ("new", "old", "verdict"),
    [
        ("advanced", "beginner", "better"),
        ("beginner", "advanced", "not better"),
        ("intermediate", "intermediate", "not better"),
    ],
)
def test_three_pairs_are_decided_rightly(new: str, old: str, verdict: str) -> None:
    result = compare(new, old, Here())
    assert result.verdict == verdict
    assert result.matches == result.seatings * result.sums.pairs
    assert result.estimate.low <= result.estimate.elo <= result.estimate.high
    assert result.as_data()["verdict"] == verdict


def test_two_workers_stop_at_the_same_match() -> None:
    pool = Pool(2)
    try:
        assert compare("advanced", "beginner", pool) == compare("advanced", "beginner", Here())
    finally:
        pool.stop()


def test_after_so_many_matches_it_is_left_open() -> None:
    result = compare("intermediate", "intermediate", Here(), most=5)
    assert (result.verdict, result.matches) == ("open", 6)


def test_samples_come_in_the_order_of_their_seeds_whatever_the_workers_do() -> None:
    dice = Random(4)

    def forgetful(jobs: Sequence[Job]) -> bytes:
        return b"" if len(jobs) > 1 and dice.random() < 0.3 else right(jobs)

    duel = Duel(terms=terms_of(games.load("bottlebats"), {}), players=("a", "b"))
    found = [each for batch in islice(samples(duel, Dispatcher(Fake(forgetful), TERMS)), 30) for each in batch]
    assert [each.number for each in found] == list(range(len(found)))
    # Seat 0 always wins here, so every seed is shared.
    assert {each.share for each in found} == {0.5}


def test_a_duel_at_a_larger_table_seats_both_equally() -> None:
    for players in range(2, 6):
        duel = Duel(terms=terms_of(games.load("rummy"), {"players": str(players)}), players=("a", "b"))
        for seat in range(players):
            sides = [seating[seat] for seating in duel.seatings]
            assert sides.count(FIRST) == sides.count(SECOND) > 0


def test_the_same_bot_twice_is_told_apart_by_its_seats() -> None:
    duel = Duel(terms=terms_of(games.load("bottlebats"), {}), players=("a", "a"))
    first, second = duel.jobs(0)
    assert (duel.won(first, played(first)), duel.won(second, played(second))) == (1.0, 0.0)


def test_tuning_finds_what_matters(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("bots") / "careful.py"
    path.write_text(CAREFUL)
    plan = Spsa(ranges=(Range(name="care", low=0.0, high=1.0, start=0.5),), rounds=12, distance=0.2, step=0.1)
    first, again = ([*tuned(str(path), plan, TERMS, 4, "0", Here())] for _ in range(2))
    assert [each.settings for each in first] == [each.settings for each in again]
    assert first[-1].settings["care"] > 0.6
    assert all("careless" in words for each in first for words in each.faults)
