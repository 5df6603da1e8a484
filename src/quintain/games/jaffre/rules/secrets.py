"""RULES.md 7: what a seat may not know, and what it may imagine instead."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import HIDDEN, Cells, compiled, count, lowest
from quintain.games.jaffre.rules.dealing import shuffled
from quintain.games.jaffre.rules.state import COLORS, DECK, HAND, NONE, SEATS, State
from quintain.games.jaffre.rules.tricks import color_mask, color_of

HASTY_DEALS = 20  # tries before an imagined deal is made carefully


@compiled
def conceal(state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = HIDDEN


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    """Deal the unseen cards to the hidden hands, so that nobody holds a color that it has shown not to have."""
    hidden = 0
    unseen = DECK
    for other in range(SEATS):
        if state.hands[other] == HIDDEN:
            hidden |= 1 << other
        else:
            unseen &= ~state.hands[other]
    for i in range(state.played):
        unseen &= ~(1 << state.cards[i])
    # A hasty deal may paint itself into a corner; a careful one cannot, but is slower.
    for attempt in range(HASTY_DEALS + 1):
        if deal_unseen(state, hidden, unseen, attempt == HASTY_DEALS, rng):
            return


@compiled
def deal_unseen(state: State, hidden: int, unseen: int, careful: bool, rng: Cells) -> bool:
    """Give out the cards one by one; False if nobody could hold the next one."""
    room = np.zeros(SEATS, np.int64)
    for other in range(SEATS):
        if hidden >> other & 1:
            state.hands[other] = 0
            room[other] = cards_held(state, other)
    pack = shuffled(unseen, rng)
    for i in range(len(pack)):
        card = pack[i]
        other = keeper(state, room, card, unseen, careful, rng)
        if other == NONE:
            return False
        state.hands[other] |= 1 << card
        room[other] -= 1
        unseen &= ~(1 << card)
    return True


@compiled
def cards_held(state: State, seat: int) -> int:
    """How many cards a seat still has, by what it has played."""
    tricks, laid = state.played // SEATS, state.played % SEATS
    if laid > 0 and (seat - state.leaders[tricks]) % SEATS < laid:
        return HAND - tricks - 1
    return HAND - tricks


@compiled
def keeper(state: State, room: Cells, card: int, unseen: int, careful: bool, rng: Cells) -> int:
    """A seat for the card, likelier the more room it has; NONE if no seat can hold it."""
    seats = 0
    rooms = 0
    for other in range(SEATS):
        fits = room[other] > 0 and not state.voids[other] >> color_of(card) & 1
        if fits and (not careful or leaves_a_way(state, room, other, unseen & ~(1 << card))):
            seats |= 1 << other
            rooms += room[other]
    if seats == 0:
        return NONE
    draw = random_below(rng, rooms)
    while draw >= room[lowest(seats)]:
        draw -= room[lowest(seats)]
        seats &= seats - 1
    return lowest(seats)


@compiled
def leaves_a_way(state: State, room: Cells, taker: int, unseen: int) -> bool:
    """If the taker gets a card, is there still a place for all the others? (Hall's condition, group by group)"""
    for group in range(1, 1 << SEATS):
        space = 0
        for other in range(SEATS):
            if group >> other & 1:
                space += room[other] - (other == taker)
        if bound_to(state, group, unseen) > space:
            return False
    return True


@compiled
def bound_to(state: State, group: int, unseen: int) -> int:
    """How many of the unseen cards only this group of seats can hold."""
    cards = 0
    for color in range(COLORS):
        outside = False
        for other in range(SEATS):
            outside |= not group >> other & 1 and not state.voids[other] >> color & 1
        if not outside:
            cards += count(unseen & color_mask(color))
    return cards
