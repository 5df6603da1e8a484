"""What one seat sees of Rummy, in words. It is only ever given a concealed state."""

from typing import Literal

import msgspec
import numpy as np

from quintain.core.kernel import HIDDEN
from quintain.core.position import Position, members
from quintain.games.rummy.actions import KEYS, GoDown, GoOut, cards_of, decode
from quintain.games.rummy.plans import Plan, plans_of
from quintain.games.rummy.rules.melds import points_in
from quintain.games.rummy.rules.playing import proposal
from quintain.games.rummy.rules.state import (
    GROUPS_OF,
    MELDS,
    NONE,
    OVER,
    PLAYING,
    ROUNDS,
    RUNS_OF,
    WIDTH,
    State,
)
from quintain.games.rummy.words import contract_words, laid_out, many, points_words, short, stood_for

PHASES: tuple[Literal["asking", "drawing", "playing", "over"], ...] = ("asking", "drawing", "playing", "over")


class Meld(msgspec.Struct, frozen=True):
    """A meld on the table."""

    seat: int  # whose contract it belongs to
    number: int  # its place among that seat's melds
    kind: Literal["group", "run"]
    cards: tuple[str, ...]  # as they lie; a run in its order
    stands_for: tuple[str | None, ...]  # for each joker of a run the card it stands for, such as 9-hearts


class Contract(msgspec.Struct, frozen=True):
    groups: int
    runs: int
    words: str
    all_cards: bool  # it must use every card of the hand, and ends the round


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None  # whose view it is; None for onlookers
    phase: Literal["asking", "drawing", "playing", "over"]
    round: int
    last_round: int
    contract: Contract
    turn: int | None  # the seat that draws, lays and discards
    waiting: tuple[int, ...]  # the seats that are asked whether they want the exposed card
    requests: tuple[int, ...]  # the seats that want it, once all have answered
    hand: tuple[str, ...]  # your cards
    hand_points: int  # what they would cost now
    hands: tuple[tuple[str, ...], ...] | None  # everybody's, for those who may see everything
    hand_counts: tuple[int, ...]
    down: tuple[bool, ...]  # whose contract is on the table
    melds: tuple[Meld, ...]
    discard: str | None  # the exposed card
    discards: int  # cards in the discard pile
    stock: int  # cards in the stock
    taken: str | None  # the discard that the seat on turn has taken
    buys: tuple[int, ...]  # in this round
    missing: int | None  # how many cards your hand lacks for the contract
    plans: tuple[Plan, ...]  # how your hand comes nearest to it: one for each meld
    proposal: GoDown | GoOut | None  # the best way to go down with your hand
    sheet: tuple[tuple[int, ...], ...]  # penalty points of each finished round, by seat
    winners: tuple[int | None, ...]  # who went out in each of them
    totals: tuple[int, ...]  # penalty points; with partners, those of both
    places: tuple[int, ...]  # by the totals; ties share, and the next total takes the next place


def view(seen: Position, seat: int) -> View:
    state: State = seen.state
    own = list(state.hands[seat]) if seat >= 0 else [0]
    totals = tuple(-score for score in seen.scores())
    missing, plans = missing_of(state, seat)
    return View(
        seat=seat if seat >= 0 else None,
        phase=PHASES[state.phase],
        round=state.contract,
        last_round=min(7, state.first_round + state.rounds - 1),
        contract=contract_of(state),
        turn=None if state.phase == OVER else state.turn,
        waiting=members(state.waiting),
        requests=members(state.requests),
        hand=cards_of(own),
        hand_points=int(points_in(np.array(own, np.int64))) if seat >= 0 else 0,
        hands=hands_of(state),
        hand_counts=tuple(state.held[: state.players]),
        down=tuple(bool(state.down >> other & 1) for other in range(state.players)),
        melds=tuple(melds_of(state)),
        discard=KEYS[state.pile[state.piled - 1]] if state.piled else None,
        discards=state.piled,
        stock=state.stocked,
        taken=taken_of(state),
        buys=tuple(state.buys[: state.players]),
        missing=missing,
        plans=plans,
        proposal=proposal_of(seen, seat),
        sheet=tuple(tuple(state.penalties[i][: state.players]) for i in finished(state)),
        winners=tuple(None if state.winners[i] == NONE else state.winners[i] for i in finished(state)),
        totals=totals,
        places=places_of(totals),
    )


