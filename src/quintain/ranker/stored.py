"""Ratings in the database: written in the transaction that stores a match, and always what the stored matches say.

Rated matches have an order: by their end, and those that ended together by their ids. Each seat keeps its player's
rating before the match. A match that arrives late, after others that ended later, is put where it belongs: those behind
it are rated again, so the ratings are the same in whatever order results arrive.

A season begins at a moment: from then on all are newcomers, and only matches that end at it or later count. A result of
the season before that arrives after its end is kept and counts for nothing: its standings were final.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, islice
from operator import attrgetter

import msgspec
from sqlalchemy import Connection

from quintain.core.errors import StoreDamaged
from quintain.datastore import SeasonRow, Store
from quintain.datastore.database import Further, take_turn
from quintain.datastore.ratings import (
    AT_ONCE,
    Before,
    Key,
    RatedSeat,
    Worth,
    put_befores,
    put_ratings,
    rate_since,
    rated_seats,
    ratings_of,
)
from quintain.ranker.ratings import NEWCOMER, Rating, rated
from quintain.ranker.result import Result


class Report(msgspec.Struct, frozen=True):
    """What came of rating all matches of a game again."""

    game: str
    matches: int
    players: int
    difference: float  # the largest between a stored number and the same one computed again
    mended: int  # ratings and seats that were missing or wrong


def rates(game: str, since: Key) -> Further:
    """To be stored with a match that ends at this key: the ratings of all its players."""
    return lambda connection: rate_since(connection, game, since, rate_anew)


def rate_anew(
    game: str, seats: Sequence[RatedSeat], worths: Mapping[str, Worth]
) -> tuple[list[Before], dict[str, Worth]]:
    """The rule by which the store rates matches: new ones, and those behind them that are rated already."""
    run = Run({player: Rating(worth.mu, worth.sigma) for player, worth in worths.items()})
    # Whoever played later has the rating of this moment in the first of those matches.
    run.known |= {seat.player_id: Rating(seat.mu, seat.sigma) for seat in reversed(seats) if seat.mu and seat.sigma}
    new = run.rate(results_of(game, seats))
    nothing = Worth(0.0, 0.0, 0)
    return run.befores, {
        player: Worth(rating.mu, rating.sigma, worths.get(player, nothing).matches + new.get(player, 0))
        for player, rating in run.known.items()
    }


async def start_season(store: Store, game: str, name: str, at: datetime, *further: Further) -> SeasonRow:
    """Keep the standings of a game, and rate anew: only matches that end from this moment on count.

    Those that are stored already, for another machine's clock may be ahead, count at once.
    """

    def rate(connection: Connection) -> None:
        rerated(connection, game)

    return await store.start_season(game, name, at, rate, *further)


async def rerate(store: Store, game: str) -> Report:
    """Rate all stored matches of a game's running season again, and mend whatever differs."""
    return await store.write(f"the ratings of {game}", lambda connection: rerated(connection, game))


def rerated(connection: Connection, game: str) -> Report:
    take_turn(connection)
    run = Run({})
    mended = sum(put_part(connection, part) for part in parts_of(run, game, rated_seats(connection, game)))
    worths = ratings_of(connection, game)
    right = {player: Worth(NEWCOMER.mu, NEWCOMER.sigma, 0) for player in worths}
    right |= {player: Worth(rating.mu, rating.sigma, run.played[player]) for player, rating in run.known.items()}
    wrong = {player: worth for player, worth in right.items() if worths.get(player) != worth}
    put_ratings(connection, game, wrong)
    apart = [run.difference, *(distance(worths[player], right[player]) for player in wrong if player in worths)]
    return Report(game, run.matches, len(right), max(apart), mended + len(wrong))


def parts_of(run: "Run", game: str, seats: Iterable[RatedSeat]) -> Iterator[list[Before]]:
    """What differs, some matches at a time: a million of them would fill the memory."""
    matches = results_of(game, seats)
    while part := list(islice(matches, AT_ONCE)):
        run.befores = []
        run.rate(part)
        yield run.befores


def put_part(connection: Connection, befores: Sequence[Before]) -> int:
    """They are being read in the same transaction, but what changes has been read by then."""
    put_befores(connection, befores)
    return len(befores)


def distance(one: Worth, other: Worth) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


class Run:
    """Rates matches in their order, and notes what the database has not got, or has wrong."""

    def __init__(self, known: dict[str, Rating]) -> None:
        self.known = known
        self.befores: list[Before] = []
        self.played: dict[str, int] = {}
        self.matches = 0
        self.difference = 0.0

    def rate(self, matches: Iterable[tuple[Result, list[RatedSeat]]]) -> dict[str, int]:
        """Rate these matches; return how many each player has played that were not rated before."""
        new: dict[str, int] = {}
        for result, own in matches:
            for seat in own:
                self.note(seat)
            self.known |= rated(self.known, result)
            self.matches += 1
            for player in {*result.players}:
                self.played[player] = self.played.get(player, 0) + 1
                if own[0].mu is None:
                    new[player] = new.get(player, 0) + 1
        return new

    def note(self, seat: RatedSeat) -> None:
        rating = self.known.get(seat.player_id, NEWCOMER)
        if seat.mu == rating.mu and seat.sigma == rating.sigma:
            return
        self.befores.append(Before(seat.match_id, seat.seat, rating.mu, rating.sigma))
        if seat.mu is not None and seat.sigma is not None:
            self.difference = max(self.difference, abs(seat.mu - rating.mu), abs(seat.sigma - rating.sigma))


def results_of(game: str, seats: Iterable[RatedSeat]) -> Iterator[tuple[Result, list[RatedSeat]]]:
    """The matches that these seats belong to, in the same order."""
    for id, group in groupby(seats, attrgetter("match_id")):
        own = list(group)
        yield result_of(game, id, own), own


def result_of(game: str, id: str, seats: Sequence[RatedSeat]) -> Result:
    teams, ranks = [seat.team for seat in seats], [seat.rank for seat in seats]
    if None in teams or None in ranks:
        raise StoreDamaged(f"match {id!r} is rated, and its seats have no teams or ranks")
    return Result(
        id=id,
        game=game,
        seed=id,  # a rating takes one match after the other
        players=tuple(seat.player_id for seat in seats),
        teams=tuple(teams),  # type: ignore[arg-type]
        ranks=tuple(ranks),  # type: ignore[arg-type]
        scores=tuple(float(seat.score or 0) for seat in seats),
        charged=frozenset(place for place, seat in enumerate(seats) if seat.fault),
    )
