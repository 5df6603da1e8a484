"""The meld solver: the best way to go down with a hand.

A run is chosen by its lowest and highest natural card; it takes every natural card between them that is left, and
jokers for the rest. A group takes every card of its rank that is left. Nothing better is lost: whoever puts a joker
where a natural card could lie, and that card into a group, may as well exchange the two.
"""

from typing import NamedTuple

from quintain.core.kernel import Cells, compiled, copy_cells, count
from quintain.games.rummy.rules.arranging import arrange, hold_back
from quintain.games.rummy.rules.hands import (
    ACES,
    MOST_WINDOWS,
    POSITIONS,
    Hand,
    group_jokers,
    leave_ranks,
    naturals_in,
    naturals_left,
    spread,
)
from quintain.games.rummy.rules.melds import jokers_in, points_in, rank_points, size
from quintain.games.rummy.rules.state import DECKS, GROUP, LONGEST_RUN, MELDS, NONE, RANKS, RUN, SUITS

JOKER_POINTS = 15
MOST_TRIES = 4_000  # sets of runs that are compared; hands of up to sixteen cards have fewer
WIN = 1 << 40  # in a key; points and jokers come below
POINT = 1 << 8
WORTH, HOLDS, NEEDS = 16, 26, 32  # bits of a window above its suit: points and number of its cards, and jokers
WINDOW = (1 << WORTH) - 1
TENS = 15 << 9  # the positions of the ten to the king
CHEAPEST = 5  # points of a card


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
    first, tries, best = 0, 0, NONE
    hopes = most_besides(hand, groups, jokers, keep, joker_points)
    for i in range(windows):
        one = jokers - jokers_for(hand, i, first, runs)
        for j in range(i, windows if runs > 1 and one >= 0 else i + 1):
            if runs > 1 and hopeless(hand, i, j, one, runs, hopes, best):
                tries += 1
                continue
            two = one - jokers_for(hand, j, first + 1, runs)
            for k in range(j, windows if runs > 2 and two >= 0 else j + 1):
                tries += 1
                if tries > MOST_TRIES:
                    return best
                three = two - jokers_for(hand, k, first + 2, runs)
                if three >= 0:
                    best = weigh(hand, groups, runs, three, keep, joker_points, best, out)
    return best


class Hopes(NamedTuple):
    """What two runs need besides to be better than others, and may get at most."""

    points: int  # of groups and jokers
    cards: int  # that the runs must take in to go out


@compiled
def most_besides(hand: Hand, groups: int, jokers: int, keep: int, joker_points: int) -> Hopes:
    points, most = 0, 0
    for rank in range(RANKS):
        points = max(points, rank_gain(hand.ranks, rank))
        most = max(most, hand.ranks[rank])
    return Hopes(groups * points + max(joker_points, 0) * jokers, size(hand.cards) - keep - jokers - groups * most)


@compiled
def hopeless(hand: Hand, i: int, j: int, jokers: int, runs: int, hopes: Hopes, best: int) -> bool:
    """Can these two runs not be laid with the jokers, or, if there are no more than two, not be the best?"""
    one, two = hand.windows[i], hand.windows[j]
    if two >> NEEDS > jokers:
        return True
    if runs > 2:
        return False
    wins = (one >> HOLDS & 63) + (two >> HOLDS & 63) >= hopes.cards
    points = (one >> WORTH & 1023) + (two >> WORTH & 1023) + hopes.points
    return WIN * wins + POINT * (points + 1000) <= best


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
    return runs * (RUN - most) + group_jokers(hand, groups, 0) <= jokers


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
                    held = have & window
                    worth = natural_points(held) << WORTH | count(held) << HOLDS | need << NEEDS
                    hand.windows[n] = window | suit << LONGEST_RUN | worth
                    n += 1
    if jokers >= RUN:
        hand.windows[n] = RUN << NEEDS
        n += 1
    return n


@compiled
def natural_points(positions: int) -> int:
    """The points of the cards at these positions."""
    return CHEAPEST * (count(positions) + count(positions & TENS) + 2 * count(positions & ACES))


@compiled
def jokers_for(hand: Hand, window: int, i: int, runs: int) -> int:
    """Make this window the run number i, if there are so many; returns the jokers that it takes."""
    if i >= runs:
        return 0
    chosen = hand.windows[window] & WINDOW
    hand.runs[i] = naturals_left(hand, chosen, i)
    return max(RUN, naturals_in(chosen)) - naturals_in(hand.runs[i])


@compiled
def weigh(hand: Hand, groups: int, runs: int, jokers: int, keep: int, joker_points: int, best: int, out: Cells) -> int:
    """Complete the runs by the best groups; if that is better than the best so far, write it down."""
    leave_ranks(hand, runs)
    picks = best_groups(hand.left, groups, jokers, joker_points) if groups else 0
    if picks == NONE or most_key(hand, groups, runs, picks, keep, joker_points) <= best:
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
def most_key(hand: Hand, groups: int, runs: int, picks: int, keep: int, joker_points: int) -> int:
    """The key of these runs and groups if all jokers could be laid down with them: never too low, and soon known."""
    points, laid, jokers, last = 0, jokers_in(hand.cards), jokers_in(hand.cards), NONE
    for i in range(runs):
        naturals = hand.runs[i] & POSITIONS
        laid += count(naturals)
        points += natural_points(naturals)
    for i in range(groups):
        rank = picks >> (4 * i) & 15
        if rank != last:
            laid += hand.left[rank]
            points += rank_gain(hand.left, rank)
        last = rank
    wins = laid >= size(hand.cards) - keep
    return WIN * wins + POINT * (points + max(joker_points, 0) * jokers + 1000)


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
        if GROUP - left[a] > jokers:
            continue
        for b in range(a, RANKS if groups > 1 else a + 1):
            if GROUP - left[b] > jokers:
                continue
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
