"""RULES.md 8: what a round costs, and who comes first."""

from quintain.core.kernel import Cells, compiled
from quintain.games.rummy.rules.dealing import deal
from quintain.games.rummy.rules.melds import points_in
from quintain.games.rummy.rules.state import OVER, ROUNDS, State


@compiled
def end_round(state: State, winner: int, rng: Cells) -> None:
    """Everybody is charged with the cards in hand; whoever went out has none."""
    state.winners[state.contract - 1] = winner
    for seat in range(state.players):
        state.penalties[state.contract - 1, seat] = points_in(state.hands[seat])
    if state.contract == last_round(state):
        state.phase = OVER
        state.requests = 0
        state.waiting = 0
    else:
        state.contract += 1
        deal(state, rng)


@compiled
def last_round(state: State) -> int:
    return min(ROUNDS, state.first_round + state.rounds - 1)


@compiled
def partners(state: State) -> int:
    """How many seats there are from one partner to the next."""
    return state.players // 2 if state.teams else state.players


@compiled
def penalty(state: State, seat: int) -> int:
    """The points of a seat and of its partner."""
    total = 0
    for other in range(seat % partners(state), state.players, partners(state)):
        for i in range(ROUNDS):
            total += state.penalties[i, other]
    return total


@compiled
def score(state: State, seat: int) -> int:
    return -penalty(state, seat)
