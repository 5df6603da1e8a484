"""The published bots by their description, and the house's own; vectors M13 to M37 where they speak of bots."""

from typing import Any

import numpy as np
import pytest

from quintain.arbiter.players import house_bots, named_bot
from quintain.core.bot import Turn
from quintain.core.dice import random_below, seeded
from quintain.core.errors import QuintainError
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.rummy.actions import KEYS, Action, Allow, Buy, Discard, Draw, GoDown, GoOut, LayOff, Pass, Take
from quintain.games.rummy.bots.evaluation import DISCARDS, blank_verdict, evaluate, evaluate_down
from quintain.games.rummy.bots.statistics import statistics
from quintain.games.rummy.bots.traits import BASIC, DUMB, GENEROUS, STINGY, Traits
from quintain.games.rummy.rules.state import State
from tests.games.rummy.tables import GAME, cells, keys, played, table

OWN = ("dumb", "generous", "stingy", "basic", "aggressive", "memory", "adaptive", "bluffing", "expert", "difficulty")


def valued(round: int, hand: str, melds: dict[int, tuple[str, ...]] | None = None) -> tuple[int, list[str]]:
    """The published value of a hand, and its discards, first to go first."""
    state = table(hand, round=round, melds=melds).record.copy().view(State.layout)[0]
    verdict = blank_verdict()
    judge = evaluate_down if melds else evaluate
    value = int(judge(state, 0, state.hands[0], verdict))
    return value, [KEYS[code] for code in verdict.discards[: verdict.numbers[DISCARDS]]]


def answer(name: str, position: Position, seat: int = 0, dice: Cells | None = None) -> list[Action]:
    """What a bot does here; it must be allowed, and explained."""
    turn = Turn(seat, position.seen_by(seat), seeded("bot") if dice is None else dice)
    actions = named_bot(GAME, name).bot().act(turn)
    assert turn.reason is not None
    assert turn.reason.numbers
    position.played(seat, actions, seeded("match"))
    return list(actions)


# --- evaluation


@pytest.mark.parametrize(
    ("round", "hand", "value"),
    [
        (1, "Ah As Ad Kh Ks Kd 2c", 2195),  # M13
        (2, "Ah As Ad 2h 3h 4h 5h 6h", 2195),  # M14
        (1, "Ah As Ad 2h 5c 6c 9d", 130),  # M15
        (1, "7h 7c 9s 9h Kc 4d 2s", 60),  # M16
        (1, "7h 7c 9s 9h Kc 4d 2s 7s", 170),  # M17
        (1, "7h 7c 7s 9s 9h Kc 2s", 175),  # M18
        (1, "7h 7c 7s 9s 9h Kc 2s 9c", 1185),
        (1, "7h 7c 7s 9s 9h Kc 2s *", 1185),
        (2, "4h 5h 6h 9c 9s 9d Kc 2s", 170),  # M19
        (2, "4h 5h 6h 9c 9s 9d Kc 2s 7h", 1185),
        (2, "7h 7c 7d 7s 8h 9h 10h Ks", 2190),  # M20
        (2, "7h 7c 7d 7s 8h 9h 2c Ks", 175),  # M21
        (1, "* * * 7h 7c 9s 9h Kc", 170),  # M22: the published greed for jokers
        (3, "2h 4h 5h 6h * 8c 9c 10c Jc Ks", 2190),  # M23
        (7, "Ah 2h 3h 4h 5h 5d 6d 7d 8d 9d 10c Jc Qc Kc", 2300),  # M25
    ],
)
def test_published_values(round: int, hand: str, value: int) -> None:
    assert valued(round, hand)[0] == value


@pytest.mark.parametrize(
    ("round", "hand", "discards"),
    [
        (1, "Ah As Ad 2h 5c 6c 9d", "2h 5c 6c 9d"),  # M15
        (2, "7h 7c 7d 7s 8h 9h 2c Ks", "Ks 2c 8h 9h"),  # M21
        (7, "9s 10s Js Qs 4s 5s 6s 7s 7c * 9c 10c 8d", "8d"),  # M24
    ],
)
def test_published_discards(round: int, hand: str, discards: str) -> None:
    assert valued(round, hand)[1] == list(keys(discards))


def test_m16_the_dearest_loose_card_goes_first() -> None:
    assert valued(1, "7h 7c 9s 9h Kc 4d 2s")[1][0] == "K-clubs-0"


def test_m28_after_going_down() -> None:
    assert valued(1, "As 2h 3h", {1: ("Ah Ad Ac", "9h 9c 9d")})[0] == 90


def test_m37_statistics() -> None:
    found = statistics(keys("Ah Ac 7d 7s 7h 2h 3h 4h 5h 9c 10c Jc Kd Ad *"))
    assert found.groups_of_3_plus == (keys("Ah Ad Ac"), keys("7h 7d 7s"))
    assert found.groups_of_2 == ()
    assert found.runs_of_4_plus == (keys("Ah 2h 3h 4h 5h"),)
    assert found.runs_of_3 == (keys("9c 10c Jc"),)
    assert found.runs_of_2 == (keys("Kd Ad"),)
    assert (found.jokers, found.num_cards) == (keys("*"), 15)
    assert found.by_rank["7"] == keys("7h 7d 7s")
    assert found.by_suit["clubs"] == {"A": keys("Ac"), "9": keys("9c"), "10": keys("10c"), "J": keys("Jc")}


# --- the discard

WEAK = "7h 7c 9s 9h Kc 4d 2s"


def offered(pile: str, requests: tuple[int, ...] = (), hand: str = WEAK, round: int = 1) -> Position:
    """Seat 0 must decide about the exposed card, which these seats want."""
    position = table(hand, phase="asking", pile=pile, round=round)
    for seat in position.acting:
        position = played(position, (seat, Buy() if seat in requests else Pass()))
    return position


