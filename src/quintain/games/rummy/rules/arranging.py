"""Real cards for the melds that the solver has chosen: which card lies where, and which one is held back."""

from quintain.core.kernel import Cells, compiled, copy_cells, fill, lowest
from quintain.games.rummy.rules.melds import drop, is_group, is_joker, is_run, nought, points_of, size
from quintain.games.rummy.rules.state import (
    DECK,
    DECKS,
    GROUP,
    KINDS,
    LONGEST_RUN,
    MELDS,
    NONE,
    RANKS,
    SUITS,
)


@compiled
def arrange(cards: Cells, chosen: Cells, picks: int, groups: int, runs: int, spend: bool, melds: Cells) -> int:
    """Fill the melds from the hand: runs by their positions, groups by their ranks, then the jokers. Returns how many
    cards are left."""
    rest = cards.copy()
    for i in range(MELDS):
        fill(melds[i], 0)
    for i in range(runs):
        for position in range(LONGEST_RUN):
            if chosen[i] >> position & 1:
                move(rest, (chosen[i] >> LONGEST_RUN) * RANKS + position % RANKS, melds[groups + i])
    lay_ranks(rest, picks, groups, melds)
    for i in range(groups + runs):
        while not complete(melds[i], i < groups):
            move_joker(rest, melds[i])
    if spend:
        spend_jokers(rest, groups, runs, melds)
    return size(rest)


@compiled
def complete(meld: Cells, group: bool) -> bool:
    return size(meld) >= GROUP if group else is_run(meld)


@compiled
def move(rest: Cells, kind: int, meld: Cells) -> bool:
    """Put one card of this kind from the rest of the hand into a meld; False if there is none."""
    for deck in range(DECKS):
        if rest[deck] >> kind & 1:
            rest[deck] &= ~(1 << kind)
            meld[deck] |= 1 << kind
            return True
    return False


@compiled
def move_joker(rest: Cells, meld: Cells) -> bool:
    first = KINDS + nought(rest[0])
    return move(rest, first, meld) or move(rest, first + 1, meld)


@compiled
def lay_ranks(rest: Cells, picks: int, groups: int, melds: Cells) -> None:
    """All cards of each rank, one by one to its groups, where several have the same."""
    for i in range(groups):
        rank = picks >> (4 * i) & 15
        last = i
        while last + 1 < groups and picks >> (4 * last + 4) & 15 == rank:
            last += 1
        target = i
        for suit in range(SUITS):
            while move(rest, suit * RANKS + rank, melds[target]):
                target = i if target == last else target + 1


@compiled
def spend_jokers(rest: Cells, groups: int, runs: int, melds: Cells) -> None:
    """The jokers that nothing needs go to the first meld that has room for them."""
    for i in range(groups + runs):
        while i < groups or size(melds[i]) < LONGEST_RUN:
            if not move_joker(rest, melds[i]):
                return


@compiled
def hold_back(melds: Cells, groups: int) -> None:
    """Take back the card that costs least, of those that a meld can spare; of equals, a joker."""
    best, source, cost = NONE, NONE, 99
    trial = melds[0].copy()
    for i in range(MELDS):
        for deck in range(DECKS):
            cards = melds[i, deck]
            while cards:
                card = deck * DECK + lowest(cards)
                cards &= cards - 1
                price = 2 * points_of(card) - is_joker(card)
                if price < cost:
                    copy_cells(melds[i], trial)
                    drop(trial, card)
                    if is_group(trial) if i < groups else is_run(trial):
                        best, source, cost = card, i, price
    if best != NONE:
        drop(melds[source], best)
