"""Who meets whom: in every format, with any number of players, at tables of any size, however the matches end."""

from collections.abc import Callable, Mapping
from itertools import combinations

import pytest

from quintain.core.errors import BadSetting
from quintain.ranker.formats import FORMATS, Field, Pairing, format_named
from quintain.ranker.formats.field import meetings, places

Points = Callable[[Pairing], Mapping[str, float] | None]
SIZES = [(players, sides) for players in range(2, 10) for sides in range(2, 6)]


def names(count: int) -> list[str]:
    return [chr(ord("a") + i) for i in range(count)]


def by_name(pairing: Pairing) -> dict[str, float]:
    """The later in the alphabet always wins."""
    ranked = sorted(pairing.players)
    return {player: ranked.index(player) / max(len(ranked) - 1, 1) for player in ranked}


def level(pairing: Pairing) -> dict[str, float]:
    return dict.fromkeys(pairing.players, 0.5)


def all_failed(pairing: Pairing) -> dict[str, float]:
    return dict.fromkeys(pairing.players, 0.0)


def a_field(count: int, sides: int, points: Points, name: str, rounds: int | None = None) -> Field:
    return Field(names(count), sides, rounds or FORMATS[name].rounds(count, sides), points)


class Played:
    """Points are known only of what was played."""

    def __init__(self, points: Callable[[Pairing], Mapping[str, float]]) -> None:
        self.points, self.done = points, set[Pairing]()

    def __call__(self, pairing: Pairing) -> Mapping[str, float] | None:
        return self.points(pairing) if pairing in self.done else None


@pytest.mark.parametrize("points", [by_name, level, all_failed])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_comes_to_an_end_and_never_takes_back_a_pairing(
    name: str, points: Callable[[Pairing], Mapping[str, float]]
) -> None:
    for count, sides in SIZES:
        played = Played(points)
        field, before = a_field(count, sides, played, name), list[Pairing]()
        while True:
            pairings = FORMATS[name].pairings(field)
            assert pairings[: len(before)] == before or set(before) <= set(pairings)
            assert len(set(pairings)) == len(pairings)
            if set(pairings) <= played.done:
                break
            played.done |= set(pairings)
            before = pairings
        assert {player for pairing in pairings for player in pairing.players} == set(names(count))
        assert all(len(set(pairing.players)) == len(pairing.players) <= max(sides, 2) for pairing in pairings)
        placing = FORMATS[name].placing(field)
        assert set(placing) == set(names(count))
        assert min(placing.values()) == 1


@pytest.mark.parametrize("name", ["swiss", "knockout", "ladder"])
def test_nobody_plays_twice_in_a_round(name: str) -> None:
    for count, sides in SIZES:
        seats = [
            (pairing.round, pairing.extra, player)
            for pairing in FORMATS[name].pairings(a_field(count, sides, by_name, name))
            for player in pairing.players
        ]
        assert len(set(seats)) == len(seats)


@pytest.mark.parametrize("count", range(2, 10))
def test_in_a_round_robin_of_pairs_everybody_meets_everybody_once(count: int) -> None:
    pairings = FORMATS["round-robin"].pairings(a_field(count, 2, by_name, "round-robin"))
    assert meetings(pairings) == {frozenset(pair): 1 for pair in combinations(names(count), 2)}
    seats = [(pairing.round, player) for pairing in pairings for player in pairing.players]
    assert len(set(seats)) == len(seats)
    assert len({pairing.round for pairing in pairings}) == (count - 1 if count % 2 == 0 else count)


def test_at_larger_tables_everybody_meets_everybody_with_few_tables() -> None:
    for count, sides in [(6, 3), (9, 3), (9, 4), (10, 4), (16, 4)]:
        pairings = FORMATS["round-robin"].pairings(a_field(count, sides, by_name, "round-robin"))
        met = meetings(pairings)
        assert set(met) == {frozenset(pair) for pair in combinations(names(count), 2)}
        fewest = count * (count - 1) / (sides * (sides - 1))
        assert len(pairings) <= 2.2 * fewest
        assert all(len(pairing.players) == sides for pairing in pairings)


