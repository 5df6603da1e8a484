"""Sage's prediction tree: level by level, every own decision meets every answer of the enemies."""

from typing import Any, NamedTuple

import numpy as np

from quintain.core.kernel import Cells, Record, cell, compiled
from quintain.games.planets.bots.decisions import (
    SIDE,
    Decisions,
    Side,
    belongs,
    decide,
    decide_for_allies,
    decide_for_enemies,
)
from quintain.games.planets.bots.neighbourhood import Neighbourhood
from quintain.games.planets.rules.state import WORDS, State
from quintain.games.planets.rules.turn import pass_turn

Reals = np.ndarray[Any, np.dtype[np.float64]]

LAYOUT = State.layout
ROOT = 0
MOST_NODES = 1 << 17
MOST_CELLS = 1 << 22  # of all their worlds together
LIVING_AT = 16  # bits of a world's first cell that count its fleets
OWNER_AT = 40  # bits of a planet's cell that count its ships
FLEETS = (1 << LIVING_AT) - 1
SHIPS = (1 << OWNER_AT) - 1
MINE, ENEMIES, ALLIES, CHOICE = range(4)  # whose decisions: those at the node that is expanded, and ours at the root


class Growth(Record):
    """How far the tree has grown."""

    nodes: int = cell()
    used: int = cell()  # cells of worlds
    node: int = cell()  # the one that is being expanded
    answer: int = cell()  # of the enemies, that is next
    begun: int = cell()  # are the decisions of the node known?
    turns: int = cell()  # simulated
    hunting: int = cell()  # were there enemies at the root?


class Node(Record):
    """A world after some turns. Its children are in rows: a row for an answer, in it a child for each decision."""

    world: int = cell()  # where its cells begin
    turn: int = cell()
    child: int = cell()  # the first one
    decisions: int = cell()
    answers: int = cell()  # that have been played to the end; 0 for a leaf


GROWTH = Growth.layout
NODE = Node.layout


class Tree(NamedTuple):
    """A tree as kernels see it."""

    growth: Cells  # one Growth
    nodes: Any
    worlds: Cells  # of all nodes, one after the other
    models: Any  # the Decisions of MINE, ENEMIES, ALLIES and CHOICE


class Weights(NamedTuple):
    """What a leaf's score is made of."""

    ship: float
    planet: float
    last: float  # of having a planet at all


# --- worlds


@compiled
def pack(state: State, growth: Growth, tree: Tree) -> None:
    """Keep the world as a new node."""
    node, worlds, at = tree.nodes[growth.nodes], tree.worlds, growth.used
    node.world, node.turn, node.answers = at, state.turn, 0
    worlds[at] = state.living << LIVING_AT | state.fleets
    for planet in range(state.planets):
        worlds[at + 1 + planet] = state.owners[planet] << OWNER_AT | state.ships[planet]
    at += 1 + state.planets
    for i in range(state.fleets):
        worlds[at + i] = state.words[i]
    growth.used = at + state.fleets
    growth.nodes += 1


@compiled
def unpack(state: State, node: Node, worlds: Cells) -> None:
    at = node.world
    state.turn = node.turn
    state.living = worlds[at] >> LIVING_AT
    state.fleets = worlds[at] & FLEETS
    state.orders = 0
    for planet in range(state.planets):
        here = worlds[at + 1 + planet]
        state.owners[planet] = here >> OWNER_AT
        state.ships[planet] = here & SHIPS
    at += 1 + state.planets
    for i in range(state.fleets):
        state.words[i] = worlds[at + i]


@compiled
def order(state: State, word: int) -> None:
    """As far as there is room: a plan that needs more is too long anyway."""
    end = state.fleets + state.orders
    if end < WORDS:
        state.words[end] = word
        state.orders += 1


@compiled
def launch(state: State, decisions: Decisions, decision: int) -> None:
    """All orders of a decision, and those that it shares with the others."""
    while decision > 0:
        for i in range(decisions.ends[decision - 1], decisions.ends[decision]):
            order(state, decisions.words[i])
        decision = decisions.parents[decision]
    for i in range(decisions.shared):
        order(state, decisions.common[i])


# --- growing


@compiled
def plant(record: Cells, sides: Cells, tree: Tree, space: Neighbourhood) -> None:
    """The root is the world as it is known."""
    state, growth, side = record.view(LAYOUT)[0], tree.growth.view(GROWTH)[0], sides.view(SIDE)[0]
    state.orders = 0
    growth.hunting = owns(state, side.enemies)
    pack(state, growth, tree)
    decide(state, side, space, tree.models[CHOICE])


