"""The published evaluation of a hand, with its greedy steps and weaknesses; only the statistics are always fresh."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled, copy_cells, count, lowest
from quintain.games.rummy.actions import KEYS
from quintain.games.rummy.bots.statistics import COMPLETE, Shape, shape_of, structured, structures
from quintain.games.rummy.rules.arranging import move, move_joker
from quintain.games.rummy.rules.melds import (
    HIGH_ACE,
    accepts,
    drop,
    has,
    is_group,
    is_run,
    jokers_in,
    nought,
    points_of,
    rank_points,
    size,
)
from quintain.games.rummy.rules.playing import groups_of, on_table, runs_of
from quintain.games.rummy.rules.state import (
    CARDS,
    DECK,
    DECKS,
    GROUP,
    KINDS,
    LONGEST_RUN,
    MELDS,
    NONE,
    ONE_SUIT,
    RANKS,
    ROUNDS,
    RUN,
    SUITS,
    State,
)

MELD, CONTRACT, STRUCTURE, WINNING = 100, 1000, 50, 1000
SUIT_ORDER = (2, 3, 0, 1)  # clubs, spades, hearts, diamonds: the order in which runs are built
ALPHABET = np.array([sorted(KEYS).index(key) for key in KEYS])  # equal cards go by the letters of their keys


class Verdict(NamedTuple):
    """What the evaluation says of a hand."""

    melds: Cells  # the masks of those found: groups first
    discards: Cells  # the cards that may go, first to go first
    numbers: Cells  # see below


VALUE, DISCARDS, GROUPS_FOUND, RUNS_FOUND, MAY_MELD, WINS = range(6)  # numbers of a verdict


@compiled
def blank_verdict() -> Verdict:
    return Verdict(np.zeros((MELDS, DECKS), np.int64), np.zeros(CARDS, np.int64), np.zeros(WINS + 1, np.int64))


# --- before the contract is down


@compiled
def evaluate(state: State, seat: int, cards: Cells, verdict: Verdict) -> int:
    """The value of these cards before the seat's contract is down."""
    groups, runs = groups_of(state), runs_of(state)
    rest, shape = cards.copy(), shape_of(cards)
    for i in range(MELDS):
        for deck in range(DECKS):
            verdict.melds[i, deck] = 0
    found_groups = joker_melds(rest, GROUP, groups, nought(groups), verdict.melds)
    found_runs = joker_melds(rest, RUN, runs, groups, verdict.melds)
    found_groups = natural_groups(rest, groups, runs - found_runs, found_groups, verdict.melds)
    found_runs = build_runs(rest, groups, runs, found_runs, verdict.melds)
    found_groups = joker_pairs(rest, groups, found_groups, verdict.melds)
    numbers = verdict.numbers
    numbers[GROUPS_FOUND], numbers[RUNS_FOUND] = found_groups, found_runs
    met = found_groups == groups and found_runs == runs
    if met:
        spread_jokers(rest, groups, runs, verdict.melds)
        if size(rest) == 0 and state.contract != ROUNDS:
            take_back(rest, groups, verdict.melds)
    list_discards(state, rest, shape, verdict)
    return judge(state, met, size(rest), shape, verdict)


@compiled
def judge(state: State, met: bool, left: int, shape: Shape, verdict: Verdict) -> int:
    numbers, groups, runs = verdict.numbers, groups_of(state), runs_of(state)
    last = state.contract == ROUNDS
    value = MELD * (numbers[GROUPS_FOUND] + numbers[RUNS_FOUND])
    if last and left:
        value = 0
    value += CONTRACT if met else STRUCTURE * structures(shape, groups, runs)
    for i in range(numbers[DISCARDS]):
        value -= points_of(verdict.discards[i])
    numbers[MAY_MELD] = met and (left == 0 if last else left > 0)
    numbers[WINS] = numbers[MAY_MELD] and (last or left == 1)
    value += WINNING * numbers[WINS]
    numbers[VALUE] = value
    return value


