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
    grow_tree,
    plant,
    score_tree,
)
from quintain.games.planets.rules.state import destination_of, ships_of, source_of

SLICE = 250  # turns that are simulated between two looks at the clock
SHARE = 0.5  # of the time left that a turn may take
PRESETS = {"note": (0.1, 0.001, 0.0), "code": (0.0001, 0.1, 1000.0)}  # for a ship, a planet, and the last planet


class Sage(Bot):
    """Finds its team, foresees everybody's attacks turn by turn, and does what leads to the best worlds on average."""

    strength = 30
    documented = True

    def __init__(
        self,
        preset: Literal["note", "code"] = "code",
        budget: float = 0.5,
        ship_weight: float | None = None,
        planet_weight: float | None = None,
    ) -> None:
        if not 0 < budget <= 60:
            raise BadSetting(f"sage thinks for up to 60 seconds, not {budget}")
        ship, planet, last = PRESETS[preset]
        ship, planet = ship if ship_weight is None else ship_weight, planet if planet_weight is None else planet_weight
        self.weights = np.array([ship, planet, last])
        self.budget = budget
        self.team = Team()

    def start(self, game: Game, seat: int) -> None:
        compile_kernels(game)

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


def think(seen: Cells, side: Cells, space: Neighbourhood, weights: Reals, budget: float) -> Thought:
    """Grow the tree until the time is up."""
    until = time.monotonic() + budget
    record, growth = seen.copy(), Growth.blank()
    record.view(LAYOUT)["open_sky"] = 1  # in a simulation nobody needs to count what went missing
    nodes, worlds = np.empty(MOST_NODES, NODE), np.empty(MOST_CELLS, np.int64)
    models = np.zeros(CHOICE + 1, DECISIONS)
    plant(record, growth, side, nodes, worlds, models, space.near, space.ways)
    more = True
    while more:
        more = grow_tree(record, growth, side, nodes, worlds, models, space.near, space.ways, SLICE)
        more = more and time.monotonic() < until
    scores, choices = np.empty(MOST_NODES), np.zeros(int(models["count"][CHOICE]))
    score_tree(record, growth, side, nodes, worlds, weights, scores, choices)
    grown = Growth.read(growth)
    depth = int(nodes["turn"][grown.nodes - 1] - nodes["turn"][ROOT])
    return Thought(models[CHOICE], choices, int(choices.argmax()), grown.turns, grown.nodes, depth)


@cache
def compile_kernels(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0)
    side = side_of(opening.state, opening.state.ids[0], 1 << opening.state.ids[0], True)
    think(opening.record, side, neighbourhood(opening.record), np.zeros(3), 0.0)