@compiled
def owns(state: State, players: int) -> bool:
    found = False
    for planet in range(state.planets):
        found |= belongs(state, planet, players)
    return found


@compiled
def ended(state: State, growth: Growth, side: Side) -> bool:
    """Nothing is left to decide: the time is over, or one side has no planet."""
    if state.turn >= state.turn_limit or not owns(state, side.team):
        return True
    return bool(growth.hunting) and not owns(state, side.enemies)


@compiled
def begin(state: State, growth: Growth, side: Side, tree: Tree, space: Neighbourhood) -> None:
    """Find the decisions of the next node; one where nothing is left to decide is passed over."""
    node, models = tree.nodes[growth.node], tree.models
    if ended(state, growth, side):
        growth.node += 1
        return
    decide(state, side, space, models[MINE])
    decide_for_enemies(state, side, space, models[ENEMIES])
    decide_for_allies(state, side, space, models[ALLIES])
    node.child = growth.nodes
    node.decisions = models[MINE].count
    growth.answer, growth.begun = 0, 1


@compiled
def play_round(state: State, growth: Growth, tree: Tree) -> None:
    """One answer of the enemies to all decisions."""
    node, models = tree.nodes[growth.node], tree.models
    for decision in range(node.decisions):
        unpack(state, node, tree.worlds)
        launch(state, models[MINE], decision)
        launch(state, models[ENEMIES], growth.answer)
        launch(state, models[ALLIES], 0)
        pass_turn(state)
        pack(state, growth, tree)
        growth.turns += 1
    growth.answer += 1
    # The tree is to be cut anywhere. A root with some answers is better than none; elsewhere only all are fair.
    if growth.answer == models[ENEMIES].count:
        node.answers = growth.answer
        growth.begun = 0
        growth.node += 1
    elif growth.node == ROOT:
        node.answers = growth.answer


@compiled
def has_room(growth: Growth, state: State, decisions: int) -> bool:
    largest = 1 + state.planets + WORDS
    return growth.nodes + decisions <= MOST_NODES and growth.used + decisions * largest <= MOST_CELLS


@compiled
def grow_tree(record: Cells, sides: Cells, tree: Tree, space: Neighbourhood, turns: int) -> bool:
    """Simulate about so many turns more; is there more to do?"""
    state, growth, side = record.view(LAYOUT)[0], tree.growth.view(GROWTH)[0], sides.view(SIDE)[0]
    enough = growth.turns + turns
    while growth.turns < enough and growth.node < growth.nodes:
        if not growth.begun:
            unpack(state, tree.nodes[growth.node], tree.worlds)
            begin(state, growth, side, tree, space)
        if growth.begun:
            if not has_room(growth, state, tree.nodes[growth.node].decisions):
                return False
            play_round(state, growth, tree)
    return growth.node < growth.nodes


# --- scores


@compiled
def leaf_score(state: State, side: Side, weights: Weights) -> float:
    """What a side has more than the other, on planets; and a lot if one has nothing."""
    ships, planets, ours, theirs = 0, 0, 0, 0
    for planet in range(state.planets):
        if belongs(state, planet, side.team):
            ships += state.ships[planet]
            ours += 1
        elif belongs(state, planet, side.enemies):
            ships -= state.ships[planet]
            theirs += 1
    planets = ours - theirs
    score = weights.ship * ships + weights.planet * planets
    if ours == 0:
        score -= weights.last
    if theirs == 0:
        score += weights.last
    return score


@compiled
def score_tree(record: Cells, sides: Cells, tree: Tree, weights: Weights, scores: Reals, choices: Reals) -> None:
    """A leaf is worth what it is, any other node the mean of its children; so is each decision at the root."""
    state, growth, side = record.view(LAYOUT)[0], tree.growth.view(GROWTH)[0], sides.view(SIDE)[0]
    for i in range(growth.nodes - 1, -1, -1):
        node = tree.nodes[i]
        if node.answers == 0:
            unpack(state, node, tree.worlds)
            scores[i] = leaf_score(state, side, weights)
            continue
        total = 0.0
        for j in range(node.child, node.child + node.answers * node.decisions):
            total += scores[j]
        scores[i] = total / (node.answers * node.decisions)
    root = tree.nodes[ROOT]
    for decision in range(root.decisions if root.answers else 0):
        total = 0.0
        for answer in range(root.answers):
            total += scores[root.child + answer * root.decisions + decision]
        choices[decision] = total / root.answers
