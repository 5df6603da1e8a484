"""Which planets are neighbours: those within a radius that grows until everybody has two."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import State

LAYOUT = State.layout
FEWEST = 2  # neighbours of a planet


@compiled
def measure(record: Cells, ways: Cells) -> None:
    """The turns from each planet to each other."""
    state = record.view(LAYOUT)[0]
    for one in range(state.planets):
        for other in range(one):
            ways[one, other] = ways[other, one] = distance(state, one, other)


class Neighbourhood(NamedTuple):
    ways: Cells  # turns from planet to planet
    near: Cells  # 1 for neighbours
    mean: int  # turns to the nearest planet
    radius: int


def neighbourhood(record: Cells) -> Neighbourhood:
    planets = int(record.view(LAYOUT)["planets"][0])
    ways = np.zeros((planets, planets), np.int64)
    measure(record, ways)
    mean = mean_nearest(ways)
    radius = grown_radius(ways, mean)
    near = (ways <= radius) & ~np.eye(planets, dtype=bool)
    return Neighbourhood(ways, near.astype(np.int64), mean, radius)


def mean_nearest(ways: Cells) -> int:
    """The mean way to the nearest planet, rounded down but never to nothing."""
    others = ways + np.eye(len(ways), dtype=np.int64) * (ways.max() + 1)
    return max(1, int(others.min(axis=1).sum()) // len(ways))


def grown_radius(ways: Cells, mean: int) -> int:
    """The first multiple of the mean that gives every planet two neighbours; the whole map, if none does."""
    radius, farthest = mean, int(ways.max())
    while radius < farthest and ((ways <= radius).sum(axis=1) - 1).min() < FEWEST:
        radius += mean
    return min(radius, farthest)


def bridged(space: Neighbourhood, owners: list[int], player: int, team: int, prey: int) -> Cells:
    """The neighbours; for a player who has none but friends, its nearest prey and the planet nearest to it as well."""
    planets = range(len(space.near))
    own = [planet for planet in planets if owners[planet] == player]
    others = [planet for planet in planets if not team >> owners[planet] & 1]
    hunted = [planet for planet in others if prey >> owners[planet] & 1]
    if not own or not hunted or space.near[np.ix_(own, others)].any():
        return space.near
    one, other = min(((one, other) for one in own for other in hunted), key=lambda pair: space.ways[pair])
    near = space.near.copy()
    near[one, other] = near[other, one] = 1
    return near
