"""RULES.md 6 and 7: going down, laying off, exchanging a joker, and the discard."""

from quintain.core.kernel import HIDDEN, Cells, compiled, copy_cells, count, fill, lowest
from quintain.games.rummy.rules.melds import (
    accepts,
    drop,
    has,
    is_group,
    is_run,
    nought,
    put,
    size,
    stands_in,
    takes,
)
from quintain.games.rummy.rules.solver import JOKER_POINTS, solve
from quintain.games.rummy.rules.state import (
    CARDS,
    DECK,
    DECKS,
    DISCARD,
    GO_DOWN,
    GO_OUT,
    GROUPS_OF,
    KINDS,
    LAY_OFF,
    MELDS,
    NONE,
    ROUNDS,
    RUNS_OF,
    SWAP,
    TAKE_JOKER,
    WHOLE_DECK,
    State,
)


@compiled
def groups_of(state: State) -> int:
    """The groups of the round's contract."""
    return GROUPS_OF[state.contract]


@compiled
def runs_of(state: State) -> int:
    return RUNS_OF[state.contract]


# --- what may be done


@compiled
def legal_plays(state: State, seat: int, out: Cells) -> int:
    """The best way to go down, lay-offs, exchanges and discards, as far as there are rows."""
    if state.hands[seat, 0] == HIDDEN:
        return 0
    n = nought(seat)
    if state.down >> seat & 1:
        n = legal_additions(state, seat, out, len(out) - state.held[seat])
    elif proposal(state, seat, out[0]):
        n = 1
    for deck in range(DECKS):
        cards = state.hands[seat, deck]
        while cards:
            n = write(out, n, nought(n) + DISCARD, deck * DECK + lowest(cards), nought(n))
            cards &= cards - 1
    return n


@compiled
def write(out: Cells, n: int, kind: int, card: int, meld: int) -> int:
    fill(out[n], 0)
    out[n, 0] = kind
    out[n, 1] = card
    out[n, 2] = meld
    return n + 1


@compiled
def proposal(state: State, seat: int, row: Cells) -> bool:
    """Write the best way to go down, if there is one."""
    fill(row, 0)
    last = state.contract == ROUNDS
    row[0] = GO_OUT if last else GO_DOWN
    keep = 0 if last else 1
    return solve(state.hands[seat], groups_of(state), runs_of(state), keep, JOKER_POINTS, row[1:]) != NONE


@compiled
def legal_additions(state: State, seat: int, out: Cells, room: int) -> int:
    """Every card of the hand on every meld that takes it; one card must be left to discard."""
    n, swapping = 0, state.joker_swap == TAKE_JOKER
    for meld in range(state.players * MELDS):
        if not on_table(state, meld):
            continue
        fitting = takes(state.melds[meld], meld % MELDS < groups_of(state)) if state.held[seat] > 1 else 0
        for deck in range(DECKS):
            cards = state.hands[seat, deck] & (WHOLE_DECK if swapping else fitting)
            while cards and n < room - 1:
                kind = lowest(cards)
                cards &= cards - 1
                if fitting >> kind & 1:
                    n = write(out, n, LAY_OFF, deck * DECK + kind, meld)
                if swapping and may_swap(state, meld, deck * DECK + kind):
                    n = write(out, n, SWAP, deck * DECK + kind, meld)
    return n


@compiled
def on_table(state: State, meld: int) -> bool:
    seat, i = meld // MELDS, meld % MELDS
    return bool(state.down >> seat & 1) and i < groups_of(state) + runs_of(state)


@compiled
def may_swap(state: State, meld: int, card: int) -> bool:
    run = meld % MELDS >= groups_of(state)
    return state.joker_swap == TAKE_JOKER and run and stands_in(state.melds[meld], card)


@compiled
def allows_play(state: State, seat: int, action: Cells) -> bool:
    kind, card, meld = action[0], action[1], action[2]
    if kind in (GO_DOWN, GO_OUT):
        return allows_melds(state, seat, kind, action[1:])
    if not 0 <= card < CARDS or not has(state.hands[seat], card):
        return False
    if kind == DISCARD:
        return True
    if not 0 <= meld < state.players * MELDS or not on_table(state, meld) or not state.down >> seat & 1:
        return False
    if kind == SWAP:
        return may_swap(state, meld, card)
    group = meld % MELDS < groups_of(state)
    return kind == LAY_OFF and state.held[seat] > 1 and accepts(state.melds[meld], group, card)


@compiled
def allows_melds(state: State, seat: int, kind: int, masks: Cells) -> bool:
    """Exactly the contract, from cards in the hand, each used once; the right number of cards is left."""
    if state.down >> seat & 1 or (kind == GO_OUT) != (state.contract == ROUNDS):
        return False
    laid = 0
    for deck in range(DECKS):
        one, two, three = masks[deck], masks[DECKS + deck], masks[2 * DECKS + deck]
        together = one | two | three
        if one & two or one & three or two & three or together & ~(state.hands[seat, deck] & WHOLE_DECK):
            return False
        laid += count(together)
    for i in range(MELDS):
        if not fits_contract(state, i, masks[i * DECKS : (i + 1) * DECKS]):
            return False
    left = state.held[seat] - laid
    return left == 0 if kind == GO_OUT else left > 0


@compiled
def fits_contract(state: State, i: int, cards: Cells) -> bool:
    if i < groups_of(state):
        return is_group(cards)
    if i < groups_of(state) + runs_of(state):
        return is_run(cards)
    return size(cards) == 0


# --- doing it


@compiled
def play(state: State, seat: int, action: Cells) -> None:
    kind = action[0]
    if kind in (GO_DOWN, GO_OUT):
        go_down(state, seat, action[1:])
        return
    let_go(state, seat, action[1])
    if kind == DISCARD:
        state.pile[state.piled] = action[1]
        state.piled += 1
        return
    state.quiet = 0
    if kind == SWAP:
        take_joker(state, seat, action[2])
    put(state.melds[action[2]], action[1])


@compiled
def go_down(state: State, seat: int, masks: Cells) -> None:
    state.down |= 1 << seat
    state.quiet = 0
    for i in range(MELDS):
        copy_cells(masks[i * DECKS : (i + 1) * DECKS], state.melds[seat * MELDS + i])
        for deck in range(DECKS):
            cards = masks[i * DECKS + deck]
            while cards:
                let_go(state, seat, deck * DECK + lowest(cards))
                cards &= cards - 1


@compiled
def let_go(state: State, seat: int, card: int) -> None:
    """A card leaves the hand for all to see."""
    drop(state.hands[seat], card)
    state.held[seat] -= 1
    if has(state.known[seat], card):
        drop(state.known[seat], card)
    elif has(state.pool, card):
        state.fresh[seat] -= 1


@compiled
def take_joker(state: State, seat: int, meld: int) -> None:
    for deck in range(DECKS):
        jokers = state.melds[meld, deck] >> KINDS
        if jokers:
            card = deck * DECK + KINDS + lowest(jokers)
            drop(state.melds[meld], card)
            put(state.hands[seat], card)
            put(state.known[seat], card)
            state.held[seat] += 1
            return
