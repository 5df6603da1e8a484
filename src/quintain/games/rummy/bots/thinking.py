"""The house's own way to play: exact melds, odds over the next draw, safe discards. Traits bend it."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, lowest
from quintain.games.rummy.bots.evaluation import fits_table
from quintain.games.rummy.bots.manners import LAYOUT, lay_down, lay_off, nothing_else
from quintain.games.rummy.bots.odds import (
    STEP,
    Traits,
    burden,
    chance_of_help,
    distance,
    pressure,
    unseen_kinds,
)
from quintain.games.rummy.rules.drawing import may_take
from quintain.games.rummy.rules.melds import drop, is_joker, nought, put, rank_of, suit_of
from quintain.games.rummy.rules.playing import groups_of, proposal, runs_of, write
from quintain.games.rummy.rules.state import (
    ALLOW,
    ASKING,
    BUY,
    DECK,
    DECKS,
    DISCARD,
    DRAW,
    DRAWING,
    GO_OUT,
    KINDS,
    MELDS,
    NONE,
    PASS,
    ROUNDS,
    TAKE,
    WIDTH,
    State,
)

FEEDING = 8.0  # what it counts to throw a card that the next seat is seen to collect
BUYS = 3.0  # bought cards that a careful player accepts in a round
FAR, NEAR, HELP_CHANCE, COST = range(4)  # numbers that explain a decision
JOKER_KEPT = 1000.0
Reals = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@compiled
def think(record: Cells, seat: int, traits: Traits, rng: Cells, rows: Cells, numbers: Reals) -> int:
    """Write the actions of a turn, and return how many. The record is a copy, to be played on."""
    state = record.view(LAYOUT)[0]
    kind = nought(seat)
    if state.phase == ASKING:
        kind += BUY if buys(state, seat, traits, numbers) else PASS
    elif state.phase == DRAWING:
        kind += draw_choice(state, seat, numbers)
    else:
        return whole_turn(state, seat, traits, rng, rows, numbers)
    return write(rows, nought(seat), kind, nought(seat), nought(seat))


@compiled
def gain_of_discard(state: State, seat: int, numbers: Reals) -> float:
    """How much nearer the discard brings the hand, in hundredths of a card."""
    cards = state.hands[seat].copy()
    numbers[FAR] = distance(state, cards)
    put(cards, state.pile[state.piled - 1])
    numbers[NEAR] = distance(state, cards)
    return numbers[FAR] - numbers[NEAR]


@compiled
def buys(state: State, seat: int, traits: Traits, numbers: Reals) -> bool:
    """A bought card costs a second one: it must bring the hand nearer, and the hand must not be full of bought ones."""
    if state.down >> seat & 1 or state.contract == ROUNDS or gain_of_discard(state, seat, numbers) <= 0.0:
        return False
    if numbers[NEAR] == 0.0:
        return True
    return state.buys[seat] < BUYS * (0.5 + traits.daring)


@compiled
def draw_choice(state: State, seat: int, numbers: Reals) -> int:
    takes = may_take(state, seat)
    if takes and state.down >> seat & 1:
        takes = fits_table(state, state.pile[state.piled - 1])
    elif takes:
        takes = gain_of_discard(state, seat, numbers) > 0.0
    if takes or nothing_else(state):
        return TAKE
    return ALLOW if state.requests else DRAW


@compiled
def whole_turn(state: State, seat: int, traits: Traits, rng: Cells, rows: Cells, numbers: Reals) -> int:
    n = nought(seat)
    if not state.down >> seat & 1:
        row, melds = np.zeros(WIDTH, np.int64), np.zeros((MELDS, DECKS), np.int64)
        if proposal(state, seat, row):
            for i in range(MELDS * DECKS):
                melds[i // DECKS, i % DECKS] = row[1 + i]
            n = lay_down(state, seat, melds, rows)
            if rows[0, 0] == GO_OUT:
                return n
    n = lay_off(state, seat, n, rows)
    card = best_discard(state, seat, traits, rng, numbers)
    return write(rows, n, nought(n) + DISCARD, card, nought(n))


@compiled
def best_discard(state: State, seat: int, traits: Traits, rng: Cells, numbers: Reals) -> int:
    """The card without which the hand is best. Odds are weighed only among the cards that keep it nearest."""
    hand, down = state.hands[seat].copy(), state.down >> seat & 1
    nearest = least_distance(state, hand) if not down else 0.0
    unseen, cost = unseen_kinds(state, seat, traits.memory), pressure(state, seat)
    best, worth = NONE, 0.0
    for deck in range(DECKS):
        cards = hand[deck]
        while cards:
            card = deck * DECK + lowest(cards)
            cards &= cards - 1
            drop(hand, card)
            far = distance(state, hand) if not down else 0.0
            value = -far - cost * burden(hand, traits.hoarding) - feeding(state, seat, card)
            if not down and far <= nearest:
                value += 60.0 * chance_of_help(state, hand, unseen, far)
            if is_joker(card) and state.held[seat] > 1:
                value -= JOKER_KEPT
            if traits.bluff > 0.0 and random_below(rng, 1000 + nought(seat)) < 200.0 * traits.bluff:
                value += STEP / 4
            if best == NONE or value > worth:
                best, worth = card, value
            put(hand, card)
    numbers[FAR], numbers[COST] = nearest, cost
    return best


@compiled
def least_distance(state: State, hand: Cells) -> float:
    """How near the hand is after the best discard."""
    least = 100 * STEP
    for deck in range(DECKS):
        cards = hand[deck]
        while cards:
            kind = lowest(cards)
            cards &= cards - 1
            hand[deck] &= ~(1 << kind)
            least = min(least, distance(state, hand))
            hand[deck] |= 1 << kind
    return least


@compiled
def feeding(state: State, seat: int, card: int) -> float:
    """What the card is worth to the next seat: by what it was seen to take, and by the melds on the table."""
    after = (seat + 1) % state.players
    if is_joker(card) or partner(state, seat, after):
        return 0.0
    danger = 0.0
    for deck in range(DECKS):
        cards = state.known[after, deck] & ((1 << KINDS) - 1)
        while cards:
            kind = lowest(cards)
            cards &= cards - 1
            near = abs(kind % 13 - rank_of(card)) <= 2 and kind // 13 == suit_of(card)
            danger += (groups_of(state) > 0 and kind % 13 == rank_of(card)) or (runs_of(state) > 0 and near)
    if state.down >> after & 1 and fits_table(state, card):
        danger += 1.0
    return FEEDING * danger


@compiled
def partner(state: State, seat: int, other: int) -> bool:
    return bool(state.teams) and seat % (state.players // 2) == other % (state.players // 2)
