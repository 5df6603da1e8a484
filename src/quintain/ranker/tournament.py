"""A tournament: what is played, as the pairings of its format tell, down to the seed and seating of every match.

Everything follows from the tournament and the results so far: the same matches with the same dice, whoever plays
them and in whatever order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

import msgspec

from quintain import games
from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.errors import BadResults, WrongSeats
from quintain.core.game import Game, Seat
from quintain.core.match import STOP, FaultRule
from quintain.ranker.formats import Field, Format, Pairing, format_named
from quintain.ranker.jobs import Job, Terms
from quintain.ranker.pairing import rotated, rotations, seated
from quintain.ranker.result import Result


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is, and by that which one: two that differ in anything have different ids."""

    written: int = 1  # the format of the file that begins with this
    game: str
    rules_version: int
    options: dict[str, Any]
    players: tuple[str, ...]
    format: str
    rounds: int
    matches: int  # of each pairing, at least
    seed: str = "0"
    control: TimeControl = UNLIMITED
    faults: FaultRule = STOP
    trusted: bool = False  # are programs not confined?
    files: dict[str, str] = {}  # digests of the files among the players

    @property
    def id(self) -> str:
        return blake2b(msgspec.json.encode(self, order="sorted"), digest_size=6).hexdigest()

    @property
    def terms(self) -> Terms:
        return Terms(
            game=self.game,
            rules_version=self.rules_version,
            options=msgspec.json.encode(self.options),
            control=self.control,
            faults=self.faults,
            trusted=self.trusted,
        )


class Schedule:
    """The matches of a tournament, found from its results so far."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.id = tournament.id
        self.game: Game = games.load(tournament.game)
        if self.game.rules_version != tournament.rules_version:
            raise BadResults(
                f"this tournament is played by version {tournament.rules_version} of the {self.game.name} rules; "
                f"this Quintain has version {self.game.rules_version}"
            )
        self.seats: tuple[Seat, ...] = self.game.seating(self.game.options_from(tournament.options))
        self.format: Format = format_named(tournament.format)
        if len(tournament.players) < 2:
            raise WrongSeats("a tournament needs at least two players")

    @cached_property
    def places(self) -> int:
        """Sides of a match."""
        return rotations(self.seats)

    @property
    def teams(self) -> list[int]:
        return [seat.team for seat in self.seats]

    def field(self, results: Mapping[str, Result]) -> Field:
        points = Scorer(self, results).points
        return Field(self.tournament.players, self.places, self.tournament.rounds, points)

    def pairings(self, results: Mapping[str, Result]) -> list[Pairing]:
        return self.format.pairings(self.field(results))

    def placing(self, results: Mapping[str, Result]) -> dict[str, int]:
        return self.format.placing(self.field(results))

    def jobs(self, results: Mapping[str, Result]) -> list[Job]:
        """The matches that can be played now and have not been."""
        return [job for pairing in self.pairings(results) for job in self.jobs_of(pairing) if job.id not in results]

    # --- from a pairing to its matches

    def seatings(self, pairing: Pairing) -> int:
        """How often each seed is played. Where players go around the table evenly, they soon sit as before."""
        return self.places if self.places % len(pairing.players) else len(pairing.players)

    def sets(self, pairing: Pairing) -> int:
        """How many seeds a pairing is played with, each in every seating."""
        sets = -(-self.tournament.matches // self.seatings(pairing))
        if self.places % len(pairing.players):  # somebody sits at the table twice: each of them in turn
            sets = -(-sets // len(pairing.players)) * len(pairing.players)
        return sets

    def matches(self, pairing: Pairing) -> int:
        return self.sets(pairing) * self.seatings(pairing)

    def ids(self, pairing: Pairing) -> Iterator[str]:
        sets = self.sets(pairing)
        for set in range(pairing.extra * sets, (pairing.extra + 1) * sets):
            for seating in range(self.seatings(pairing)):
                yield f"{self.id}.{pairing.round}.{pairing.table}.{set}.{seating}"

    def jobs_of(self, pairing: Pairing) -> Iterator[Job]:
        for id in self.ids(pairing):
            number, seating = map(int, id.split(".")[3:])
            yield Job(
                id=id,
                seed=number_from(self.tournament.seed, id.rpartition(".")[0]),
                bot_seed=number_from("bots", self.tournament.seed, id),
                players=self.seating(pairing.players, number, seating),
            )

    def seating(self, players: tuple[str, ...], set: int, seating: int) -> tuple[str, ...]:
        """Who sits where. Where a table has more places than players, they go around, beginning with each in turn."""
        sides = [players[(i + (set if self.places % len(players) else 0)) % len(players)] for i in range(self.places)]
        lineup = seated(sides, self.seats)
        return tuple(lineup[i] for i in rotated(self.seats, seating))


@dataclass
class Scorer:
    """Points of pairings, from results."""

    schedule: Schedule
    results: Mapping[str, Result]

    def points(self, pairing: Pairing) -> dict[str, float] | None:
        """The mean of what each player has reached in the matches of a pairing, or none while some are missing."""
        total = dict.fromkeys(pairing.players, 0.0)
        count = 0
        for id in self.schedule.ids(pairing):
            if id not in self.results:
                return None
            count += 1
            for player, points in points_of(self.results[id]).items():
                total[player] += points
        return {player: points / count for player, points in total.items()}


def points_of(result: Result) -> dict[str, float]:
    """Each player's part of the opponents that it has left behind: 1 for a win of two, ½ for a draw.

    Who is charged with a fault has left nobody behind.
    """
    ranks = side_ranks(result)
    out: dict[str, list[float]] = {player: [] for player, _ in ranks}
    for i, (player, rank) in enumerate(ranks):
        for j, (other, its) in enumerate(ranks):
            if i != j and player != other:
                out[player].append(0.0 if rank is None else 1.0 if its is None else (rank < its) + (rank == its) / 2)
    return {player: sum(points) / len(points) if points else 0.5 for player, points in out.items()}


def side_ranks(result: Result) -> list[tuple[str, int | None]]:
    """The players of a match with their ranks, one for each side; none for who failed."""
    sides: dict[tuple[int, str], int | None] = {}
    for seat, (team, player, rank) in enumerate(zip(result.teams, result.players, result.ranks, strict=True)):
        key = (team, player)
        if seat in result.charged:
            sides[key] = None
        elif key not in sides:
            sides[key] = rank
    return [(player, rank) for (_, player), rank in sides.items()]


def number_from(*words: str) -> str:
    """A seed that follows from these words and tells nothing about others."""
    return str(int.from_bytes(blake2b("\0".join(words).encode(), digest_size=7).digest()))
