"""What a seat of Jaffre may imagine in place of the cards that it does not see."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.dice import random_below, seeded
from quintain.core.game import EVERYTHING
from quintain.core.kernel import count
from quintain.core.position import Position
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import COLORS, Card
from quintain.games.jaffre.rules.secrets import deal_unseen
from quintain.games.jaffre.rules.state import CARDS, DECK, State
from tests.games.jaffre.tables import GAME, cards, table
from tests.games.jaffre.test_deals import random_rounds

FORCED = ["skip", "skip", "skip", "bet 7"]
seeds = st.integers(0, 2**63 - 1)


def hands(position: Position) -> tuple[tuple[Card, ...], ...]:
    return tuple(position.view(EVERYTHING).hands)


def agrees(world: Position, truth: Position, seat: int) -> None:
    """Everybody holds as many cards as in truth, all different, none played, none of a color shown to be missing."""
    assert hands(world)[seat] == hands(truth)[seat]
    assert [len(hand) for hand in hands(world)] == [len(hand) for hand in hands(truth)]
    assert sorted(card for hand in hands(world) for card in hand) == sorted(
        card for hand in hands(truth) for card in hand
    )
    for hand, voids in zip(hands(world), truth.view(seat).voids, strict=True):
        assert not {card.color for card in hand} & set(voids)


@given(seeds, seeds, st.integers(0, 35), st.integers(0, 3))
def test_an_imagined_deal_agrees_with_what_was_shown(seed: int, dice: int, actions: int, seat: int) -> None:
    position, rng = Position.start(GAME, seed=seed), seeded("test", dice)
    for _ in range(actions):
        legal = position.legal(position.acting[0])
        position = position.play(position.acting[0], legal[random_below(rng, len(legal))], rng)
    for _ in range(5):
        agrees(position.seen_by(seat).imagined(seat, rng), position, seat)


def test_it_finds_the_only_deal_that_is_possible() -> None:
    """A hasty deal would nearly always fail here."""
    voids = {1: "red green brown", 2: "red blue brown"}
    held = {0: "N4 N5 N6 N7", 1: "B4 B5 B6 B7", 2: "G4 G5 G6 G7", 3: "R4 R5 R6 R7"}
    position = table(held, bets=FORCED, trump="brown", voids=voids)
    for seed in range(200):
        assert position.seen_by(0).imagined(0, seeded(seed)) == position


def constrained(seed: int) -> Position:
    """A random ending in which each seat has shown most of the colors that it lacks."""
    rng = seeded("constrained", seed)
    pack = list(range(CARDS))
    for i in range(CARDS):
        j = i + random_below(rng, CARDS - i)
        pack[i], pack[j] = pack[j], pack[i]
    size = 1 + random_below(rng, 6)
    held = [sorted(pack[size * seat : size * seat + size]) for seat in range(4)]
    voids = {}
    for seat, hand in enumerate(held):
        lacking = [color for i, color in enumerate(COLORS) if i not in {code // 8 for code in hand}]
        voids[seat] = " ".join(color for color in lacking if random_below(rng, 4))
    names = {seat: " ".join(f"{'RNGB'[code // 8]}{code % 8}" for code in hand) for seat, hand in enumerate(held)}
    return table(names, bets=FORCED, trump="red", voids=voids)


@given(seeds, st.integers(0, 3))
def test_a_careful_deal_never_fails(seed: int, seat: int) -> None:
    truth = constrained(seed)
    hidden = 0b1111 & ~(1 << seat)
    for dice in range(5):
        record = truth.seen_by(seat).record.copy()
        state = record.view(State.layout)[0]
        unseen = DECK & ~int(state.hands[seat])
        for code in truth.state.cards[: truth.state.played]:
            unseen &= ~(1 << code)
        assert count(unseen) == 3 * len(hands(truth)[seat])
        assert deal_unseen(state, hidden, unseen, True, seeded(dice))
        agrees(Position(GAME, truth.options, record, 1 << truth.state.turn), truth, seat)


def possible(position: Position) -> set[tuple[tuple[Card, ...], ...]]:
    """Every deal that seat 0 cannot rule out, found by trying all."""
    mine, *others = hands(position)
    voids, size = position.view(0).voids, len(mine)
    found = set()
    for order in permutations([card for hand in others for card in hand]):
        deal = [order[size * i : size * i + size] for i in range(3)]
        if not any(card.color in voids[i + 1] for i, hand in enumerate(deal) for card in hand):
            found.add((mine, *(tuple(sorted(hand, key=lambda card: card.code)) for hand in deal)))
    return found


@pytest.mark.parametrize(
    ("voids", "deals", "evenness"),
    [({}, 90, 1.6), ({1: "red"}, 36, 1.6), ({1: "red", 2: "green"}, 27, 1.6), ({3: "green blue red"}, 6, 1.6)],
)
def test_it_imagines_every_possible_deal_and_no_other(voids: dict[int, str], deals: int, evenness: float) -> None:
    held = {0: "N1 N2", 1: "B1 G1", 2: "R1 R2", 3: "N3 N4"}
    position = table(held, bets=FORCED, trump="brown", voids=voids)
    assert len(possible(position)) == deals
    rng, seen = seeded(4), position.seen_by(0)
    drawn = Counter(hands(seen.imagined(0, rng)) for _ in range(100 * deals))
    assert set(drawn) == possible(position)
    assert max(drawn.values()) < 100 * evenness
    assert min(drawn.values()) > 100 / evenness


def test_a_position_without_secrets_is_imagined_as_it_is() -> None:
    position = table({0: "N1 N2", 1: "B1 G1", 2: "R1 R2", 3: "N3 N4"}, bets=FORCED, trump="brown")
    assert position.imagined(0, seeded(1)) == position


def test_onlookers_can_imagine_too() -> None:
    match = random_rounds(1, 3, 4, Options())
    world = match.position.seen_by(-1).imagined(-1, seeded(1))
    assert sorted(card for hand in hands(world) for card in hand) == sorted(
        cards(" ".join(f"{c}{v}" for c in "RNGB" for v in range(8)))
    )
