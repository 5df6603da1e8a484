"""Rummy's cards, melds and contracts in words."""

from collections.abc import Iterable

import numpy as np

from quintain.games.rummy.actions import CODES, KEYS, cards_of
from quintain.games.rummy.rules.melds import joker_places, jokers_in, positions_of, ranks_in, run_suit
from quintain.games.rummy.rules.state import DECK, GROUPS_OF, LONGEST_RUN, NONE, RANKS, RUNS_OF

SIGNS = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}


def many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def contract_words(round: int) -> str:
    """'1 group and 2 runs'."""
    counts = {"group": GROUPS_OF[round], "run": RUNS_OF[round]}
    return " and ".join(many(number, thing) for thing, number in counts.items() if number)


def points_words(number: int) -> str:
    return many(number, "point")


def is_joker(card: str) -> bool:
    return card.startswith("JOKER")


def name_of(card: str) -> str:
    """As people call it, whichever deck it is of: '10♦', 'joker'."""
    rank, suit = card.split("-")[:2]
    return "joker" if is_joker(card) else rank + SIGNS[suit]


def names_of(cards: Iterable[str]) -> str:
    return " ".join(map(name_of, cards)) or "none"


def melds_named(melds: Iterable[Iterable[str]]) -> str:
    return " / ".join(map(names_of, melds))


def short(cards: Iterable[str]) -> str:
    return " ".join(cards) or "none"


def laid_out(masks: list[int], group: bool) -> tuple[str, ...]:
    """The cards of a meld as they lie: a run in its order, the jokers where they stand in."""
    cards = cards_of(masks)
    cells = np.array(masks, np.int64)
    ranks, jokers = int(ranks_in(cells)), int(jokers_in(cells))
    if group or run_suit(cells) == NONE:
        return cards
    naturals = {CODES[card] % DECK % RANKS: card for card in cards if not is_joker(card)}
    spare = [card for card in cards if is_joker(card)]
    places, positions = joker_places(ranks, jokers), positions_of(ranks, jokers)
    row = []
    for position in range(LONGEST_RUN):
        if positions >> position & 1:
            row.append(naturals[position % RANKS])
        elif places >> position & 1:
            row.append(spare.pop(0))
    return tuple(row)


def stood_for(masks: list[int], group: bool) -> tuple[str | None, ...]:
    """For each card as it lies, what a joker stands for: '9-hearts'; None for a natural card, or where it is open."""
    cells = np.array(masks, np.int64)
    suit, cards = int(run_suit(cells)), laid_out(masks, group)
    naturals = [i for i, card in enumerate(cards) if not is_joker(card)]
    if group or suit == NONE or not naturals:
        return tuple(None for _ in cards)
    positions = int(positions_of(int(ranks_in(cells)), int(jokers_in(cells))))
    first = (positions & -positions).bit_length() - 1 - naturals[0]
    kinds = [suit * RANKS + (first + i) % RANKS for i in range(len(cards))]
    return tuple(
        KEYS[kind].rsplit("-", 1)[0] if is_joker(card) else None for kind, card in zip(kinds, cards, strict=True)
    )
