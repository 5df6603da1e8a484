"""Why an action is refused, in plain words and with the paragraph of RULES.md, from what its seat can know."""

import numpy as np

from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.rummy.actions import (
    Action,
    Allow,
    Buy,
    Discard,
    Draw,
    GoDown,
    GoOut,
    LayOff,
    Pass,
    Swap,
    Take,
    cards_of,
    mask_of,
)
from quintain.games.rummy.rules.melds import is_group, is_run, ranks_in, run_suit, size
from quintain.games.rummy.rules.state import (
    ASKING,
    DRAWING,
    GROUPS_OF,
    NONE,
    PLAYING,
    ROUNDS,
    RUNS_OF,
    State,
)
from quintain.games.rummy.words import contract_words, is_joker, name_of, names_of


def refusal(seen: Position, seat: int, action: Action) -> str:
    """The reason, or nothing if there is none."""
    state: State = seen.state
    if not 0 <= seat < state.players:
        return ""
    match action:
        case Pass() | Buy():
            return answer_refusal(state, seat)
        case Take() | Draw() | Allow():
            return draw_refusal(state, seat, action)
        case _:
            return turn_refusal(state, seat) or play_refusal(state, seat, action)


def answer_refusal(state: State, seat: int) -> str:
    if seat == state.turn:
        return "BUY: the seat on turn does not buy; it takes the exposed card or leaves it (RULES.md 5.1)"
    if state.phase != ASKING:
        return "ASKED: nobody is asked about the exposed card now (RULES.md 5.1)"
    if state.waiting >> seat & 1:
        return ""
    return "ASKED: it has answered, or may buy no more (RULES.md 5.1 and 11)"


def draw_refusal(state: State, seat: int, action: Take | Draw | Allow) -> str:
    if seat != state.turn:
        return f"TURN: it is the turn of seat {state.turn} (RULES.md 4.1)"
    if state.phase == ASKING:
        return "ASKED: the others are still asked whether they want the exposed card (RULES.md 5.1)"
    if state.phase != DRAWING:
        return "DRAWN: it has drawn, and draws only once (RULES.md 4.1)"
    if isinstance(action, Allow):
        return "BUY: nobody has asked for the exposed card (RULES.md 5.2)"
    if isinstance(action, Draw):
        return "STOCK: there is nothing left to draw (RULES.md 9)"
    if not state.piled:
        return "DISCARD: the discard pile is empty (RULES.md 4.1)"
    return "DISCARD: whoever is down takes no discards at this table (RULES.md 11)"


def turn_refusal(state: State, seat: int) -> str:
    if seat != state.turn:
        return f"TURN: it is the turn of seat {state.turn} (RULES.md 4.1)"
    return "" if state.phase == PLAYING else "DRAW: it must draw a card first (RULES.md 4.1)"


def play_refusal(state: State, seat: int, action: Action) -> str:
    held = set(cards_of(list(state.hands[seat])))
    match action:
        case GoDown() | GoOut():
            return melds_refusal(state, seat, action, held)
        case LayOff() | Swap():
            return addition_refusal(state, seat, action, held)
        case Discard(card):
            return missing_cards([card], held)
    return ""


def exactly(card: str) -> str:
    """Which of equal cards is meant, where that matters."""
    return f"{name_of(card)} ({card})"


def missing_cards(cards: list[str], held: set[str]) -> str:
    strange = [card for card in cards if card not in held]
    return f"HAND: {exactly(strange[0])} is not in its hand (RULES.md 6.2)" if strange else ""


# --- going down


