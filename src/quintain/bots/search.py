"""A bot for any game: a tree of what may be known, grown over imagined worlds (information-set Monte Carlo search).

Each iteration imagines one world and walks down the tree along actions that are legal in it, preferring those that did
well or were seldom tried when they could be; then adds one node, plays on at random, and tells every node on its way
how it went for the seat that chose it.
"""

from functools import cache
from math import log, sqrt
from typing import Any

import numpy as np

from quintain.bots.playouts import MOST_NOTED, look_ahead, playouts, scratch, teams_of
from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below
from quintain.core.errors import BadSetting
from quintain.core.game import Game, Rules
from quintain.core.kernel import Cells, Record, bound, cell, compiled, copy_cells, direct, lowest
from quintain.core.meanwhile import wait_for
from quintain.core.record import Candidates

NONE = -1
ROOT = 0
CURIOSITY = 0.7  # weight of the seldom tried against the well tried, for values between 0 and 1


class Node(Record):
    """One action in the tree; its key is the seat and the row of the action, kept in a table beside it."""

    seat: int = cell()  # who chose it
    tries: int = cell()
    chances: int = cell()  # how often it was legal when its parent was visited
    total: int = cell()  # sum of the chooser's advantage
    child: int = cell()  # the first of its children
    sibling: int = cell()  # the next child of the same parent


# Bound to each game's own in `kernel`.
rules: Rules = None  # type: ignore[assignment]
layout: Any = None
playout: Any = None
advantage: Any = None
descend: Any = None


@compiled
def find_child(nodes: Any, rows: Cells, parent: int, seat: int, row: Cells) -> int:
    node = nodes[parent].child
    while node != NONE:
        if nodes[node].seat == seat:
            same = True
            for i in range(len(row)):
                same = same and rows[node, i] == row[i]
            if same:
                return int(node)
        node = nodes[node].sibling
    return NONE


@compiled
def add_child(nodes: Any, rows: Cells, node: int, parent: int, seat: int, row: Cells) -> None:
    # Its tries and total are zero, as all memory was.
    child, above = nodes[node], nodes[parent]
    child.seat = seat
    child.chances = 1
    child.child = NONE
    child.sibling = above.child
    above.child = node
    for i in range(len(row)):
        rows[node, i] = row[i]


@compiled
def promise(node: Any, low: int, high: int) -> float:
    """How good a node looks: its average between the worst and the best seen, and a bonus for being seldom tried."""
    average = (node.total / node.tries - low) / max(high - low, 1)
    return average + CURIOSITY * sqrt(log(node.chances) / node.tries)


@compiled
def choose(nodes: Any, rows: Cells, parent: int, seat: int, out: Cells, n: int, span: Cells, rng: Cells) -> int:
    """Which of the n legal actions to walk along: one never tried if there is any, else the most promising."""
    fresh, chosen, best = 0, 0, -1.0
    for i in range(n):
        node = find_child(nodes, rows, parent, seat, out[i])
        if node == NONE:
            fresh += 1
            if random_below(rng, fresh) == 0:
                chosen = i
        else:
            nodes[node].chances += 1
            if fresh == 0 and promise(nodes[node], span[0], span[1]) > best:
                best = promise(nodes[node], span[0], span[1])
                chosen = i
    return chosen


def descend_kernel(
    state: Any,
    first: int,
    nodes: Any,
    rows: Cells,
    used: int,
    depth: int,
    path: Cells,
    out: Cells,
    span: Cells,
    rng: Cells,
) -> int:
    """Walk down to a node that is new and add it; returns how long the path is.

    The first action is the searching seat's own, also where others act at the same time.
    """
    node, steps, mask = ROOT, 0, rules.acting(state)
    while mask and steps < depth:
        seat = lowest(mask) if steps else first
        n = rules.legal(state, seat, out)
        i = choose(nodes, rows, node, seat, out, n, span, rng)
        child = find_child(nodes, rows, node, seat, out[i])
        fresh = child == NONE
        if fresh:
            child = used
            add_child(nodes, rows, child, node, seat, out[i])
        rules.apply(state, seat, out[i], rng)
        mask = rules.acting(state)
        path[steps] = child
        steps += 1
        node = child
        if fresh:
            break
    return steps


def grow_kernel(
    seen: Cells, seat: int, iterations: int, depth: int, teams: Cells, nodes: Any, rows: Cells, out: Cells, rng: Cells
) -> None:
    """Grow the tree by one node an iteration."""
    world = seen.copy()
    path = np.empty(depth, np.int64)
    span = np.zeros(2, np.int64)  # the worst and the best advantage seen
    nodes[ROOT].child = NONE
    nodes[ROOT].seat = NONE
    used = 1
    for iteration in range(iterations):
        copy_cells(seen, world)
        state = world.view(layout)[0]
        rules.imagine(state, seat, rng)
        steps = descend(state, seat, nodes, rows, used, depth, path, out, span, rng)
        used += 1
        playout(state, depth - steps, out, rng)
        for i in range(steps):
            node = nodes[path[i]]
            value = advantage(state, node.seat, teams)
            node.tries += 1
            node.total += value
            span[0] = value if iteration == 0 else min(span[0], value)
            span[1] = value if iteration == 0 else max(span[1], value)


@cache
def kernel(game: Game) -> Any:
    """The game's own, compiled now and not on somebody's clock."""
    names = {"rules": game.rules, "layout": game.state.layout, **playouts(game)._asdict()}
    names["descend"] = bound(descend_kernel, game.name, **names)
    cells, rows, nodes = game.state.blank(), scratch(game), np.zeros(1, Node.layout)
    return direct(bound(grow_kernel, game.name, **names), cells, 0, 0, 0, cells, nodes, rows, rows, cells)


class Search(Bot):
    """Grows a tree of what it and the others may do over many imagined worlds, and takes the path tried most."""

    strength = 20
    listens = False

    def __init__(self, iterations: int = 2000) -> None:
        if iterations < 1:
            raise BadSetting(f"search needs at least one iteration, not {iterations}")
        self.iterations = iterations

    def start(self, game: Game, seat: int) -> None:
        wait_for(game.name)
        kernel(game)

    def act(self, turn: Turn) -> Any:
        legal, game = turn.legal, turn.seen.game
        if len(legal) == 1:
            turn.explain("there is no choice")
            return legal[0]
        nodes = np.zeros(self.iterations + 1, Node.layout)
        rows = np.zeros((self.iterations + 1, game.action_width), np.int64)
        depth, teams = look_ahead(game), teams_of(turn.seen.seats)
        kernel(game)(turn.seen.record, turn.seat, self.iterations, depth, teams, nodes, rows, scratch(game), turn.rng)
        order = sorted(children(nodes), key=lambda node: -int(nodes["tries"][node]))
        tried = [(game.decode(rows[node].tolist()), int(nodes["tries"][node])) for node in order[:MOST_NOTED]]
        best, tries = tried[0]
        turn.explain(
            f"tried most of {len(legal)} actions",
            Candidates(tuple((str(action), times / self.iterations) for action, times in tried)),
            tries=tries,
            of=self.iterations,
            advantage=int(nodes["total"][order[0]]) / tries,
        )
        return best


def children(nodes: Any) -> list[int]:
    """The actions at the root."""
    found, node = [], int(nodes["child"][ROOT])
    while node != NONE:
        found.append(node)
        node = int(nodes["sibling"][node])
    return found