@compiled
def joker_melds(rest: Cells, least: int, wanted: int, first: int, melds: Cells) -> int:
    """Melds of jokers alone, while there are enough: greedy, and meant to be."""
    found = 0
    while found < wanted and jokers_in(rest) >= least:
        for _ in range(least):
            move_joker(rest, melds[first + found])
        found += 1
    return found


@compiled
def natural_groups(rest: Cells, groups: int, runs: int, found: int, melds: Cells) -> int:
    """Groups without jokers, those of the most points first."""
    while found < groups:
        ranks = shape_of(rest).ranks
        best = NONE
        for rank in range(RANKS):
            worth = ranks[rank] * rank_points(rank)
            if ranks[rank] >= GROUP and (best == NONE or worth > ranks[best] * rank_points(best)):
                best = rank
        if best == NONE:
            return found
        lay_group(rest, best, spared_suit(rest, best, ranks[best]) if runs > 0 else NONE, melds[found])
        found += 1
    return found


@compiled
def lay_group(rest: Cells, rank: int, spared: int, meld: Cells) -> None:
    """All cards of a rank; or three of them, if possible none of the suit that a run needs."""
    for suit in range(SUITS):
        while suit != spared and (spared == NONE or size(meld) < GROUP):
            if not move(rest, suit * RANKS + rank, meld):
                break
    while spared != NONE and size(meld) < GROUP:
        move(rest, spared * RANKS + rank, meld)


@compiled
def spared_suit(rest: Cells, rank: int, n: int) -> int:
    """The suit whose card of a large group completes a run of four, or NONE."""
    for suit in range(SUITS if n > GROUP else 0):
        have = suit_positions(rest, suit)
        for low in range(max(0, rank - RUN + 1), min(rank, HIGH_ACE - RUN + 1) + 1):
            if have >> low & 15 == 15:
                return suit
    return NONE


@compiled
def suit_positions(cards: Cells, suit: int) -> int:
    have = 0
    for deck in range(DECKS):
        have |= cards[deck] >> (suit * RANKS) & ONE_SUIT
    return have | (have & 1) << HIGH_ACE


@compiled
def build_runs(rest: Cells, groups: int, runs: int, found: int, melds: Cells) -> int:
    """Runs by bitmap: with the fewest jokers first, suit by suit, the longest window."""
    spent = 0
    while found < runs and spent <= min(jokers_in(rest), RUN - 1):
        window = longest_window(rest, spent)
        if window == NONE:
            spent += 1
            continue
        for position in range(LONGEST_RUN):
            if window >> position & 1:
                move(rest, (window >> LONGEST_RUN) * RANKS + position % RANKS, melds[groups + found])
        for _ in range(spent):
            move_joker(rest, melds[groups + found])
        found += 1
    return found


@compiled
def longest_window(rest: Cells, jokers: int) -> int:
    """The natural cards of the longest run that needs just so many jokers, or NONE."""
    best, longest = NONE, 0
    for suit in SUIT_ORDER:
        have = suit_positions(rest, suit)
        for low in range(LONGEST_RUN - RUN + 1):
            for high in range(low + RUN - 1, LONGEST_RUN - (low == 0)):
                naturals = have & ((1 << (high + 1)) - (1 << low))
                length = high - low + 1
                if length - count(naturals) == jokers and length > longest:
                    best, longest = naturals | suit << LONGEST_RUN, length
    return best


@compiled
def joker_pairs(rest: Cells, groups: int, found: int, melds: Cells) -> int:
    """Pairs with a joker, the dearest first."""
    while found < groups and jokers_in(rest) > 0:
        ranks, best = shape_of(rest).ranks, NONE
        for rank in range(RANKS):
            if ranks[rank] == 2 and (best == NONE or rank_points(rank) > rank_points(best)):
                best = rank
        if best == NONE:
            return found
        lay_group(rest, best, nought(best) + NONE, melds[found])
        move_joker(rest, melds[found])
        found += 1
    return found


@compiled
def spread_jokers(rest: Cells, groups: int, runs: int, melds: Cells) -> None:
    for i in range(groups + runs):
        while jokers_in(rest) and (i < groups or size(melds[i]) < LONGEST_RUN):
            move_joker(rest, melds[i])


