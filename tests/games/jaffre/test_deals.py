"""What holds in every round of Jaffre, over random play."""

from itertools import product
from typing import Any

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.dice import random_below, seeded
from quintain.core.game import EVERYTHING
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.jaffre import Options, events
from quintain.games.jaffre.actions import CARD, Card
from quintain.games.jaffre.rules.state import State
from tests.games.jaffre.tables import GAME
from tests.random_play import Walk

seeds = st.integers(0, 2**63 - 1)
brown_zeros = st.integers(-10, 0)


def random_rounds(rounds: int, seed: int, dice: int, options: Options) -> Match:
    """A match at random until so many rounds are over, or it is."""
    match, rng = Match(GAME, options, seed), seeded("test", dice)
    while not match.outcome and match.position.state.rounds < rounds:
        seat = match.position.acting[0]
        legal = match.position.legal(seat)
        match.act(seat, legal[random_below(rng, len(legal))])
    return match


def told(match: Match, kind: type[Any]) -> list[Any]:
    return [event for event in match.events(EVERYTHING) if isinstance(event, kind)]


def winner(cards: tuple[Card, ...], trump: str | None) -> int:
    """Who takes a trick, in other words than the rules use."""
    trumps = [card for card in cards if card.color == trump]
    best = max(trumps or [card for card in cards if card.color == cards[0].color], key=lambda card: card.value)
    return cards.index(best)


@given(seeds, seeds, brown_zeros)
def test_j34_every_round_plays_32_cards_in_8_tricks_for_the_same_sum(seed: int, dice: int, brown: int) -> None:
    match = random_rounds(1, seed, dice, Options(brown_zero_points=brown))
    assert sorted(event.card for event in told(match, events.CardPlayed)) == sorted(CARD)
    tricks = [event.trick for event in told(match, events.TrickTaken)]
    assert len(tricks) == 8
    (scored,) = told(match, events.RoundScored)
    assert sum(scored.points) == sum(trick.points for trick in tricks) == 8 + 5 + brown


@given(seeds, seeds)
def test_tricks_go_to_whom_a_plain_recount_gives_them(seed: int, dice: int) -> None:
    match = random_rounds(1, seed, dice, Options())
    trump = next((event.color for event in told(match, events.TrumpSet)), None)
    leader = told(match, events.ContractMade)[0].contract.seat
    for event in told(match, events.TrickTaken):
        assert event.trick.leader == leader
        leader = (leader + winner(event.trick.cards, trump)) % 4
        assert event.trick.winner == leader


@given(seeds, seeds)
def test_rounds_pay_what_a_plain_recount_pays(seed: int, dice: int) -> None:
    match = random_rounds(3, seed, dice, Options(target=1000))
    scores = [0, 0]
    for scored in told(match, events.RoundScored):
        team, contract = scored.contract.seat % 2, scored.contract
        stake = contract.amount * (2 if contract.without_trump else 1)
        scores[team] += stake if scored.points[team] >= contract.amount else -stake
        scores[1 - team] += scored.points[1 - team]
        assert scored.made == (scored.points[team] >= contract.amount)
        assert list(scored.scores) == scores


@given(seeds, seeds, seeds)
def test_a_deal_depends_on_the_seed_and_the_round_alone(seed: int, one: int, other: int) -> None:
    """1.7: whatever was bet and played before."""
    options = Options(target=1000)
    hands = [
        [event.hand for event in told(random_rounds(3, seed, dice, options), events.Dealt)] for dice in (one, other)
    ]
    assert len(hands[0]) == 16
    assert hands[0] == hands[1]


def test_different_seeds_deal_differently() -> None:
    hands = {msgspec.json.encode(Match(GAME, seed=seed).position.view(0).hand) for seed in range(50)}
    assert len(hands) == 50


def test_every_seat_is_dealt_every_card_equally_often() -> None:
    counts = {card: [0, 0, 0, 0] for card in CARD}
    for seed in range(800):
        for seat, hand in enumerate(Match(GAME, seed=seed).position.view(EVERYTHING).hands):
            for card in hand:
                counts[card][seat] += 1
    assert all(140 < count < 265 for seats in counts.values() for count in seats)


@given(seeds, seeds, st.integers(0, 70))
def test_what_is_not_listed_is_not_allowed(seed: int, dice: int, actions: int) -> None:
    """Every row that could be an action is tried, and many that could not."""
    position = Walk(GAME, seed=seed, dice=dice).steps(actions).position
    seat = position.acting[0]
    legal = {tuple(GAME.encode(action)) for action in position.legal(seat)}
    state = position.record.view(State.layout)[0]
    rows = list(product(range(-1, 4), [*range(-70, 70), -(2**63), 2**63 - 1]))
    allowed = {row for row in rows if GAME.rules.allows(state, seat, np.array(row))}
    # What a skip has in the cell that it does not use means nothing.
    assert {tuple(GAME.encode(GAME.decode(row))) for row in allowed} == legal


@given(seeds, seeds, st.integers(0, 35), st.integers(1, 3))
def test_turning_the_table_turns_everything_with_it(seed: int, dice: int, actions: int, turn: int) -> None:
    """No seat is special: the same deal and the same actions, some seats further on."""
    walk = Walk(GAME, seed=seed, dice=dice).steps(actions)
    first = Position.start(GAME, seed=seed)
    record = first.record.copy()
    state = record.view(State.layout)[0]
    state.hands[:] = np.roll(state.hands, turn)
    state.dealer, state.turn = turn, (turn + 1) % 4
    turned = Position(GAME, first.options, record, 1 << state.turn)
    for seat, action in walk.actions:
        turned = turned.play((seat + turn) % 4, action, seeded(1))
    if walk.position.state.rounds:
        return  # the next deal is not turned
    for seat in range(4):
        one, other = walk.position.view(seat), turned.view((seat + turn) % 4)
        assert one.hand == other.hand
        assert one.points == (other.points if turn % 2 == 0 else other.points[::-1])
        assert walk.position.legal(seat) == turned.legal((seat + turn) % 4)
