"""Which matches a series has, and that they are played as planned."""

from typing import Any

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.core.match import Match
from quintain.ranker.series import Series

JAFFRE = games.load("jaffre")


def a_series(*names: str, **changes: Any) -> Series:
    named = tuple(named_bot(JAFFRE, name) for name in names)
    return Series(game=JAFFRE, options=JAFFRE.options_from({"target": 8}), named=named, **changes)


def test_every_match_has_a_seed_of_its_own() -> None:
    fixtures = [*a_series("beginner", "advanced", seed=7, bot_seed=3, wanted=3).fixtures()]
    assert [(each.number, each.seed, each.bot_seed) for each in fixtures] == [(0, 7, 3), (1, 8, 4), (2, 9, 5)]
    assert {each.entrants for each in fixtures} == {(0, 1, 0, 1)}


def test_paired_every_seed_is_played_in_every_seating() -> None:
    series = a_series("beginner", "advanced", seed=7, wanted=3, paired=True)
    fixtures = [*series.fixtures()]
    assert (series.seatings, series.matches) == (2, 4)
    assert [(each.seed, each.entrants) for each in fixtures] == [
        (7, (0, 1, 0, 1)),
        (7, (1, 0, 1, 0)),
        (8, (0, 1, 0, 1)),
        (8, (1, 0, 1, 0)),
    ]
    assert [each.players[0].name for each in fixtures] == ["beginner", "advanced"] * 2


def test_entrants_are_named_by_their_members_and_numbered_where_they_share_a_name() -> None:
    assert a_series("beginner", "chance", "advanced", "chance").entrant_names() == ["beginner + advanced", "chance"]
    assert a_series("chance").entrant_names() == ["chance #1", "chance #2"]


def test_a_match_is_played_to_its_end_and_can_be_watched() -> None:
    series, seen = a_series("advanced"), list[Match]()
    fixture = next(series.fixtures())
    played = series.play(fixture, seen.append)
    assert played.match.outcome
    assert played.fixture is fixture
    assert played.seconds > 0
    assert len(seen) == played.match.actions + 1
    assert all(match is played.match for match in seen)


def test_the_same_fixture_gives_the_same_match() -> None:
    series = a_series("advanced", "chance", seed=5)
    first, second = (series.play(next(series.fixtures())).match for _ in range(2))
    assert first.outcome == second.outcome
    assert first.actions == second.actions
