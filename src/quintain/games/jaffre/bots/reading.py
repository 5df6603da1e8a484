"""What a seat can work out from the table: which cards are still out, who lacks what, and what can beat what.

Sets of cards are masks, as in the rules: a bot that thinks a hundred thousand times a minute has no time for lists.
"""

from functools import cached_property

from quintain.core.bot import Turn
from quintain.games.jaffre.actions import CARD, Play
from quintain.games.jaffre.rules.state import (
    BROWN_ZERO,
    DECK,
    NONE,
    ONE_COLOR,
    RED_ZERO,
    RED_ZERO_POINTS,
    SEATS,
    VALUES,
    State,
)

COLOR_MASKS = tuple(ONE_COLOR << VALUES * color for color in range(4))
OF_COLOR = tuple(COLOR_MASKS[code // VALUES] for code in range(32))  # all cards of a card's color
ABOVE = tuple(OF_COLOR[code] >> code + 1 << code + 1 for code in range(32))  # those of its color that beat it
BY_VALUE = tuple(sorted(range(32), key=lambda code: (code % VALUES, code)))
SPECIALS = 1 << RED_ZERO | 1 << BROWN_ZERO
PLAYS = tuple(map(Play, CARD))


def codes_of(cards: int) -> list[int]:
    """The members of a set, lowest value first."""
    return [code for code in BY_VALUE if cards >> code & 1]


def low(cards: int) -> int:
    """The card of lowest value; among equals the first color."""
    return next(code for code in BY_VALUE if cards >> code & 1)


def high(cards: int) -> int:
    """The card of highest value; among equals the last color."""
    return next(code for code in reversed(BY_VALUE) if cards >> code & 1)


class Reading:
    """The table as one seat reads it when it must play a card."""

    def __init__(self, turn: Turn) -> None:
        state: State = turn.seen.state
        self.state = state
        self.seat = turn.seat
        self.partner = (turn.seat + 2) % SEATS
        self.hand = state.hands[turn.seat]
        self.trump = COLOR_MASKS[state.trump] if state.trump != NONE else 0
        self.laid = state.played % SEATS
        self.trick = state.cards[state.played - self.laid : state.played]
        self.led = OF_COLOR[self.trick[0]] if self.laid else 0
        self.legal = self.hand & self.led or self.hand
        self.behind = [(turn.seat + 1) % SEATS, (turn.seat + 3) % SEATS][: (4 - self.laid) // 2]
        self.best = NONE  # the card that is winning
        self.winner = NONE  # and who played it
        for place, code in enumerate(self.trick):
            if self.best == NONE or self.beaten_by(self.best) >> code & 1:
                self.best, self.winner = code, (turn.seat - self.laid + place) % SEATS

    @cached_property
    def unseen(self) -> int:
        """The cards that the others hold."""
        gone = 0
        for code in self.state.cards[: self.state.played]:
            gone |= 1 << code
        return DECK & ~gone & ~self.hand

    @property
    def special_points(self) -> int:
        """What the zeros in the trick are worth."""
        brown = self.state.brown_zero_points * (BROWN_ZERO in self.trick)
        return RED_ZERO_POINTS * (RED_ZERO in self.trick) + brown

    @property
    def declaring(self) -> bool:
        return bool((self.seat - self.state.declarer) % 2 == 0)

    @property
    def last(self) -> bool:
        return self.laid == SEATS - 1

    def beaten_by(self, code: int) -> int:
        """The cards that would win over this one in its trick."""
        higher = ABOVE[code]
        return higher if self.trump >> code & 1 else higher | self.trump

    @property
    def winning(self) -> int:
        """The cards of ours that would win the trick as it lies."""
        return self.legal & self.beaten_by(self.best)

    def holdings(self, seat: int) -> int:
        """The cards that a seat may hold, by the colors it has shown not to have."""
        lacking = self.state.voids[seat]
        held = self.unseen
        for color in range(4):
            if lacking >> color & 1:
                held &= ~COLOR_MASKS[color]
        return held

    def threats(self, code: int, led: int) -> int:
        """The cards with which an opponent who is yet to play may beat this one. A trump threatens a plain color only
        from a seat that may lack that color."""
        found = 0
        for seat in self.behind:
            held = self.holdings(seat)
            found |= held & ABOVE[code]
            if not self.trump >> code & 1 and not held & led:
                found |= held & self.trump
        return found
