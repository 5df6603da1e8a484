"""Many matches of the same players: which seeds and seatings, and playing them one by one."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from quintain.arbiter import loop
from quintain.arbiter.actors import bot_rng
from quintain.arbiter.players import Named
from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.game import Game, Seat
from quintain.core.match import STOP, FaultRule, Match
from quintain.ranker.pairing import entrants_of, rotated, rotations, seated


@dataclass(frozen=True)
class Fixture:
    """One match to be played."""

    number: int  # from 0
    seed: int
    bot_seed: int
    players: tuple[Named, ...]  # one per seat
    entrants: tuple[int, ...]  # for each seat, whose line of the results it counts for


@dataclass(frozen=True)
class Played:
    """A finished match, and how long it took."""

    fixture: Fixture
    match: Match
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Series:
    """What is to be played. Match k has the seed `seed + k`; paired, each seed is played once in every seating."""

    game: Game
    options: Any
    named: tuple[Named, ...]  # as they were asked for
    seed: int = 0
    bot_seed: int = 0
    wanted: int = 1  # matches, rounded up to whole sets of seatings
    paired: bool = False
    control: TimeControl = UNLIMITED
    faults: FaultRule = STOP
    trusted: bool = False  # may programs do whatever we may do? Workers are told

    def __post_init__(self) -> None:
        for player in self.named:
            player.check(self.options)

    def close(self) -> None:
        """Nothing more will be played."""
        for player in self.named:
            player.close()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seating(self.options)

    @property
    def seatings(self) -> int:
        """How often each seed is played."""
        return rotations(self.seats) if self.paired else 1

    @property
    def matches(self) -> int:
        return -(-self.wanted // self.seatings) * self.seatings

    def fixtures(self) -> Iterator[Fixture]:
        lineup, entrants = seated(self.named, self.seats), entrants_of(len(self.named), self.seats)
        for number in range(self.matches):
            order = rotated(self.seats, number % self.seatings)
            yield Fixture(
                number,
                self.seed + number // self.seatings,
                self.bot_seed + number,
                tuple(lineup[i] for i in order),
                tuple(entrants[i] for i in order),
            )

    def entrant_names(self) -> list[str]:
        """One name a line of the results; those who would share one are numbered."""
        lineup, entrants = seated(self.named, self.seats), entrants_of(len(self.named), self.seats)
        names = []
        for entrant in sorted(set(entrants)):
            members = dict.fromkeys(lineup[i].name for i, other in enumerate(entrants) if other == entrant)
            names.append(" + ".join(members))
        return [name if names.count(name) == 1 else f"{name} #{i + 1}" for i, name in enumerate(names)]

    def play(self, fixture: Fixture, watch: Callable[[Match], None] | None = None) -> Played:
        """Play one match to its end; `watch` is called before the first action and after each."""
        match = Match(
            self.game,
            self.options,
            fixture.seed,
            players=[bot.player for bot in fixture.players],
            time_control=self.control,
            faults=self.faults,
        )
        actors = [bot.actor(bot_rng(fixture.bot_seed, seat)) for seat, bot in enumerate(fixture.players)]
        began = time.perf_counter()
        loop.play(match, actors, watch, fixture.bot_seed)
        return Played(fixture, match, time.perf_counter() - began)