def test_rounds_repeat_a_round_robin_and_a_gauntlet() -> None:
    for name in ("round-robin", "gauntlet"):
        once = FORMATS[name].pairings(a_field(5, 2, by_name, name))
        twice = FORMATS[name].pairings(a_field(5, 2, by_name, name, rounds=2))
        assert twice[: len(once)] == once
        assert [each.players for each in twice[len(once) :]] == [each.players for each in once]
        assert len(set(twice)) == len(twice)


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    pairings = FORMATS["gauntlet"].pairings(a_field(4, 2, by_name, "gauntlet"))
    assert [pairing.players for pairing in pairings] == [("a", "b"), ("a", "c"), ("a", "d")]
    larger = FORMATS["gauntlet"].pairings(a_field(6, 4, by_name, "gauntlet"))
    assert [pairing.players for pairing in larger] == [("a", "b", "c", "d"), ("a", "e", "f", "b")]


def test_swiss_lets_nobody_meet_twice_while_that_can_be_helped() -> None:
    for points in (by_name, level):
        for count in range(4, 12):
            pairings = FORMATS["swiss"].pairings(a_field(count, 2, points, "swiss", count // 2))
            assert max(meetings(pairings).values()) == 1
            longer = FORMATS["swiss"].pairings(a_field(count, 2, points, "swiss", count - 1))
            assert max(meetings(longer).values()) <= 2


def test_swiss_gives_byes_to_everybody_in_turn() -> None:
    pairings = FORMATS["swiss"].pairings(a_field(5, 2, by_name, "swiss", rounds=5))
    played = [sum(player in pairing.players for pairing in pairings) for player in names(5)]
    assert played == [4] * 5


def test_swiss_pairs_those_who_have_reached_the_same() -> None:
    first, second = (
        [each.players for each in FORMATS["swiss"].pairings(a_field(4, 2, by_name, "swiss", 2)) if each.round == round]
        for round in range(2)
    )
    assert first == [("a", "b"), ("c", "d")]
    assert {frozenset(pair) for pair in second} == {frozenset("bd"), frozenset("ac")}


@pytest.mark.parametrize("count", range(2, 18))
def test_the_best_wins_a_knockout_and_the_final_is_the_last_match(count: int) -> None:
    field = a_field(count, 2, by_name, "knockout")
    pairings, placing = FORMATS["knockout"].pairings(field), FORMATS["knockout"].placing(field)
    best = names(count)[-1]
    assert [player for player, place in placing.items() if place == 1] == [best]
    assert len(pairings) == count - 1
    assert best in pairings[-1].players
    assert max(pairing.round for pairing in pairings) + 1 == FORMATS["knockout"].rounds(count, 2)


def test_who_is_level_in_a_knockout_meets_again_and_then_the_first_named_goes_on() -> None:
    field = a_field(3, 2, level, "knockout")
    pairings = FORMATS["knockout"].pairings(field)
    assert [(each.players, each.extra) for each in pairings[:3]] == [(("b", "c"), 0), (("b", "c"), 1), (("b", "c"), 2)]
    assert FORMATS["knockout"].placing(field) == {"a": 1, "b": 2, "c": 3}


def test_the_best_climbs_a_ladder_from_the_bottom_to_the_top() -> None:
    for count in range(2, 9):
        placing = FORMATS["ladder"].placing(a_field(count, 2, by_name, "ladder"))
        assert sorted(placing, key=placing.__getitem__) == names(count)[::-1]
    level_ladder = FORMATS["ladder"].placing(a_field(5, 2, level, "ladder"))
    assert level_ladder == {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}


def test_level_players_share_a_place() -> None:
    assert places({"a": 1.0, "b": 2.0, "c": 1.0, "d": 0.0}) == {"b": 1, "a": 2, "c": 2, "d": 4}
    assert set(FORMATS["round-robin"].placing(a_field(4, 2, level, "round-robin")).values()) == {1}


def test_an_unknown_format_is_answered_with_the_right_one() -> None:
    with pytest.raises(BadSetting, match="did you mean 'swiss'"):
        format_named("swis")
