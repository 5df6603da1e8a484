"""RULES.md 1: the start of a match and of each round."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, count, fill, lowest
from quintain.games.jaffre.rules.state import BETTING, CARDS, DECK, NONE, SEATS, SKIPPED, TRICKS, State


@compiled
def setup(state: State, rng: Cells) -> None:
    state.winner = NONE
    fill(state.last_cards, NONE)
    state.last_leader = NONE
    state.last_winner = NONE
    state.dealer = state.first_dealer
    deal(state, rng)


@compiled
def deal(state: State, rng: Cells) -> None:
    """Shuffle and give one card at a time around the table. Nothing else draws from the dice, and every deal draws
    equally often, so a round's deal depends on the seed and the round alone."""
    fill(state.hands, 0)
    pack = shuffled(DECK, rng)
    for i in range(CARDS):
        state.hands[i % SEATS] |= 1 << pack[i]
    keep_last_trick(state)
    state.phase = BETTING
    state.turn = (state.dealer + 1) % SEATS
    fill(state.voids, 0)
    fill(state.bets, NONE)
    state.bet = SKIPPED
    state.declarer = NONE
    state.trump = NONE
    state.played = 0
    fill(state.cards, NONE)
    fill(state.leaders, NONE)
    fill(state.winners, NONE)
    fill(state.points, 0)


@compiled
def shuffled(cards: int, rng: Cells) -> Cells:
    """A set of cards in random order."""
    pack = np.empty(count(cards), np.int64)
    for i in range(len(pack)):
        j = random_below(rng, i + 1)
        pack[i] = pack[j]
        pack[j] = lowest(cards)
        cards &= cards - 1
    return pack


@compiled
def keep_last_trick(state: State) -> None:
    """People still want to look at it when the next cards are dealt."""
    if state.played == CARDS:
        for i in range(SEATS):
            state.last_cards[i] = state.cards[CARDS - SEATS + i]
        state.last_leader = state.leaders[TRICKS - 1]
        state.last_winner = state.winners[TRICKS - 1]
