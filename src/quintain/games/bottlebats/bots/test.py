"""Test: the contest's example robot, with its habit of repeating all its old commands."""

from typing import Any

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.planning import orders, prepare, whole_turn
from quintain.games.bottlebats.rules.state import FORTS, NOBODY, State, end_of

LAYOUT = State.layout


@compiled
def testing(cells: Cells, seat: int, out: Cells) -> int:
    """Forts with a neutral neighbour split all they have over those; others send half to neighbours that have one."""
    state = cells.view(LAYOUT)[0]
    neutral, border = np.zeros(FORTS, np.int64), np.zeros(FORTS, np.int64)
    for lane in range(2 * state.roads):
        goal = end_of(state.ways[lane >> 1], lane)
        neutral[end_of(state.ways[lane >> 1], lane + 1)] += state.owners[goal] == NOBODY
    for lane in range(2 * state.roads):
        goal = end_of(state.ways[lane >> 1], lane)
        useful = state.owners[goal] == seat + 1 and neutral[goal] > 0
        border[end_of(state.ways[lane >> 1], lane + 1)] += useful
    n = 0
    for lane in range(2 * state.roads):
        origin, goal = end_of(state.ways[lane >> 1], lane + 1), end_of(state.ways[lane >> 1], lane)
        share = 0
        if state.owners[origin] == seat + 1 and neutral[origin] > 0:
            share = state.soldiers[origin] // neutral[origin] if state.owners[goal] == NOBODY else 0
        elif state.owners[origin] == seat + 1 and state.owners[goal] == seat + 1 and neutral[goal] > 0:
            share = state.soldiers[origin] // 2 // border[origin]
        if share > 0:
            out[n, 0], out[n, 1], out[n, 2] = origin, goal, share
            n += 1
    return n


class Test(Bot):
    """Spreads over neutral neighbours, feeds its border, and repeats every command it ever gave."""

    strength = 20
    documented = True
    listens = False

    def __init__(self) -> None:
        self.commands: list[list[int]] = []

    def start(self, game: Game, seat: int) -> None:
        prepare(testing)

    def act(self, turn: Turn) -> Any:
        self.commands += orders(testing, turn.seen.record, turn.seat)
        given = self.carried_out(turn.seen.state, turn.seat)
        turn.explain("repeats all it has ever ordered", commands=len(self.commands), marches=len(given))
        return whole_turn(turn.seen.game, given)

    def carried_out(self, state: State, seat: int) -> list[list[int]]:
        """The commands that still mean something: from own forts, as long as soldiers are left in them."""
        left, given = list(state.soldiers), []
        for origin, destination, wanted in self.commands:
            soldiers = min(left[origin], wanted)
            if state.owners[origin] == seat + 1 and soldiers > 0:
                left[origin] -= soldiers
                given.append([origin, destination, soldiers])
        return given
