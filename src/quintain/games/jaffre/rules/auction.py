"""RULES.md 2: the bets."""

from quintain.core.kernel import Cells, compiled
from quintain.games.jaffre.rules.state import (
    BET,
    BETS,
    LOWEST_BET,
    PLAYING,
    SEATS,
    SKIP,
    SKIPPED,
    State,
)


@compiled
def legal_bets(state: State, seat: int, out: Cells) -> int:
    n = 0
    if may_skip(state, seat):
        out[0, 0] = SKIP
        out[0, 1] = SKIPPED
        n = 1
    for bet in range(lowest_bet(state, seat), BETS + 1):
        out[n, 0] = BET
        out[n, 1] = bet
        n += 1
    return n


@compiled
def allows_bet(state: State, seat: int, action: Cells) -> bool:
    if action[0] == SKIP:
        return may_skip(state, seat)
    return action[0] == BET and lowest_bet(state, seat) <= action[1] <= BETS


@compiled
def may_skip(state: State, seat: int) -> bool:
    """Everybody but a dealer after three skips."""
    return seat != state.dealer or state.bet != SKIPPED


@compiled
def lowest_bet(state: State, seat: int) -> int:
    """The weakest bet that is still possible; the dealer may equal the highest."""
    if seat == state.dealer and state.bet != SKIPPED:
        return state.bet
    return state.bet + 1


@compiled
def amount_of(bet: int) -> int:
    return LOWEST_BET + (bet - 1) // 2


@compiled
def without_trump(bet: int) -> int:
    return (bet - 1) % 2


@compiled
def speak(state: State, seat: int, bet: int) -> None:
    state.bets[seat] = bet
    if bet != SKIPPED:
        state.bet = bet
        state.declarer = seat
    state.turn = (seat + 1) % SEATS
    if seat == state.dealer:
        state.phase = PLAYING
        state.turn = state.declarer
