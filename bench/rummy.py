"""How fast Rummy is: random play beside OpenSpiel's, the meld solver, matches of a published bot, expert decisions."""

import importlib.util
import platform
import random
from collections.abc import Callable
from functools import partial
from statistics import mean, median, quantiles
from time import perf_counter, process_time
from typing import Annotated, Any

import msgspec
import numpy as np
import typer

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot
from quintain.bots.playouts import random_decisions
from quintain.core.bot import Turn
from quintain.core.dice import random_below, seeded
from quintain.core.kernel import Cells, compiled
from quintain.core.match import Match
from quintain.games.rummy.bots.expert import Expert
from quintain.games.rummy.rules.melds import put
from quintain.games.rummy.rules.solver import JOKER_POINTS, solve
from quintain.games.rummy.rules.state import DECK, DECKS, GROUPS_OF, KINDS, MELDS, RUNS_OF

GAME = games.load("rummy")
HAND, JOKERS = 13, 2
ROUNDS = 3


class Figure(msgspec.Struct, frozen=True):
    what: str
    reached: float
    bar: float
    more_is_better: bool


@compiled
def solve_many(hands: int, groups: int, runs: int, rng: Cells) -> int:
    """Solve random hands of thirteen cards, two of them jokers; returns how many can go down."""
    found = 0
    out = np.zeros(MELDS * DECKS, np.int64)
    for _ in range(hands):
        cards = np.zeros(DECKS, np.int64)
        cards[0] = 3 << KINDS
        for _ in range(HAND - JOKERS):
            put(cards, random_below(rng, 2) * DECK + random_below(rng, KINDS))
        found += solve(cards, groups, runs, 1, JOKER_POINTS, out) >= 0
    return found


def solver_microseconds(hands: int) -> float:
    """By the time of the processor, on the average over the contracts of all rounds."""
    rng, spent = seeded("hands"), []
    solve_many(10, 1, 1, rng)
    for contract in range(1, 8):
        start = process_time()
        solve_many(hands, GROUPS_OF[contract], RUNS_OF[contract], rng)
        spent.append((process_time() - start) / hands)
    return 1e6 * mean(spent)


def decisions_per_second(decisions: int) -> float:
    random_decisions(GAME, 1000)
    start = process_time()
    random_decisions(GAME, decisions)
    return decisions / (process_time() - start)


# --- beside OpenSpiel's gin rummy, which `make bench` installs


def spiel_deal(game: Any, dice: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def spiel_match(state: Any, dice: random.Random) -> int:
    """Play on at random; returns how many decisions that took."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, odds)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def from_python(spiel: Any, matches: int) -> float:
    """Decisions a second of matches that are driven from Python, the deal aside."""
    game, dice = spiel.load_game("gin_rummy"), random.Random(1)
    start = process_time()
    made = sum(spiel_match(spiel_deal(game, dice), dice) for _ in range(matches))
    return made / (process_time() - start)


def in_its_search(spiel: Any, simulations: int) -> float:
    """Decisions a second of its own tree search: its simulations, times the length of a random match."""
    game, dice = spiel.load_game("gin_rummy"), random.Random(1)
    state = spiel_deal(game, dice)
    length = mean(spiel_match(state.clone(), dice) for _ in range(100))
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 100, False, 1, False)
    start = process_time()
    bot.mcts_search(state)
    return simulations * length / (process_time() - start)


def times_the_peer(rate: Callable[[Any, int], float], amount: int) -> float:
    """How many times as fast random play in our kernels is: medians of rounds in turn, for no machine is quiet."""
    spiel = importlib.import_module("pyspiel")
    pairs = [(decisions_per_second(20 * amount), rate(spiel, amount)) for _ in range(ROUNDS)]
    return median(own for own, _ in pairs) / median(theirs for _, theirs in pairs)


class Stopwatch(Expert):
    """An expert that keeps the time of its decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def act(self, turn: Turn) -> Any:
        start = perf_counter()
        actions = super().act(turn)
        self.seconds.append(perf_counter() - start)
        return actions


def match_of(seed: int, bots: list[Any]) -> None:
    play(Match(GAME, seed=seed), [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(bots)])


def basic_matches_per_second(matches: int) -> float:
    def once(seed: int) -> None:
        match_of(seed, [named_bot(GAME, "basic").bot() for _ in range(4)])

    once(0)
    start = process_time()
    for seed in range(matches):
        once(seed)
    return matches / (process_time() - start)


def expert_milliseconds(matches: int) -> float:
    """Below which 95 of 100 decisions stay."""
    watched = Stopwatch()
    for seed in range(matches):
        match_of(seed, [watched, *(named_bot(GAME, "basic").bot() for _ in range(3))])
    return 1000 * quantiles(watched.seconds, n=20)[-1]


MEASURES: list[tuple[str, Callable[[int], float], int, float, bool]] = [
    ("random decisions a second, in kernels", decisions_per_second, 500_000, 1_000_000, True),
    ("times OpenSpiel's gin_rummy in its own search", partial(times_the_peer, in_its_search), 5_000, 10, True),
    ("times OpenSpiel's gin_rummy from Python", partial(times_the_peer, from_python), 1_000, 25, True),
    ("solver, µs for 13 cards with 2 jokers", solver_microseconds, 2_000, 100, False),
    ("matches of four basic a second", basic_matches_per_second, 20, 5, True),
    ("expert, ms a decision, 95th percentile", expert_milliseconds, 3, 50, False),
]


def main(
    quick: Annotated[bool, typer.Option("--quick", help="a tenth of everything, to see that it runs")] = False,
    json: Annotated[bool, typer.Option("--json", help="print JSON, for programs")] = False,
) -> None:
    """Measure Rummy on one core, beside the bars that it must reach."""
    peer = importlib.util.find_spec("pyspiel") is not None
    figures = [
        Figure(what, measure(max(1, amount // 10) if quick else amount), bar, more)
        for what, measure, amount, bar, more in MEASURES
        if peer or "OpenSpiel" not in what
    ]
    if json:
        print(msgspec.json.encode(figures).decode())
        return
    print(f"Python {platform.python_version()}{'' if peer else '; OpenSpiel is not installed: make bench installs it'}")
    for figure in figures:
        reached = figure.reached >= figure.bar if figure.more_is_better else figure.reached <= figure.bar
        print(f"{figure.what}: {figure.reached:,.1f} (bar {figure.bar:,.0f}){'' if reached else ', not reached'}")


if __name__ == "__main__":
    typer.run(main)
