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
        out[n, 2] = 0
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
    if laid == 0:
        state.leaders[state.played // SEATS] = seat
    elif color_of(card) != color_of(state.cards[state.played - laid]):
        state.voids[seat] |= 1 << color_of(state.cards[state.played - laid])
    if state.played == 0 and not without_trump(state.bet):
        state.trump = color_of(card)
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
    state.winners[trick] = winner
    state.turn = winner
    state.last_leader = state.leaders[trick]
    state.last_winner = winner
    value = 1
    for i in range(SEATS):
        card = state.cards[first + i]
        state.last_cards[i] = card
        value += card_points(state, card)
    state.points[winner] += value


@compiled
def best_card(state: State, first: int, laid: int) -> int:
    """Which card wins among those of the trick that begins at `first`: its place in the trick."""
    best = 0
    for i in range(1, laid):
        if beats(state.cards[first + i], state.cards[first + best], state.trump):
            best = i
    return best


@compiled
def beats(card: int, other: int, trump: int) -> bool:
    """Does a card win over one that was winning before it?"""
    if color_of(card) == color_of(other):
        return card > other
    return color_of(card) == trump


@compiled
def card_points(state: State, card: int) -> int:
    if card == RED_ZERO:
        return RED_ZERO_POINTS
    if card == BROWN_ZERO:
        return state.brown_zero_points
    return 0
