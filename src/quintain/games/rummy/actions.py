"""Cards and actions: typed, as rows of numbers, and as text."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.rummy.rules.state import (
    ALLOW,
    BUY,
    CARDS,
    DECK,
    DECKS,
    DISCARD,
    DRAW,
    GO_DOWN,
    GO_OUT,
    KINDS,
    LAY_OFF,
    MELDS,
    PASS,
    RANKS,
    SWAP,
    TAKE,
    WIDTH,
)

RANK_NAMES = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUIT_NAMES = ("hearts", "diamonds", "clubs", "spades")
IMPOSSIBLE = -1  # as a mask of cards: it has bits that no deck has

# A card is known by its key: rank, suit and deck, such as 10-clubs-2; the jokers of a deck are JOKER-1-0 and JOKER-2-0.
Card = Annotated[str, Meta(pattern="^((A|[2-9]|10|J|Q|K)-(hearts|diamonds|clubs|spades)|JOKER-[12])-[0-3]$")]
Place = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0, le=2)]


def key_of(code: int) -> str:
    deck, kind = divmod(code, DECK)
    if kind >= KINDS:
        return f"JOKER-{kind - KINDS + 1}-{deck}"
    return f"{RANK_NAMES[kind % RANKS]}-{SUIT_NAMES[kind // RANKS]}-{deck}"


KEYS = tuple(map(key_of, range(CARDS)))  # by code
CODES = {key: code for code, key in enumerate(KEYS)}


def mask_of(cards: Iterable[str]) -> list[int]:
    """A set of cards, as the rules know it; a card that is named twice makes it impossible."""
    masks = [0] * DECKS
    for card in cards:
        deck, kind = divmod(CODES[card], DECK)
        masks[deck] = IMPOSSIBLE if masks[deck] >> kind & 1 else masks[deck] | 1 << kind
    return masks


def cards_of(masks: Sequence[int]) -> tuple[str, ...]:
    """The cards of a set, by suit and rank, the jokers last."""
    codes = [deck * DECK + kind for kind in range(DECK) for deck in range(len(masks)) if masks[deck] >> kind & 1]
    return tuple(map(KEYS.__getitem__, codes))


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Not want the exposed card."""

    def __str__(self) -> str:
        return "pass"


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """May I? Ask for the exposed card, at the price of another one from the stock."""

    def __str__(self) -> str:
        return "buy"


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take the exposed card."""

    def __str__(self) -> str:
        return "take"


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw from the stock; if somebody wants the exposed card, this lets them have it first."""

    def __str__(self) -> str:
        return "draw"


class Allow(msgspec.Struct, frozen=True, tag="allow"):
    """Let the nearest seat that asked buy the exposed card."""

    def __str__(self) -> str:
        return "allow"


class GoDown(msgspec.Struct, frozen=True, tag="go down"):
    """Lay down the contract: its groups first, then its runs."""

    melds: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return f"go down {melds_text(self.melds)}"


class GoOut(msgspec.Struct, frozen=True, tag="go out"):
    """Lay down every card as the three runs of the last round, which ends it."""

    melds: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return f"go out {melds_text(self.melds)}"


class LayOff(msgspec.Struct, frozen=True, tag="lay off"):
    """Add a card to a meld on the table: whose, and which one of that seat."""

    card: Card
    seat: Place
    meld: Number

    def __str__(self) -> str:
        return f"lay {self.card} on {self.seat}.{self.meld}"


class Swap(msgspec.Struct, frozen=True, tag="swap"):
    """Put a card in the place of the joker that stands for it, and take the joker."""

    card: Card
    seat: Place
    meld: Number

    def __str__(self) -> str:
        return f"swap {self.card} into {self.seat}.{self.meld}"


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Put a card on the discard pile, which ends the turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


Action = Pass | Buy | Take | Draw | Allow | GoDown | GoOut | LayOff | Swap | Discard
PLAIN: dict[int, Action] = {PASS: Pass(), BUY: Buy(), TAKE: Take(), DRAW: Draw(), ALLOW: Allow()}
PLAIN_KINDS = {type(action): kind for kind, action in PLAIN.items()}


def melds_text(melds: Iterable[Iterable[str]]) -> str:
    return " / ".join(" ".join(meld) for meld in melds)


# --- rows


def encode(action: Action) -> list[int]:
    match action:
        case GoDown() | GoOut():
            return [GO_DOWN if isinstance(action, GoDown) else GO_OUT, *meld_masks(action.melds)]
        case LayOff() | Swap():
            kind = LAY_OFF if isinstance(action, LayOff) else SWAP
            return row(kind, CODES[action.card], action.seat * MELDS + action.meld)
        case Discard():
            return row(DISCARD, CODES[action.card])
    return row(PLAIN_KINDS[type(action)])


def row(*numbers: int) -> list[int]:
    return [*numbers, *[0] * (WIDTH - len(numbers))]


def meld_masks(melds: tuple[tuple[str, ...], ...]) -> list[int]:
    if len(melds) > MELDS or not all(melds):
        return [IMPOSSIBLE] * (WIDTH - 1)
    masks = [mask for meld in melds for mask in mask_of(meld)]
    return masks + [0] * (WIDTH - 1 - len(masks))


def decode(row: Sequence[int]) -> Action:
    kind, card, meld = row[:3]
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in (GO_DOWN, GO_OUT):
        sets = [cards_of(row[1 + i * DECKS : 1 + (i + 1) * DECKS]) for i in range(MELDS)]
        melds = tuple(cards for cards in sets if cards)
        return GoDown(melds) if kind == GO_DOWN else GoOut(melds)
    if kind == DISCARD:
        return Discard(KEYS[card])
    seat, number = divmod(meld, MELDS)
    return LayOff(KEYS[card], seat, number) if kind == LAY_OFF else Swap(KEYS[card], seat, number)


# --- text


def parse(text: str) -> Action:
    """'pass', 'buy', 'take', 'draw', 'allow', 'go down A-hearts-0 ... / ...', 'lay K-clubs-1 on 2.0', 'discard ...'."""
    words = text.strip().split()
    plain = {str(action): action for action in PLAIN.values()}
    try:
        match words:
            case [word] if word.lower() in plain:
                return plain[word.lower()]
            case ["go", "down", *rest]:
                return GoDown(parse_melds(rest))
            case ["go", "out", *rest]:
                return GoOut(parse_melds(rest))
            case ["lay", card, "on", place]:
                return LayOff(parse_card(card), *parse_place(place))
            case ["swap", card, "into", place]:
                return Swap(parse_card(card), *parse_place(place))
            case ["discard", card]:
                return Discard(parse_card(card))
    except (KeyError, ValueError):
        pass
    raise BadNotation(
        f"{text!r} is not an action; write 'take', 'draw', 'buy', 'pass', 'allow', 'discard 7-hearts-0', "
        "'lay 7-hearts-0 on 2.0', 'swap 7-hearts-0 into 2.1' or 'go down 7-hearts-0 7-clubs-0 7-spades-0 / ...'"
    )


def parse_card(word: str) -> str:
    rank, suit, deck = word.split("-")
    key = f"{rank.upper()}-{suit.lower()}-{deck}"
    return KEYS[CODES[key]]


def parse_place(word: str) -> tuple[int, int]:
    seat, _, meld = word.partition(".")
    if not (0 <= int(seat) <= 9 and 0 <= int(meld) < MELDS):
        raise ValueError(word)
    return int(seat), int(meld)


def parse_melds(words: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    parts = " ".join(words).split("/")
    return tuple(tuple(map(parse_card, part.split())) for part in parts)
