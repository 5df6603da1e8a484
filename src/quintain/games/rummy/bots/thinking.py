"""How a turn is decided: at the first depth as published; else by exact melds, odds, and the others at the table."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, copy_cells, lowest
from quintain.games.rummy.bots.evaluation import fits_table
from quintain.games.rummy.bots.laying import lay_off_well
from quintain.games.rummy.bots.odds import (
    STEP,
    burden,
    chance_of_help,
    lacking,
    next_chance,
    pressure,
    soon,
    unseen_kinds,
)
from quintain.games.rummy.bots.published import lay_down, lay_off, published_turn, values_discard
from quintain.games.rummy.bots.statistics import Shape, shape_of, structured
from quintain.games.rummy.bots.traits import (
    BLUFFED,
    COST,
    DICE,
    EXACT,
    FAR,
    HELP,
    NEAR,
    ODDS,
    PUBLISHED,
    SAVED,
    SOON,
    TABLE,
    Mind,
    happens,
    partners,
)
from quintain.games.rummy.rules.drawing import may_take, nearest_request
from quintain.games.rummy.rules.melds import drop, is_joker, jokers_in, put
from quintain.games.rummy.rules.playing import groups_of, proposal, runs_of, write
from quintain.games.rummy.rules.solver import JOKER_POINTS, WIN, solve
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

LAYOUT = State.layout
BUYS = 3.0  # bought cards that a careful player accepts in a round
ODDS_COUNT = 60.0  # what certain help counts
LAST_COUNT = 150.0  # in round 7, whose cards cost most
JOKER_KEPT = 1000.0
SAVING = -1  # points of a joker that is laid down, to one who would rather keep it
FEEDING = 8.0  # what it counts to throw a card that somebody collects
FROM_AFAR = 0.4  # of that, where it would have to be bought
KEPT = 10.0  # what it counts, to those who know no odds, that a card lies beside others
ODD_CARD = STEP / 4  # what a bluff may cost


@compiled
def think(record: Cells, seat: int, mind: Mind, rng: Cells, rows: Cells) -> int:
    """Write the actions of a turn, and return how many. The record is a copy, to be played on."""
    state = record.view(LAYOUT)[0]
    if state.phase == ASKING:
        return write(rows, 0, BUY if asks(state, seat, mind, rng) else PASS, 0, 0)
    if state.phase == DRAWING:
        return write(rows, 0, draw_kind(state, seat, mind, rng), 0, 0)
    if by_value(state, mind):
        return published_turn(state, seat, rng, rows, mind.numbers)
    return whole_turn(state, seat, mind, rng, rows)


@compiled
def by_value(state: State, mind: Mind) -> bool:
    """Is this decided by the published value? It does not work toward using every card, as round 7 asks: with it alone,
    half of those rounds would end without a winner. There, all count the cards without a place; and when the discards
    were shuffled in vain, so that the next time ends the round, all count what the contract lacks."""
    return mind.traits.depth == PUBLISHED and state.contract != ROUNDS and not state.quiet


# --- the discard


@compiled
def asks(state: State, seat: int, mind: Mind, rng: Cells) -> bool:
    """A bought card costs a second one: whoever judges exactly does not fill the hand with them. In round 7, where the
    second one must be used, too, nobody of the house buys; nor when the discards were shuffled once in vain, for the
    next time ends the round."""
    if state.contract == ROUNDS or state.quiet:
        return False
    if mind.traits.depth == PUBLISHED:
        return mind.traits.daring > 0.0 and wants(state, seat, mind) and happens(rng, mind.traits.daring)
    if state.down >> seat & 1 or not wants(state, seat, mind):
        return False
    return mind.numbers[NEAR] == 0.0 or state.buys[seat] < BUYS * (0.5 + mind.traits.daring)


@compiled
def wants(state: State, seat: int, mind: Mind) -> bool:
    """Does the exposed card bring the hand nearer?"""
    if by_value(state, mind):
        return values_discard(state, seat, mind.numbers)
    card = state.pile[state.piled - 1]
    if state.down >> seat & 1:
        return fits_table(state, card)
    cards, whole = state.hands[seat].copy(), state.held[seat] + 1
    mind.numbers[FAR] = lacking(state, cards, whole)
    put(cards, card)
    mind.numbers[NEAR] = lacking(state, cards, whole)
    return bool(mind.numbers[NEAR] < mind.numbers[FAR])


@compiled
def draw_kind(state: State, seat: int, mind: Mind, rng: Cells) -> int:
    takes, free = False, may_take(state, seat)
    if free:
        takes = wants(state, seat, mind)
        if state.requests:
            takes = not yields(state, seat, mind, rng) if takes else blocks(state, seat, mind, rng)
        if happens(rng, mind.traits.bluff):
            mind.numbers[DICE] = random_below(rng, 100)
            mind.numbers[BLUFFED] = 1
            takes = mind.numbers[DICE] < 50
    if takes or nothing_else(state):
        return TAKE
    return ALLOW if state.requests else DRAW


@compiled
def yields(state: State, seat: int, mind: Mind, rng: Cells) -> bool:
    """Let others have a card that it wants itself; a partner, unless the card completes the contract."""
    if mind.traits.depth == TABLE and partners(state, seat, nearest_request(state)):
        return bool(mind.numbers[NEAR] > 0.0) and not state.down >> seat & 1
    return happens(rng, 1.0 - 2.0 * mind.traits.hoarding)


@compiled
def blocks(state: State, seat: int, mind: Mind, rng: Cells) -> bool:
    """Take a card only to keep it from others, but not from a partner."""
    if mind.traits.depth > PUBLISHED and partners(state, seat, nearest_request(state)):
        return False
    return happens(rng, 2.0 * mind.traits.hoarding - 1.0)


@compiled
def nothing_else(state: State) -> bool:
    """Neither stock nor requests: the discard must be taken."""
    return not state.requests and state.stocked == 0 and state.piled <= (0 if state.recycle_top else 1)


# --- after the draw


@compiled
def whole_turn(state: State, seat: int, mind: Mind, rng: Cells, rows: Cells) -> int:
    n = 0
    if not state.down >> seat & 1:
        n = go_down_well(state, seat, mind, rows)
        if n and rows[0, 0] == GO_OUT:
            return n
    if mind.traits.depth == TABLE:
        n = lay_off_well(state, seat, n, rows)
        mind.numbers[SAVED] = jokers_in(state.hands[seat]) if state.down >> seat & 1 else 0
    else:
        n = lay_off(state, seat, n, rows)
    return write(rows, n, DISCARD, best_discard(state, seat, mind, rng), 0)


@compiled
def go_down_well(state: State, seat: int, mind: Mind, rows: Cells) -> int:
    """The best melds; those who look at the table keep jokers that the contract can do without, to lay them off."""
    row, melds = np.zeros(WIDTH, np.int64), np.zeros((MELDS, DECKS), np.int64)
    if not proposal(state, seat, row):
        return 0
    if mind.traits.depth == TABLE and state.contract != ROUNDS:
        saved, groups, runs = np.zeros(MELDS * DECKS, np.int64), groups_of(state), runs_of(state)
        out = solve(state.hands[seat], groups, runs, 1, JOKER_POINTS, saved) >= WIN
        if not out and solve(state.hands[seat], groups, runs, 1, SAVING, saved) != NONE:
            copy_cells(saved, row[1:])
    for i in range(MELDS * DECKS):
        melds[i // DECKS, i % DECKS] = row[1 + i]
    return lay_down(state, seat, melds, rows)


@compiled
def best_discard(state: State, seat: int, mind: Mind, rng: Cells) -> int:
    """The card without which the hand is best. Odds are weighed only among the cards that keep it nearest."""
    hand, down = state.hands[seat].copy(), bool(state.down >> seat & 1)
    nearest = 0 if down else least_lacking(state, seat, hand)
    unseen, shape = unseen_kinds(state, seat, mind.traits.memory), shape_of(hand)
    bluffs = mind.traits.depth > PUBLISHED and happens(rng, mind.traits.bluff / 2)
    mind.numbers[COST], mind.numbers[BLUFFED] = pressure(state, seat), bluffs
    best, worth = NONE, 0.0
    for deck in range(DECKS):
        cards = hand[deck]
        while cards:
            card = deck * DECK + lowest(cards)
            cards &= cards - 1
            drop(hand, card)
            value = 0.0 if down else prospects(state, seat, hand, nearest, unseen, mind)
            value -= mind.numbers[COST] * burden(hand) + regret(state, seat, card, shape, mind)
            if bluffs and not is_joker(card):
                value += ODD_CARD * random_below(rng, 100) / 100
            if best == NONE or value > worth:
                best, worth = card, value
            put(hand, card)
    tell(state, seat, best, nearest, unseen, down, mind)
    return best


@compiled
def regret(state: State, seat: int, card: int, shape: Shape, mind: Mind) -> float:
    """What it costs to throw this very card: it may be a joker, lie beside others, or be what somebody waits for."""
    cost = feeding(state, seat, card, mind)
    if state.contract == ROUNDS and mind.traits.depth <= EXACT:
        cost += KEPT * structured(shape, card, 0, 1)
    return cost + JOKER_KEPT if is_joker(card) and state.held[seat] > 1 else cost


@compiled
def least_lacking(state: State, seat: int, hand: Cells) -> int:
    """How much the hand lacks after the best discard."""
    least = 99
    for deck in range(DECKS):
        cards = hand[deck]
        while cards:
            kind = lowest(cards)
            cards &= cards - 1
            hand[deck] &= ~(1 << kind)
            least = min(least, lacking(state, hand, state.held[seat]))
            hand[deck] |= 1 << kind
    return least


@compiled
def prospects(state: State, seat: int, hand: Cells, nearest: int, unseen: Cells, mind: Mind) -> float:
    """What the hand promises: how much it lacks, and the odds to get that, as far as the depth goes."""
    far, whole, depth = lacking(state, hand, state.held[seat]), state.held[seat], mind.traits.depth
    if depth <= EXACT or far > nearest:
        return -STEP * far
    count = LAST_COUNT if state.contract == ROUNDS else ODDS_COUNT
    now = chance_of_help(state, hand, unseen, whole, mind.needs)
    if depth == ODDS or far != 2:
        return -STEP * far + count * now
    then = next_chance(state, hand, unseen, whole, mind.needs)
    return -STEP * far + count * (now + then) / 2


@compiled
def tell(state: State, seat: int, card: int, nearest: int, unseen: Cells, down: bool, mind: Mind) -> None:
    """Leave behind what the hand needs after this discard, and the odds to get it."""
    mind.numbers[FAR] = nearest
    if down or mind.traits.depth < ODDS:
        return
    hand, whole = state.hands[seat].copy(), state.held[seat]
    drop(hand, card)
    now = chance_of_help(state, hand, unseen, whole, mind.needs)
    then = next_chance(state, hand, unseen, whole, mind.needs) if nearest > 1 else 0.0
    mind.numbers[HELP], mind.numbers[SOON] = now, soon(nearest, now, then)


@compiled
def feeding(state: State, seat: int, card: int, mind: Mind) -> float:
    """What it costs to throw this card: whoever comes next may take it, others may buy it; partners are welcome to."""
    if is_joker(card) or mind.traits.memory == 0.0:
        return 0.0
    danger, kind = 0.0, min(card % DECK, KINDS)
    for i in range(1, state.players):
        other = (seat + i) % state.players
        want = mind.interest[other, kind]
        if state.down >> other & 1:
            want = 1.0 if fits_table(state, card) else 0.0
        near = 1.0 if i == 1 else FROM_AFAR
        danger += -near * want if partners(state, seat, other) else near * max(0.0, want)
    return FEEDING * danger
