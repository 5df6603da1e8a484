"""What a bot remembers of forts and roads that it sees no more."""

from typing import NamedTuple

from quintain.core.kernel import HIDDEN, Cells
from quintain.core.position import Position
from quintain.games.bottlebats.rules.state import NOBODY, ROADS, STEPS, State, end_of, length_of

REINFORCED = 15  # turns for which an unseen fort of a foe is thought to grow


class Sight(NamedTuple):
    turn: int
    site: int
    owner: int
    soldiers: int


class Memory:
    """The last sight of each fort, and every road that was ever seen."""

    def __init__(self) -> None:
        self.forts: dict[int, Sight] = {}
        self.roads: dict[tuple[int, int], int] = {}

    def recalled(self, seen: Position, seat: int) -> Cells:
        """The state as it is seen, with what is remembered in the fog; what was never seen stays hidden."""
        record, state = seen.record.copy(), seen.state
        self.note(state)
        drawn: State = record.view(State.layout)[0]
        for fort in range(state.forts):
            if state.owners[fort] == HIDDEN:
                self.fill(drawn, fort, state.turn, seat)
        self.add_roads(drawn, state)
        return record

    def note(self, state: State) -> None:
        for fort in range(state.forts):
            if state.owners[fort] != HIDDEN:
                self.forts[fort] = Sight(state.turn, state.sites[fort], state.owners[fort], state.soldiers[fort])
        for way in state.ways[: state.roads]:
            self.roads[end_of(way, 1), end_of(way, 0)] = way

    def fill(self, drawn: State, fort: int, turn: int, seat: int) -> None:
        sight = self.forts.get(fort)
        if sight is None:
            return
        grown = min(turn - sight.turn, REINFORCED) if sight.owner > NOBODY else 0
        own = sight.owner == seat + 1  # it fell, or we would see it
        drawn.sites[fort], drawn.soldiers[fort] = sight.site, sight.soldiers + grown
        drawn.owners[fort] = NOBODY if own else sight.owner

    def add_roads(self, drawn: State, state: State) -> None:
        known = {(end_of(way, 1), end_of(way, 0)) for way in state.ways[: state.roads]}
        used = sum(length_of(way) for way in state.ways[: state.roads])
        for ends, way in self.roads.items():
            if ends not in known and drawn.roads < ROADS and used + length_of(way) <= STEPS:
                drawn.ways[drawn.roads] = way
                drawn.roads += 1
                used += length_of(way)
