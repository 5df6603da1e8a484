"""Round 7, where three runs must use every card: how many cards of a hand have no place in them.

A suit is looked at by itself: how many natural cards so many runs of it hold, by their length together. Suits are then
joined, so that one more card in one suit costs little to judge.
"""

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells, count
from quintain.games.rummy.rules.melds import HIGH_ACE, jokers_in
from quintain.games.rummy.rules.state import DECKS, KINDS, LONGEST_RUN, MELDS, ONE_SUIT, RANKS, RUN, RUNS_OF, SUITS

ALL_CARDS = 24  # as many as three runs are planned for; larger hands must get rid of some first
NEVER = -99
ACES = 1 | 1 << HIGH_ACE  # one card, at two positions
RUNS = RUNS_OF[-1]


@compiled
def not_used(cards: Cells, whole: int) -> int:
    """How many of so many cards are still to be found, if all of them are to lie in three runs."""
    fitting = min(whole, ALL_CARDS)
    plans, rest = suit_plans(cards, fitting), np.zeros((MELDS + 1, ALL_CARDS + 1), np.int64)
    other_suits(plans, SUITS, rest)
    return whole - rest[RUNS, fitting] - jokers_in(cards)


@compiled
def suit_plans(cards: Cells, whole: int) -> Cells:
    plans = np.zeros((SUITS, MELDS + 1, ALL_CARDS + 1), np.int64)
    for suit in range(SUITS):
        plan_suit(cards, suit, whole, plans[suit])
    return plans


@compiled
def plan_suit(cards: Cells, suit: int, whole: int, plan: Cells) -> None:
    """The most natural cards that runs of this suit hold: by how many runs, and how long they are together."""
    copies = suit_copies(cards, suit)
    for runs in range(MELDS + 1):
        for length in range(ALL_CARDS + 1):
            plan[runs, length] = NEVER
    plan[0, 0] = 0
    taken = np.zeros(2, np.int64)
    for low in range(LONGEST_RUN - RUN + 1):
        for high in range(low + RUN - 1, min(HIGH_ACE - (low == 0), low + whole - (RUNS - 1) * RUN - 1) + 1):
            window = (1 << (high + 1)) - (1 << low)
            taken[0], taken[1] = 0, 0
            naturals = take_window(copies, window, taken)
            length = high - low + 1
            plan[1, length] = max(plan[1, length], naturals)
            if naturals:
                plan_second(copies, low, length, naturals, taken, whole, plan)


@compiled
def plan_second(copies: Cells, first: int, before: int, held: int, once: Cells, whole: int, plan: Cells) -> None:
    taken = np.zeros(2, np.int64)
    for low in range(first, LONGEST_RUN - RUN + 1):
        for high in range(low + RUN - 1, min(HIGH_ACE - (low == 0), low + whole - before - RUN - 1) + 1):
            copy_cells(once, taken)
            naturals = take_window(copies, (1 << (high + 1)) - (1 << low), taken)
            if naturals == 0:
                continue
            length = before + high - low + 1
            plan[2, length] = max(plan[2, length], held + naturals)
            plan_third(copies, low, length, held + naturals, taken, whole, plan)


@compiled
def plan_third(copies: Cells, first: int, before: int, held: int, twice: Cells, whole: int, plan: Cells) -> None:
    """The last run takes all the length that is left."""
    length = whole - before
    if length < RUN or length > RANKS:
        return
    taken = np.zeros(2, np.int64)
    for low in range(first, LONGEST_RUN - length + 1):
        copy_cells(twice, taken)
        naturals = take_window(copies, ((1 << length) - 1) << low, taken)
        plan[RUNS, whole] = max(plan[RUNS, whole], held + naturals)


@compiled
def suit_copies(cards: Cells, suit: int) -> Cells:
    """The positions of which there are at least one, two and three copies."""
    copies = np.zeros(3, np.int64)
    for deck in range(DECKS):
        more = cards[deck] >> (suit * RANKS) & ONE_SUIT
        more |= (more & 1) << HIGH_ACE
        for n in range(3):
            both = copies[n] & more
            copies[n] |= more
            more = both
    return copies


@compiled
def take_window(copies: Cells, window: int, taken: Cells) -> int:
    """How many natural cards a run at these positions gets; they are then taken once, or twice."""
    free = (copies[0] & ~taken[0] | copies[1] & ~taken[1] | copies[2]) & window
    spent = free | ACES if free & ACES else free
    taken[1] |= taken[0] & spent
    taken[0] |= spent
    return count(free)


# --- suits together


@compiled
def other_suits(plans: Cells, suit: int, out: Cells) -> None:
    """All suits but this one, joined."""
    trial = np.zeros((MELDS + 1, ALL_CARDS + 1), np.int64)
    for runs in range(MELDS + 1):
        for length in range(ALL_CARDS + 1):
            out[runs, length] = NEVER
    out[0, 0] = 0
    for other in range(SUITS):
        if other != suit:
            for runs in range(MELDS + 1):
                copy_cells(out[runs], trial[runs])
            join(trial, plans[other], out)


@compiled
def join(one: Cells, two: Cells, out: Cells) -> None:
    """The second may have no run at all, so what the first can do alone is there already."""
    for runs in range(MELDS + 1):
        for length in range(ALL_CARDS + 1):
            held = one[runs, length]
            if held < 0:
                continue
            for more in range(1, MELDS + 1 - runs):
                for longer in range(RUN * more, ALL_CARDS + 1 - length):
                    if two[more, longer] >= 0:
                        found = held + two[more, longer]
                        out[runs + more, length + longer] = max(out[runs + more, length + longer], found)


@compiled
def most_held(rest: Cells, plan: Cells, whole: int) -> int:
    """The most natural cards that all runs together hold."""
    best = rest[RUNS, whole]
    for runs in range(1, RUNS + 1):
        for length in range(RUN * runs, whole + 1):
            best = max(best, rest[RUNS - runs, whole - length] + plan[runs, length])
    return best


# --- the odds of a draw


@compiled
def brings_nearer(cards: Cells, whole: int, unseen: Cells, needs: Cells) -> int:
    """Write for each kind of card how many copies there may be in the stock, if it would help; returns their sum."""
    fitting = min(whole, ALL_CARDS)
    plans, trial = suit_plans(cards, fitting), cards.copy()
    rest, plan = np.zeros((MELDS + 1, ALL_CARDS + 1), np.int64), np.zeros((MELDS + 1, ALL_CARDS + 1), np.int64)
    needs[KINDS] = unseen[KINDS]
    total = unseen[KINDS]
    for suit in range(SUITS):
        other_suits(plans, suit, rest)
        now = most_held(rest, plans[suit], fitting)
        for kind in range(suit * RANKS, (suit + 1) * RANKS):
            needs[kind] = 0
            deck = free_deck(cards, kind)
            if unseen[kind] == 0 or deck < 0:
                continue
            trial[deck] |= 1 << kind
            plan_suit(trial, suit, fitting, plan)
            trial[deck] = cards[deck]
            if most_held(rest, plan, fitting) > now:
                needs[kind] = unseen[kind]
                total += unseen[kind]
    return total


@compiled
def free_deck(cards: Cells, kind: int) -> int:
    """A deck whose card of this kind is not among these, or -1."""
    for deck in range(DECKS):
        if not cards[deck] >> kind & 1:
            return deck
    return -1
