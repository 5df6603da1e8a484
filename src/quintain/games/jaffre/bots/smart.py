"""The documented smart betting: count the likely trumps and the high cards, and look at nothing else."""

from collections.abc import Sequence
from typing import NamedTuple

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.core.kernel import Cells
from quintain.games.jaffre.actions import COLORS, Action, Bet, Card, Color, Skip

HIGH = 5  # the lowest value that counts as high
STRONG, GOOD = 8, 6  # estimates that are worth a bet of 10, and of 8
SKIP_PERCENT = 70  # of the weak hands


class Estimate(NamedTuple):
    trump: Color
    trumps: int
    high: int

    @property
    def tricks(self) -> int:
        """A high trump counts twice, as documented."""
        return self.trumps + self.high // 2


def predicted_trump(hand: Sequence[Card]) -> Color:
    """The longest color; among equals the one with the higher cards, then the first."""
    return max(COLORS, key=lambda color: length_and_sum(hand, color))


def length_and_sum(hand: Sequence[Card], color: Color) -> tuple[int, int]:
    values = [card.value for card in hand if card.color == color]
    return len(values), sum(values)


def estimate(hand: Sequence[Card]) -> Estimate:
    trump = predicted_trump(hand)
    return Estimate(trump, length_and_sum(hand, trump)[0], sum(card.value >= HIGH for card in hand))


def wish(tricks: int, rng: Cells) -> Bet | Skip:
    """What the hand alone would like to bet. Only a weak hand needs the dice."""
    if tricks >= STRONG:
        return Bet(10)
    if tricks >= GOOD:
        return Bet(8)
    return Skip() if random_below(rng, 100) < SKIP_PERCENT else Bet(7)


def allowed(wished: Bet | Skip, legal: Sequence[Action]) -> Bet | Skip:
    """The wish if the rules allow it, else a skip, else a plain 7."""
    if wished in legal:
        return wished
    return Skip() if Skip() in legal else Bet(7)


def smart_bet(turn: Turn, hand: Sequence[Card]) -> Bet | Skip:
    guess = estimate(hand)
    wished = wish(guess.tricks, turn.rng)
    chosen = allowed(wished, turn.legal)
    numbers = {"tricks": guess.tricks, "trumps": guess.trumps, "high": guess.high}
    because = "" if chosen == wished else f", and may not {wished}"
    turn.explain(f"hopes for {guess.tricks} tricks with {guess.trump} as trump{because}", **numbers)
    return chosen
