"""From pairings to matches: the same ones for everybody, with fair seats and seeds of their own."""

from typing import Any

import msgspec
import pytest

from quintain import games
from quintain.core.errors import BadResults, WrongSeats
from quintain.ranker.formats import Pairing
from quintain.ranker.result import Result
from quintain.ranker.tournament import Schedule, Tournament, points_of
from tests.ranker.results import a_result


def a_tournament(*players: str, **changes: Any) -> Tournament:
    settings: dict[str, Any] = {"game": "jaffre", "options": {}, "format": "round-robin", "rounds": 1, "matches": 2}
    settings |= {"players": players or ("a", "b", "c"), **changes}
    return Tournament(rules_version=games.load(settings["game"]).rules_version, **settings)


def first_wins(schedule: Schedule, results: dict[str, Result]) -> dict[str, Result]:
    """All that can be played now, won by who sits in seat 0."""
    won = {}
    for job in schedule.jobs(results):
        ranks = [1 if team == schedule.teams[0] else 2 for team in schedule.teams]
        won[job.id] = a_result(job.players, ranks, schedule.teams, seed=job.seed, id=job.id)
    return won


def test_the_same_tournament_has_the_same_matches_and_another_one_others() -> None:
    first, again = (Schedule(a_tournament()).jobs({}) for _ in range(2))
    assert first == again
    for change in ({"seed": "1"}, {"options": {"target": "21"}}, {"matches": 4}, {"format": "ladder"}):
        others = Schedule(a_tournament(**change)).jobs({})
        assert {job.id for job in first}.isdisjoint(job.id for job in others)
        assert {job.seed for job in first}.isdisjoint(job.seed for job in others)


def test_a_set_shares_its_seed_and_every_match_has_dice_of_its_own_for_bots() -> None:
    jobs = Schedule(a_tournament(matches=6)).jobs({})
    assert len(jobs) == len({job.id for job in jobs}) == len({job.bot_seed for job in jobs}) == 18
    sets: dict[str, set[tuple[str, ...]]] = {}
    for job in jobs:
        sets.setdefault(job.seed, set()).add(job.players)
    assert len(sets) == 9
    assert all(len(seatings) == 2 for seatings in sets.values())


def test_what_is_played_is_not_handed_out_again() -> None:
    schedule = Schedule(a_tournament())
    results = first_wins(schedule, {})
    assert schedule.jobs(results) == []
    del results[min(results)]
    assert len(schedule.jobs(results)) == 1


@pytest.mark.parametrize("form", ["swiss", "knockout", "ladder"])
def test_the_next_round_follows_from_the_results_of_the_last_in_whatever_order_they_came(form: str) -> None:
    schedule = Schedule(a_tournament("a", "b", "c", "d", "e", format=form, rounds=3))
    results = first_wins(schedule, {})
    backwards = dict(reversed(results.items()))
    assert schedule.jobs(results) == schedule.jobs(backwards) != []
    assert schedule.jobs(dict([*results.items()][1:])) == [schedule.jobs({})[0]]


def test_one_name_fills_a_team() -> None:
    (job, other) = Schedule(a_tournament("a", "b")).jobs({})
    assert {job.players, other.players} == {("a", "b", "a", "b"), ("b", "a", "b", "a")}


@pytest.mark.parametrize(("count", "seats"), [(2, 4), (3, 4), (4, 4), (5, 4), (2, 3)])
def test_at_larger_tables_everybody_sits_everywhere_equally_often(count: int, seats: int) -> None:
    names = "abcde"[:count]
    schedule = Schedule(a_tournament(*names, game="rummy", options={"players": seats}, matches=1))
    assert schedule.places == seats
    jobs = schedule.jobs({})
    assert all(len(job.players) == seats for job in jobs)
    if count <= seats:
        for seat in range(seats):
            sat = [job.players[seat] for job in jobs]
            assert {sat.count(name) for name in names} == {len(jobs) / count}


def test_points_are_the_part_of_the_others_left_behind() -> None:
    assert points_of(a_result("AB", (1, 2))) == {"A": 1.0, "B": 0.0}
    assert points_of(a_result("AB", (1, 1))) == {"A": 0.5, "B": 0.5}
    assert points_of(a_result("ABC", (1, 2, 2))) == {"A": 1.0, "B": 0.25, "C": 0.25}
    assert points_of(a_result("ABAB", (1, 2, 3, 4))) == {"A": 0.75, "B": 0.25}
    assert points_of(a_result("ABAB", (1, 2, 1, 2), (0, 1, 0, 1))) == {"A": 1.0, "B": 0.0}


def test_who_fails_has_left_nobody_behind_not_even_others_who_failed() -> None:
    assert points_of(a_result("AB", (1, 1), charged={0, 1})) == {"A": 0.0, "B": 0.0}
    assert points_of(a_result("ABAB", (1, 2, 3, 2), (0, 1, 0, 1), charged={2})) == {"A": 0.0, "B": 1.0}


def test_a_tournament_of_other_rules_or_of_one_player_is_refused() -> None:
    with pytest.raises(BadResults, match="version 99"):
        Schedule(msgspec.structs.replace(a_tournament(), rules_version=99))
    with pytest.raises(WrongSeats, match="at least two players"):
        Schedule(a_tournament("a"))


def test_level_players_of_a_knockout_meet_again_with_new_seeds() -> None:
    schedule = Schedule(a_tournament("a", "b", format="knockout"))
    first, again = ({*schedule.ids(Pairing(0, 0, ("a", "b"), extra))} for extra in range(2))
    assert first.isdisjoint(again)
    drawn = {id: a_result("abab", (1, 1, 1, 1), schedule.teams, id=id) for id in first}
    assert {job.id for job in schedule.jobs(drawn)} == again
