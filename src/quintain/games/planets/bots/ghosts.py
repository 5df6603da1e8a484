"""Fleets that nobody shows: ships that left a foreign planet must be flying somewhere."""

from typing import NamedTuple

from quintain.core.kernel import Cells
from quintain.games.planets.rules.state import NEUTRAL, State, arrival_of, destination_of, growth_of, ships_of

NONE = -1
NEVER = -9


class Ghost(NamedTuple):
    """A fleet as we imagine it."""

    owner: int
    source: int
    destination: int
    ships: int
    arrival: int  # the turn in which it lands


class Ghosts:
    """Compares what is seen turn by turn, and remembers what must be under way."""

    def __init__(self) -> None:
        self.flying: list[Ghost] = []
        self.turn = NEVER
        self.owners: list[int] = []
        self.ships: list[int] = []
        self.landing: dict[int, int] = {}  # our own ships that land in this turn, by planet

    def watch(self, state: State, ways: Cells, own: int, team: int) -> list[Ghost]:
        """What flies unseen, after a look at the planets."""
        self.flying = [ghost for ghost in self.flying if ghost.arrival > state.turn]
        if self.turn == state.turn - 1:
            for planet in range(state.planets):
                if missing := self.missing(state, planet, own):
                    self.suspect(state, ways, planet, missing, team)
        self.remember(state)
        return self.flying

    def missing(self, state: State, planet: int, own: int) -> int:
        """Ships that have left a planet of somebody else."""
        owner = state.owners[planet]
        if owner in (NEUTRAL, own) or owner != self.owners[planet]:
            return 0
        expected = self.ships[planet] + growth_of(state.sites[planet]) - self.landing.get(planet, 0)
        return max(0, expected - state.ships[planet])

    def suspect(self, state: State, ways: Cells, planet: int, ships: int, team: int) -> None:
        """They fly to the dearest planet that they can take, of equals to the nearest; or nobody knows where."""
        owner, best, dearest = self.owners[planet], NONE, (0, 0)
        friends = team if team >> owner & 1 else 1 << owner
        for other in range(state.planets):
            way = int(ways[planet, other])
            if other == planet or friends >> self.owners[other] & 1:
                continue
            growth = growth_of(state.sites[other]) * way if self.owners[other] else 0
            needed = self.ships[other] + growth + 1
            if needed <= ships and (needed, -way) > dearest:
                best, dearest = other, (needed, -way)
        arrival = state.turn - 1 + int(ways[planet, best]) if best != NONE else 0
        if arrival > state.turn:
            self.flying.append(Ghost(owner, planet, best, ships, arrival))

    def remember(self, state: State) -> None:
        self.turn, self.owners, self.ships = state.turn, list(state.owners), list(state.ships)
        self.landing = {}
        for word in state.words[: state.fleets]:
            if arrival_of(word) == state.turn + 1:
                planet = destination_of(word)
                self.landing[planet] = self.landing.get(planet, 0) + ships_of(word)
