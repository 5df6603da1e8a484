"""The documented Sage: a tree of what everybody may do next, whose scores are means."""

import time
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.errors import BadSetting
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.bots.decisions import DECISIONS
from quintain.games.planets.bots.neighbourhood import LAYOUT, Neighbourhood, neighbourhood
from quintain.games.planets.bots.team import Team, side_of
from quintain.games.planets.bots.tree import (
    CHOICE,
    MOST_CELLS,
    MOST_NODES,
    NODE,
    ROOT,
    Growth,
    Reals,
    Tree,
    Weights,
    grow_tree,
    plant,
    score_tree,
)
from quintain.games.planets.rules.state import destination_of, ships_of, source_of

SLICE = 250  # turns that are simulated between two looks at the clock
SHARE = 0.5  # of the time left that a turn may take
# What the description of Sage says, and what its program does.
PRESETS = {"note": Weights(ship=0.1, planet=0.001, last=0.0), "code": Weights(ship=0.0001, planet=0.1, last=1000.0)}


class Sage(Bot):
    """Finds its team, foresees everybody's attacks turn by turn, and does what leads to the best worlds on average."""

    strength = 38
    documented = True
    listens = False

    def __init__(
        self,
        preset: Literal["note", "code"] = "code",
        budget: float = 0.5,
        ship_weight: float | None = None,
        planet_weight: float | None = None,
    ) -> None:
        if not 0 < budget <= 60:
            raise BadSetting(f"sage thinks for up to 60 seconds, not {budget}")
        usual = PRESETS[preset]
        self.weights = Weights(
            ship=usual.ship if ship_weight is None else float(ship_weight),
            planet=usual.planet if planet_weight is None else float(planet_weight),
            last=usual.last,
        )
        self.budget = budget
        self.team = Team()

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        side, message = self.team.meet(turn.seen.state, turn.seat)
        space = self.team.look(turn, side)
        budget = self.budget if turn.clock is None else min(self.budget, SHARE * turn.clock)
        thought = think(turn.seen.record, side, space, self.weights, budget)
        orders = thought.orders()
        turn.explain(thought.sentence(), **thought.numbers())
        return [*orders, *message, Done()]


class Thought(NamedTuple):
    """The tree of one turn, and what came out of it."""

    mine: Any  # the decisions at the root
    scores: Reals
    best: int
    turns: int
    nodes: int
    depth: int

    def words(self) -> list[int]:
        """The orders of the best decision: attacks in the order they were thought of, then help for the front."""
        return decision_words(self.mine, self.best)

    def orders(self) -> list[Action]:
        return [Launch(source_of(word), destination_of(word), ships_of(word)) for word in self.words()]

    def sentence(self) -> str:
        fleets = len(self.words())
        launched = f"{fleets} fleet{'s' * (fleets != 1)}"
        return (
            f"sends {launched}: the best of {len(self.scores)} decisions scores {self.scores[self.best]:.3f} "
            f"over {self.nodes} nodes, {self.depth} turns deep"
        )

    def numbers(self) -> dict[str, float]:
        return {
            "score": float(self.scores[self.best]),
            "decisions": len(self.scores),
            "nodes": self.nodes,
            "turns": self.turns,
            "depth": self.depth,
        }


def decision_words(decisions: Any, decision: int) -> list[int]:
    words: list[int] = []
    ends, parents = decisions["ends"], decisions["parents"]
    shared = decisions["common"][: decisions["shared"]].tolist()
    while decision > 0:
        words = decisions["words"][ends[decision - 1] : ends[decision]].tolist() + words
        decision = parents[decision]
    return words + shared


def new_tree() -> Tree:
    models = np.zeros(CHOICE + 1, DECISIONS)
    return Tree(Growth.blank(), np.empty(MOST_NODES, NODE), np.empty(MOST_CELLS, np.int64), models)


def think(seen: Cells, side: Cells, space: Neighbourhood, weights: Weights, budget: float) -> Thought:
    """Grow the tree until the time is up."""
    until = time.monotonic() + budget
    record, tree = seen.copy(), new_tree()
    record.view(LAYOUT)["open_sky"] = 1  # in a simulation nobody needs to count what went missing
    plant(record, side, tree, space)
    more = True
    while more:
        more = grow_tree(record, side, tree, space, SLICE)
        more = more and time.monotonic() < until
    mine = tree.models[CHOICE]
    scores, choices = np.empty(MOST_NODES), np.zeros(int(mine["count"]))
    score_tree(record, side, tree, weights, scores, choices)
    grown, turns = Growth.read(tree.growth), tree.nodes["turn"]
    depth = int(turns[grown.nodes - 1] - turns[ROOT])
    return Thought(mine, choices, int(choices.argmax()), grown.turns, grown.nodes, depth)


@cache
def prepare(game: Game) -> None:
    """Use the kernels once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    side = side_of(opening.state, opening.state.ids[0], 1 << opening.state.ids[0], True)
    think(opening.record, side, neighbourhood(opening.record), PRESETS["code"], 0.0)