def dice_below(limit: int, below: bool) -> Cells:
    """Dice whose first throw out of a hundred is below the limit, or not."""
    return next(seeded("coin", n) for n in range(100) if (random_below(seeded("coin", n), 100) < limit) == below)


def test_m35_dumb_tosses_a_coin() -> None:
    position = offered("Qh", (2,))
    assert answer("dumb", position, dice=dice_below(50, True)) == [Take()]
    assert answer("dumb", position, dice=dice_below(50, False)) == [Allow()]


def test_m36_stingy_blocks() -> None:
    assert answer("stingy", offered("Qh", (2,))) == [Take()]
    assert answer("stingy", offered("Qh")) == [Draw()]
    assert answer("stingy", offered("7s")) == [Take()]


def test_generous_lets_others_buy_first() -> None:
    assert answer("generous", offered("7s", (2,))) == [Allow()]
    assert answer("generous", offered("7s")) == [Take()]
    assert answer("generous", offered("Qh")) == [Draw()]


def test_basic_takes_what_it_wants() -> None:
    assert answer("basic", offered("7s", (2,))) == [Take()]  # M17
    assert answer("basic", offered("Qh", (2,))) == [Allow()]
    assert answer("basic", offered("Qh")) == [Draw()]
    assert answer("basic", offered("9c", hand="7h 7c 7s 9s 9h Kc 2s")) == [Take()]  # M18
    assert answer("basic", offered("7h", hand="4h 5h 6h 9c 9s 9d Kc 2s", round=2)) == [Take()]  # M19


@pytest.mark.parametrize(("name", "asks"), [("dumb", False), ("stingy", False), ("generous", False), ("basic", True)])
def test_who_asks_to_buy(name: str, asks: bool) -> None:
    position = table("2c 3c", seat=1, phase="asking", pile="7s")
    record = position.record.copy()
    state = record.view(State.layout)[0]
    state.hands[0] = cells(WEAK)
    state.held[0] = state.fresh[0] = 7
    asked = Position(GAME, position.options, record, int(state.waiting))
    assert answer(name, asked) == [Buy() if asks else Pass()]


# --- the turn


@pytest.mark.parametrize("name", OWN)
def test_every_bot_goes_down_and_out(name: str) -> None:
    down, discard = answer(name, table("Ah As Ad Kh Ks Kd 2c"))
    assert isinstance(down, GoDown)
    assert discard == Discard("2-clubs-0")


@pytest.mark.parametrize("name", OWN)
def test_every_bot_lays_off(name: str) -> None:
    position = table("3s 4h", round=2, melds={0: ("7h 7d 7c", "2h 3h * 5h")})
    assert answer(name, position) == [LayOff("4-hearts-0", 0, 1), Discard("3-spades-0")]


@pytest.mark.parametrize("name", OWN)
def test_every_bot_goes_out_in_round_seven(name: str) -> None:
    (out,) = answer(name, table("Ah 2h 3h 4h 5h 5d 6d 7d 8d 9d 10c Jc Qc Kc", round=7))
    assert isinstance(out, GoOut)


@pytest.mark.parametrize("name", OWN)
def test_every_bot_discards_a_last_joker(name: str) -> None:
    position = table("*", melds={0: ("7h 7d 7c", "9h 9c 9d")})
    assert answer(name, position) == [Discard("JOKER-1-0")]


def test_m22_basic_burns_jokers_and_expert_does_not() -> None:
    position = table("* * * 7h 7c 9s 9h Kc")
    assert isinstance(answer("basic", position)[0], Discard)
    assert [type(action) for action in answer("expert", position)] == [GoDown, Discard]


@pytest.mark.parametrize("name", ["basic", "expert"])
def test_a_card_just_taken_is_not_thrown_away(name: str) -> None:
    position = played(offered("7s"), (0, Take()))
    (discard,) = answer(name, position)
    assert discard != Discard("7-spades-0")


def test_dearest_lay_offs_come_first_and_jokers_last() -> None:
    position = table("3s Kh 2c * 9s", melds={0: ("Ks Kd Kc", "2h 2d 2s")})
    cards = [action.card for action in answer("basic", position) if isinstance(action, LayOff)]
    assert cards == ["K-hearts-0", "2-clubs-0", "JOKER-1-0"]


@pytest.mark.parametrize(
    ("level", "points"),
    [
        ("easy", {DUMB, GENEROUS}),
        ("medium", {STINGY}),
        ("hard", {BASIC}),
        ("mixed", {DUMB, STINGY, GENEROUS, BASIC}),
    ],
)
def test_levels_are_published_bots(level: str, points: set[Traits]) -> None:
    found = set()
    for seed in range(40):
        bot: Any = named_bot(GAME, f"difficulty:level={level}").bot()
        bot.act(Turn(0, table(WEAK).seen_by(0), seeded(seed)))
        found.add(bot.traits)
    assert found == points


def test_there_are_no_other_levels() -> None:
    with pytest.raises(QuintainError):
        named_bot(GAME, "difficulty:level=divine").bot()


def test_adaptive_tells_its_level() -> None:
    turn = Turn(0, table(WEAK).seen_by(0), seeded(1))
    named_bot(GAME, "adaptive").bot().act(turn)
    assert turn.reason
    assert turn.reason.numbers["level"] == 0.5


def test_the_expert_is_the_strongest() -> None:
    strengths = {name: kind.strength for name, kind in house_bots(GAME).items()}
    assert max(strengths, key=lambda name: strengths[name]) == "expert"
    assert np.all([strengths[name] > 0 for name in OWN])
