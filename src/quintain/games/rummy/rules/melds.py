"""RULES.md 3: what is a group and what is a run. A set of cards is judged as a whole; its order does not matter."""

from quintain.core.kernel import Cells, compiled, count, lowest
from quintain.games.rummy.rules.state import (
    DECK,
    DECKS,
    GROUP,
    KINDS,
    LONGEST_RUN,
    NATURALS,
    NONE,
    ONE_SUIT,
    RANKS,
    RUN,
    SUITS,
    WHOLE_DECK,
)

JOKERS = 3 << KINDS  # of a deck
EVERY_SUIT = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # times a mask of ranks: these ranks in all suits
HIGH_ACE = LONGEST_RUN - 1  # the position above the king; the low ace is position 0


@compiled
def nought(number: int) -> int:
    """A zero that is no literal: a kernel that is given one of each is compiled twice."""
    return 0 * number


# --- sets of cards


@compiled
def has(cards: Cells, card: int) -> bool:
    return bool(cards[card // DECK] >> (card % DECK) & 1)


@compiled
def put(cards: Cells, card: int) -> None:
    cards[card // DECK] |= 1 << (card % DECK)


@compiled
def drop(cards: Cells, card: int) -> None:
    cards[card // DECK] &= ~(1 << (card % DECK))


@compiled
def size(cards: Cells) -> int:
    n = 0
    for deck in range(DECKS):
        n += count(cards[deck])
    return n


@compiled
def jokers_in(cards: Cells) -> int:
    n = 0
    for deck in range(DECKS):
        n += count(cards[deck] >> KINDS)
    return n


@compiled
def is_joker(card: int) -> bool:
    return card % DECK >= KINDS


@compiled
def suit_of(card: int) -> int:
    return card % DECK // RANKS


@compiled
def rank_of(card: int) -> int:
    return card % DECK % RANKS


@compiled
def points_of(card: int) -> int:
    """RULES.md 8.2."""
    if is_joker(card):
        return 15
    return rank_points(rank_of(card))


@compiled
def rank_points(rank: int) -> int:
    if rank == 0:
        return 15
    return 10 if rank >= 9 else 5


@compiled
def points_in(cards: Cells) -> int:
    total = 15 * jokers_in(cards)
    for deck in range(DECKS):
        naturals = cards[deck] & NATURALS
        while naturals:
            total += rank_points(lowest(naturals) % RANKS)
            naturals &= naturals - 1
    return total


# --- groups


@compiled
def ranks_in(cards: Cells) -> int:
    """The ranks of the natural cards, as a mask."""
    ranks = 0
    for deck in range(DECKS):
        naturals = cards[deck] & NATURALS
        ranks |= (naturals | naturals >> RANKS | naturals >> 2 * RANKS | naturals >> 3 * RANKS) & ONE_SUIT
    return ranks


@compiled
def is_group(cards: Cells) -> bool:
    ranks = ranks_in(cards)
    return size(cards) >= GROUP and ranks & (ranks - 1) == 0


# --- runs


@compiled
def run_suit(cards: Cells) -> int:
    """The suit of the natural cards; NONE if there are none, or several suits."""
    suits = 0
    for deck in range(DECKS):
        for suit in range(SUITS):
            suits |= (cards[deck] >> (suit * RANKS) & ONE_SUIT != 0) << suit
    return lowest(suits) if suits and suits & (suits - 1) == 0 else NONE


@compiled
def is_run(cards: Cells) -> bool:
    ranks = ranks_in(cards)
    jokers = jokers_in(cards)
    if ranks and run_suit(cards) == NONE:
        return False
    # A rank that comes twice is one member of the mask.
    return size(cards) == count(ranks) + jokers and makes_run(ranks, jokers)


@compiled
def makes_run(ranks: int, jokers: int) -> bool:
    """Can these ranks of one suit and so many jokers lie in a row, with the ace at one of its ends?"""
    length = count(ranks) + jokers
    if length < RUN or length > LONGEST_RUN:
        return False
    return gaps(ranks) <= jokers or (ranks & 1 == 1 and gaps(ace_high(ranks)) <= jokers)


@compiled
def ace_high(ranks: int) -> int:
    return ranks & ~1 | 1 << HIGH_ACE


@compiled
def gaps(positions: int) -> int:
    """Missing positions between the lowest and the highest."""
    if positions == 0:
        return 0
    return highest(positions) - lowest(positions) + 1 - count(positions)


@compiled
def highest(positions: int) -> int:
    positions |= positions >> 1
    positions |= positions >> 2
    positions |= positions >> 4
    positions |= positions >> 8
    return count(positions) - 1


@compiled
def positions_of(ranks: int, jokers: int) -> int:
    """Where the natural cards of a run lie: the ace below the two if that works, else above the king."""
    return ranks if gaps(ranks) <= jokers else ace_high(ranks)


@compiled
def joker_places(ranks: int, jokers: int) -> int:
    """The positions of a run's jokers: in the gaps, then at the high end, then below; none in a run of jokers alone."""
    naturals = positions_of(ranks, jokers)
    if naturals == 0:
        return 0
    low, high = lowest(naturals), highest(naturals)
    places = (1 << (high + 1)) - (1 << low) & ~naturals
    for _ in range(jokers - count(places)):
        if high < HIGH_ACE:
            high += 1
            places |= 1 << high
        else:
            low -= 1
            places |= 1 << low
    return places


@compiled
def accepts(meld: Cells, group: bool, card: int) -> bool:
    """Does the meld stay what it is when the card is added?"""
    ranks = ranks_in(meld)
    joker = is_joker(card)
    if group:
        return joker or ranks == 0 or ranks == 1 << rank_of(card)
    jokers = jokers_in(meld)
    if joker:
        return makes_run(ranks, jokers + 1)
    rank = 1 << rank_of(card)
    if ranks & rank or (ranks and run_suit(meld) != suit_of(card)):
        return False
    return makes_run(ranks | rank, jokers)


@compiled
def takes(meld: Cells, group: bool) -> int:
    """The kinds of cards that the meld accepts, as a mask of one deck: as if each were asked for, but sooner."""
    ranks, jokers = ranks_in(meld), jokers_in(meld)
    if group:
        return WHOLE_DECK if ranks == 0 else ranks * EVERY_SUIT | JOKERS
    found = JOKERS if makes_run(ranks, jokers + 1) else 0
    fitting = 0
    for rank in range(RANKS):
        if not ranks >> rank & 1 and makes_run(ranks | 1 << rank, jokers):
            fitting |= 1 << rank
    if ranks == 0:
        return found | fitting * EVERY_SUIT
    return found | fitting << (run_suit(meld) * RANKS)


@compiled
def stands_in(meld: Cells, card: int) -> bool:
    """Does a joker of this run stand for just this card?"""
    ranks = ranks_in(meld)
    if is_joker(card) or ranks == 0 or run_suit(meld) != suit_of(card):
        return False
    places = joker_places(ranks, jokers_in(meld))
    rank = rank_of(card)
    # With a natural ace at one end, the other ace would be the same rank again.
    if rank == 0 and ranks & 1:
        return False
    return bool(places >> rank & 1) or (rank == 0 and bool(places >> HIGH_ACE & 1))