@compiled
def take_back(rest: Cells, groups: int, melds: Cells) -> None:
    """Nothing is left to discard: the cheapest card of the longest meld comes back, if the meld can spare it."""
    longest = 0
    for i in range(MELDS):
        longest = i if size(melds[i]) > size(melds[longest]) else longest
    best = NONE
    for card in range(CARDS):
        if has(melds[longest], card) and (best == NONE or cheaper(card, best)):
            best = card
    trial = melds[longest].copy()
    drop(trial, best)
    if is_group(trial) if longest < groups else is_run(trial):
        copy_cells(trial, melds[longest])
        rest[best // DECK] |= 1 << (best % DECK)


# --- discards


@compiled
def cheaper(card: int, other: int) -> bool:
    """Fewer points; of equal cards, the first by the letters of its key."""
    one, two = points_of(card), points_of(other)
    return one < two or (one == two and ALPHABET[card] < ALPHABET[other])


@compiled
def list_discards(state: State, rest: Cells, shape: Shape, verdict: Verdict) -> None:
    """First loose cards, then runs of two, of three, pairs, and those that fit a meld on the table; no jokers. In each
    class the dearest goes first."""
    n = 0
    sorted_by = np.zeros(CARDS, np.int64)
    for deck in range(DECKS):
        cards = rest[deck] & ((1 << KINDS) - 1)
        while cards:
            card = deck * DECK + lowest(cards)
            cards &= cards - 1
            kept = structured(shape, card, groups_of(state), runs_of(state))
            level = COMPLETE + 1 if fits_table(state, card) else kept
            key = (level << 20) - (points_of(card) << 10) + ALPHABET[card]
            i = n
            while i > 0 and sorted_by[i - 1] > key:
                sorted_by[i] = sorted_by[i - 1]
                verdict.discards[i] = verdict.discards[i - 1]
                i -= 1
            sorted_by[i] = key
            verdict.discards[i] = card
            n += 1
    verdict.numbers[DISCARDS] = n


@compiled
def fits_table(state: State, card: int) -> bool:
    """Does any meld on the table take the card?"""
    for meld in range(state.players * MELDS if state.down else 0):
        if on_table(state, meld) and accepts(state.melds[meld], meld % MELDS < groups_of(state), card):
            return True
    return False


# --- afterwards


@compiled
def best_addition(state: State, cards: Cells) -> int:
    """The lay-off that comes first, as card * 32 + meld, or NONE: the dearest natural card, and jokers at the end."""
    best, worth = NONE, NONE
    for deck in range(DECKS):
        left = cards[deck]
        while left:
            card = deck * DECK + lowest(left)
            left &= left - 1
            points = 0 if card % DECK >= KINDS else points_of(card)
            if points > worth:
                meld = taker(state, card)
                if meld != NONE:
                    best, worth = card * 32 + meld, points
    return best


@compiled
def taker(state: State, card: int) -> int:
    """The first meld that takes the card: runs before groups, for a longer run may take the next card, too."""
    found = NONE
    for meld in range(state.players * MELDS):
        group = meld % MELDS < groups_of(state)
        if on_table(state, meld) and accepts(state.melds[meld], group, card):
            if not group:
                return meld
            found = meld if found == NONE else found
    return found


@compiled
def evaluate_down(state: State, seat: int, cards: Cells, verdict: Verdict) -> int:
    """The value of these cards once the contract is down: what can be laid off, less what cannot."""
    table = np.empty((len(state.melds), DECKS), np.int64)
    for meld in range(len(table)):
        copy_cells(state.melds[meld], table[meld])
    rest, value = cards.copy(), 0
    while True:
        addition = best_addition(state, rest)
        if addition == NONE:
            break
        drop(rest, addition // 32)
        state.melds[addition % 32, addition // 32 // DECK] |= 1 << (addition // 32 % DECK)
        value += MELD
    for meld in range(len(table)):
        copy_cells(table[meld], state.melds[meld])
    left = size(rest)
    list_discards(state, rest, shape_of(rest), verdict)
    for i in range(verdict.numbers[DISCARDS]):
        value -= points_of(verdict.discards[i])
    verdict.numbers[WINS] = left <= 1
    return value + WINNING * (left <= 1)
