"""Hand statistics as published for this game's bots: groups, pairs, and the runs that one scan of each suit finds."""

from typing import NamedTuple

import msgspec
import numpy as np

from quintain.core.kernel import Cells, compiled, count
from quintain.games.rummy.actions import CODES, cards_of, mask_of
from quintain.games.rummy.rules.melds import HIGH_ACE, points_of
from quintain.games.rummy.rules.state import DECK, DECKS, GROUP, KINDS, LONGEST_RUN, ONE_SUIT, RANKS, RUN, SUITS

MOST_FRAGMENTS = SUITS * RANKS
LOOSE, IN_TWO, IN_THREE, IN_PAIR, COMPLETE = range(5)  # what a card is part of


class Shape(NamedTuple):
    """The structure of a hand, in numbers."""

    ranks: Cells  # how many cards of each rank
    fragments: Cells  # runs of two and more as masks of positions, with the suit above them
    many: int  # how many of these there are


@compiled
def shape_of(cards: Cells) -> Shape:
    ranks, fragments, n = np.zeros(RANKS, np.int64), np.zeros(MOST_FRAGMENTS, np.int64), 0
    for suit in range(SUITS):
        have, twice = 0, 0
        for deck in range(DECKS):
            some = cards[deck] >> (suit * RANKS) & ONE_SUIT
            twice |= have & some
            have |= some
            for rank in range(RANKS):
                ranks[rank] += some >> rank & 1
        begin = 0
        have |= (have & 1) << HIGH_ACE
        for position in range(LONGEST_RUN + 1):
            spent = position == HIGH_ACE and not twice & 1 and have & 3 == 3
            if not have >> position & 1 or spent or position == LONGEST_RUN:
                if position - begin > 1:
                    fragments[n] = (1 << position) - (1 << begin) | suit << LONGEST_RUN
                    n += 1
                begin = position + 1
    return Shape(ranks, fragments, n)


@compiled
def structures(shape: Shape, groups: int, runs: int) -> int:
    """How many groups, pairs and runs of two and more there are, of the sorts that the round needs."""
    found = shape.many if runs else 0
    for rank in range(RANKS if groups else 0):
        found += shape.ranks[rank] > 1
    return found


@compiled
def structured(shape: Shape, card: int, groups: int, runs: int) -> int:
    """What the card is part of, in the order in which such cards go: nothing, a run of two, of three, a pair, more."""
    kind, found = card % DECK, LOOSE
    for i in range(shape.many if runs else 0):
        if shape.fragments[i] >> LONGEST_RUN == kind // RANKS:
            positions = shape.fragments[i] & ((1 << LONGEST_RUN) - 1)
            if (positions | positions >> HIGH_ACE) >> (kind % RANKS) & 1:
                length = count(positions)
                found = max(found, length - 1 if length < RUN else COMPLETE)
    same = shape.ranks[kind % RANKS] if groups else 0
    if same >= GROUP:
        return COMPLETE
    return max(found, IN_PAIR) if same == 2 else found


# --- in words


class HandStatistics(msgspec.Struct, frozen=True, kw_only=True):
    by_rank: dict[str, tuple[str, ...]]
    by_suit: dict[str, dict[str, tuple[str, ...]]]
    num_cards: int
    jokers: tuple[str, ...]  # they appear nowhere else
    groups_of_3_plus: tuple[tuple[str, ...], ...]
    groups_of_2: tuple[tuple[str, ...], ...]
    runs_of_4_plus: tuple[tuple[str, ...], ...]
    runs_of_3: tuple[tuple[str, ...], ...]
    runs_of_2: tuple[tuple[str, ...], ...]


def statistics(hand: tuple[str, ...]) -> HandStatistics:
    """Every field that is published; lists have the most points first, and equal ones by their first card."""
    naturals = [card for card in cards_of(mask_of(hand)) if CODES[card] % DECK < KINDS]
    shape = shape_of(np.array(mask_of(hand), np.int64))
    by_rank = {rank: tuple(card for card in naturals if card.split("-")[0] == rank) for rank in ranks(naturals)}
    groups = [cards for cards in by_rank.values() if len(cards) > 1]
    runs = [fragment_cards(int(fragment), naturals) for fragment in shape.fragments[: shape.many]]
    return HandStatistics(
        by_rank=by_rank,
        by_suit={suit: suit_cards(naturals, suit) for suit in dict.fromkeys(card.split("-")[1] for card in naturals)},
        num_cards=len(hand),
        jokers=tuple(card for card in cards_of(mask_of(hand)) if card not in naturals),
        groups_of_3_plus=sized(groups, 3, 99),
        groups_of_2=sized(groups, 2, 2),
        runs_of_4_plus=sized(runs, 4, 99),
        runs_of_3=sized(runs, 3, 3),
        runs_of_2=sized(runs, 2, 2),
    )


def ranks(cards: list[str]) -> list[str]:
    return list(dict.fromkeys(card.split("-")[0] for card in cards))


def suit_cards(cards: list[str], suit: str) -> dict[str, tuple[str, ...]]:
    own = [card for card in cards if card.split("-")[1] == suit]
    return {rank: tuple(card for card in own if card.split("-")[0] == rank) for rank in ranks(own)}


def fragment_cards(fragment: int, naturals: list[str]) -> tuple[str, ...]:
    """The first copies of a run's cards, in its order."""
    suit = fragment >> LONGEST_RUN
    kinds = [suit * RANKS + position % RANKS for position in range(LONGEST_RUN) if fragment >> position & 1]
    return tuple(next(card for card in naturals if CODES[card] % DECK == kind) for kind in kinds)


def sized(lists: list[tuple[str, ...]], least: int, most: int) -> tuple[tuple[str, ...], ...]:
    fitting = [cards for cards in lists if least <= len(cards) <= most]
    return tuple(sorted(fitting, key=lambda cards: (-sum(int(points_of(CODES[c])) for c in cards), cards[0])))
