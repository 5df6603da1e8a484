"""What is hidden in Jaffre: change it, and no byte that somebody else can see changes. RULES.md 7."""

from typing import Any

import msgspec
import pytest

from quintain.core.dice import random_below, seeded
from quintain.core.errors import IllegalAction
from quintain.core.game import EVERYBODY, EVERYTHING, Told
from quintain.core.kernel import PUBLIC
from quintain.core.match import FaultRule, Match, Warned
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.core.replay import Replay
from quintain.games.jaffre import events
from quintain.games.jaffre.actions import CARD, Action, Bet, Play, Skip
from quintain.games.jaffre.rules.state import State
from tests.games.jaffre.tables import DICE, GAME, hands_for, play_tricks, table
from tests.games.jaffre.test_rules import LOGGED

BETS = ["bet 9", "skip", "skip", "bet 12"]
EVERY_ACTION: list[Action] = [Skip(), Bet(7), Bet(12, True), *(Play(card) for card in CARD)]


def positions() -> list[Position]:
    """Moments of the logged round in which everybody still has a choice: in the auction, leading, and following."""
    dealt = table(hands_for(LOGGED))
    playing = table(hands_for(LOGGED), bets=BETS)
    two = play_tricks(playing, "\n".join(LOGGED.strip().splitlines()[:2]))
    return [dealt, playing, two, two.play(1, GAME.parse("G1"), DICE)]


def swapped(position: Position, one: int, other: int) -> Position:
    """The same table, but two seats have each other's cards."""
    record = position.record.copy()
    hands = record.view(State.layout)[0].hands
    hands[one], hands[other] = int(hands[other]), int(hands[one])
    return Position(GAME, position.options, record, sum(1 << seat for seat in position.acting))


def exchanged(position: Position, one: int, other: int) -> Position:
    """The same table, but two seats have exchanged one card."""
    record = position.record.copy()
    hands = record.view(State.layout)[0].hands
    mine, theirs = int(hands[one]) & -int(hands[one]), int(hands[other]) & -int(hands[other])
    hands[one] ^= mine | theirs
    hands[other] ^= mine | theirs
    return Position(GAME, position.options, record, sum(1 << seat for seat in position.acting))


def shown(position: Position, seat: int) -> list[Any]:
    """Everything that a position lets out to a seat: its cells, view, text, legal actions and refusals."""
    refusals = []
    for action in EVERY_ACTION if seat >= 0 else []:
        try:
            position.play(seat, action, seeded(1))
        except IllegalAction as error:
            refusals.append(str(error))
    legal = position.legal(seat) if seat >= 0 else []
    seen = position.seen_by(seat)
    view = msgspec.json.encode(position.view(seat))
    return [seen.record.tobytes(), seen.acting, view, position.text(seat), legal, refusals, position.scores()]


def reached(told: list[Told], seat: int) -> bytes:
    return msgspec.json.encode([one.event for one in told if one.reaches(seat)])


PAIRS = [(one, other) for one in range(4) for other in range(one)]


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("change", [swapped, exchanged])
@pytest.mark.parametrize("moment", range(4))
def test_nobody_else_can_tell_how_two_hands_lie(moment: int, change: Any, one: int, other: int) -> None:
    truth = positions()[moment]
    lie = change(truth, one, other)
    assert lie != truth
    for seat in {0, 1, 2, 3, PUBLIC} - {one, other}:
        assert shown(lie, seat) == shown(truth, seat)


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("change", [swapped, exchanged])
def test_the_two_who_hold_them_can(change: Any, one: int, other: int) -> None:
    """Or the test above would pass for a view that shows nothing."""
    truth = positions()[0]
    lie = change(truth, one, other)
    for seat in (one, other, EVERYTHING):
        assert lie.view(seat) != truth.view(seat)


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("moment", range(4))
def test_what_a_seat_does_tells_nothing_of_other_hands(moment: int, one: int, other: int) -> None:
    """The events of an action, and all that is shown after it."""
    truth = positions()[moment]
    lie, actor = exchanged(truth, one, other), truth.acting[0]
    action = next((action for action in truth.legal(actor) if lie.allows(actor, action)), None)
    if action is None:
        return  # the two hands are so different that no card can be played in both worlds
    after, otherwise = truth.play(actor, action, seeded(1)), lie.play(actor, action, seeded(1))
    for seat in {0, 1, 2, 3, PUBLIC} - {one, other}:
        told = GAME.events(truth, after, actor, action)
        assert reached(told, seat) == reached(GAME.events(lie, otherwise, actor, action), seat)
        assert shown(otherwise, seat) == shown(after, seat)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_opening_tells_a_seat_its_own_cards_only(one: int, other: int) -> None:
    truth = positions()[0]
    told, otherwise = GAME.opening(truth), GAME.opening(swapped(truth, one, other))
    for seat in {0, 1, 2, 3, PUBLIC} - {one, other}:
        assert reached(told, seat) == reached(otherwise, seat)
    assert reached(told, one) != reached(otherwise, one)


