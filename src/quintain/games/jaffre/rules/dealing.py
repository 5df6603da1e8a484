"""RULES.md 1: the start of a match and of each round."""

import numpy as np

from quintain.core.kernel import Cells, compiled, random_below
from quintain.games.jaffre.rules.state import BETTING, CARDS, NONE, SEATS, SKIPPED, State


@compiled
def setup(state: State, rng: Cells) -> None:
    state.winner = NONE
    state.last_cards[:] = NONE
    state.last_leader = NONE
    state.last_winner = NONE
    state.dealer = state.first_dealer
    deal(state, rng)


@compiled
def deal(state: State, rng: Cells) -> None:
    """Shuffle and give one card at a time around the table. Nothing else draws from the dice, and every deal draws
    equally often, so a round's deal depends on the seed and the round alone."""
    pack = np.arange(CARDS)
    state.hands[:] = 0
    for i in range(CARDS):
        j = i + random_below(rng, CARDS - i)
        pack[i], pack[j] = pack[j], pack[i]
        state.hands[i % SEATS] |= 1 << pack[i]
    state.phase = BETTING
    state.turn = (state.dealer + 1) % SEATS
    state.voids[:] = 0
    state.bets[:] = NONE
    state.bet = SKIPPED
    state.declarer = NONE
    state.trump = NONE
    state.played = 0
    state.cards[:] = NONE
    state.leaders[:] = NONE
    state.winners[:] = NONE
    state.points[:] = 0