def contract_of(state: State) -> Contract:
    number = state.contract
    return Contract(GROUPS_OF[number], RUNS_OF[number], contract_words(number), number == ROUNDS)


def places_of(totals: tuple[int, ...]) -> tuple[int, ...]:
    order = sorted(set(totals))
    return tuple(order.index(total) + 1 for total in totals)


def finished(state: State) -> range:
    """The rounds that are over, counted from 0."""
    return range(state.first_round - 1, state.contract if state.phase == OVER else state.contract - 1)


def hands_of(state: State) -> tuple[tuple[str, ...], ...] | None:
    hands = state.hands[: state.players]
    return None if any(hand[0] == HIDDEN for hand in hands) else tuple(cards_of(list(hand)) for hand in hands)


def taken_of(state: State) -> str | None:
    taken = state.taken[state.turn]
    return KEYS[taken] if state.phase == PLAYING and taken != NONE else None


def melds_of(state: State) -> list[Meld]:
    groups = GROUPS_OF[state.contract]
    found = []
    for seat in members(state.down):
        for number in range(groups + RUNS_OF[state.contract]):
            masks = list(state.melds[seat * MELDS + number])
            group = number < groups
            kind: Literal["group", "run"] = "group" if group else "run"
            found.append(Meld(seat, number, kind, laid_out(masks, group), stood_for(masks, group)))
    return found


def missing_of(state: State, seat: int) -> tuple[int | None, tuple[Plan, ...]]:
    """How many cards the hand lacks for the contract, and how it comes nearest to it."""
    if seat < 0 or state.down >> seat & 1 or state.phase == OVER:
        return None, ()
    return plans_of(list(state.hands[seat]), state.contract)


def proposal_of(seen: Position, seat: int) -> GoDown | GoOut | None:
    state: State = seen.state
    if state.phase != PLAYING or seat != state.turn or state.down >> seat & 1:
        return None
    row = np.zeros(WIDTH, np.int64)
    found = proposal(seen.record.view(State.layout)[0], seat, row)
    action = decode(row.tolist()) if found else None
    return action if isinstance(action, GoDown | GoOut) else None


# --- drawn with letters ----------------------------------------------------------------------------------------------


def text(view: View) -> str:
    """The table as lines of text."""
    totals = ", ".join(f"seat {seat} {total}" for seat, total in enumerate(view.totals))
    lines = [
        f"Round {view.round} of {view.last_round}: {view.contract.words}. Penalty points: {totals}.",
        f"Discard: {view.discard or 'none'} ({many(view.discards, 'card')}). Stock: {many(view.stock, 'card')}.",
    ]
    lines += [f"Meld {meld.seat}.{meld.number}, {meld.kind}: {short(meld.cards)}" for meld in view.melds]
    if view.requests:
        lines.append(f"May I? {', '.join(f'seat {seat}' for seat in view.requests)}")
    lines.append("Cards held: " + ", ".join(f"seat {seat} {n}" for seat, n in enumerate(view.hand_counts)) + ".")
    lines += hand_lines(view)
    return "\n".join([*lines, turn_line(view)])


def hand_lines(view: View) -> list[str]:
    if view.hands is not None:
        return [f"Seat {seat}: {short(hand)}" for seat, hand in enumerate(view.hands)]
    if view.seat is None:
        return []
    lines = [f"Your hand, {points_words(view.hand_points)}: {short(view.hand)}"]
    if view.proposal:
        lines.append(f"You can {view.proposal}")
    elif view.missing:
        lines.append(f"You lack {many(view.missing, 'card')} for the contract.")
    return lines


def turn_line(view: View) -> str:
    if view.turn is None:
        return "The match is over."
    if view.phase == "asking":
        return f"Seat {view.turn} is on turn; {', '.join(f'seat {seat}' for seat in view.waiting)} may ask to buy."
    return f"Seat {view.turn} to {'draw' if view.phase == 'drawing' else 'lay down and discard'}."
