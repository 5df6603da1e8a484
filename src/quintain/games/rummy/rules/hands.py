"""A hand as the searches see it: by suit and position, by rank, and with room for what they try."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells, count
from quintain.games.rummy.rules.melds import HIGH_ACE
from quintain.games.rummy.rules.state import DECKS, GROUP, LONGEST_RUN, MELDS, ONE_SUIT, RANKS, SUITS

MOST_WINDOWS = 300
POSITIONS = (1 << LONGEST_RUN) - 1
ACES = 1 | 1 << HIGH_ACE  # one card, at two positions
COPIES, TRIAL = (MELDS + 1) * SUITS, MELDS * DECKS  # cells of a hand's parts
BLANK = COPIES + 2 * RANKS + 2 * MELDS  # cells that begin as zeros
ROOM = BLANK + TRIAL + MOST_WINDOWS


class Hand(NamedTuple):
    """A hand as the search sees it. A run of the search is a mask of positions, with the suit above them."""

    cards: Cells  # four masks
    copies: Cells  # by number of copies and suit: the positions that have at least so many
    ranks: Cells  # how many natural cards of each rank
    left: Cells  # and how many of them the runs leave
    runs: Cells  # the natural cards of the chosen runs
    windows: Cells  # the runs to choose from
    chosen: Cells  # those of them that need the fewest jokers
    trial: Cells  # the masks of an arrangement


@compiled
def spread(cards: Cells) -> Hand:
    # One piece of memory for all: seven would take longer than most hands take to be judged.
    room = np.empty(ROOM, np.int64)
    for i in range(BLANK):
        room[i] = 0
    hand = Hand(
        cards,
        room[:COPIES].reshape((MELDS + 1, SUITS)),
        room[COPIES : COPIES + RANKS],
        room[COPIES + RANKS : COPIES + 2 * RANKS],
        room[BLANK - 2 * MELDS : BLANK - MELDS],
        room[BLANK + TRIAL :],
        room[BLANK - MELDS : BLANK],
        room[BLANK : BLANK + TRIAL].reshape((MELDS, DECKS)),
    )
    for deck in range(DECKS):
        for suit in range(SUITS):
            more = cards[deck] >> (suit * RANKS) & ONE_SUIT
            for rank in range(RANKS if more else 0):
                hand.ranks[rank] += more >> rank & 1
            more |= (more & 1) << HIGH_ACE
            for n in range(1, MELDS + 1):
                both = hand.copies[n, suit] & more
                hand.copies[n, suit] |= more
                more = both
    return hand


@compiled
def naturals_left(hand: Hand, window: int, earlier: int) -> int:
    """The natural cards of the window that the earlier runs leave, with the suit above them."""
    suit = window >> LONGEST_RUN
    once, twice = 0, 0
    for i in range(earlier):
        if hand.runs[i] >> LONGEST_RUN == suit:
            taken = hand.runs[i] & POSITIONS
            taken |= ACES if taken & ACES else 0
            twice |= once & taken
            once |= taken
    free = hand.copies[1, suit] & ~once | hand.copies[2, suit] & ~twice | hand.copies[3, suit]
    free &= window & POSITIONS
    return free | suit << LONGEST_RUN


@compiled
def naturals_in(run: int) -> int:
    return count(run & POSITIONS)


@compiled
def leave_ranks(hand: Hand, runs: int) -> None:
    """Count by rank what so many runs leave."""
    copy_cells(hand.ranks, hand.left)
    for i in range(runs):
        taken = hand.runs[i] & POSITIONS
        for rank in range(RANKS):
            hand.left[rank] -= taken >> rank & 1
        hand.left[0] -= taken >> HIGH_ACE


@compiled
def group_jokers(hand: Hand, groups: int, runs: int) -> int:
    """The fewest jokers that complete so many groups. A rank of six natural cards makes two of them."""
    if groups == 0:
        return 0
    leave_ranks(hand, runs)
    threes, pairs, singles = 0, 0, 0
    for rank in range(RANKS):
        threes += hand.left[rank] // GROUP
        pairs += hand.left[rank] % GROUP == 2
        singles += hand.left[rank] % GROUP == 1
    threes = min(threes, groups)
    pairs = min(pairs, groups - threes)
    singles = min(singles, groups - threes - pairs)
    return GROUP * (groups - threes) - 2 * pairs - singles
