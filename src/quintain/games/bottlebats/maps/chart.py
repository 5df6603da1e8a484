"""What is on a map, and what a map must keep to."""

from collections.abc import Iterator

import msgspec

from quintain.core.errors import QuintainError
from quintain.games.bottlebats.rules.state import FORTS, PLAYERS, ROADS, STEPS, distance, site

NEUTRAL = "neutral"  # as an owner: nobody


class BadMap(QuintainError, ValueError):
    """A map that cannot be used; the message says which line and why."""


class MapFort(msgspec.Struct, frozen=True):
    name: str
    x: int
    y: int
    owner: str  # a player's name, or "neutral"
    soldiers: int


class MapRoad(msgspec.Struct, frozen=True):
    one: int  # numbers of forts
    other: int
    length: int


class MapMarch(msgspec.Struct, frozen=True):
    origin: int
    destination: int
    owner: str
    soldiers: int
    steps: int  # that are left


class Map(msgspec.Struct, frozen=True):
    forts: tuple[MapFort, ...]
    roads: tuple[MapRoad, ...]
    marches: tuple[MapMarch, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The owners, in the order in which the map names them."""
        owners = dict.fromkeys([fort.owner for fort in self.forts] + [march.owner for march in self.marches])
        return tuple(owner for owner in owners if owner != NEUTRAL)


Lines = dict[object, int]  # where in the file each piece stands


class Draft:
    """A map that is being read, piece by piece; each is checked against those before it."""

    def __init__(self) -> None:
        self.forts: dict[str, MapFort] = {}
        self.roads: dict[frozenset[int], MapRoad] = {}
        self.marches: dict[tuple[int, int, int], MapMarch] = {}
        self.lines: Lines = {}

    def number(self, line: int, name: str) -> int:
        if name not in self.forts:
            raise BadMap(f"line {line}: there is no fort {short(name)}")
        return list(self.forts).index(name)

    def add_fort(self, line: int, fort: MapFort) -> None:
        if fort.name == NEUTRAL:
            raise BadMap(f"line {line}: a fort cannot be called {NEUTRAL!r}, which means nobody's")
        if fort.name in self.forts:
            raise BadMap(f"line {line}: the fort {short(fort.name)} stands in line {self.lines[fort.name]} already")
        if len(self.forts) == FORTS:
            raise BadMap(f"line {line}: a map has at most {FORTS} forts")
        self.forts[fort.name] = fort
        self.lines[fort.name] = line
        self.check_players(line)

    def check_players(self, line: int) -> None:
        owners = {fort.owner for fort in self.forts.values()} | {march.owner for march in self.marches.values()}
        if len(owners - {NEUTRAL}) > PLAYERS:
            raise BadMap(f"line {line}: this is one player too many; at most {PLAYERS} can play")

    def add_road(self, line: int, first: str, second: str) -> None:
        one, other = self.number(line, first), self.number(line, second)
        ends = frozenset((one, other))
        if one == other:
            raise BadMap(f"line {line}: a road cannot lead from {short(first)} to itself")
        if ends in self.roads:
            raise BadMap(f"line {line}: these two have a road already, in line {self.lines[ends]}")
        a, b = self.forts[first], self.forts[second]
        length = int(distance(site(a.x, a.y), site(b.x, b.y)))
        if length == 0:
            raise BadMap(
                f"line {line}: {short(first)} and {short(second)} stand in the same place: the road has no length"
            )
        if len(self.roads) == ROADS:
            raise BadMap(f"line {line}: a map has at most {ROADS} roads")
        if sum(road.length for road in self.roads.values()) + length > STEPS:
            raise BadMap(
                f"line {line}: with this road all roads are longer than {STEPS} steps, and cannot hold more marches"
            )
        self.roads[ends] = MapRoad(one, other, length)
        self.lines[ends] = line

    def add_march(self, line: int, names: tuple[str, str], owner: str, soldiers: int, steps: int) -> None:
        origin, destination = (self.number(line, name) for name in names)
        road = self.roads.get(frozenset((origin, destination)))
        if road is None or origin == destination:
            raise BadMap(f"line {line}: there is no road from {short(names[0])} to {short(names[1])}")
        if owner == NEUTRAL:
            raise BadMap(f"line {line}: nobody's soldiers do not march")
        if not 1 <= steps < road.length:
            most = f"1 to {road.length - 1} steps" if road.length > 1 else "no march between turns"
            raise BadMap(
                f"line {line}: {steps} steps are left of a road of {road.length}, on which there can be {most}"
            )
        if (origin, destination, steps) in self.marches:
            raise BadMap(f"line {line}: another march is at the same point already")
        self.marches[origin, destination, steps] = MapMarch(origin, destination, owner, soldiers, steps)
        self.check_players(line)

    def finished(self) -> Map:
        map = Map(tuple(self.forts.values()), tuple(self.roads.values()), tuple(self.marches.values()))
        if len(map.players) < 2:
            raise BadMap("a map needs forts or marches of at least two players")
        return map


def short(name: str) -> str:
    return repr(name if len(name) <= 40 else name[:37] + "...")


def neighbours(map: Map) -> Iterator[tuple[int, int]]:
    """Both directions of every road."""
    for road in map.roads:
        yield road.one, road.other
        yield road.other, road.one
