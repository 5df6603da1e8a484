"""RULES.md 10: what a seat may not know, and what it may imagine instead."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import HIDDEN, Cells, compiled, copy_cells, fill
from quintain.games.rummy.rules.dealing import decks_for
from quintain.games.rummy.rules.melds import drop, has, nought, put, size
from quintain.games.rummy.rules.state import CARDS, DECKS, PASSED, SILENT, WHOLE_DECK, State


@compiled
def conceal(state: State, seat: int) -> None:
    for other in range(state.players):
        if other != seat:
            fill(state.hands[other], HIDDEN)
            if state.answers[other] != SILENT:
                state.answers[other] = HIDDEN
    fill(state.stock[: state.stocked], HIDDEN)


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    """Deal the unseen cards to the hidden hands and the stock. A card that was shuffled into the stock may be there or
    in a hand that has drawn since; one that was not is in a hand that has held it since before."""
    unseen = unseen_cards(state)
    young, old = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    youngs, olds = nought(seat), nought(seat)
    for card in range(CARDS):
        if has(unseen, card) and has(state.pool, card):
            youngs = shuffle_in(young, youngs, card, rng)
        elif has(unseen, card):
            olds = shuffle_in(old, olds, card, rng)
    for other in range(state.players):
        if state.hands[other, 0] == HIDDEN:
            copy_cells(state.known[other], state.hands[other])
            stale = state.held[other] - size(state.known[other]) - state.fresh[other]
            youngs = deal_from(young, youngs, state.fresh[other], state.hands[other])
            olds = deal_from(old, olds, stale, state.hands[other])
        if state.answers[other] == HIDDEN:
            state.answers[other] = PASSED + random_below(rng, 2)
    if state.stocked and state.stock[0] == HIDDEN:
        copy_cells(young[: state.stocked], state.stock[: state.stocked])


@compiled
def shuffle_in(cards: Cells, n: int, card: int, rng: Cells) -> int:
    i = random_below(rng, n + 1)
    cards[n] = cards[i]
    cards[i] = card
    return n + 1


@compiled
def deal_from(cards: Cells, n: int, wanted: int, hand: Cells) -> int:
    """Move so many of the last cards into a hand."""
    for _ in range(min(n, wanted)):
        n -= 1
        put(hand, cards[n])
    return n


@compiled
def unseen_cards(state: State) -> Cells:
    """The cards that may be in the hidden hands or in the stock."""
    unseen = np.zeros(DECKS, np.int64)
    for deck in range(decks_for(state.players)):
        unseen[deck] = WHOLE_DECK
    for i in range(state.piled):
        drop(unseen, state.pile[i])
    for other in range(state.players):
        for deck in range(DECKS):
            hand = state.hands[other, deck]
            unseen[deck] &= ~(state.known[other, deck] if hand == HIDDEN else hand)
    for meld in range(len(state.melds)):
        for deck in range(DECKS):
            unseen[deck] &= ~state.melds[meld, deck]
    return unseen
