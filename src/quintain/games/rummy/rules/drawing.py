"""RULES.md 4, 5 and 9: the exposed card, who wants it, who gets it, and the stock."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, fill
from quintain.games.rummy.rules.melds import put
from quintain.games.rummy.rules.state import (
    ALLOW,
    ASKING,
    BUY,
    DRAW,
    DRAWING,
    MOST_QUIET,
    NONE,
    PASS,
    PASSED,
    PLAYING,
    SILENT,
    TAKE,
    WANTED,
    State,
)


@compiled
def begin_turn(state: State, seat: int) -> None:
    state.turn = seat
    state.turns += 1
    ask(state)


@compiled
def ask(state: State) -> None:
    """Everybody else is asked about the exposed card, all at the same time."""
    state.requests = 0
    state.waiting = 0
    fill(state.answers, SILENT)
    for seat in range(state.players):
        state.waiting |= may_buy(state, seat) << seat
    state.phase = ASKING if state.waiting else DRAWING


@compiled
def may_take(state: State, seat: int) -> bool:
    """May this seat have the exposed card at all?"""
    return state.piled > 0 and not (state.no_discard_after_meld and state.down >> seat & 1)


@compiled
def may_buy(state: State, seat: int) -> int:
    left = state.max_buys_per_round == 0 or state.buys[seat] < state.max_buys_per_round
    return int(seat != state.turn and left and may_take(state, seat))


@compiled
def answer(state: State, seat: int, wants: bool) -> None:
    """Answers stay secret until all have spoken."""
    state.answers[seat] = WANTED if wants else PASSED
    state.waiting &= ~(1 << seat)
    if state.waiting == 0:
        for other in range(state.players):
            state.requests |= (state.answers[other] == WANTED) << other
        fill(state.answers, SILENT)
        state.phase = DRAWING


@compiled
def may_draw(state: State) -> bool:
    """Is there a card in the stock, or would there be one after recycling?"""
    return state.stocked > 0 or state.piled > (0 if state.recycle_top else 1)


@compiled
def stuck(state: State) -> bool:
    """Nobody can go on: the seat on turn has nothing to draw."""
    return state.phase == DRAWING and not may_draw(state) and not may_take(state, state.turn) and not state.requests


@compiled
def legal_draws(state: State, seat: int, out: Cells) -> int:
    fill(out[0], 0)
    fill(out[1], 0)
    n = 0
    if state.phase == ASKING:
        out[0, 0] = PASS
        out[1, 0] = BUY
        return 2
    if may_take(state, seat):
        out[0, 0] = TAKE
        n = 1
    if state.requests or may_draw(state):
        out[n, 0] = ALLOW if state.requests else DRAW
        n += 1
    return n


@compiled
def allows_draw(state: State, seat: int, kind: int) -> bool:
    if state.phase == ASKING:
        return kind in (PASS, BUY)
    if kind == TAKE:
        return may_take(state, seat)
    if kind == ALLOW:
        return state.requests != 0
    # While others want the card, a hand that reaches for the stock lets them have it.
    return kind == DRAW and (state.requests != 0 or may_draw(state))


@compiled
def draw(state: State, seat: int, kind: int, rng: Cells) -> bool:
    """Take, draw or let somebody buy; False if the round ends here because the stock was recycled in vain."""
    if kind == TAKE:
        state.taken[seat] = take_discard(state, seat)
    elif state.requests:
        return sell(state, nearest_request(state), rng)
    else:
        if not draw_stock(state, seat, rng):
            return False
        state.taken[seat] = NONE
    state.requests = 0
    state.phase = PLAYING
    return True


@compiled
def nearest_request(state: State) -> int:
    """The first seat after the one on turn that asked for the card."""
    seat = (state.turn + 1) % state.players
    while not state.requests >> seat & 1:
        seat = (seat + 1) % state.players
    return seat


@compiled
def sell(state: State, buyer: int, rng: Cells) -> bool:
    """The buyer gets the discard and, if there is any, one card of the stock; the next discard is exposed."""
    take_discard(state, buyer)
    state.buys[buyer] += 1
    going = not may_draw(state) or draw_stock(state, buyer, rng)
    ask(state)
    return going


@compiled
def take_discard(state: State, seat: int) -> int:
    state.piled -= 1
    card = state.pile[state.piled]
    state.pile[state.piled] = NONE
    put(state.hands[seat], card)
    put(state.known[seat], card)
    state.held[seat] += 1
    return card


@compiled
def draw_stock(state: State, seat: int, rng: Cells) -> bool:
    if state.stocked == 0 and not recycle(state, rng):
        return False
    state.stocked -= 1
    card = state.stock[state.stocked]
    state.stock[state.stocked] = NONE
    put(state.hands[seat], card)
    state.held[seat] += 1
    state.fresh[seat] += 1
    return True


@compiled
def recycle(state: State, rng: Cells) -> bool:
    """The discards become the stock, all but the top one; False if that has happened too often in vain."""
    state.quiet += 1
    if state.quiet == MOST_QUIET:
        return False
    kept = 0 if state.recycle_top else 1
    fill(state.pool, 0)
    fill(state.fresh, 0)
    for i in range(state.piled - kept):
        j = random_below(rng, i + 1)
        state.stock[i] = state.stock[j]
        state.stock[j] = state.pile[i]
        put(state.pool, state.pile[i])
        state.pile[i] = NONE
    state.stocked = state.piled - kept
    if kept:
        state.pile[0] = state.pile[state.stocked]
        state.pile[state.stocked] = NONE
    state.piled = kept
    return True
