"""How good a hand is by the exact solver: how many cards it lacks, and how likely the next draw brings one."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.rummy.rules.dealing import dealt_cards, decks_for
from quintain.games.rummy.rules.melds import jokers_in, nought, points_in, size
from quintain.games.rummy.rules.playing import groups_of, runs_of
from quintain.games.rummy.rules.solver import JOKER_POINTS, shortage, solve
from quintain.games.rummy.rules.state import DECK, DECKS, KINDS, MELDS, NONE, ONE_SUIT, RANKS, ROUNDS, RUN, SUITS, State

STEP = 100.0  # what a card that the hand lacks counts; judged by bench/strength.py, as are the next three
HELP = 60.0  # what the chance counts that the next draw helps
LEFT_OVER = 30.0  # in round 7, what a card counts that no run can use
COST = (
    0.25  # what a point in the hand counts, and as much again for each card that the nearest rival has fewer than five
)


class Traits(NamedTuple):
    """What a player leans to, each from 0 to 1."""

    daring: float  # buys early and often
    hoarding: float  # keeps jokers in the hand
    memory: float  # the share of the cards seen that are remembered
    bluff: float  # how often it discards what it would not, to mislead


@compiled
def unseen_kinds(state: State, seat: int, memory: float) -> Cells:
    """For each kind of card, in tenths, how many copies may still be drawn; jokers count as one kind, the last."""
    left = np.zeros(KINDS + 1, np.int64)
    for kind in range(DECK):
        left[min(kind, KINDS)] += 10 * decks_for(state.players)
    weight = int(10 * memory)
    for deck in range(DECKS):
        for kind in range(DECK):
            seen = 10 * (state.hands[seat, deck] >> kind & 1)
            for other in range(state.players):
                seen += weight * (other != seat) * (state.known[other, deck] >> kind & 1)
            for meld in range(state.players * MELDS):
                seen += 10 * (state.melds[meld, deck] >> kind & 1)
            left[min(kind, KINDS)] -= seen
    for i in range(state.piled):
        left[min(state.pile[i] % DECK, KINDS)] -= weight
    return np.maximum(left, 0)


@compiled
def distance(state: State, cards: Cells) -> float:
    """How far the hand is from going down, in hundredths of a card. In round 7 its runs must also take in all that is
    dealt and one card more, so every card counts that they can use."""
    groups, runs = groups_of(state), runs_of(state)
    lacking = STEP * shortage(cards, groups, runs)
    if state.contract != ROUNDS:
        return lacking
    whole = dealt_cards(state) + 1
    if lacking > 0.0:
        return lacking + LEFT_OVER * (whole - RUN * runs + 1)
    masks = np.zeros(MELDS * DECKS, np.int64)
    solve(cards, groups, runs, 1 + nought(runs), JOKER_POINTS + nought(runs), masks)
    laid = nought(runs)
    for i in range(MELDS):
        laid += size(masks[i * DECKS : (i + 1) * DECKS])
    return LEFT_OVER * max(0, whole - laid)


@compiled
def chance_of_help(state: State, cards: Cells, unseen: Cells, far: float) -> float:
    """How likely a card from the stock brings the hand nearer."""
    helpful, total = 0, 0
    trial = cards.copy()
    for kind in range(KINDS + 1):
        total += unseen[kind]
        if unseen[kind] == 0:
            continue
        deck = free_deck(cards, kind)
        if deck == NONE or not related(state, cards, kind):
            continue
        trial[deck] |= 1 << kind
        if kind == KINDS or distance(state, trial) < far:
            helpful += unseen[kind]
        trial[deck] = cards[deck]
    return helpful / max(1, total)


@compiled
def related(state: State, cards: Cells, kind: int) -> bool:
    """Is there a card of the same rank, or near it in the same suit? Others hardly ever help."""
    if kind == KINDS:
        return True
    ranks, suited = 0, 0
    for deck in range(DECKS):
        for suit in range(SUITS):
            ranks |= cards[deck] >> (suit * RANKS + kind % RANKS) & 1
        suited |= cards[deck] >> (kind // RANKS * RANKS) & ONE_SUIT
    suited |= (suited & 1) << RANKS
    near = suited << 3 >> (kind % RANKS) & 127
    if kind % RANKS == 0:
        near |= suited << 3 >> RANKS & 127
    return (groups_of(state) > 0 and ranks == 1) or (runs_of(state) > 0 and near != 0)


@compiled
def free_deck(cards: Cells, kind: int) -> int:
    for deck in range(DECKS):
        if not cards[deck] >> kind & 1:
            return deck
    return NONE


@compiled
def pressure(state: State, seat: int) -> float:
    """What a point in the hand counts: more when somebody who is down has few cards left."""
    fewest = 5
    for other in range(state.players):
        if other != seat and state.down >> other & 1:
            fewest = min(fewest, state.held[other])
    return COST * (1 + 5 - fewest)


@compiled
def burden(cards: Cells, hoarding: float) -> float:
    """The points of a hand; whoever hoards does not count jokers."""
    return points_in(cards) - hoarding * JOKER_POINTS * jokers_in(cards)
