"""The first version of Sage: no tree, the best targets first, each for the planet that can best afford it."""

from functools import cache

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.bots.decisions import (
    SIDE,
    border_planets,
    borders,
    ripe,
    ships_needed,
    targeted,
    within_reach,
)
from quintain.games.planets.bots.neighbourhood import LAYOUT, Neighbourhood, neighbourhood
from quintain.games.planets.bots.team import Team, side_of
from quintain.games.planets.rules.state import PLANETS, State, growth_of

NONE = -1


class Sage0(Bot):
    """Takes what grows most for the fewest ships, from wherever most are left; the rest flies to the nearest front."""

    strength = 36
    documented = True
    listens = False

    def __init__(self) -> None:
        self.team = Team()

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        side, message = self.team.meet(turn.seen.state, turn.seat)
        space = self.team.look(turn, side)
        found, rows = np.zeros(3, np.int64), new_rows()
        n = plan(turn.seen.record, side, space, rows, found)
        front, targets, attacks = found.tolist()
        turn.explain(
            f"attacks {attacks} of {targets} targets from {front} planets at the front, and {n - attacks} send help",
            targets=targets,
            attacks=attacks,
            front=front,
        )
        return [*(Launch(*row) for row in rows[:n].tolist()), *message, Done()]


@compiled
def plan(record: Cells, sides: Cells, space: Neighbourhood, rows: Cells, found: Cells) -> int:
    """Fill rows of source, destination and ships; returns how many."""
    state, side = record.view(LAYOUT)[0], sides.view(SIDE)[0]
    left = state.ships.copy()
    front = border_planets(state, 1 << side.player, space, ~side.team)
    targets = within_reach(state, front, space, side.prey, targeted(state, side.player, True))
    best_first(state, targets)
    orders = 0
    for target in targets:
        source = richest(state, front, target, space, left)
        if source != NONE:
            needed = ships_needed(state, target, space.ways[source, target])
            left[source] -= needed
            rows[orders, 0], rows[orders, 1], rows[orders, 2] = source, target, needed
            orders += 1
    found[0], found[1], found[2] = len(front), len(targets), orders
    for planet in range(state.planets):
        behind = state.owners[planet] == side.player and not borders(state, planet, space, ~side.team)
        if behind and len(front) > 0 and ripe(state, planet, state.ships[planet]):
            rows[orders, 0], rows[orders, 1] = planet, nearest(front, planet, space)
            rows[orders, 2] = state.ships[planet]
            orders += 1
    return orders


@compiled
def best_first(state: State, targets: Cells) -> None:
    """Sort by growth for each ship; equals stay as they are."""
    for i in range(1, len(targets)):
        target, j = targets[i], i
        while j > 0 and better(state, target, targets[j - 1]):
            targets[j] = targets[j - 1]
            j -= 1
        targets[j] = target


@compiled
def better(state: State, one: int, other: int) -> bool:
    return growth_of(state.sites[one]) * (state.ships[other] + 1) > growth_of(state.sites[other]) * (
        state.ships[one] + 1
    )


@compiled
def richest(state: State, front: Cells, target: int, space: Neighbourhood, left: Cells) -> int:
    """The planet at the front that keeps most ships after taking the target; NONE if none keeps any."""
    best, most = NONE, 0
    for planet in front:
        kept = left[planet] - ships_needed(state, target, space.ways[planet, target])
        if space.near[planet, target] and kept > most:
            best, most = planet, kept
    return best


@compiled
def nearest(front: Cells, planet: int, space: Neighbourhood) -> int:
    best = front[0]
    for other in front:
        if space.ways[planet, other] < space.ways[planet, best]:
            best = other
    return best


@cache
def prepare(game: Game) -> None:
    """Use the kernel once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    side, space = side_of(opening.state, opening.state.ids[0], 0, True), neighbourhood(opening.record)
    plan(opening.record, side, space, new_rows(), np.zeros(3, np.int64))


def new_rows() -> Cells:
    """Room for an attack and help from every planet."""
    return np.empty((PLANETS + PLANETS, 3), np.int64)
