"""Random play inside kernels, for every game: what the planning bots and the speed measurements are made of."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quintain.core.dice import random_below, seeded
from quintain.core.game import Game, Rules, Seat
from quintain.core.kernel import Cells, bound, copy_cells, lowest

MOST_NOTED = 30  # actions that a planner shows of those that it has considered

# Bound to each game's own in `playouts`.
rules: Rules = None  # type: ignore[assignment]
layout: Any = None
step: Any = None
value: Any = None  # what a seat is worth: its score or its placing
by_score: Any = None
by_placing: Any = None


def step_kernel(state: Any, mask: int, out: Cells, rng: Cells) -> int:
    """One random decision by the first seat that owes one; returns who acts next."""
    seat = lowest(mask)
    n = rules.legal(state, seat, out)
    rules.apply(state, seat, out[random_below(rng, n)], rng)
    return rules.acting(state)


def playout_kernel(state: Any, decisions: int, out: Cells, rng: Cells) -> int:
    """Play on at random until the match is over or so many decisions were made; returns how many."""
    mask = rules.acting(state)
    made = 0
    while mask and made < decisions:
        mask = step(state, mask, out, rng)
        made += 1
    return made


def advantage_kernel(state: Any, seat: int, teams: Cells) -> int:
    """By how much a seat is worth more than the best of its rivals."""
    own = value(state, seat)
    best = own
    alone = True
    for other in range(len(teams)):
        if teams[other] != teams[seat]:
            theirs = value(state, other)
            if alone or theirs > best:
                best = theirs
            alone = False
    return own if alone else own - best


def placed_advantage_kernel(state: Any, seat: int, teams: Cells) -> int:
    """The same where something else than the score decides: at the end, whoever comes first has the advantage."""
    ahead = by_score(state, seat, teams)
    if rules.acting(state):
        return ahead
    placed = by_placing(state, seat, teams)
    if placed == 0:
        return 0
    # As much again as the score is worth, and turned around if the score says otherwise.
    return abs(ahead) + 1 if placed > 0 else -abs(ahead) - 1


def marathon_kernel(blank: Cells, decisions: int, longest: int, out: Cells, rng: Cells) -> int:
    """Random matches, one after the other, until so many decisions were made."""
    record = blank.copy()
    made = 0
    while made < decisions:
        copy_cells(blank, record)
        rules.setup(record.view(layout)[0], rng)
        made += playout(record.view(layout)[0], min(longest, decisions - made), out, rng)
    return made


playout: Any = None


class Playouts(NamedTuple):
    """One game's kernels of random play."""

    playout: Any  # playout(state, decisions, out, rng)
    advantage: Any  # advantage(state, seat, teams)
    marathon: Any  # marathon(blank, decisions, longest, out, rng)


@cache
def playouts(game: Game) -> Playouts:
    names = {"rules": game.rules, "layout": game.state.layout}
    step = bound(step_kernel, game.name, **names)
    playout = bound(playout_kernel, game.name, step=step, **names)
    marathon = bound(marathon_kernel, game.name, playout=playout, **names)
    return Playouts(playout, advantage_of(game, names), marathon)


def advantage_of(game: Game, names: dict[str, Any]) -> Any:
    """What a planner plays for: the score, and at the end the place where that is not the same."""
    by_score = bound(advantage_kernel, f"{game.name}score", value=game.rules.score)
    if game.placing is None:
        return by_score
    by_placing = bound(advantage_kernel, f"{game.name}placing", value=game.placing)
    return bound(placed_advantage_kernel, game.name, by_score=by_score, by_placing=by_placing, **names)


def scratch(game: Game) -> Cells:
    """Room for the legal actions of one decision."""
    return np.empty((game.most_actions, game.action_width), np.int64)


def teams_of(seats: tuple[Seat, ...]) -> Cells:
    return np.array([seat.team for seat in seats], np.int64)


def look_ahead(game: Game) -> int:
    """How many decisions a playout may last."""
    return game.horizon or game.longest


def random_decisions(game: Game, decisions: int, seed: int = 1) -> int:
    """Make so many random decisions in a kernel, in as many matches as it takes; returns how many were made."""
    blank = game.blank(game.options())
    return int(playouts(game).marathon(blank, decisions, game.longest, scratch(game), seeded("marathon", seed)))