def random_match(seed: int, actions: int) -> Match:
    match, rng = Match(GAME, seed=seed), seeded("test", seed)
    for _ in range(actions):
        legal = match.position.legal(match.position.acting[0])
        match.act(match.position.acting[0], legal[random_below(rng, len(legal))])
    return match


def test_dealt_cards_are_told_to_their_seat_only() -> None:
    match = random_match(3, 80)
    hands = [[event.hand for event in match.events(seat) if isinstance(event, events.Dealt)] for seat in range(4)]
    assert [len(dealt) for dealt in hands] == [3, 3, 3, 3]
    assert list(hands[2][0]) == list(Match(GAME, seed=3).position.view(2).hand)
    assert not any(isinstance(event, events.Dealt) for event in match.events(PUBLIC))
    assert sum(isinstance(event, events.Dealt) for event in match.events(EVERYTHING)) == 12


def test_all_other_events_are_for_everybody() -> None:
    """What the laws call the default audience is the seat alone; Jaffre has no other secret than hands."""
    match = random_match(3, 80)
    public = match.events(PUBLIC)
    for seat in range(4):
        assert [event for event in match.events(seat) if not isinstance(event, events.Dealt)] == public


def test_a_replay_shows_a_seat_what_it_was_shown() -> None:
    match = random_match(7, 50)
    again = Replay.from_bytes(Replay.of(match).to_bytes()).match(GAME)
    for seat in (0, 1, 2, 3, PUBLIC):
        assert msgspec.json.encode(again.events(seat)) == msgspec.json.encode(match.events(seat))
        assert shown(again.position, seat) == shown(match.position, seat)


def test_a_forgiven_fault_does_not_tell_the_cards_of_the_seat() -> None:
    """The refusal lists what the seat may play, which is for its own eyes."""
    match = Match(GAME, seed=3, faults=FaultRule(1))
    for notation in ("bet 7", "skip", "skip", "skip"):
        match.act(match.position.acting[0], GAME.parse(notation))
    hand = match.position.view(1).hand
    missing = next(card for card in CARD if card not in hand)
    with pytest.raises(IllegalAction) as refusal:
        match.act(1, Play(missing))
    assert all(str(card) in str(refusal.value) for card in hand)
    match.fault(1, Ending.ILLEGAL, str(refusal.value))
    assert Warned(1, Ending.ILLEGAL, 1) in match.events(2)
    for seat in (0, 2, 3, PUBLIC):
        assert "may not" not in msgspec.json.encode(match.events(seat)).decode()


def test_the_next_deal_is_not_told_before_it_is_dealt() -> None:
    """The dice are not in the state: two matches that differ only in what comes later look the same until then."""
    truth = table({0: "B7 R1", 1: "B1 R2", 2: "B2 R3", 3: "B3 R4"}, bets=["skip"] * 3 + ["bet 7"], trump="blue")
    for notation in ("B7", "B1", "B2"):
        truth = truth.play(truth.acting[0], GAME.parse(notation), seeded(1))
    assert truth.play(3, GAME.parse("B3"), seeded(1)) == truth.play(3, GAME.parse("B3"), seeded(2))


def test_everybody_is_the_only_audience_that_onlookers_belong_to() -> None:
    assert Told("news", EVERYBODY).reaches(PUBLIC)
    assert not Told("secret", 0b1111).reaches(PUBLIC)
    assert Told("secret", 0).reaches(EVERYTHING)
