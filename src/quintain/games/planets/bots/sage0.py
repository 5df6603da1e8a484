"""The first version of Sage: no tree, the best targets first, each for the planet that can best afford it."""

from functools import cache

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.bots.decisions import SIDE, borders, find_front, find_targets, ripe, ships_needed
from quintain.games.planets.bots.neighbourhood import LAYOUT, neighbourhood
from quintain.games.planets.bots.team import Team, side_of
from quintain.games.planets.rules.state import PLANETS, State, growth_of

NONE = -1


class Sage0(Bot):
    """Takes what grows most for the fewest ships, from wherever most are left; the rest flies to the nearest front."""

    strength = 20
    documented = True

    def __init__(self) -> None:
        self.team = Team()

    def start(self, game: Game, seat: int) -> None:
        compile_kernels(game)

    def act(self, turn: Turn) -> list[Action]:
        side, message = self.team.meet(turn.seen.state, turn.seat)
        space = self.team.look(turn, side)
        found = np.zeros(3, np.int64)
        rows = np.empty((PLANETS + PLANETS, 3), np.int64)
        n = plan(turn.seen.record, side, space.near, space.ways, rows, found)
        front, targets, attacks = found.tolist()
        turn.explain(
            f"attacks {attacks} of {targets} targets from {front} planets at the front, and {n - attacks} send help",
            targets=targets,
            attacks=attacks,
            front=front,
        )
        return [*(Launch(*row) for row in rows[:n].tolist()), *message, Done()]


@compiled
def plan(record: Cells, sides: Cells, near: Cells, ways: Cells, rows: Cells, found: Cells) -> int:
    """Fill rows of source, destination and ships; answers how many."""
    state, side = record.view(LAYOUT)[0], sides.view(SIDE)[0]
    front, targets, left = np.empty(PLANETS, np.int64), np.empty(PLANETS, np.int64), state.ships.copy()
    n = find_front(state, side, near, front)
    m = find_targets(state, side, near, front, n, True, targets)
    best_first(state, targets, m)
    orders = 0
    for i in range(m):
        source = richest(state, front, n, targets[i], near, ways, left)
        if source != NONE:
            needed = ships_needed(state, targets[i], ways[source, targets[i]])
            left[source] -= needed
            rows[orders, 0], rows[orders, 1], rows[orders, 2] = source, targets[i], needed
            orders += 1
    found[0], found[1], found[2] = n, m, orders
    for planet in range(state.planets):
        behind = state.owners[planet] == side.player and not borders(state, planet, near, ~side.team)
        if behind and n > 0 and ripe(state, planet, state.ships[planet]):
            rows[orders, 0], rows[orders, 1] = planet, nearest(front, n, planet, ways)
            rows[orders, 2] = state.ships[planet]
            orders += 1
    return orders


@compiled
def best_first(state: State, targets: Cells, m: int) -> None:
    """Sort by growth for each ship; equals stay as they are."""
    for i in range(1, m):
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
def richest(state: State, front: Cells, n: int, target: int, near: Cells, ways: Cells, left: Cells) -> int:
    """The planet at the front that keeps most ships after taking the target; NONE if none keeps any."""
    best, most = NONE, 0
    for i in range(n):
        kept = left[front[i]] - ships_needed(state, target, ways[front[i], target])
        if near[front[i], target] and kept > most:
            best, most = front[i], kept
    return best


@compiled
def nearest(front: Cells, n: int, planet: int, ways: Cells) -> int:
    best = front[0]
    for i in range(1, n):
        if ways[planet, front[i]] < ways[planet, best]:
            best = front[i]
    return best


@cache
def compile_kernels(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    side, space = side_of(opening.state, opening.state.ids[0], 0, True), neighbourhood(opening.record)
    rows, found = np.empty((PLANETS + PLANETS, 3), np.int64), np.zeros(3, np.int64)
    plan(opening.record, side, space.near, space.ways, rows, found)
