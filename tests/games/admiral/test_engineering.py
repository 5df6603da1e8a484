"""The engineering board. RULES.md 6."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.dice import random_below, seeded
from quintain.core.kernel import count
from quintain.core.position import Position
from quintain.games.admiral.actions import Mark, Surface
from quintain.games.admiral.rules.engineering import (
    BALANCED,
    CIRCUIT,
    COLOR_OF,
    DAMAGE,
    FULL_SECTION,
    ORIGINAL,
    broken_colors,
    marked,
)
from tests.games.admiral.boats import BLUE, GAME, RED, board, boats, play, starting
from tests.random_play import Walk

NORTH, EAST, SOUTH, WEST = range(4)
SIGN = {NORTH: (1, 0), SOUTH: (-1, 0), EAST: (0, 1), WEST: (0, -1)}


def marks(board: int, section: int) -> int:
    return count(board >> section * 6 & FULL_SECTION)


def after_marks(*nodes: str, overload_first: int = 0) -> int:
    """The board after these marks on an empty one."""
    found = 0
    for node in nodes:
        found = marked(found, board(node).bit_length() - 1, overload_first)
        if found == DAMAGE:
            return DAMAGE
    return found


@pytest.mark.parametrize(
    ("wiring", "layout", "red", "green", "yellow"), [(0, ORIGINAL, 7, 5, 8), (1, BALANCED, 7, 7, 6)]
)
def test_the_wirings(wiring: int, layout: tuple[str, ...], red: int, green: int, yellow: int) -> None:
    letters = "".join(layout)
    assert [letters.count(letter) for letter in "RGY*"] == [red, green, yellow, 4]
    assert [COLOR_OF[wiring * 24 + node] for node in range(24)] == ["RGY*".index(letter) for letter in letters]
    circuits = ["".join(section[i] for section in layout) for i in range(3)]
    assert all("R" in circuit for circuit in circuits)
    if wiring:
        assert all(set(circuit) == set("RGY") for circuit in circuits)


def broken(position: Position) -> list[str]:
    return list(position.view(0).boats[BLUE].broken)


def test_a_circuit() -> None:
    """V11."""
    assert broken_colors(0, after_marks("north 0", "south 0", "east 0")) == 0b110  # green and yellow
    assert after_marks("north 0", "south 0", "east 0", "west 0") == 0
    position = play(boats("H8", boards={BLUE: "north 0, south 0, east 0"}, map="openwater"), "move west")
    assert broken(position) == ["green", "yellow"]
    repaired = play(position, "mark west 0")
    assert broken(repaired) == []
    assert repaired.state.boards[BLUE] == 0


def test_overload() -> None:
    """V12: the sixth mark of a section; gauges stay."""
    nodes = ", ".join(f"east {i}" for i in range(5))
    position = play(boats("A1", boards={BLUE: nodes}, gauges={BLUE: {"mine": 3}}), "move east", "mark east 5")
    assert position.state.hulls == [3, 4]
    assert position.state.boards[BLUE] == 0
    assert broken(position) == []
    assert position.state.gauges[BLUE] == [0, 3, 0, 0, 0]
    assert position.view(-1).boats[BLUE].heard[-1].kind == "wiped"
    assert after_marks(*(f"east {i}" for i in range(6))) == DAMAGE
    assert after_marks("north 0", "east 0", "south 0", "west 0") == 0


def test_repair_before_overload() -> None:
    """V13 and E6."""
    nodes = ["south 0", "east 0", "west 0", *(f"north {i}" for i in range(1, 6)), "north 0"]
    assert after_marks(*nodes) == board(*(f"north {i}" for i in range(1, 6)))
    assert after_marks(*nodes, overload_first=1) == DAMAGE
    before = ", ".join(nodes[:-1])
    position = play(boats("H8", boards={BLUE: before}, map="openwater"), "move north")
    assert play(position, "mark north 0").state.hulls == [4, 4]
    strict = boats("H8", boards={BLUE: before}, map="openwater", overload_before_repair=True)
    hurt = play(strict, "move north", "mark north 0")
    assert (hurt.state.hulls, hurt.state.boards[BLUE]) == ([3, 4], 0)


def test_radiation() -> None:
    """V14 and E6: 1 damage, even if a section is full as well; the whole board is free again."""
    nodes = ["north 5", "south 5", "east 5"]
    assert after_marks(*nodes, "west 5") == DAMAGE
    position = play(boats("H8", boards={BLUE: ", ".join([*nodes, "north 1"])}, map="openwater"), "move west")
    hurt = play(position, "mark west 5")
    assert (hurt.state.hulls, hurt.state.boards[BLUE]) == ([3, 4], 0)
    full = boats("H8", boards={BLUE: ", ".join([*nodes, *(f"west {i}" for i in range(5))])}, map="openwater")
    assert play(full, "move west", "mark west 5").state.hulls == [3, 4]


def test_a_marked_node_is_not_marked_again() -> None:
    position = play(boats("A1", boards={BLUE: "east 0, east 4"}), "move east")
    assert starting("mark", position, 2) == ["east 1", "east 2", "east 3", "east 5"]


def test_the_balanced_board_is_the_one_that_counts() -> None:
    original = play(boats("A1"), "move east", "mark east 0")
    balanced = play(boats("A1", board="balanced"), "move east", "mark east 0")
    assert (broken(original), broken(balanced)) == (["yellow"], ["green"])
    assert (original.view(2).wiring, balanced.view(2).wiring) == (ORIGINAL, BALANCED)


def test_one_boat_breaks_alone() -> None:
    position = play(boats("A1", boards={RED: "north 1"}), "move east", "mark east 1")
    assert position.state.boards[RED] == board("north 1")


# --- what follows from it


@settings(max_examples=200)
@given(st.integers(0, 2**40), st.integers(0, 1))
def test_the_tether(seed: int, overload_first: int) -> None:
    """6.6: marks(N) - marks(S) and marks(E) - marks(W) are the net courses since the board was last empty, and nobody
    gets more than five away without damage."""
    rng, found, net = seeded(seed), 0, [0, 0]
    for _ in range(60):
        section = random_below(rng, 4)
        free = [i for i in range(6) if not found >> section * 6 + i & 1]
        assert free, "an engineer can always mark something"
        after = marked(found, section * 6 + free[random_below(rng, len(free))], overload_first)
        net = [net[0] + SIGN[section][0], net[1] + SIGN[section][1]]
        if after == DAMAGE:
            found, net = 0, [0, 0]
            continue
        found = after
        assert marks(found, NORTH) - marks(found, SOUTH) == net[0]
        assert marks(found, EAST) - marks(found, WEST) == net[1]
        assert max(map(abs, net)) <= 5
        assert all(marks(found, section) < 6 for section in range(4))
        assert all(found & CIRCUIT[i] != CIRCUIT[i] for i in (0, 1, 2, 5))


@settings(max_examples=60)
@given(st.integers(0, 2**40), st.booleans())
def test_the_tether_in_matches(seed: int, overload_first: bool) -> None:
    """The same in play: a stealth counts once, whatever its length; surfacing and damage begin anew."""
    chosen = {"overload_before_repair": overload_first, "map": "openwater"}
    walk, net = Walk(GAME, GAME.options_from(chosen), seed, seed).steps(2), {BLUE: [0, 0], RED: [0, 0]}
    for _ in range(150):
        before = walk.position
        if not before.acting:
            break
        walk.step()
        state, (seat, action) = walk.position.state, walk.actions[-1]
        team = seat // 4
        if isinstance(action, Surface) or (state.hulls[team] < before.state.hulls[team] and isinstance(action, Mark)):
            net[team] = [0, 0]
        elif isinstance(action, Mark):
            way = SIGN[before.state.heading]
            net[team] = [net[team][0] + way[0], net[team][1] + way[1]]
        for boat in (BLUE, RED):
            found = state.boards[boat]
            assert marks(found, NORTH) - marks(found, SOUTH) == net[boat][0]
            assert marks(found, EAST) - marks(found, WEST) == net[boat][1]


def reachable(section: int, length: int) -> set[int]:
    """Every board after so many courses one way from an empty one, with no damage."""
    boards = {0}
    for _ in range(length):
        tries = {marked(one, section * 6 + i, 0) for one in boards for i in range(6) if not one >> section * 6 + i & 1}
        boards = tries - {DAMAGE}
    return boards


@pytest.mark.parametrize(
    ("section", "forced"),
    [(NORTH, {"red", "yellow"}), (EAST, {"red", "yellow"}), (SOUTH, {"green", "yellow"}), (WEST, {"red", "yellow"})],
)
def test_colors_that_five_courses_one_way_must_break(section: int, forced: set[str]) -> None:
    """Layout original: nothing is forced before the fifth, and a sixth always overloads."""

    def certain(length: int) -> set[str]:
        masks = [broken_colors(0, one) for one in reachable(section, length)]
        return {color for i, color in enumerate(("red", "green", "yellow")) if all(mask >> i & 1 for mask in masks)}

    assert certain(4) == set()
    assert certain(5) == forced
    assert reachable(section, 6) == set()


def test_circuits_in_a_fixed_order_clear_as_soon_as_all_directions_were_used() -> None:
    found = 0
    for section in (NORTH, EAST, EAST, SOUTH, WEST):
        index = next(i for i in range(6) if not found >> section * 6 + i & 1)
        found = marked(found, section * 6 + index, 0)
    assert found == board("east 1")
