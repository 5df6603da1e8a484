"""RULES.md 3 and 4: trump, following, and who takes the trick."""

from quintain.core.kernel import HIDDEN, Cells, compiled, lowest
from quintain.games.jaffre.rules.auction import without_trump
from quintain.games.jaffre.rules.state import (
    BROWN_ZERO,
    CARDS,
    ONE_COLOR,
    PLAY,
    RED_ZERO,
    RED_ZERO_POINTS,
    SEATS,
    VALUES,
    State,
)


@compiled
def legal_cards(state: State, seat: int, out: Cells) -> int:
    cards = playable(state, seat)
    n = 0
    while cards:
        out[n, 0] = PLAY
        out[n, 1] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@compiled
def allows_card(state: State, seat: int, action: Cells) -> bool:
    if action[0] != PLAY or not 0 <= action[1] < CARDS:
        return False
    return bool(playable(state, seat) >> action[1] & 1)


@compiled
def playable(state: State, seat: int) -> int:
    """The cards that the seat may play: of the color led, if it has any."""
    hand = state.hands[seat]
    if hand == HIDDEN:
        return 0
    laid = state.played % SEATS
    if laid == 0:
        return hand
    following = hand & color_mask(color_of(state.cards[state.played - laid]))
    return following or hand


@compiled
def color_of(card: int) -> int:
    return card // VALUES


@compiled
def color_mask(color: int) -> int:
    """All the cards of a color."""
    return ONE_COLOR << (color * VALUES)


@compiled
def play(state: State, seat: int, card: int) -> None:
    laid = state.played % SEATS
    color = color_of(card)
    if laid == 0:
        state.leaders[state.played // SEATS] = seat
        if state.played == 0 and not without_trump(state.bet):
            state.trump = color
    else:
        led = color_of(state.cards[state.played - laid])
        state.voids[seat] |= (color != led) << led
    state.hands[seat] &= ~(1 << card)
    state.cards[state.played] = card
    state.played += 1
    state.turn = (seat + 1) % SEATS
    if laid == SEATS - 1:
        take_trick(state)


@compiled
def take_trick(state: State) -> None:
    trick = state.played // SEATS - 1
    first = trick * SEATS
    winner = (state.leaders[trick] + best_card(state, first, SEATS)) % SEATS
    value = 1
    for i in range(first, first + SEATS):
        value += card_points(state, state.cards[i])
    state.winners[trick] = winner
    state.points[winner] += value
    state.turn = winner


@compiled
def best_card(state: State, first: int, laid: int) -> int:
    """Which card wins among those laid so far to the trick that begins at `first`: its place in the trick."""
    led = color_of(state.cards[first])
    best = 0
    for i in range(laid):
        # No two cards that can win are equally strong, so the place may ride along in the low bits.
        best = max(best, strength(state.cards[first + i], led, state.trump) * SEATS + i)
    return best % SEATS


@compiled
def strength(card: int, led: int, trump: int) -> int:
    """How a card ranks in a trick: any trump over any card of the color led, and the rest cannot win."""
    color = color_of(card)
    return card % VALUES + VALUES * (color == led) + 2 * VALUES * (color == trump)


@compiled
def beats(card: int, other: int, trump: int) -> bool:
    """Does a card win over one that was winning before it?"""
    led = color_of(other)
    return strength(card, led, trump) > strength(other, led, trump)


@compiled
def card_points(state: State, card: int) -> int:
    return RED_ZERO_POINTS * (card == RED_ZERO) + state.brown_zero_points * (card == BROWN_ZERO)
