"""Leagues: parts of a ladder, with a house bot as the boss at each border.

A player is above a boss when that is as good as sure: when the lower end of its interval is above the boss's rating.
Leagues are climbed one by one: whoever is not above a boss is not above those behind it. A boss itself is in the league
below the border that it guards, for nobody is above itself.
"""

from collections.abc import Iterable

import msgspec

from quintain.core.game import Game, League
from quintain.datastore import RatingRow, bot_player
from quintain.ranker.contest.setup import contest_of
from quintain.ranker.intervals import SURE
from quintain.ranker.ratings import Rating


class Standing(msgspec.Struct, frozen=True):
    """Where a player is, and what it would take to come further."""

    league: League
    number: int  # counted from 0, the lowest
    missing: str  # in words; nothing in the highest league


def league_of(game: Game, rating: Rating, ladder: Iterable[RatingRow]) -> Standing:
    """The league of a player with this rating, on a ladder that the bosses are on, too."""
    leagues = contest_of(game).leagues
    bosses = boss_ratings(game, ladder)
    number = 0
    while number + 1 < len(leagues) and is_above(rating, bosses.get(leagues[number + 1].boss)):
        number += 1
    missing = missing_to(rating, leagues[number + 1], bosses) if number + 1 < len(leagues) else ""
    return Standing(leagues[number], number, missing)


def boss_ratings(game: Game, ladder: Iterable[RatingRow]) -> dict[str, Rating]:
    """The ratings of those bosses that have played."""
    names = {bot_player(game.name, game.rules_version, one.boss).id: one.boss for one in contest_of(game).leagues}
    return {
        names[row.player.id]: Rating(row.mu, row.sigma) for row in ladder if row.player.id in names and row.matches > 0
    }


def is_above(rating: Rating, boss: Rating | None) -> bool:
    return boss is not None and lower_end(rating) > boss.mu


def lower_end(rating: Rating) -> float:
    return rating.mu - SURE * rating.sigma


def missing_to(rating: Rating, league: League, bosses: dict[str, Rating]) -> str:
    """What is missing to the next league, in words."""
    boss = bosses.get(league.boss)
    if boss is None:
        return f"{league.name}: its boss {league.boss} has not played yet"
    if rating.mu > boss.mu:
        return (
            f"{league.name}: ahead of its boss {league.boss} ({boss.mu:.0f}), but not surely yet; "
            f"the lower end of the interval is {points(boss.mu - lower_end(rating))} short"
        )
    return f"{league.name}: {points(boss.mu - rating.mu)} behind its boss {league.boss} ({boss.mu:.0f})"


def points(number: float) -> str:
    rounded = max(round(number), 1)
    return "1 point" if rounded == 1 else f"{rounded} points"
