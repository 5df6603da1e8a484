"""Plans are rehearsed: both sides carry one out, go on as their habits are, and what they have then is compared."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.games.planets.bots.decisions import RIPE, SIDE, Side
from quintain.games.planets.bots.outlook import Chart
from quintain.games.planets.bots.planner import MOST_STEPS, Habits, Reals, plan
from quintain.games.planets.rules.state import NEUTRAL, PLANETS, WORDS, State, growth_of, owner_of, packed, ships_of
from quintain.games.planets.rules.turn import pass_turn

LAYOUT = State.layout
NONE = -1


class Stage(NamedTuple):
    """What is rehearsed on, and for how long."""

    record: Cells  # the world as the player knows it
    world: Cells  # room for another
    sides: Cells  # how everybody sees the others: a row of cells for each player
    chart: Chart
    player: int  # whose rehearsal it is
    turns: int  # that it goes on
    lasting: int  # turns of growth after it that count as ships


@compiled
def propose(stage: Stage, players: int, habits: Habits, worth: Reals, rows: Cells, words: Cells) -> tuple[int, int]:
    """The orders that these players would give with such habits; returns how many, and the steps of the last plan."""
    copy_cells(stage.record, stage.world)
    state = stage.world.view(LAYOUT)[0]
    steps = 0
    for player in range(1, state.seats + 1):
        if players >> player & state.living >> player & 1:
            steps = plan(state, stage.sides[player].view(SIDE)[0], stage.chart, habits, worth, rows)
    for i in range(state.orders):
        words[i] = state.words[state.fleets + i]
    return state.orders, steps


@compiled
def rush(record: Cells, players: int, ways: Cells, words: Cells) -> int:
    """Every ripe planet of these players sends all it has to the nearest planet of another side; returns how many."""
    state, n = record.view(LAYOUT)[0], 0
    for planet in range(state.planets):
        ripe = state.ships[planet] > 0 and state.ships[planet] >= RIPE * growth_of(state.sites[planet])
        if not (players >> state.owners[planet] & 1 and ripe):
            continue
        best = NONE
        for other in range(state.planets):
            foreign = state.owners[other] != NEUTRAL and not players >> state.owners[other] & 1
            if foreign and (best == NONE or ways[planet, other] < ways[planet, best]):
                best = other
        if best != NONE:
            words[n] = packed(0, best, state.owners[planet], planet, state.ships[planet])
            n += 1
    return n


@compiled
def add_orders(state: State, words: Cells) -> None:
    for i in range(min(len(words), WORDS - state.fleets - state.orders)):
        state.words[state.fleets + state.orders] = words[i]
        state.orders += 1


@compiled
def standing(state: State, side: Side, lasting: int) -> float:
    """From -1 to 1: what our side has of all ships, and of what will grow in so many turns."""
    ours, theirs, lasting = 0, 0, min(lasting, state.turn_limit - state.turn)
    for planet in range(state.planets):
        worth = state.ships[planet] + lasting * growth_of(state.sites[planet])
        if side.team >> state.owners[planet] & 1:
            ours += worth
        elif side.enemies >> state.owners[planet] & 1:
            theirs += worth
    for i in range(state.fleets):
        if side.team >> owner_of(state.words[i]) & 1:
            ours += ships_of(state.words[i])
        else:
            theirs += ships_of(state.words[i])
    return (ours - theirs) / max(1, ours + theirs)


@compiled
def rehearse(stage: Stage, habits: Habits, worth: Reals, ours: Cells, theirs: Cells) -> float:
    """How we stand when these orders have met those, and everybody has gone on for some turns."""
    copy_cells(stage.record, stage.world)
    state = stage.world.view(LAYOUT)[0]
    rows = np.empty((MOST_STEPS, 4), np.int64)
    add_orders(state, ours)
    add_orders(state, theirs)
    pass_turn(state)
    for _ in range(stage.turns):
        if state.turn >= state.turn_limit:
            break
        for other in range(1, state.seats + 1):
            if state.living >> other & 1:
                plan(state, stage.sides[other].view(SIDE)[0], stage.chart, habits, worth, rows)
        pass_turn(state)
    return standing(state, stage.sides[stage.player].view(SIDE)[0], stage.lasting)


def plain_worth() -> Reals:
    return np.ones(PLANETS)


def new_words() -> Cells:
    return np.empty(WORDS, np.int64)
