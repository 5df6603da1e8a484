"""What is hidden in Rummy: change it, and no byte that somebody else can see changes. RULES.md 10."""

from typing import Any

import msgspec
import pytest

from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.rummy.actions import Action, Allow, Buy, Discard, Draw, GoDown, Pass, Take
from quintain.games.rummy.rules.state import State
from tests.games.rummy.tables import GAME, keys, played, table

EVERY_ACTION: list[Action] = [
    *(Pass(), Buy(), Take(), Draw(), Allow()),
    GoDown((keys("7h 7c 7d"), keys("9s 9h 9d"))),
    *(Discard(card) for card in keys("Ah 2h 3h 4h 5h 7h Kc")),
]
SEATS = {0, 1, 2, 3, PUBLIC}


def moments() -> list[Position]:
    asking = table("7h 7c 9s 9h Kc 4d 2s", phase="asking", pile="3s Qh")
    drawing = played(asking, (1, Pass()), (2, Buy()), (3, Pass()))
    playing = played(drawing, (0, Take()))
    return [asking, drawing, playing, table("3s 4h 9c", round=2, melds={1: ("7h 7d 7c", "2h 3h * 5h")})]


def changed(position: Position, change: Any) -> Position:
    record = position.record.copy()
    change(record.view(State.layout)[0])
    return Position(GAME, position.options, record, sum(1 << seat for seat in position.acting))


def shown(position: Position, seat: int) -> list[Any]:
    """Everything that a position lets out to a seat: its cells, view, text, legal actions, default and refusals."""
    seen = position.seen_by(seat)
    refusals = []
    for action in EVERY_ACTION if seat >= 0 else []:
        try:
            position.play(seat, action, seeded(1))
        except IllegalAction as error:
            refusals.append(str(error))
    legal = position.legal(seat) if seat >= 0 else []
    default = GAME.default(seen, seat) if seat in seen.acting else None
    view = msgspec.json.encode(position.view(seat))
    return [seen.record.tobytes(), seen.acting, view, position.text(seat), legal, refusals, default]


def swap_hands(one: int, other: int) -> Any:
    def change(state: Any) -> None:
        mine, theirs = state.hands[one].copy(), state.hands[other].copy()
        state.hands[one], state.hands[other] = theirs, mine

    return change


def turn_stock(state: Any) -> None:
    state.stock[: state.stocked] = state.stock[: state.stocked][::-1].copy()


@pytest.mark.parametrize("moment", range(4))
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (1, 3)])
def test_hands_are_secret(moment: int, one: int, other: int) -> None:
    truth = moments()[moment]
    lie = changed(truth, swap_hands(one, other))
    for seat in SEATS - {one, other}:
        assert shown(lie, seat) == shown(truth, seat)
    assert lie.view(one) != truth.view(one)
    assert lie.view(EVERYTHING) != truth.view(EVERYTHING)


@pytest.mark.parametrize("moment", range(4))
def test_the_order_of_the_stock_is_secret(moment: int) -> None:
    truth = moments()[moment]
    lie = changed(truth, turn_stock)
    assert lie != truth
    for seat in SEATS:
        assert shown(lie, seat) == shown(truth, seat)


def test_an_answer_is_secret_until_all_have_spoken() -> None:
    asking = moments()[0]
    wanted, passed = played(asking, (1, Buy())), played(asking, (1, Pass()))
    for seat in SEATS - {1}:
        assert shown(wanted, seat) == shown(passed, seat)
        told = [GAME.events(asking, after, 1, action) for after, action in ((wanted, Buy()), (passed, Pass()))]
        assert [one.event for one in told[0] if one.reaches(seat)] == [
            one.event for one in told[1] if one.reaches(seat)
        ]
    later = [played(each, (2, Pass()), (3, Pass())) for each in (wanted, passed)]
    assert later[0].view(0).requests == (1,)
    assert later[1].view(0).requests == ()


def heard(before: Position, after: Position, seat: int, action: Action, ears: int) -> bytes:
    return msgspec.json.encode([one.event for one in GAME.events(before, after, seat, action) if one.reaches(ears)])


@pytest.mark.parametrize(("requests", "drawer"), [((), 0), ((2,), 2)], ids=["drawn", "with a purchase"])
def test_a_card_of_the_stock_is_known_to_its_drawer_only(requests: tuple[int, ...], drawer: int) -> None:
    truth = moments()[0]
    for seat in truth.acting:
        truth = played(truth, (seat, Buy() if seat in requests else Pass()))
    lie, action = changed(truth, turn_stock), truth.legal(0)[-1]
    after, otherwise = truth.play(0, action, seeded(1)), lie.play(0, action, seeded(1))
    for seat in SEATS - {drawer}:
        assert shown(after, seat) == shown(otherwise, seat)
        assert heard(truth, after, 0, action, seat) == heard(lie, otherwise, 0, action, seat)
    assert heard(truth, after, 0, action, drawer) != heard(lie, otherwise, 0, action, drawer)


def test_imagination_keeps_what_was_seen() -> None:
    """A card taken from the discard pile stays with its taker in every imagined world."""
    position = played(moments()[1], (0, Take()))
    for dice in range(10):
        world = position.seen_by(3).imagined(3, seeded(dice))
        assert "Q-hearts-0" in world.view(EVERYTHING).hands[0]


def test_after_recycling_the_stock_holds_what_was_discarded() -> None:
    position = played(table("2c 3c", phase="drawing", stock=0), (0, Draw()))
    stock = set(position.state.stock[: position.state.stocked])
    drawn = set(position.view(0).hand) - set(keys("2c 3c"))
    for dice in range(10):
        world = position.seen_by(0).imagined(0, seeded(dice))
        assert set(world.state.stock[: world.state.stocked]) == stock
        others = position.seen_by(1).imagined(1, seeded(dice))
        assert len(set(others.state.stock[: others.state.stocked]) - stock) <= len(drawn)
