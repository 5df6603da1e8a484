"""What a seat can work out from the table: which cards are still out, who lacks what, and what can beat what.

Sets of cards are masks, as in the rules: a bot that thinks a hundred thousand times a minute has no time for lists.
"""

from functools import cache
from typing import Any

import numpy as np

from quintain.core.bot import Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, Record, cell, cells, compiled
from quintain.core.position import Position
from quintain.games.jaffre.actions import CARD, Play
from quintain.games.jaffre.rules.state import (
    BROWN_ZERO,
    CARDS,
    COLORS,
    DECK,
    NONE,
    ONE_COLOR,
    RED_ZERO,
    SEATS,
    TEAMS,
    VALUES,
    State,
)
from quintain.games.jaffre.rules.tricks import best_card, card_points, color_mask, color_of, playable

Reals = np.ndarray[Any, np.dtype[np.float64]]

LAYOUT = State.layout
COLOR_MASKS = tuple(ONE_COLOR << VALUES * color for color in range(COLORS))
OF_COLOR = tuple(COLOR_MASKS[code // VALUES] for code in range(CARDS))  # all cards of a card's color
ABOVE = tuple(OF_COLOR[code] >> code + 1 << code + 1 for code in range(CARDS))  # those of its color that beat it
BY_VALUE = tuple(sorted(range(CARDS), key=lambda code: (code % VALUES, code)))
DOWN_BY_VALUE = BY_VALUE[::-1]
RED, BROWN = 1 << RED_ZERO, 1 << BROWN_ZERO
SPECIALS = RED | BROWN
PLAYS = tuple(map(Play, CARD))


class Survey(Record):
    """The table in a few numbers, as one seat reads it when it must act."""

    phase: int = cell()
    hand: int = cell()
    legal: int = cell()  # the cards that may be played
    trump: int = cell()  # all cards of the trump color; none without trump
    bet: int = cell()
    declarer: int = cell()
    played: int = cell()  # cards played this round
    laid: int = cell()  # cards in the open trick
    led: int = cell()  # all cards of the color led
    best: int = cell()  # the card that is winning the trick, or NONE
    winner: int = cell()  # and who played it
    special_points: int = cell()  # what the zeros in the trick are worth
    brown_zero_points: int = cell()
    unseen: int = cell()  # the cards that the others hold
    holdings: Cells = cells(SEATS)  # those that each seat may hold, by the colors it has shown to lack


SURVEY = Survey.layout


@compiled
def survey(record: Cells, seat: int, out: Cells) -> None:
    state = record.view(LAYOUT)[0]
    table = out.view(SURVEY)[0]
    table.phase = state.phase
    table.hand = state.hands[seat]
    table.legal = playable(state, seat)
    table.trump = 0 if state.trump == NONE else color_mask(state.trump)
    table.bet = state.bet
    table.declarer = state.declarer
    table.played = state.played
    table.brown_zero_points = state.brown_zero_points
    table.unseen = unseen_by(state, seat)
    for other in range(SEATS):
        table.holdings[other] = table.unseen & ~lacking(state, other)
    survey_trick(state, seat, table)


@compiled
def survey_trick(state: State, seat: int, table: Survey) -> None:
    laid = state.played % SEATS
    first = state.played - laid
    place = best_card(state, first, laid)
    table.laid = laid
    table.led = color_mask(color_of(state.cards[first])) if laid else 0
    table.best = state.cards[first + place] if laid else NONE
    table.winner = (seat - laid + place) % SEATS if laid else NONE
    table.special_points = 0
    for i in range(first, state.played):
        table.special_points += card_points(state, state.cards[i])


@compiled
def unseen_by(state: State, seat: int) -> int:
    """The cards that the seat neither holds nor has seen played."""
    cards = DECK & ~state.hands[seat]
    for i in range(state.played):
        cards &= ~(1 << state.cards[i])
    return cards


@compiled
def lacking(state: State, seat: int) -> int:
    """All cards of the colors that a seat has shown not to hold."""
    cards = 0
    for color in range(COLORS):
        if state.voids[seat] >> color & 1:
            cards |= color_mask(color)
    return cards


@cache
def prepare(game: Game) -> None:
    """Use it once, so that no compiling happens on the clock."""
    survey(Position.start(game).record, 0, Survey.blank())


def low(cards: int) -> int:
    """The card of lowest value; among equals the first color."""
    for code in BY_VALUE:
        if cards >> code & 1:
            return code
    raise ValueError("there is no lowest card of none")


def high(cards: int) -> int:
    """The card of highest value; among equals the last color."""
    for code in DOWN_BY_VALUE:
        if cards >> code & 1:
            return code
    raise ValueError("there is no highest card of none")


class Reading:
    """The table as one seat reads it when it must act. See Survey for what the numbers are."""

    def __init__(self, turn: Turn) -> None:
        numbers = np.empty(Survey.size, np.int64)
        survey(turn.seen.record, turn.seat, numbers)
        self.seat = turn.seat
        (
            self.phase, self.hand, self.legal, self.trump, self.bet, self.declarer, self.played, self.laid, self.led,
            self.best, self.winner, self.special_points, self.brown_zero_points, self.unseen, *self.holdings,
        ) = numbers.tolist()  # fmt: skip

    @property
    def partner(self) -> int:
        return (self.seat + TEAMS) % SEATS

    @property
    def behind(self) -> tuple[int, ...]:
        """The opponents who are yet to play to this trick."""
        return ((self.seat + 1) % SEATS, (self.seat + 3) % SEATS)[: (SEATS - self.laid) // 2]

    @property
    def declaring(self) -> bool:
        return (self.seat - self.declarer) % TEAMS == 0

    @property
    def out(self) -> int:
        """The cards that the opponents may hold."""
        return self.holdings[(self.seat + 1) % SEATS] | self.holdings[(self.seat + 3) % SEATS]

    @property
    def winning(self) -> int:
        """The cards of ours that would win the trick as it lies."""
        plain_best = not self.trump >> self.best & 1
        return self.legal & (ABOVE[self.best] | (self.trump if plain_best else 0))

    def threatened(self, code: int, led: int) -> bool:
        """May an opponent who is yet to play beat this card? By a trump only if he has no card of the color led."""
        plain = not self.trump >> code & 1
        for seat in self.behind:
            held = self.holdings[seat]
            if held & ABOVE[code] or (plain and held & self.trump and not held & led):
                return True
        return False

    def safe(self, cards: int) -> int:
        """Those of the cards that nobody behind can beat."""
        safe = 0
        for code in BY_VALUE:
            if cards >> code & 1 and not self.threatened(code, self.led or OF_COLOR[code]):
                safe |= 1 << code
        return safe
