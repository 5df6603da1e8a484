"""A bot for any game: try each action in many imagined worlds, play on at random, and keep the best average."""

from functools import cache
from typing import Any

import numpy as np

from quintain.bots.playouts import MOST_NOTED, look_ahead, playouts, scratch, teams_of
from quintain.core.bot import Bot, Turn
from quintain.core.errors import BadSetting
from quintain.core.game import Game, Rules
from quintain.core.kernel import Cells, bound, copy_cells, direct
from quintain.core.meanwhile import wait_for
from quintain.core.record import Candidates

# Bound to each game's own in `kernel`.
rules: Rules = None  # type: ignore[assignment]
layout: Any = None
playout: Any = None
advantage: Any = None


def totals_kernel(
    seen: Cells, seat: int, actions: Cells, worlds: int, depth: int, teams: Cells, out: Cells, rng: Cells, totals: Cells
) -> None:
    """Add up each action's advantage at the end of a random playout; all actions are tried in the same worlds."""
    world, trial = seen.copy(), seen.copy()
    for _ in range(worlds):
        copy_cells(seen, world)
        rules.imagine(world.view(layout)[0], seat, rng)
        for i in range(len(actions)):
            copy_cells(world, trial)
            state = trial.view(layout)[0]
            rules.apply(state, seat, actions[i], rng)
            playout(state, depth - 1, out, rng)
            totals[i] += advantage(state, seat, teams)


@cache
def kernel(game: Game) -> Any:
    """The game's own, compiled now and not on somebody's clock."""
    names = {"rules": game.rules, "layout": game.state.layout, **playouts(game)._asdict()}
    cells, rows = game.state.blank(), scratch(game)
    return direct(bound(totals_kernel, game.name, **names), cells, 0, rows, 0, 0, cells, rows, cells, cells)


class Rollout(Bot):
    """Tries every action in imagined worlds with random play after it, and takes the best on average."""

    strength = 10
    listens = False

    def __init__(self, worlds: int = 200) -> None:
        if worlds < 1:
            raise BadSetting(f"rollout needs at least one world, not {worlds}")
        self.worlds = worlds

    def start(self, game: Game, seat: int) -> None:
        wait_for(game.name)
        kernel(game)

    def act(self, turn: Turn) -> Any:
        legal, game = turn.legal, turn.seen.game
        if len(legal) == 1:
            turn.explain("there is no choice")
            return legal[0]
        totals = np.zeros(len(legal), np.int64)
        actions = np.array([game.row(action) for action in legal])
        depth, teams = look_ahead(game), teams_of(turn.seen.seats)
        kernel(game)(turn.seen.record, turn.seat, actions, self.worlds, depth, teams, scratch(game), turn.rng, totals)
        averages = totals / self.worlds
        order = np.argsort(-averages, kind="stable")[:MOST_NOTED].tolist()
        turn.explain(
            f"best average of {len(legal)} actions",
            Candidates(tuple((str(legal[i]), averages[i]) for i in order)),
            advantage=averages[order[0]],
            next_best=averages[order[1]],
            worlds=self.worlds,
        )
        return legal[order[0]]
