"""RULES.md 2: who gets which home and which id, and the first turn."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.ending import living_seats
from quintain.games.planets.rules.generator import generate
from quintain.games.planets.rules.state import NEUTRAL, NONE, PLAYERS, State


@compiled
def setup(state: State, rng: Cells) -> None:
    """The owners of a map are numbers of homes: the first half of them is for one team, the rest for the other."""
    if state.generated:
        generate(state, rng)
    ids = np.arange(1, PLAYERS + 1)
    if state.shuffled:
        shuffle(ids, state.seats, rng)
    seat_players(state, ids, rng)
    for planet in range(state.planets):
        if state.owners[planet] != NEUTRAL:
            state.owners[planet] = ids[state.owners[planet] - 1]
            state.living |= 1 << state.owners[planet]
    state.winner = NONE
    state.waiting = living_seats(state)


@compiled
def shuffle(items: Cells, n: int, rng: Cells) -> None:
    """Put the first n items in any order."""
    for i in range(n - 1, 0, -1):
        j = random_below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


@compiled
def seat_players(state: State, ids: Cells, rng: Cells) -> None:
    """Home k of the one team and home k of the other go to opponents; if ids are secret, a coin says to whom which."""
    half = state.seats // 2
    for home in range(half):
        swapped = random_below(rng, 2) if state.shuffled else 0
        state.ids[home + half * swapped] = ids[home]
        state.ids[home + half * (1 - swapped)] = ids[home + half]
