"""Leagues: who is where follows from ratings, their intervals and the bosses'."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.core.game import Game
from quintain.datastore import RatingRow, bot_player
from quintain.ranker.contest.leagues import league_of
from quintain.ranker.contest.setup import by_levels, contest_of, house_players, light_ids, own_bots
from quintain.ranker.pairing import rotations
from quintain.ranker.ratings import Rating

EVERY_GAME = [games.load(name) for name in games.names()]
everywhere = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)


def ladder_of(game: Game, *mus: float, matches: int = 10) -> list[RatingRow]:
    """A ladder with the bosses at these ratings."""
    bosses = [league.boss for league in contest_of(game).leagues[1:]]
    return [
        RatingRow(bot_player(game.name, game.rules_version, boss), mu, 30.0, matches)
        for boss, mu in zip(bosses, mus, strict=True)
    ]


@everywhere
def test_every_game_has_a_ladder_from_weak_to_strong(game: Game) -> None:
    contest = contest_of(game)
    for name in contest.house:
        named_bot(game, name)
    assert 4 <= len(contest.house) <= 8
    assert 3 <= len(contest.leagues) <= 5
    assert set(contest.light) <= set(contest.house)
    bosses = [league.boss for league in contest.leagues]
    assert bosses[0] == ""
    assert all(bosses[1:])
    assert set(bosses[1:]) <= set(contest.house)


@everywhere
def test_enough_of_the_house_play_at_once_while_a_game_is_compiled(game: Game) -> None:
    sides = rotations(game.seating(game.options_from(contest_of(game).options)))
    assert len(light_ids(game)) >= sides
    assert len(house_players(game)) > sides


def test_a_game_that_says_nothing_has_a_ladder_too() -> None:
    jaffre = games.load("jaffre")
    assert own_bots(jaffre)[0] == "beginner"
    assert [league.boss for league in by_levels(jaffre)] == ["", "intermediate", "advanced", "shark"]


def test_leagues_are_climbed_by_being_surely_better_than_their_boss() -> None:
    jaffre = games.load("jaffre")
    ladder = ladder_of(jaffre, 1400, 1600, 1800)
    sure = [league_of(jaffre, Rating(mu, 10.0), ladder).league.name for mu in (1410, 1430, 1650, 1900)]
    assert sure == ["Novice", "Squire", "Knight", "Champion"]


def test_what_is_missing_is_said_in_words() -> None:
    jaffre = games.load("jaffre")
    ladder = ladder_of(jaffre, 1400, 1600, 1800)
    assert (
        league_of(jaffre, Rating(1300, 10), ladder).missing == "Squire: 100 points behind its boss intermediate (1400)"
    )
    ahead = league_of(jaffre, Rating(1450, 100), ladder)
    assert (ahead.number, ahead.missing) == (
        0,
        "Squire: ahead of its boss intermediate (1400), but not surely yet; "
        "the lower end of the interval is 146 points short",
    )
    assert league_of(jaffre, Rating(2000, 10), ladder).missing == ""


def test_nobody_is_above_a_boss_who_has_not_played() -> None:
    jaffre = games.load("jaffre")
    fresh = league_of(jaffre, Rating(2500, 5), ladder_of(jaffre, 1500, 1500, 1500, matches=0))
    assert (fresh.number, fresh.missing) == (0, "Squire: its boss intermediate has not played yet")
    assert league_of(jaffre, Rating(2500, 5), []).number == 0


@given(st.lists(st.floats(0, 3000), min_size=3, max_size=3), st.floats(0, 3000), st.floats(1, 350), st.floats(0, 500))
def test_a_better_or_surer_player_is_never_in_a_lower_league(
    bosses: list[float], mu: float, sigma: float, more: float
) -> None:
    jaffre = games.load("jaffre")
    ladder = ladder_of(jaffre, *bosses)
    before = league_of(jaffre, Rating(mu, sigma), ladder).number
    assert league_of(jaffre, Rating(mu + more, sigma), ladder).number >= before
    assert league_of(jaffre, Rating(mu, sigma / (1 + more)), ladder).number >= before
