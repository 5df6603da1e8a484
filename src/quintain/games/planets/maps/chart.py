"""What is on a map, and what a map must keep to."""

import msgspec

from quintain.core.errors import QuintainError
from quintain.games.planets.rules.state import NEUTRAL, PLANETS, PLAYERS


class BadMap(QuintainError, ValueError):
    """A map that cannot be used; the message says which line and why."""


class MapPlanet(msgspec.Struct, frozen=True):
    x: int  # in thousandths
    y: int
    growth: int
    owner: int  # the number of a home, or 0 for neutral
    ships: int


class Map(msgspec.Struct, frozen=True):
    planets: tuple[MapPlanet, ...]  # by number, from 0

    @property
    def homes(self) -> int:
        return max(planet.owner for planet in self.planets)


def checked(planets: list[MapPlanet], lines: list[int]) -> Map:
    """The map, if its planets can make one; `lines` says where in the file each of them stands."""
    if not 2 <= len(planets) <= PLANETS:
        raise BadMap(f"a map has 2 to {PLANETS} planets, not {len(planets)}")
    seen: dict[tuple[int, int], int] = {}
    for planet, line in zip(planets, lines, strict=True):
        if (planet.x, planet.y) in seen:
            raise BadMap(f"line {line}: the planet lies where that of line {seen[planet.x, planet.y]} is")
        seen[planet.x, planet.y] = line
    check_homes({planet.owner for planet in planets} - {NEUTRAL})
    return Map(tuple(planets))


def check_homes(owners: set[int]) -> None:
    if len(owners) < 2:
        raise BadMap("a map needs planets of at least two players")
    most = max(owners)
    assert most <= PLAYERS, "owners are checked line by line"
    if missing := sorted(set(range(1, most + 1)) - owners):
        raise BadMap(f"player {missing[0]} has no planet, but player {most} has")
