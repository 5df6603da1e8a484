"""Finished matches to be stored and rated, and what their ratings must be."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from quintain.datastore import FinishedMatch, MatchRow, RatingRow, SeatRow, Store, bot_player
from quintain.datastore.ratings import Key
from quintain.ranker.ratings import Rating, rated
from quintain.ranker.stored import rate_anew
from tests.datastore.samples import DAWN
from tests.ranker.results import a_result

GAME = "fingers"
Numbers = dict[str, tuple[float, float, int]]  # mu, sigma and matches of each player


def a_match(number: int, players: str, ranks: Sequence[int], fault: int | None = None) -> FinishedMatch:
    """Match number n ends n seconds after dawn; teams are the seats."""
    seats = tuple(
        SeatRow(
            seat,
            player,
            bot_player(GAME, 1, player),
            rank=ranks[seat],
            score=-ranks[seat],
            team=seat,
            fault="crashed" if seat == fault else None,
        )
        for seat, player in enumerate(players)
    )
    row = MatchRow(
        id=f"m{number}",
        game=GAME,
        rules_version=1,
        header=b"{}",
        began=DAWN,
        ended=DAWN + timedelta(seconds=number),
        outcome=b"{}",
        rated=True,
        seats=seats,
    )
    return FinishedMatch(row, b"replay")


def season(count: int, seed: int = 1) -> list[FinishedMatch]:
    """Matches of two to four out of six players, with ties and faults, in their order."""
    rng = random.Random(seed)
    matches = []
    for number in range(count):
        players = "".join(rng.sample("ABCDEF", rng.choice((2, 2, 3, 4))))
        ranks = sorted(rng.choices(range(1, len(players) + 1), k=len(players)))
        fault = rng.randrange(len(players)) if rng.random() < 0.2 else None
        matches.append(a_match(number, players, ranks, fault))
    return matches


def key_of(match: FinishedMatch) -> Key:
    ended = match.match.ended
    assert isinstance(ended, datetime)
    return Key(ended, match.match.id)


async def add(store: Store, *matches: FinishedMatch) -> list[str]:
    return await store.add_matches(matches, rule=rate_anew)


def expected(matches: Sequence[FinishedMatch]) -> Numbers:
    """By the pure function alone, one match after the other."""
    known: dict[str, Rating] = {}
    counts: dict[str, int] = {}
    for match in matches:
        seats = match.match.seats
        charged = {seat.seat for seat in seats if seat.fault}
        result = a_result([seat.name for seat in seats], [seat.rank or 0 for seat in seats], charged=charged)
        known |= rated(known, result)
        for player in result.players:
            counts[player] = counts.get(player, 0) + 1
    return {player: (rating.mu, rating.sigma, counts[player]) for player, rating in known.items()}


def numbers(ladder: Sequence[RatingRow]) -> Numbers:
    return {row.player.name: (row.mu, row.sigma, row.matches) for row in ladder}
