"""Cards and actions: typed, as rows of numbers, and as text."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.jaffre.rules.auction import amount_of, without_trump
from quintain.games.jaffre.rules.state import BET, CARDS, LOWEST_BET, NONE, PLAY, SKIP, SKIPPED, VALUES
from quintain.games.jaffre.rules.tricks import beats

Color = Literal["red", "brown", "green", "blue"]
COLORS: tuple[Color, ...] = ("red", "brown", "green", "blue")
LETTERS = "RNGB"  # brown is N, since blue is B


class Card(msgspec.Struct, frozen=True, order=True):
    color: Color
    value: Annotated[int, Meta(ge=0, le=7)]

    @property
    def code(self) -> int:
        return COLORS.index(self.color) * VALUES + self.value

    def beats(self, other: "Card", trump: Color | None) -> bool:
        """Does this card win over one that was winning before it?"""
        return bool(beats(self.code, other.code, COLORS.index(trump) if trump else NONE))

    def __str__(self) -> str:
        return LETTERS[COLORS.index(self.color)] + str(self.value)


CARD = tuple(Card(COLORS[code // VALUES], code % VALUES) for code in range(CARDS))  # by code


class Bet(msgspec.Struct, frozen=True, tag="bet"):
    """Promise to take this many points."""

    amount: Annotated[int, Meta(ge=7, le=12)]
    without_trump: bool = False

    def __str__(self) -> str:
        return f"bet {self.amount}{' without trump' if self.without_trump else ''}"


class Skip(msgspec.Struct, frozen=True, tag="skip"):
    """Leave the contract to others."""

    def __str__(self) -> str:
        return "skip"


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play a card to the open trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action = Bet | Skip | Play
WIDTH = 2


def encode(action: Action) -> tuple[int, int]:
    match action:
        case Bet():
            return BET, 2 * (action.amount - LOWEST_BET) + action.without_trump + 1
        case Skip():
            return SKIP, SKIPPED
        case Play():
            return PLAY, action.card.code


def decode(row: Sequence[int]) -> Action:
    kind, number = row
    if kind == BET:
        return Bet(amount_of(number), bool(without_trump(number)))
    return Play(CARD[number]) if kind == PLAY else Skip()


def parse(text: str) -> Action:
    """'bet 9', 'bet 9 without trump' (or '9nt'), 'skip', 'play R7' (or 'R7')."""
    words = text.strip().lower()
    if words in ("skip", "pass"):
        return Skip()
    if card := CARD_BY_NAME.get(words.removeprefix("play").strip().upper()):
        return Play(card)
    if bet := BET_BY_NAME.get(words.removeprefix("bet").replace("without trump", "nt").replace(" ", "")):
        return bet
    raise BadNotation(f"{text!r} is not an action; write 'bet 9', 'bet 9 without trump', 'skip' or 'play R7'")


CARD_BY_NAME = {str(card): card for card in CARD}
BET_BY_NAME = {f"{amount}{'nt' * flag}": Bet(amount, bool(flag)) for amount in range(7, 13) for flag in (0, 1)}
