"""What one seat sees of Jaffre, in words. It is only ever given a concealed state."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal

import msgspec

from quintain.core.kernel import HIDDEN
from quintain.core.position import Position
from quintain.games.jaffre.actions import CARD, COLORS, Bet, Card, Color, Skip
from quintain.games.jaffre.rules.auction import amount_of, without_trump
from quintain.games.jaffre.rules.state import (
    BETS,
    BROWN_ZERO,
    HAND,
    NONE,
    OVER,
    PLAYING,
    RED_ZERO,
    RED_ZERO_POINTS,
    SEATS,
    SKIPPED,
    State,
)
from quintain.games.jaffre.rules.tricks import beats

PHASES: tuple[Literal["betting", "playing", "over"], ...] = ("betting", "playing", "over")


class Contract(msgspec.Struct, frozen=True):
    """The highest bet, and who must make it good."""

    seat: int
    amount: int
    without_trump: bool
    forced: bool  # a plain 7 by a dealer who was not free to skip

    def __str__(self) -> str:
        return f"{self.amount}{' without trump' if self.without_trump else ''}"


class Trick(msgspec.Struct, frozen=True):
    """Cards in the order they were played, from the leader on."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None = None  # who took it, or who is winning it so far
    points: int = 0  # what it is worth so far

    @property
    def best(self) -> Card | None:
        """The card that wins it so far."""
        return None if self.winner is None else self.by(self.winner)

    def by(self, seat: int) -> Card | None:
        """The card that this seat played to it."""
        place = (seat - self.leader) % SEATS
        return self.cards[place] if place < len(self.cards) else None


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None  # whose view it is; None for onlookers
    phase: Literal["betting", "playing", "over"]
    round: int  # from 1
    dealer: int
    turn: int | None  # the seat to act
    hand: tuple[Card, ...]  # your cards
    hands: tuple[tuple[Card, ...], ...] | None  # everybody's, for those who may see everything
    hand_counts: tuple[int, ...]
    bets: tuple[Bet | Skip | None, ...]  # one per seat; None before it has spoken
    contract: Contract | None  # the highest bet so far; final once the cards are played
    trump: Color | None
    trick: Trick | None  # the open one
    last_trick: Trick | None  # also across a new deal
    tricks: tuple[Trick, ...]  # taken this round
    voids: tuple[tuple[Color, ...], ...]  # colors that each seat has shown not to hold
    taken: tuple[int, ...]  # tricks per seat this round
    points: tuple[int, int]  # per team this round
    scores: tuple[int, int]  # per team
    winner: int | None  # the team that has won
    target: int
    red_zero_points: int
    brown_zero_points: int


def view(seen: Position, seat: int) -> View:
    state: State = seen.state
    done, laid = divmod(state.played, SEATS)
    return View(
        seat=seat if seat >= 0 else None,
        phase=PHASES[state.phase],
        round=state.rounds + 1,
        dealer=state.dealer,
        turn=None if state.phase == OVER else state.turn,
        hand=cards_of(state.hands[seat]) if seat >= 0 else (),
        hands=None if HIDDEN in state.hands else tuple(map(cards_of, state.hands)),
        hand_counts=hand_counts(done, laid, state.leaders[done] if laid else 0),
        bets=tuple(map(BET_NAMES.__getitem__, state.bets)),
        contract=contract_of(state),
        trump=None if state.trump == NONE else COLORS[state.trump],
        trick=open_trick(state, done, laid) if state.phase == PLAYING else None,
        last_trick=last_trick(state),
        tricks=tuple(taken_trick(state, i) for i in range(done)),
        voids=tuple(map(colors_of, state.voids)),
        taken=tuple(map(state.winners.count, range(SEATS))),  # type: ignore[attr-defined]
        points=(state.points[0] + state.points[2], state.points[1] + state.points[3]),
        scores=(state.scores[0], state.scores[1]),
        winner=None if state.winner == NONE else state.winner,
        target=state.target,
        red_zero_points=RED_ZERO_POINTS,
        brown_zero_points=state.brown_zero_points,
    )


def bet_named(bet: int) -> Bet | Skip | None:
    if bet == NONE:
        return None
    return Skip() if bet == SKIPPED else Bet(amount_of(bet), bool(without_trump(bet)))


BET_NAMES = {bet: bet_named(bet) for bet in range(NONE, BETS + 1)}


