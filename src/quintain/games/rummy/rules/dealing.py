"""RULES.md 2 and 9: the deal, and what becomes of the discards when the stock is empty."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, fill
from quintain.games.rummy.rules.drawing import begin_turn
from quintain.games.rummy.rules.melds import put
from quintain.games.rummy.rules.state import DECK, DECKS, NONE, SEATS, WHOLE_DECK, State


@compiled
def setup(state: State, rng: Cells) -> None:
    fill(state.winners, NONE)
    state.contract = state.first_round
    deal(state, rng)


@compiled
def decks_for(players: int) -> int:
    if players == 2:
        return 1
    if players <= 4:
        return 2
    return 3 if players <= 8 else DECKS


@compiled
def dealt_cards(state: State) -> int:
    """How many cards each seat gets in this round."""
    return state.contract + state.deal_offset


@compiled
def deal(state: State, rng: Cells) -> None:
    clear_table(state)
    state.stocked = decks_for(state.players) * DECK
    for i in range(state.stocked):
        j = random_below(rng, i + 1)
        state.stock[i] = state.stock[j]
        state.stock[j] = i
    for deck in range(decks_for(state.players)):
        state.pool[deck] = WHOLE_DECK
    first = state.contract % state.players
    for i in range(dealt_cards(state) * state.players):
        seat = (first + i) % state.players
        state.stocked -= 1
        put(state.hands[seat], state.stock[state.stocked])
    for seat in range(state.players):
        state.held[seat] = dealt_cards(state)
        state.fresh[seat] = dealt_cards(state)
    state.stocked -= 1
    state.pile[0] = state.stock[state.stocked]
    state.piled = 1
    begin_turn(state, first)


@compiled
def clear_table(state: State) -> None:
    for seat in range(SEATS):
        fill(state.hands[seat], 0)
        fill(state.known[seat], 0)
    for meld in range(len(state.melds)):
        fill(state.melds[meld], 0)
    fill(state.pool, 0)
    fill(state.held, 0)
    fill(state.fresh, 0)
    fill(state.buys, 0)
    fill(state.taken, NONE)
    state.down = 0
    state.turns = 0
    state.quiet = 0
    fill(state.stock, NONE)
    fill(state.pile, NONE)
    state.piled = 0
