"""What a player makes of the others: who takes, asks for, passes and throws which cards tells what they collect."""

from typing import Any

import numpy as np

from quintain.games.rummy.actions import CODES
from quintain.games.rummy.bots.traits import Reals
from quintain.games.rummy.events import Bought, Discarded, Drew, Recycled, Requested, RoundBegan, Took
from quintain.games.rummy.rules.state import DECK, GROUPS_OF, KINDS, RANKS, RUNS_OF, SEATS

TAKEN, ASKED_FOR, LEFT, NOT_ASKED_FOR, THROWN = 1.0, 1.0, -0.4, -0.15, -0.8  # what each tells about such cards
BESIDE, NEARBY = 1.0, 0.5  # in a run: one rank away, and two


class Watch:
    """For each seat, how much it is thought to want each kind of card in this round."""

    def __init__(self) -> None:
        self.interest: Reals = np.zeros((SEATS, KINDS + 1))
        self.round = 1
        self.pile: list[str] = []
        self.asked: tuple[int, ...] = ()

    def hear(self, events: list[Any]) -> None:
        for event in events:
            match event:
                case RoundBegan():
                    self.begin(event)
                case Requested(seats, card):
                    self.asked = seats
                    for seat in seats:
                        self.note(seat, card, ASKED_FOR)
                case Took(seat, card) | Bought(seat, card, _):
                    self.note(seat, card, TAKEN)
                    self.pile, self.asked = self.pile[:-1], ()
                case Drew(seat):
                    self.left(seat)
                case Discarded(seat, card):
                    self.note(seat, card, THROWN)
                    self.pile, self.asked = [*self.pile, card], ()
                case Recycled():
                    self.pile = self.pile[-1:]

    def begin(self, event: RoundBegan) -> None:
        self.interest[:] = 0.0
        self.round, self.pile, self.asked = event.round, [event.discard], ()

    def left(self, drawer: int) -> None:
        """The exposed card lies there still: the seat on turn did not want it, nor did any other ask for it."""
        if self.pile:
            for seat in range(SEATS):
                self.note(seat, self.pile[-1], LEFT if seat == drawer else NOT_ASKED_FOR)

    def note(self, seat: int, card: str, weight: float) -> None:
        """It tells of cards of the same rank, where there are groups, and of the nearest in the suit, where runs."""
        kind = min(CODES[card] % DECK, KINDS)
        if kind == KINDS:
            return
        wants, rank, suit = self.interest[seat], kind % RANKS, kind // RANKS
        if GROUPS_OF[self.round]:
            wants[rank:KINDS:RANKS] += weight
        if RUNS_OF[self.round]:
            for step, share in ((1, BESIDE), (2, NEARBY)):
                for other in (rank - step, rank + step):
                    if 0 <= other < RANKS:
                        wants[suit * RANKS + other] += share * weight
