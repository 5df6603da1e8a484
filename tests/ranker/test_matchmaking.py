"""Matchmaking: nobody waits long, the best meet, newcomers settle, and ratings soon tell who is better."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from statistics import fmean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.errors import WrongSeats
from quintain.ranker.matchmaking import BEST, Matchmaker
from quintain.ranker.ratings import NEWCOMER, Rating
from tests.ranker.population import Population


def waits(sets: Sequence[tuple[str, ...]], players: Sequence[str]) -> Iterator[int]:
    """How many sets each player waited, each time, and since the last time."""
    for player in players:
        played = [number for number, lineup in enumerate(sets) if player in lineup]
        yield from (later - sooner for sooner, later in pairwise(played))
        yield len(sets) - played[-1]


def longest_apart(sets: Sequence[tuple[str, ...]], one: str, other: str, matches: int) -> int:
    """The most matches that either played without meeting the other."""
    longest, since = 0, {one: 0, other: 0}
    for lineup in sets:
        for player in {one, other} & {*lineup}:
            since[player] += matches
        longest = max(longest, *since.values())
        if one in lineup and other in lineup:
            since = {one: 0, other: 0}
    return longest


@pytest.mark.parametrize(("size", "sides"), [(30, 2), (30, 4)])
def test_nobody_starves_and_the_best_meet(size: int, sides: int) -> None:
    """T32, over ten thousand games."""
    people = Population(size, 350, sides, seed=1)
    people.play(10_000 // sides)
    gaps = list(waits(people.sets, people.players))
    assert max(gaps) <= 3 * median(gaps)
    best = sorted(people.players, key=lambda player: -people.known[player].mu)[:BEST]
    assert max(longest_apart(people.sets, *pair, sides) for pair in combinations(best, 2)) <= 200


@pytest.mark.parametrize("sides", [2, 4])
def test_thirty_matches_each_tell_who_is_better(sides: int) -> None:
    """T30, as a cheap version of bench/ratings.py: the limits allow for fewer seasons."""
    seasons = [Population(48, 350, sides, seed) for seed in range(5)]
    for people in seasons:
        people.play(48 * 30 // sides**2)
    assert fmean(people.judged().correlation for people in seasons) >= 0.95
    assert 0.91 <= fmean(people.judged().covered for people in seasons) <= 0.99


def test_a_newcomer_settles_in_few_matches() -> None:
    people = Population(20, 300, 2, seed=3)
    people.play(400)
    people.players.append("new")
    people.truth["new"], people.known["new"] = 1900.0, NEWCOMER
    people.maker.enter("new")
    people.sets.clear()
    people.play(60)
    played = 2 * sum("new" in lineup for lineup in people.sets)
    usual = 2 * fmean(sum(player in lineup for lineup in people.sets) for player in people.players[:-1])
    assert played >= 2 * usual
    assert people.known["new"].sigma < NEWCOMER.sigma / 2.5


def test_opponents_fit() -> None:
    """Sure ratings, from weak to strong: who meets is nearer to each other than by chance, yet not always the same."""
    maker = Matchmaker(2, Random(1))
    for i in range(30):
        maker.enter(f"p{i:02}", Rating(1000 + 40.0 * i, 40), 500)
    met = Counter(frozenset(maker.next_set()) for _ in range(600))
    distances = [abs(int(one[1:]) - int(other[1:])) for pair in met.elements() for one, other in [sorted(pair)]]
    assert fmean(distances) < 7  # ten, by chance
    assert len(met) > 100


def test_who_sits_down_first_changes() -> None:
    maker = Matchmaker(2, Random(1))
    for name in "AB":
        maker.enter(name)
    first = Counter(maker.next_set()[0] for _ in range(200))
    assert 70 < first["A"] < 130


def test_who_leaves_is_not_chosen_and_who_enters_twice_is_there_once() -> None:
    maker = Matchmaker(2, Random(1))
    for name in "ABCA":
        maker.enter(name)
    assert sorted(maker.players) == ["A", "B", "C"]
    maker.next_sets(10)
    maker.leave("B")
    assert {name for lineup in maker.next_sets(20) for name in lineup} == {"A", "C"}
    maker.leave("C")
    with pytest.raises(WrongSeats, match="1 players, and a match takes 2"):
        maker.next_set()


def test_the_same_seed_chooses_the_same() -> None:
    one, other = (Population(8, 300, 2, seed=5) for _ in range(2))
    for people in (one, other):
        people.play(30)
    assert one.sets == other.sets


@given(
    st.integers(2, 4), st.integers(0, 2**32), st.lists(st.sampled_from(["ann", "bob", None]), min_size=8, max_size=14)
)
def test_players_of_one_owner_never_meet(sides: int, seed: int, owners: list[str | None]) -> None:
    maker = Matchmaker(sides, Random(seed))
    for number, owner in enumerate([*owners, None, None, None]):
        maker.enter(str(number), owner=owner)
    maker.leave("1")
    for chosen in maker.next_sets(30):
        own = [owners[int(name)] for name in chosen if int(name) < len(owners) and owners[int(name)]]
        assert len(own) == len(set(own))


def test_where_all_have_one_owner_nobody_plays() -> None:
    maker = Matchmaker(2, Random(1))
    for name in "abc":
        maker.enter(name, owner="ann")
    with pytest.raises(WrongSeats, match="same owner"):
        maker.next_set()
