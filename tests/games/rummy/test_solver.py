"""The meld solver against brute force on small hands."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.kernel import Cells
from quintain.games.rummy.actions import KEYS, cards_of, mask_of
from quintain.games.rummy.rules.distance import shortage
from quintain.games.rummy.rules.melds import accepts, is_group, is_run, jokers_in, points_in
from quintain.games.rummy.rules.solver import JOKER_POINTS, solve
from quintain.games.rummy.rules.state import DECK, DECKS, GROUPS_OF, NONE, RUNS_OF, WIDTH
from tests.random_play import examples

# Few kinds, so that small hands have melds: two suits, low and high cards, jokers.
FEW = [deck * DECK + suit * 13 + rank for deck in (0, 1) for suit in (0, 1) for rank in (0, 1, 2, 3, 4, 11, 12)]
JOKERS = [deck * DECK + 52 + i for deck in (0, 1) for i in (0, 1)]
hands = st.lists(st.sampled_from([*FEW, *JOKERS]), min_size=6, max_size=8, unique=True)


def cells(codes: list[int] | tuple[int, ...]) -> Cells:
    return np.array(mask_of([KEYS[code] for code in codes]), np.int64)


def best_by_force(codes: list[int], groups: int, runs: int, keep: int) -> tuple[bool, int, int] | None:
    """Whether it wins, points and jokers of the best of all ways to go down."""
    subsets = [set(some) for n in range(3, len(codes) + 1) for some in combinations(codes, n)]
    found_groups = [some for some in subsets if is_group(cells(tuple(some)))]
    found_runs = [some for some in subsets if is_run(cells(tuple(some)))]
    ways: set[frozenset[int]] = {frozenset()}
    for melds in [found_groups] * groups + [found_runs] * runs:
        ways = {way | meld for way in ways for meld in melds if not way & meld}
    keys = []
    for way in ways:
        left = len(codes) - len(way)
        if left >= keep if keep else left == 0:
            laid = cells(tuple(way))
            keys.append((left <= keep, int(points_in(laid)), -int(jokers_in(laid))))
    return max(keys) if keys else None


def solved(codes: list[int], groups: int, runs: int, keep: int) -> tuple[bool, int, int] | None:
    row = np.zeros(WIDTH, np.int64)
    if solve(cells(codes), groups, runs, keep, JOKER_POINTS, row[1:]) == NONE:
        return None
    melds = [row[1 + i * DECKS : 1 + (i + 1) * DECKS] for i in range(groups + runs)]
    assert all(is_group(meld) for meld in melds[:groups])
    assert all(is_run(meld) for meld in melds[groups:])
    laid = [card for meld in melds for card in cards_of(meld.tolist())]
    assert len(set(laid)) == len(laid)
    assert set(laid) <= {KEYS[code] for code in codes}
    together = cells(tuple(KEYS.index(card) for card in laid))
    return len(codes) - len(laid) <= keep, int(points_in(together)), -int(jokers_in(together))


CONTRACTS = st.sampled_from([(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)])


@examples
@given(hand=hands, contract=CONTRACTS, keep=st.sampled_from([0, 1]))
def test_nothing_is_better_than_what_the_solver_finds(hand: list[int], contract: tuple[int, int], keep: int) -> None:
    assert solved(hand, *contract, keep) == best_by_force(hand, *contract, keep)


@examples
@given(hand=st.lists(st.integers(0, 2 * DECK - 1), min_size=7, max_size=14, unique=True), round=st.integers(1, 7))
def test_a_hand_that_lacks_nothing_can_go_down(hand: list[int], round: int) -> None:
    """And one that lacks something cannot: two searches that know nothing of each other agree."""
    contract = GROUPS_OF[round], RUNS_OF[round]
    enough = len(hand) > 3 * contract[0] + 4 * contract[1]
    assert (solved(hand, *contract, 1) is not None) == (enough and shortage(cells(hand), *contract) == 0)


def test_a_rank_can_make_two_groups() -> None:
    sevens = [deck * DECK + suit * 13 + 6 for deck in (0, 1) for suit in range(4)]
    assert solved(sevens[:7], 2, 0, 1) == (True, 30, 0)


@examples
@given(hand=hands, card=st.sampled_from([*FEW, *JOKERS]), group=st.booleans())
def test_a_card_may_be_laid_off_if_the_meld_stays_what_it_is(hand: list[int], card: int, group: bool) -> None:
    valid = is_group if group else is_run
    melds = [some for n in (3, 4, 5) for some in combinations(hand, n) if card not in some and valid(cells(some))]
    for meld in melds:
        assert accepts(cells(meld), group, card) == valid(cells((*meld, card)))
