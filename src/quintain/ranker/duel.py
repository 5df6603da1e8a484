"""Two players against each other, seed by seed: what `compare` and `tune` play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import count
from statistics import fmean

import msgspec

from quintain import games
from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.game import Game
from quintain.core.match import STOP, FaultRule
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.jobs import Job, Played, Terms, result_of
from quintain.ranker.pairing import rotated, rotations, seated
from quintain.ranker.tournament import number_from, points_of

FIRST, SECOND = "first", "second"


def terms_of(
    game: Game,
    settings: Mapping[str, str],
    control: TimeControl = UNLIMITED,
    faults: FaultRule = STOP,
    trusted: bool = False,
) -> Terms:
    """Matches of this game with these settings of its options."""
    return Terms(
        game=game.name,
        rules_version=game.rules_version,
        options=msgspec.json.encode(dict(settings)),
        control=control,
        faults=faults,
        trusted=trusted,
    )


class Duel(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Each seed is played in every seating. A set of them is one sample: the first player's part of the points."""

    terms: Terms
    players: tuple[str, str]
    seed: str = "0"

    @cached_property
    def id(self) -> str:
        return blake2b(msgspec.json.encode(self), digest_size=6).hexdigest()

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        """Who sits where, as first and second; where three sides meet, each player has two of them in turn."""
        game = games.load(self.terms.game)
        seats = game.seating(game.options_from(msgspec.json.decode(self.terms.options)))
        found: dict[tuple[str, ...], None] = {}
        for start in range(2):
            sides = [(FIRST, SECOND)[(start + i) % 2] for i in range(rotations(seats))]
            lineup = seated(sides, seats)
            for turns in range(rotations(seats)):
                found[tuple(lineup[i] for i in rotated(seats, turns))] = None
        return list(found)

    @cached_property
    def teams(self) -> list[int]:
        game = games.load(self.terms.game)
        return [seat.team for seat in game.seating(game.options_from(msgspec.json.decode(self.terms.options)))]

    def jobs(self, number: int) -> list[Job]:
        """One seed in every seating."""
        names = dict(zip((FIRST, SECOND), self.players, strict=True))
        return [
            Job(
                id=f"{self.id}.{number}.{seating}",
                seed=number_from(self.seed, self.id, str(number)),
                bot_seed=number_from("bots", self.seed, self.id, str(number), str(seating)),
                players=tuple(names[side] for side in sides),
            )
            for seating, sides in enumerate(self.seatings)
        ]

    def won(self, job: Job, played: Played) -> float:
        """The first player's part of the points of one match."""
        sides = self.seatings[int(job.id.rpartition(".")[2])]
        return points_of(result_of(self.terms.game, self.teams, msgspec.structs.replace(job, players=sides), played))[
            FIRST
        ]


class Sample(msgspec.Struct, frozen=True):
    """What came of one seed."""

    number: int
    share: float  # of the first player
    matches: int
    faults: tuple[str, ...] = ()


def samples(duel: Duel, dispatcher: Dispatcher, numbers: Iterable[int] | None = None) -> Iterator[list[Sample]]:
    """Samples in the order of their numbers, however many workers play: so whoever stops early, stops at the same."""
    wanted = count() if numbers is None else numbers
    open_sets: dict[int, dict[str, tuple[Job, Played]]] = {}
    jobs: dict[str, Job] = {}
    order: list[int] = []
    for batch in dispatcher.play(handed_out(duel, wanted, jobs, order)):
        for played in batch:
            job = jobs.pop(played.id)
            open_sets.setdefault(number_of(job), {})[job.id] = job, played
        ready = []
        while order and len(open_sets.get(order[0], ())) == len(duel.seatings):
            ready.append(sample(duel, order[0], open_sets.pop(order.pop(0))))
        if ready:
            yield ready


def handed_out(duel: Duel, numbers: Iterable[int], jobs: dict[str, Job], order: list[int]) -> Iterator[Job]:
    for number in numbers:
        order.append(number)
        for job in duel.jobs(number):
            jobs[job.id] = job
            yield job


def number_of(job: Job) -> int:
    return int(job.id.split(".")[1])


def sample(duel: Duel, number: int, matches: Mapping[str, tuple[Job, Played]]) -> Sample:
    found: Sequence[tuple[Job, Played]] = [matches[id] for id in sorted(matches)]
    faults = tuple(str(fault) for _, played in found for fault in played.outcome.faults)
    return Sample(number, fmean(duel.won(job, played) for job, played in found), len(found), faults)