@lru_cache(maxsize=4096)
def cards_of(mask: int) -> tuple[Card, ...]:
    """A set of cards, sorted by color and then by value."""
    return tuple(card for card in CARD if mask >> card.code & 1)


@cache
def colors_of(mask: int) -> tuple[Color, ...]:
    return tuple(color for i, color in enumerate(COLORS) if mask >> i & 1)


@cache
def hand_counts(done: int, laid: int, leader: int) -> tuple[int, ...]:
    return tuple(HAND - done - ((seat - leader) % SEATS < laid) for seat in range(SEATS))


@lru_cache(maxsize=4096)
def trick_of(leader: int, codes: tuple[int, ...], winner: int, brown_zero_points: int) -> Trick:
    points = 1 + RED_ZERO_POINTS * (RED_ZERO in codes) + brown_zero_points * (BROWN_ZERO in codes)
    return Trick(leader, tuple(CARD[code] for code in codes), None if winner == NONE else winner, points)


def open_trick(state: State, done: int, laid: int) -> Trick:
    codes = tuple(state.cards[SEATS * done : SEATS * done + laid])
    leader = state.leaders[done] if laid else state.turn
    best = 0
    for i in range(1, laid):
        if beats(codes[i], codes[best], state.trump):
            best = i
    return trick_of(leader, codes, (leader + best) % SEATS if laid else NONE, state.brown_zero_points)


def last_trick(state: State) -> Trick | None:
    """The trick taken last, be it before the present deal."""
    done = state.played // SEATS
    if done:
        return taken_trick(state, done - 1)
    if state.last_leader == NONE:
        return None
    return trick_of(state.last_leader, tuple(state.last_cards), state.last_winner, state.brown_zero_points)


def taken_trick(state: State, i: int) -> Trick:
    cards = tuple(state.cards[SEATS * i : SEATS * i + SEATS])
    return trick_of(state.leaders[i], cards, state.winners[i], state.brown_zero_points)


def contract_of(state: State) -> Contract | None:
    if state.declarer == NONE:
        return None
    forced = state.declarer == state.dealer and state.bet == 1 and list(state.bets).count(SKIPPED) == SEATS - 1
    return Contract(state.declarer, amount_of(state.bet), bool(without_trump(state.bet)), forced)


# --- drawn with letters ----------------------------------------------------------------------------------------------


def text(view: View) -> str:
    """The table as lines of text."""
    lines = [
        f"Round {view.round}, seat {view.dealer} deals. {view.scores[0]} to {view.scores[1]}, {view.target} wins.",
        f"Bets: {_bets(view)}.",
    ]
    if view.phase != "betting" and view.contract:
        lines.append(_contract(view, view.contract))
    if view.last_trick:
        lines.append(f"Last trick: {_trick(view.last_trick)}; seat {view.last_trick.winner} took it.")
    if view.trick:
        lines.append(f"Trick {len(view.tricks) + 1}: {_trick(view.trick)}.")
    lines += _hands(view)
    lines.append(f"Team {view.winner} has won." if view.turn is None else f"Seat {view.turn} to act.")
    return "\n".join(lines)


def _bets(view: View) -> str:
    order = [(view.dealer + 1 + i) % SEATS for i in range(SEATS)]
    spoken = [f"{seat} {view.bets[seat]}" for seat in order if view.bets[seat]]
    return ", ".join(spoken) or "none yet"


def _contract(view: View, contract: Contract) -> str:
    trump = "no trump" if contract.without_trump else f"trump {view.trump or 'is the color of the first card'}"
    points = f"team 0 has {view.points[0]}, team 1 has {view.points[1]}"
    return f"Seat {contract.seat} plays {contract}{' (forced)' * contract.forced}; {trump}. Points: {points}."


def _trick(trick: Trick) -> str:
    seats = [(trick.leader + i) % SEATS for i in range(len(trick.cards))]
    return "  ".join(f"{seat}:{card}" for seat, card in zip(seats, trick.cards, strict=True)) or "nothing yet"


def _hands(view: View) -> list[str]:
    if view.hands is not None:
        return [f"Seat {seat}: {_cards(hand)}" for seat, hand in enumerate(view.hands)]
    if view.seat is not None:
        return [f"Your hand: {_cards(view.hand)}"]
    return ["Cards left: " + ", ".join(f"seat {seat} {n}" for seat, n in enumerate(view.hand_counts))]


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or "empty"