def melds_refusal(state: State, seat: int, action: GoDown | GoOut, held: set[str]) -> str:
    if state.down >> seat & 1:
        return "DOWN: its contract is on the table, and it can only lay off (RULES.md 6.5)"
    if isinstance(action, GoOut) != (state.contract == ROUNDS):
        last = "go out with all cards in round 7, and go down in the others"
        return f"ROUND: one can only {last} (RULES.md 6.1 and 6.4)"
    groups, runs = GROUPS_OF[state.contract], RUNS_OF[state.contract]
    if len(action.melds) != groups + runs:
        return f"CONTRACT: round {state.contract} asks for exactly {contract_words(state.contract)} (RULES.md 6.1)"
    cards = [card for meld in action.melds for card in meld]
    if twice := [card for card in cards if cards.count(card) > 1]:
        return f"OVERLAP: {exactly(twice[0])} is used twice (RULES.md 6.2)"
    kinds = ["group"] * groups + ["run"] * runs
    wrong = (meld_refusal(meld, kind) for meld, kind in zip(action.melds, kinds, strict=True))
    return missing_cards(cards, held) or next(filter(None, wrong), "") or count_refusal(state, cards, held)


def count_refusal(state: State, cards: list[str], held: set[str]) -> str:
    if state.contract == ROUNDS and len(cards) < len(held):
        return "ALL: in round 7 the three runs must use every card of the hand (RULES.md 6.4)"
    if state.contract != ROUNDS and len(cards) == len(held):
        return "DISCARD: one card must be left to discard (RULES.md 6.3)"
    return ""


def meld_refusal(meld: tuple[str, ...], kind: str) -> str:
    cells = np.array(mask_of(meld), np.int64)
    named = names_of(meld)
    if kind == "group":
        if is_group(cells):
            return ""
        few = "has fewer than three cards" if size(cells) < 3 else "has cards of different ranks"
        return f"GROUP: {named} {few} (RULES.md 3.1)"
    return "" if is_run(cells) else f"RUN: {named} {run_fault(cells)}"


def run_fault(cells: Cells) -> str:
    naturals = int(size(cells)) - sum(map(is_joker, cards_of(cells.tolist())))
    ranks = int(ranks_in(cells))
    if size(cells) < 4:
        return "has fewer than four cards (RULES.md 3.2)"
    if ranks and run_suit(cells) == NONE:
        return "has cards of different suits (RULES.md 3.2)"
    if naturals > ranks.bit_count():
        return "has a rank twice (RULES.md 3.2)"
    if size(cells) > 14:
        return "is longer than from ace to ace (RULES.md 3.4)"
    if ranks & 1 and ranks & 0b10 and ranks >> 12 & 1:
        return "goes on around the ace, which is either low or high (RULES.md 3.3)"
    return "has gaps that its jokers do not fill (RULES.md 3.2)"


# --- adding to melds


def addition_refusal(state: State, seat: int, action: LayOff | Swap, held: set[str]) -> str:
    if not state.down >> seat & 1:
        return "DOWN: its own contract must be on the table first (RULES.md 7.1)"
    if missing := missing_cards([action.card], held):
        return missing
    number = action.meld < GROUPS_OF[state.contract] + RUNS_OF[state.contract]
    if action.seat >= state.players or not state.down >> action.seat & 1 or not number:
        return f"MELD: there is no meld {action.seat}.{action.meld} (RULES.md 7.1)"
    if isinstance(action, Swap):
        return swap_refusal(state, action)
    if state.held[seat] == 1:
        return "DISCARD: the last card is for the discard (RULES.md 7.4)"
    return f"FIT: {name_of(action.card)} does not fit meld {action.seat}.{action.meld} (RULES.md 7.2)"


def swap_refusal(state: State, action: Swap) -> str:
    if not state.joker_swap:
        return "SWAP: at this table jokers stay in their runs (RULES.md 7.3 and 11)"
    if action.meld < GROUPS_OF[state.contract]:
        return "SWAP: jokers are exchanged in runs only (RULES.md 7.3)"
    meld = f"{action.seat}.{action.meld}"
    return f"SWAP: no joker of meld {meld} stands for {name_of(action.card)}, so the run would break (RULES.md 7.3)"
