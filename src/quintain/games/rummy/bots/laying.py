"""Laying off as the house's own players do it: jokers bridge to cards that would fit next, or are saved for later."""

from quintain.core.kernel import Cells, compiled, lowest
from quintain.games.rummy.bots.evaluation import fits_table, taker
from quintain.games.rummy.bots.published import MOST_ROWS, lay_off
from quintain.games.rummy.rules.melds import (
    accepts,
    drop,
    is_joker,
    jokers_in,
    makes_run,
    put,
    rank_of,
    ranks_in,
    run_suit,
    size,
    suit_of,
)
from quintain.games.rummy.rules.playing import groups_of, on_table, play, write
from quintain.games.rummy.rules.state import DECK, DECKS, KINDS, LAY_OFF, MELDS, NATURALS, NONE, State

SAFE = 3  # cards: with more of them in each rival's hand, a joker may wait


@compiled
def lay_off_well(state: State, seat: int, n: int, rows: Cells) -> int:
    """Natural cards first, then jokers that let others follow; a joker that may yet do so is saved while that is safe,
    and all others go."""
    n = lay_naturals(state, seat, n, rows)
    while state.down >> seat & 1 and state.held[seat] > 2 and n < MOST_ROWS - 2:
        bridge = best_bridge(state, seat)
        if bridge == NONE:
            break
        n = add(state, seat, bridge // 32, bridge % 32, n, rows)
        n = lay_naturals(state, seat, n, rows)
    if saving_pays(state, seat):
        return n
    return lay_off(state, seat, n, rows)


@compiled
def add(state: State, seat: int, card: int, meld: int, n: int, rows: Cells) -> int:
    n = write(rows, n, LAY_OFF, card, meld)
    play(state, seat, rows[n - 1])
    return n


@compiled
def lay_naturals(state: State, seat: int, n: int, rows: Cells) -> int:
    """Every natural card that fits; runs before groups, for a longer run may take the next card, too."""
    going = state.down >> seat & 1
    while going:
        going = 0
        for deck in range(DECKS):
            cards = state.hands[seat, deck] & NATURALS
            while cards and state.held[seat] > 1 and n < MOST_ROWS - 1:
                card = deck * DECK + lowest(cards)
                cards &= cards - 1
                meld = taker(state, card)
                if meld != NONE:
                    n = add(state, seat, card, meld, n, rows)
                    going = 1
    return n


@compiled
def best_bridge(state: State, seat: int) -> int:
    """A joker on the run where it lets most cards follow, as card * 32 + meld; NONE if it lets none."""
    joker = first_joker(state.hands[seat])
    best, most = NONE, 0
    for meld in range(state.players * MELDS if joker != NONE else 0):
        if not on_table(state, meld) or meld % MELDS < groups_of(state):
            continue
        if accepts(state.melds[meld], False, joker):
            put(state.melds[meld], joker)
            followers = fitting(state, seat, meld)
            drop(state.melds[meld], joker)
            if followers > most:
                best, most = joker * 32 + meld, followers
    return best


@compiled
def first_joker(cards: Cells) -> int:
    for deck in range(DECKS):
        if cards[deck] >> KINDS:
            return deck * DECK + KINDS + lowest(cards[deck] >> KINDS)
    return NONE


@compiled
def fitting(state: State, seat: int, meld: int) -> int:
    """How many natural cards of the hand this meld would take, one of them."""
    n = 0
    for deck in range(DECKS):
        cards = state.hands[seat, deck] & NATURALS
        while cards:
            n += accepts(state.melds[meld], False, deck * DECK + lowest(cards))
            cards &= cards - 1
    return n


@compiled
def saving_pays(state: State, seat: int) -> bool:
    """A joker is saved if with one more card it would bridge to a card of the hand, if it does not end the round to lay
    it off, and if nobody who is down is about to go out."""
    jokers = jokers_in(state.hands[seat])
    if jokers == 0 or size(state.hands[seat]) - jokers < 2:
        return False
    for other in range(state.players):
        if other != seat and state.down >> other & 1 and state.held[other] <= SAFE:
            return False
    for deck in range(DECKS):
        cards = state.hands[seat, deck] & NATURALS
        while cards:
            if nearly_fits(state, deck * DECK + lowest(cards), jokers):
                return True
            cards &= cards - 1
    return False


@compiled
def nearly_fits(state: State, card: int, jokers: int) -> bool:
    """Would a run take the card if it had these jokers and one more card?"""
    if is_joker(card) or fits_table(state, card):
        return False
    for meld in range(state.players * MELDS):
        cards = state.melds[meld]
        if not on_table(state, meld) or meld % MELDS < groups_of(state) or run_suit(cards) != suit_of(card):
            continue
        ranks = ranks_in(cards)
        if not ranks >> rank_of(card) & 1 and makes_run(ranks | 1 << rank_of(card), jokers_in(cards) + jokers + 1):
            return True
    return False
