"""What happens in Rummy, and who may know: everything is public but the cards dealt and drawn, and the answers to
"May I?" until all have spoken."""

from typing import ClassVar

import msgspec

from quintain.core.game import EVERYBODY, Told, only
from quintain.core.position import Position
from quintain.games.rummy.actions import (
    KEYS,
    Action,
    Allow,
    Buy,
    Card,
    Discard,
    Draw,
    GoDown,
    GoOut,
    LayOff,
    Pass,
    Swap,
    Take,
    cards_of,
)
from quintain.games.rummy.rules.state import MELDS, NONE, OVER, State
from quintain.games.rummy.words import contract_words, many, melds_named, name_of, names_of, points_words


class RoundBegan(msgspec.Struct, frozen=True, tag="round began"):
    round: int
    seat: int  # who is dealt to first, and plays first
    cards: int  # each
    discard: Card

    def __str__(self) -> str:
        deal = f"{self.cards} cards each, {name_of(self.discard)} is turned up, seat {self.seat} begins"
        return f"round {self.round} begins, {contract_words(self.round)}: {deal}"


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Your cards."""

    hand: tuple[Card, ...]

    def __str__(self) -> str:
        return f"dealt: {names_of(self.hand)}"


class Requested(msgspec.Struct, frozen=True, tag="requested"):
    """All have answered: these seats would like to buy the exposed card."""

    seats: tuple[int, ...]
    card: Card

    def __str__(self) -> str:
        return f"{' and '.join(f'seat {seat}' for seat in self.seats)}: May I have {name_of(self.card)}?"


class Took(msgspec.Struct, frozen=True, tag="took"):
    seat: int
    card: Card

    def __str__(self) -> str:
        return f"seat {self.seat} takes {name_of(self.card)}"


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {Draw()}"


class DrawnCard(msgspec.Struct, frozen=True, tag="drawn card"):
    """What you have drawn from the stock."""

    card: Card

    def __str__(self) -> str:
        return f"drawn: {name_of(self.card)}"


class Bought(msgspec.Struct, frozen=True, tag="bought"):
    seat: int
    card: Card
    extra: int  # cards of the stock that came with it

    def __str__(self) -> str:
        return f"seat {self.seat} buys {name_of(self.card)} and {many(self.extra, 'card')} of the stock"


class Recycled(msgspec.Struct, frozen=True, tag="recycled"):
    cards: int

    def __str__(self) -> str:
        return f"the discards are shuffled: {many(self.cards, 'card')} of stock"


class WentDown(msgspec.Struct, frozen=True, tag="went down"):
    moment: ClassVar[str] = "contract"

    seat: int
    melds: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return f"seat {self.seat}: go down {melds_named(self.melds)}"


class WentOut(msgspec.Struct, frozen=True, tag="went out"):
    seat: int
    melds: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return f"seat {self.seat}: go out {melds_named(self.melds)}"


class LaidOff(msgspec.Struct, frozen=True, tag="laid off"):
    by: int
    card: Card
    seat: int
    meld: int

    def __str__(self) -> str:
        return f"seat {self.by}: lay {name_of(self.card)} on {self.seat}.{self.meld}"


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    by: int
    card: Card
    seat: int
    meld: int
    joker: Card

    def __str__(self) -> str:
        return f"seat {self.by}: swap {name_of(self.card)} into {self.seat}.{self.meld}, and takes the joker"


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    seat: int
    card: Card

    def __str__(self) -> str:
        return f"seat {self.seat}: discard {name_of(self.card)}"


class RoundScored(msgspec.Struct, frozen=True, tag="round scored"):
    moment: ClassVar[str] = "round"

    round: int
    winner: int | None  # None if nobody could go on
    penalties: tuple[int, ...]
    totals: tuple[int, ...]

    def __str__(self) -> str:
        how = "nobody can go on" if self.winner is None else f"seat {self.winner} is out"
        costs = ", ".join(f"seat {seat} {points_words(points)}" for seat, points in enumerate(self.penalties))
        return f"{how}: round {self.round} costs {costs}"


def opening(position: Position) -> list[Told]:
    return dealt(position.state)


def dealt(state: State) -> list[Told]:
    began = RoundBegan(state.contract, state.turn, state.held[0], KEYS[state.pile[0]])
    hands = [Told(Dealt(cards_of(list(state.hands[seat]))), only(seat)) for seat in range(state.players)]
    return [Told(began, EVERYBODY), *hands]


def events(earlier: Position, later: Position, seat: int, action: Action) -> list[Told]:
    before, after = earlier.state, later.state
    told = happened(before, after, seat, action)
    if after.contract != before.contract or after.phase == OVER:
        told.append(Told(round_scored(earlier, later), EVERYBODY))
    return told + dealt(after) if after.contract != before.contract else told


def happened(before: State, after: State, seat: int, action: Action) -> list[Told]:
    match action:
        case Pass() | Buy():
            return answered(before, after, seat, action)
        case Take():
            return [public(Took(seat, KEYS[before.pile[before.piled - 1]]))]
        case Draw() | Allow():
            return sold(before, after) if before.requests else drawn(before, after, seat)
        case Discard(card):
            return [public(Discarded(seat, card))]
        case GoDown(melds):
            return [public(WentDown(seat, melds))]
        case GoOut(melds):
            return [public(WentOut(seat, melds))]
        case LayOff(card, owner, meld):
            return [public(LaidOff(seat, card, owner, meld))]
        case Swap(card, owner, meld):
            masks = before.melds[owner * MELDS + meld]
            joker = next(key for key in cards_of(list(masks)) if key.startswith("JOKER"))
            return [public(Swapped(seat, card, owner, meld, joker))]


def public(event: msgspec.Struct) -> Told:
    return Told(event, EVERYBODY)


def answered(before: State, after: State, seat: int, action: Pass | Buy) -> list[Told]:
    """Requests are told when the last answer is in, and not who gave it last."""
    if before.waiting != 1 << seat:
        return []
    wanted = {other for other in range(before.players) if before.answers[other] == 2}
    wanted |= {seat} if isinstance(action, Buy) else set()
    card = KEYS[before.pile[before.piled - 1]]
    return [public(Requested(tuple(sorted(wanted)), card))] if wanted else []


def sold(before: State, after: State) -> list[Told]:
    order = [(before.turn + 1 + i) % before.players for i in range(before.players)]
    buyer = next(seat for seat in order if before.requests >> seat & 1)
    card = KEYS[before.pile[before.piled - 1]]
    if after.contract != before.contract:
        return [public(Bought(buyer, card, 0))]
    new = drawn_cards(before, after, buyer) - {card}
    told = [public(Bought(buyer, card, len(new))), *(Told(DrawnCard(key), only(buyer)) for key in new)]
    return told + recycled(before, after)


def drawn(before: State, after: State, seat: int) -> list[Told]:
    if after.contract != before.contract or after.phase == OVER:
        return []
    told = [Told(DrawnCard(key), only(seat)) for key in drawn_cards(before, after, seat)]
    return [public(Drew(seat)), *told, *recycled(before, after)]


def drawn_cards(before: State, after: State, seat: int) -> set[str]:
    return set(cards_of(list(after.hands[seat]))) - set(cards_of(list(before.hands[seat])))


def recycled(before: State, after: State) -> list[Told]:
    return [public(Recycled(after.stocked + 1))] if after.quiet > before.quiet else []


def round_scored(earlier: Position, later: Position) -> RoundScored:
    before, after = earlier.state, later.state
    winner = after.winners[before.contract - 1]
    penalties = tuple(after.penalties[before.contract - 1][: before.players])
    totals = tuple(-score for score in later.scores())
    return RoundScored(before.contract, None if winner == NONE else winner, penalties, totals)
