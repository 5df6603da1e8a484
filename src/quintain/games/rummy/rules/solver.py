"""The meld solver: the best way to go down with a hand, and how far a hand is from that.

A run is chosen by its lowest and highest natural card; it takes every natural card between them that is left, and
jokers for the rest. A group takes every card of its rank that is left. Nothing better is lost: whoever puts a joker
where a natural card could lie, and that card into a group, may as well exchange the two.
"""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells, count
from quintain.games.rummy.rules.arranging import arrange, hold_back
from quintain.games.rummy.rules.melds import HIGH_ACE, jokers_in, nought, points_in, rank_points, size
from quintain.games.rummy.rules.state import (
    DECKS,
    GROUP,
    LONGEST_RUN,
    MELDS,
    NONE,
    ONE_SUIT,
    RANKS,
    RUN,
    SUITS,
)

JOKER_POINTS = 15
MOST_WINDOWS = 300
MOST_TRIES = 4_000  # sets of runs that are compared; hands of up to sixteen cards have fewer
FAR = 99  # cards away
WIN = 1 << 40  # in a key; points and jokers come below
POINT = 1 << 8
POSITIONS = (1 << LONGEST_RUN) - 1
ACES = 1 | 1 << HIGH_ACE  # one card, at two positions
CHEAPEST = 5


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
    hand = Hand(
        cards,
        np.zeros((MELDS + 1, SUITS), np.int64),
        np.zeros(RANKS, np.int64),
        np.zeros(RANKS, np.int64),
        np.zeros(MELDS, np.int64),
        np.empty(MOST_WINDOWS, np.int64),
        np.zeros(MELDS, np.int64),
        np.zeros((MELDS, DECKS), np.int64),
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


# --- how far away


@compiled
def shortage(cards: Cells, groups: int, runs: int) -> int:
    """How many more jokers the hand would need to go down: 0 if it can."""
    return max(0, fewest_jokers(spread(cards), groups, runs) - jokers_in(cards))


@compiled
def nearest(cards: Cells, groups: int, runs: int, windows: Cells) -> int:
    """The same, with the runs that such a hand would build: positions, with the suit above them."""
    hand = spread(cards)
    needed = fewest_jokers(hand, groups, runs)
    copy_cells(hand.chosen, windows)
    return max(0, needed - jokers_in(cards))


@compiled
def fewest_jokers(hand: Hand, groups: int, runs: int) -> int:
    """Only runs of four are tried, for longer ones need no fewer jokers; and no window from which the best could not
    come if all others were as good as the best one."""
    windows, least = 0, RUN
    for suit in range(SUITS):
        for low in range(LONGEST_RUN - RUN + 1):
            hand.windows[windows] = ((1 << RUN) - 1) << low | suit << LONGEST_RUN
            least = min(least, RUN - naturals_in(naturals_left(hand, hand.windows[windows], nought(runs))))
            windows += 1
    best, first = FAR, nought(runs)
    for i in range(windows if runs > 0 else 1):
        one = short_of(hand, i, first, runs)
        if one + (runs - 1) * least >= best:
            continue
        for j in range(i, windows if runs > 1 else i + 1):
            two = one + short_of(hand, j, first + 1, runs)
            if two + (runs - 2) * least >= best:
                continue
            for k in range(j, windows if runs > 2 else j + 1):
                three = two + short_of(hand, k, first + 2, runs)
                if three < best:
                    needed = three + group_jokers(hand, groups, runs)
                    if needed < best:
                        best = needed
                        choose(hand, i, j, k)
    return best


@compiled
def choose(hand: Hand, one: int, two: int, three: int) -> None:
    hand.chosen[0] = hand.windows[one]
    hand.chosen[1] = hand.windows[two]
    hand.chosen[2] = hand.windows[three]


@compiled
def short_of(hand: Hand, window: int, i: int, runs: int) -> int:
    """Make this window the run number i, if there are so many; returns the jokers that it needs."""
    if i >= runs:
        return 0
    hand.runs[i] = naturals_left(hand, hand.windows[window], i)
    return RUN - naturals_in(hand.runs[i])


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


# --- the best way to go down


@compiled
def solve(cards: Cells, groups: int, runs: int, keep: int, joker_points: int, out: Cells) -> int:
    """Write the masks of the best melds, groups first; returns its key, or NONE if the hand cannot go down.

    `keep` is 1 where a card must be left for the discard, and 0 where every card must be used. The best goes out at
    once; then it lays down the most points, then the fewest jokers. A joker laid down counts `joker_points`, of which a
    saving player thinks less than nothing.
    """
    hand, jokers = spread(cards), jokers_in(cards)
    if not promising(hand, groups, runs, keep, jokers):
        return NONE
    windows = list_windows(hand, jokers) if runs else 1
    first, tries = nought(runs), 0
    best = first + NONE
    for i in range(windows):
        one = jokers - jokers_for(hand, i, first, runs)
        for j in range(i, windows if runs > 1 and one >= 0 else i + 1):
            two = one - jokers_for(hand, j, first + 1, runs)
            for k in range(j, windows if runs > 2 and two >= 0 else j + 1):
                tries += 1
                if tries > MOST_TRIES:
                    return best
                three = two - jokers_for(hand, k, first + 2, runs)
                if three >= 0:
                    best = weigh(hand, groups, runs, three, keep, joker_points, best, out)
    return best


@compiled
def promising(hand: Hand, groups: int, runs: int, keep: int, jokers: int) -> bool:
    """Quick reasons why a hand cannot go down: too few cards, more suits than runs, groups or runs out of reach."""
    suits = 0
    most = 0
    for suit in range(SUITS):
        suits += hand.copies[1, suit] != 0
        for low in range(LONGEST_RUN - RUN + 1):
            most = max(most, count(hand.copies[1, suit] >> low & ((1 << RUN) - 1)))
    if size(hand.cards) < GROUP * groups + RUN * runs + keep or (keep == 0 and suits > runs):
        return False
    return runs * (RUN - most) + group_jokers(hand, groups, nought(runs)) <= jokers


@compiled
def list_windows(hand: Hand, jokers: int) -> int:
    """Every run that may be laid: between two natural cards with gaps that the jokers can fill; or of jokers alone."""
    n = 0
    for suit in range(SUITS):
        have = hand.copies[1, suit]
        for low in range(LONGEST_RUN if have else 0):
            if not have >> low & 1:
                continue
            for high in range(low, LONGEST_RUN - (low == 0)):
                window = (1 << (high + 1)) - (1 << low)
                need = max(RUN, high - low + 1) - count(have & window)
                if have >> high & 1 and need <= jokers and n < MOST_WINDOWS - 1:
                    hand.windows[n] = window | suit << LONGEST_RUN
                    n += 1
    if jokers >= RUN:
        hand.windows[n] = 0
        n += 1
    return n


@compiled
def jokers_for(hand: Hand, window: int, i: int, runs: int) -> int:
    """Make this window the run number i, if there are so many; returns the jokers that it takes."""
    if i >= runs:
        return 0
    chosen = hand.windows[window]
    hand.runs[i] = naturals_left(hand, chosen, i)
    return max(RUN, naturals_in(chosen)) - naturals_in(hand.runs[i])


@compiled
def weigh(hand: Hand, groups: int, runs: int, jokers: int, keep: int, joker_points: int, best: int, out: Cells) -> int:
    """Complete the runs by the best groups; if that is better than the best so far, write it down."""
    leave_ranks(hand, runs)
    picks = best_groups(hand.left, groups, jokers, joker_points) if groups else 0
    if picks == NONE:
        return best
    left = arrange(hand.cards, hand.runs, picks, groups, runs, joker_points > 0, hand.trial)
    if keep and left == 0:
        hold_back(hand.trial, groups)
        left = 1
    if not keep and left:
        return best
    key = key_of(hand.trial, left <= keep, joker_points)
    if key > best:
        for i in range(MELDS):
            copy_cells(hand.trial[i], out[i * DECKS : (i + 1) * DECKS])
    return max(key, best)


@compiled
def key_of(melds: Cells, wins: bool, joker_points: int) -> int:
    points, jokers = 0, 0
    for i in range(MELDS):
        jokers += jokers_in(melds[i])
        points += points_in(melds[i])
    points += (joker_points - JOKER_POINTS) * jokers
    # Saved jokers may make the sum negative; keys must not be, for that means none.
    return WIN * wins + POINT * (points + 1000) - jokers


@compiled
def best_groups(left: Cells, groups: int, jokers: int, joker_points: int) -> int:
    """The ranks that lay down the most points with these jokers, sorted, four bits each; NONE if there are none."""
    best, picks = NONE, NONE
    for a in range(RANKS):
        for b in range(a, RANKS if groups > 1 else a + 1):
            for c in range(b, RANKS if groups > 2 else b + 1):
                need = group_need(left, a, b, c, groups)
                if need > jokers:
                    continue
                gain = rank_gain(left, a) + (a != b) * rank_gain(left, b) + (b != c) * rank_gain(left, c)
                # Of equally many points, the fewest jokers: they may reach further elsewhere.
                value = 64 * (1000 + gain + min(joker_points, 0) * need) - need
                if value > best:
                    best, picks = value, a | b << 4 | c << 8
    return picks


@compiled
def group_need(left: Cells, a: int, b: int, c: int, groups: int) -> int:
    """The jokers for groups of these ranks; equal ranks share their cards."""
    first = 1 + (groups > 1 and a == b) + (groups > 2 and a == c)
    need = max(0, GROUP * first - left[a])
    if groups > 1 and a != b:
        need += max(0, GROUP * (1 + (groups > 2 and b == c)) - left[b])
    if groups > 2 and b != c:
        need += max(0, GROUP - left[c])
    return need


@compiled
def rank_gain(left: Cells, rank: int) -> int:
    return rank_points(rank) * left[rank]
