"""How good a hand is by the exact solver: how many cards it lacks, and how likely the next draws bring them."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.rummy.bots.last_round import brings_nearer, free_deck, not_used
from quintain.games.rummy.bots.traits import Reals
from quintain.games.rummy.rules.dealing import decks_for
from quintain.games.rummy.rules.distance import shortage
from quintain.games.rummy.rules.melds import points_in
from quintain.games.rummy.rules.playing import groups_of, runs_of
from quintain.games.rummy.rules.state import (
    DECK,
    DECKS,
    KINDS,
    MELDS,
    ONE_SUIT,
    RANKS,
    ROUNDS,
    SUITS,
    State,
)

STEP = 100.0  # what a card that the hand lacks counts; judged by bench/strength.py, as are the others
COST = 0.25  # what a point in the hand counts, and as much again for each card that a rival has fewer than five
AHEAD = 3  # draws that the odds look ahead
TENTHS = 10  # of a card: what is half forgotten counts less


@compiled
def unseen_kinds(state: State, seat: int, memory: float) -> Cells:
    """For each kind of card, in tenths, how many copies may still be drawn; jokers count as one kind, the last."""
    left = np.zeros(KINDS + 1, np.int64)
    for kind in range(DECK):
        left[min(kind, KINDS)] += TENTHS * decks_for(state.players)
    weight = int(TENTHS * memory)
    for deck in range(DECKS):
        for kind in range(DECK):
            seen = TENTHS * (state.hands[seat, deck] >> kind & 1)
            for other in range(state.players):
                seen += weight * (other != seat) * (state.known[other, deck] >> kind & 1)
            for meld in range(state.players * MELDS):
                seen += TENTHS * (state.melds[meld, deck] >> kind & 1)
            left[min(kind, KINDS)] -= seen
    for i in range(state.piled):
        left[min(state.pile[i] % DECK, KINDS)] -= weight
    return np.maximum(left, 0)


@compiled
def lacking(state: State, cards: Cells, whole: int) -> int:
    """How many cards the hand lacks to go down. In round 7 that is with so many cards, all of them in its runs."""
    if state.contract == ROUNDS:
        return not_used(cards, whole)
    return shortage(cards, groups_of(state), runs_of(state))


@compiled
def chance_of_help(state: State, cards: Cells, unseen: Cells, whole: int, needs: Reals) -> float:
    """How likely a card from the stock brings the hand nearer; and, in `needs`, by kind."""
    total, copies = 0, np.zeros(KINDS + 1, np.int64)
    for kind in range(KINDS + 1):
        total += unseen[kind]
    if state.contract == ROUNDS:
        helpful = brings_nearer(cards, whole, unseen, copies)
    else:
        helpful = shortens(state, cards, unseen, copies)
    for kind in range(KINDS + 1):
        needs[kind] = copies[kind] / max(1, total)
    return helpful / max(1, total)


@compiled
def shortens(state: State, cards: Cells, unseen: Cells, copies: Cells) -> int:
    """Count the unseen copies of the cards without one of which the hand lacks more."""
    helpful, trial = 0, cards.copy()
    far = shortage(cards, groups_of(state), runs_of(state))
    for kind in range(KINDS + 1 if far else 0):
        deck = free_deck(cards, kind)
        if unseen[kind] == 0 or deck < 0 or not related(state, cards, kind):
            continue
        trial[deck] |= 1 << kind
        if kind == KINDS or shortage(trial, groups_of(state), runs_of(state)) < far:
            helpful += unseen[kind]
            copies[kind] = unseen[kind]
        trial[deck] = cards[deck]
    return helpful


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
def soon(far: int, now: float, then: float) -> float:
    """The odds that the hand is complete after some draws: it lacks so many cards, one of which comes with the first
    chance, and any other with the second."""
    if far == 0:
        return 1.0
    reached = np.zeros(AHEAD + 1)
    reached[0] = 1.0
    for _ in range(AHEAD):
        for step in range(min(far, AHEAD) - 1, -1, -1):
            chance = now if step == 0 else then
            reached[step + 1] += reached[step] * chance
            reached[step] *= 1.0 - chance
    return reached[far] if far <= AHEAD else 0.0


@compiled
def next_chance(state: State, cards: Cells, unseen: Cells, whole: int, needs: Reals) -> float:
    """The chance of help after the likeliest help has come; a hand that lacks two cards is told by it."""
    best = -1
    for kind in range(KINDS):
        if needs[kind] > 0.0 and (best < 0 or needs[kind] > needs[best]):
            best = kind
    if best < 0:
        return 0.0
    trial, later = cards.copy(), np.zeros(KINDS + 1)
    trial[free_deck(cards, best)] |= 1 << best
    return chance_of_help(state, trial, unseen, whole, later)


@compiled
def pressure(state: State, seat: int) -> float:
    """What a point in the hand counts: more when somebody who is down has few cards left."""
    fewest = 5
    for other in range(state.players):
        if other != seat and state.down >> other & 1:
            fewest = min(fewest, state.held[other])
    return COST * (1 + 5 - fewest)


@compiled
def burden(cards: Cells) -> float:
    return float(points_in(cards))
