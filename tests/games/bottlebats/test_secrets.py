"""What the fog hides, RULES.md 7: each secret is changed, and no byte changes for anybody else."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.bottlebats import protocol
from quintain.games.bottlebats.actions import Done, Leave, March
from quintain.games.bottlebats.rules.state import State
from tests.games.bottlebats.wars import DICE, GAME, ordered, turn, war

# A line of forts: p at one end, q at the other, and r far behind q.
LINE = (
    "a 0 0 p 50, b 5 0 neutral 0, c 10 0 q 50, d 15 0 q 9, e 20 0 neutral 3, f 25 0 r 50",
    "a b, b c, c d, d e, e f",
)
TRIES = [March(0, 1, 3), March(2, 3, 3), March(3, 4, 1), March(5, 4, 1), March(9, 9, 9), March(0, 1, -1), Done(), None]
COMMANDS = "6 commands:\na b 60\nc d 3\nd e 1\nf e 1\nb a 1\na e 2\n"  # of a program that tries to find out
FOGS = ["original", "sight"]


def middle(fog: str) -> Position:
    return turn(war(*LINE, fog=fog), "q: c d 20", "q: d e 4", "r: f e 5")


def shown(position: Position, seat: int) -> list[Any]:
    """Everything that a seat can get out of a position."""
    seen = position.seen_by(seat)
    return [
        seen.record.tobytes(),
        seen.acting,
        msgspec.json.encode(position.view(seat)),
        position.text(seat),
        position.legal(seat),
        seen.scores(),
        protocol.state_text(position, seat),
        [refusal(position, seat, action) for action in TRIES],
        protocol.answer_from(COMMANDS, position, seat).warnings if seat >= 0 else (),
    ]


def refusal(position: Position, seat: int, action: Any) -> str:
    try:
        position.check(seat, action)
    except IllegalAction as error:
        return f"{type(error).__name__}: {error}"
    return ""


def altered(position: Position, change: Callable[[State], None]) -> Position:
    record = position.record.copy()
    change(record.view(State.layout)[0])
    return Position(GAME, position.options, record, int(record.view(State.layout)[0].waiting))


def another_owner(state: State) -> None:
    state.owners[4] = 2


def another_garrison(state: State) -> None:
    state.soldiers[3] += 7


def another_march(state: State) -> None:
    state.steps[10:] = 0  # on the roads c d, d e and e f


CHANGES: dict[str, Callable[[Position], Position]] = {
    "owner": lambda position: altered(position, another_owner),
    "garrison": lambda position: altered(position, another_garrison),
    "marches": lambda position: altered(position, another_march),
    "orders": lambda position: ordered(position, "q: c d 5", "r: f e 6"),
    "the end of the turn": lambda position: position.play(1, Done(), DICE).play(2, Done(), DICE),
    "who leaves": lambda position: position.play(2, Leave(), DICE),
}


@pytest.mark.parametrize("seat", [0, PUBLIC])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("fog", FOGS)
def test_nobody_else_can_tell(fog: str, change: str, seat: int) -> None:
    truth = middle(fog)
    assert shown(CHANGES[change](truth), seat) == shown(truth, seat)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("fog", FOGS)
def test_those_whom_it_concerns_can(fog: str, change: str) -> None:
    """Or the test above would pass for a view that shows nothing."""
    truth, lie = middle(fog), CHANGES[change](middle(fog))
    assert shown(lie, EVERYTHING) != shown(truth, EVERYTHING)
    assert any(shown(lie, seat) != shown(truth, seat) for seat in (1, 2))


@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("change", ["owner", "garrison", "marches", "orders"])
def test_nor_by_what_a_turn_tells(fog: str, change: str) -> None:
    """Two turns that differ far away end in the same news for who is not there."""
    heard = []
    for world in (middle(fog), CHANGES[change](middle(fog))):
        before = world.play(1, Done(), DICE).play(2, Done(), DICE)
        after = before.play(0, Done(), DICE)
        news = GAME.events(before, after, 0, Done())
        heard.append(msgspec.json.encode([told.event for told in news if told.reaches(0)]))
    assert heard[0] == heard[1]


def test_the_numbers_of_roads_tell_nothing_of_hidden_ones() -> None:
    seen = middle("original").seen_by(2).state
    assert seen.roads == 1
    assert seen.ways[1:] == [0] * (len(seen.ways) - 1)


def test_by_sight_neighbours_and_the_roads_between_them_are_seen() -> None:
    triangle = ("a 7 7 p 10, b 10 7 neutral 0, c 7 11 neutral 0, d 20 20 q 10", "a b, a c, b c, c d")
    position = war(*triangle, fog="sight")
    view = position.view(0)
    assert [(fort.name, fort.x, fort.y) for fort in view.forts] == [("a", 0, 0), ("b", 3, 0), ("c", 0, 4)]
    assert [(road.one, road.other) for road in view.roads] == [(0, 1), (0, 2), (1, 2)]
    assert [(road.one, road.other) for road in war(*triangle, fog="original").view(0).roads] == [(0, 1), (0, 2)]


def test_by_sight_roads_of_a_lost_fort_stay_on_the_map() -> None:
    forts = "a 0 0 p 10, b 1 0 neutral 0, c 2 0 q 10, x 0 1 neutral 0"
    position = turn(war(forts, "a b, b c, a x", fog="sight"), "p: a b 1")
    assert [told.event.fort for told in GAME.opening(position) if told.reaches(0)] == [0, 1]
    position = turn(position, "q: c b 9")
    position = turn(turn(position, "p: a x 9"), "q: b a 8", "p: x a 1")
    position = turn(position, "q: b a 1")
    known = {fort.name: fort.soldiers for fort in position.view(0).forts}
    assert "c" in known
    assert known["c"] is None


def test_without_fog_everybody_sees_all() -> None:
    position = turn(war(*LINE), "q: c d 20")
    assert position.view(0).forts == position.view(PUBLIC).forts == position.view(EVERYTHING).forts
    assert position.view(0).marches == position.view(EVERYTHING).marches


@pytest.mark.parametrize("fog", FOGS)
def test_7_6_onlookers_are_told_that_they_see_nothing(fog: str) -> None:
    """Rather than that nobody has anything."""
    words = middle(fog).text(PUBLIC)
    assert "All of the war lies in the fog." in words
    assert "p is in the war." in words
    assert "0 soldiers" not in words


def test_imagination_puts_everybody_somewhere() -> None:
    for dice in range(10):
        world = middle("original").seen_by(0).imagined(0, seeded(dice)).state
        assert {1, 2, 3} <= set(world.owners[:6])
