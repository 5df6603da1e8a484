"""How the published bots play their turns: by the published value of a hand, going down and laying off greedily."""

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
from quintain.games.rummy.bots.traits import VALUE, WITH, Reals
from quintain.games.rummy.rules.melds import has, is_joker, put
from quintain.games.rummy.rules.playing import play, write
from quintain.games.rummy.rules.state import (
    CARDS,
    DECK,
    DECKS,
    DISCARD,
    GO_DOWN,
    GO_OUT,
    LAY_OFF,
    MELDS,
    NONE,
    ROUNDS,
    State,
)

MOST_ROWS = 80  # actions of a turn
RANDOM_TRIES = 20


@compiled
def value_of(state: State, seat: int, cards: Cells, verdict: Verdict) -> int:
    if state.down >> seat & 1:
        return evaluate_down(state, seat, cards, verdict)
    return evaluate(state, seat, cards, verdict)


@compiled
def values_discard(state: State, seat: int, numbers: Reals) -> bool:
    """The hand is worth more with the card, and it would not be thrown away again."""
    card = state.pile[state.piled - 1]
    verdict, cards = blank_verdict(), state.hands[seat].copy()
    numbers[VALUE] = value_of(state, seat, cards, verdict)
    put(cards, card)
    numbers[WITH] = value_of(state, seat, cards, verdict)
    for i in range(verdict.numbers[DISCARDS]):
        if verdict.discards[i] == card:
            return False
    return bool(numbers[WITH] > numbers[VALUE])


@compiled
def published_turn(state: State, seat: int, rng: Cells, rows: Cells, numbers: Reals) -> int:
    """Go down if the value says so, lay off one card after the other, discard."""
    n, verdict = 0, blank_verdict()
    if not state.down >> seat & 1:
        numbers[VALUE] = evaluate(state, seat, state.hands[seat], verdict)
        if verdict.numbers[MAY_MELD]:
            n = lay_down(state, seat, verdict.melds, rows)
            if rows[0, 0] == GO_OUT:
                return n
    n = lay_off(state, seat, n, rows)
    numbers[VALUE] = value_of(state, seat, state.hands[seat], verdict)
    card = smart_discard(state, seat, verdict, rng)
    return write(rows, n, DISCARD, card, 0)


@compiled
def lay_down(state: State, seat: int, melds: Cells, rows: Cells) -> int:
    fill(rows[0], 0)
    rows[0, 0] = GO_OUT if state.contract == ROUNDS else GO_DOWN
    for i in range(MELDS):
        copy_cells(melds[i], rows[0, 1 + i * DECKS : 1 + (i + 1) * DECKS])
    play(state, seat, rows[0])
    return 1


@compiled
def lay_off(state: State, seat: int, n: int, rows: Cells) -> int:
    while state.down >> seat & 1 and state.held[seat] > 1 and n < MOST_ROWS - 1:
        addition = best_addition(state, state.hands[seat])
        if addition == NONE:
            break
        n = write(rows, n, LAY_OFF, addition // 32, addition % 32)
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
