"""The decisions of the published bots, whole turns at a time; what sets them apart is how they treat the discard."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, copy_cells, fill
from quintain.games.rummy.bots.evaluation import (
    DISCARDS,
    MAY_MELD,
    Verdict,
    best_addition,
    blank_verdict,
    evaluate,
    evaluate_down,
)
from quintain.games.rummy.rules.melds import has, is_joker, nought, put
from quintain.games.rummy.rules.playing import play, write
from quintain.games.rummy.rules.state import (
    ALLOW,
    ASKING,
    BUY,
    CARDS,
    DECK,
    DECKS,
    DISCARD,
    DRAW,
    DRAWING,
    GO_DOWN,
    GO_OUT,
    LAY_OFF,
    MELDS,
    NONE,
    PASS,
    ROUNDS,
    TAKE,
    WIDTH,
    State,
)

LAYOUT = State.layout
DUMB, STINGY, GENEROUS, BASIC = range(4)
MOST_ROWS = 80  # actions of a turn
RANDOM_TRIES = 20
NOW, WITH, CHANCE = range(3)  # numbers that explain a decision: the value now, with the discard, and the dice


@compiled
def decide(record: Cells, seat: int, manner: int, rng: Cells, rows: Cells, numbers: Cells) -> int:
    """Write the actions of a turn, and return how many. The record is a copy, to be played on."""
    state = record.view(LAYOUT)[0]
    kind = nought(seat)
    if state.phase == ASKING:
        kind += BUY if manner == BASIC and wants_discard(state, seat, numbers) else PASS
    elif state.phase == DRAWING:
        kind += draw_kind(state, seat, manner, rng, numbers)
    else:
        return play_turn(state, seat, rng, rows, numbers)
    return write(rows, nought(seat), kind, nought(seat), nought(seat))


@compiled
def value_of(state: State, seat: int, cards: Cells, verdict: Verdict) -> int:
    if state.down >> seat & 1:
        return evaluate_down(state, seat, cards, verdict)
    return evaluate(state, seat, cards, verdict)


@compiled
def wants_discard(state: State, seat: int, numbers: Cells) -> bool:
    """The hand is worth more with the card, and it would not be thrown away again."""
    card = state.pile[state.piled - 1]
    verdict, cards = blank_verdict(), state.hands[seat].copy()
    numbers[NOW] = value_of(state, seat, cards, verdict)
    put(cards, card)
    numbers[WITH] = value_of(state, seat, cards, verdict)
    for i in range(verdict.numbers[DISCARDS]):
        if verdict.discards[i] == card:
            return False
    return numbers[WITH] > numbers[NOW]


@compiled
def draw_kind(state: State, seat: int, manner: int, rng: Cells, numbers: Cells) -> int:
    barred = state.no_discard_after_meld and state.down >> seat & 1
    takes = state.piled > 0 and not barred
    if manner == DUMB:
        numbers[CHANCE] = random_below(rng, 100 + nought(seat))
        takes = takes and numbers[CHANCE] < 50
    elif manner == STINGY:
        takes = takes and (state.requests != 0 or wants_discard(state, seat, numbers))
    elif manner == GENEROUS:
        takes = takes and state.requests == 0 and wants_discard(state, seat, numbers)
    else:
        takes = takes and wants_discard(state, seat, numbers)
    if takes or nothing_else(state):
        return TAKE
    return ALLOW if state.requests else DRAW


@compiled
def nothing_else(state: State) -> bool:
    """Neither stock nor requests: the discard must be taken."""
    return not state.requests and state.stocked == 0 and state.piled <= (0 if state.recycle_top else 1)


@compiled
def play_turn(state: State, seat: int, rng: Cells, rows: Cells, numbers: Cells) -> int:
    """Go down if the evaluation says so, lay off one card after the other, discard."""
    n, verdict = nought(seat), blank_verdict()
    if not state.down >> seat & 1:
        numbers[NOW] = evaluate(state, seat, state.hands[seat], verdict)
        if verdict.numbers[MAY_MELD]:
            n = lay_down(state, seat, verdict.melds, rows)
            if rows[0, 0] == GO_OUT:
                return n
    n = lay_off(state, seat, n, rows)
    numbers[NOW] = value_of(state, seat, state.hands[seat], verdict)
    card = smart_discard(state, seat, verdict, rng)
    return write(rows, n, nought(n) + DISCARD, card, nought(n))


@compiled
def lay_down(state: State, seat: int, melds: Cells, rows: Cells) -> int:
    fill(rows[0], nought(seat))
    rows[0, 0] = GO_OUT if state.contract == ROUNDS else GO_DOWN
    for i in range(MELDS):
        copy_cells(melds[i], rows[0, 1 + i * DECKS : 1 + (i + 1) * DECKS])
    play(state, seat, rows[0])
    return 1 + nought(seat)


@compiled
def lay_off(state: State, seat: int, n: int, rows: Cells) -> int:
    while state.down >> seat & 1 and state.held[seat] > 1 and n < MOST_ROWS - 1:
        addition = best_addition(state, state.hands[seat])
        if addition == NONE:
            break
        n = write(rows, n, nought(n) + LAY_OFF, addition // 32, addition % 32)
        play(state, seat, rows[n - 1])
    return n


@compiled
def smart_discard(state: State, seat: int, verdict: Verdict, rng: Cells) -> int:
    """The first on the list, but not the card just taken; else any card, and a joker only if nothing else turns up."""
    taken = state.taken[seat]
    for i in range(verdict.numbers[DISCARDS]):
        card = verdict.discards[i]
        if card != taken and has(state.hands[seat], card):
            return card
    card = NONE
    for _ in range(RANDOM_TRIES):
        card = random_card(state.hands[seat], state.held[seat], rng)
        if not is_joker(card) and (taken == NONE or card % DECK != taken % DECK):
            break
    return card


@compiled
def random_card(cards: Cells, n: int, rng: Cells) -> int:
    left = random_below(rng, n)
    for card in range(CARDS):
        if has(cards, card):
            if left == 0:
                return card
            left -= 1
    return NONE


def workspace() -> tuple[Cells, Cells]:
    """Room for the actions of a turn and for the numbers that explain them."""
    return np.zeros((MOST_ROWS, WIDTH), np.int64), np.zeros(8, np.int64)
