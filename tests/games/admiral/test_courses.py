"""Courses, trails, stealth, surfacing and blackout. RULES.md 3, 4.6 and 5.7."""

from typing import Any

import pytest

from tests.games.admiral.boats import BLUE, FULL, RED, at, boats, changed, code, notations, play, starting, trail, turn

CHARGED = {BLUE: {"stealth": 4}}
TRAPPED: dict[str, Any] = {"map": "tiny", "trails": {BLUE: [at(0, 0), at(0, 1), at(1, 0)]}, "gauges": CHARGED}


def test_courses() -> None:
    """V2."""
    position = boats(at(1, 1), trails={BLUE: [at(0, 1), at(1, 1)]})
    assert starting("move", position) == ["south", "west"]
    mined = boats(at(1, 1), trails={BLUE: [at(0, 1), at(1, 1)]}, mines={BLUE: [at(2, 1)]})
    assert starting("move", mined) == ["west"]
    assert [code(mined, f"move {way}") for way in ("north", "east", "south")] == ["TRAIL", "ISLAND", "OWN_MINE"]
    assert code(boats("A1"), "move north") == code(boats("A1"), "move west") == "OUT_OF_BOUNDS"
    assert code(boats("O15"), "move south") == code(boats("O15"), "move east") == "OUT_OF_BOUNDS"
    assert code(boats("E5", map="tiny", red="A1"), "move east") == "OUT_OF_BOUNDS"


def test_the_enemy_is_no_obstacle() -> None:
    """3.3 and E5: neither the boat nor its trail nor its mines."""
    position = boats("C1", "D1", trails={RED: ["D1", "C2"]}, mines={RED: ["B1"]})
    assert starting("move", position) == ["east", "west"]
    assert "C2" not in trail(turn(position, "east"), BLUE)
    assert turn(position, "east").state.subs == [3, 3]
    south = boats("D1", "E1", trails={RED: ["E1", "D2"]}, mines={RED: ["D2"]})
    assert "south" in starting("move", south)


def test_blackout() -> None:
    """V3 and E15."""
    position = boats(at(0, 0), at(4, 4), **TRAPPED)
    assert notations(position) == ["surface"]
    assert [code(position, f"move {way}") for way in ("north", "east", "south", "west")] == [
        "OUT_OF_BOUNDS",
        "TRAIL",
        "TRAIL",
        "OUT_OF_BOUNDS",
    ]
    assert code(position, "stealth east 0") == "BLACKOUT"
    up = play(position, "surface")
    assert up.view(-1).boats[BLUE].sector == 1
    assert trail(up, BLUE) == {"A1"}
    mines: dict[str, Any] = {"map": "tiny", "mines": {BLUE: ["B1", "A2"]}, "gauges": CHARGED}
    assert notations(boats("A1", "E5", **mines)) == ["surface", "trigger B1", "trigger A2"]


def test_a_mine_can_be_triggered_in_blackout_and_opens_a_way() -> None:
    position = play(boats("A1", "E5", map="tiny", mines={BLUE: ["B1", "A2"]}), "trigger B1")
    assert starting("move", position) == ["east"]


def test_blackout_is_looked_at_after_the_dive() -> None:
    position = boats("A1", "E5", map="tiny", mines={BLUE: ["B1", "A2"]})
    position = changed(play(position, "surface"), surfaced=(BLUE, 1), step=0)
    assert notations(position) == ["dive"]
    assert "move east" not in notations(play(position, "dive"))
    assert notations(play(position, "dive"))[0] == "surface"


def test_stealth_options() -> None:
    """V4."""
    position = boats(at(0, 2), trails={BLUE: [at(0, 0), at(0, 1), at(0, 2)]}, mines={BLUE: [at(0, 4)]}, gauges=CHARGED)
    assert starting("stealth", position) == ["north 0", "east 0", "east 1", "south 0", "west 0"]
    corner = starting("stealth", boats("A1", gauges=CHARGED))
    assert len(corner) == 12
    assert [one for one in corner if not one.endswith("0")] == [
        f"{way} {n}" for way in ("east", "south") for n in (1, 2, 3, 4)
    ]
    assert code(position, "stealth east 2") == "OWN_MINE"
    assert code(position, "stealth west 1") == "TRAIL"
    assert code(position, "stealth north 1") == "OUT_OF_BOUNDS"
    assert code(position, "stealth south 1") == "ISLAND"


def test_stealth_needs_its_gauge_and_yellow() -> None:
    assert code(boats("A1", gauges={BLUE: {"stealth": 3}}), "stealth east 1") == "NOT_CHARGED"
    broken = boats("A1", gauges=CHARGED, boards={BLUE: "north 0"})
    assert code(broken, "stealth east 1") == "BROKEN"
    assert not starting("stealth", broken)


def test_the_trail_has_the_start_and_all_cells_of_a_stealth() -> None:
    """E4."""
    position = play(boats("A1", gauges=CHARGED), "stealth east 3")
    assert trail(position, BLUE) == {"A1", "B1", "C1", "D1"}
    assert position.state.gauges[BLUE][4] == 0
    assert position.state.system_used
    assert code(play(position, "mark east 5", "charge torpedo"), "sonar") == "SYSTEM_USED"


def test_a_stealth_of_no_cells_still_marks_and_charges() -> None:
    """E7 and 5.7: one mark, whatever the length."""
    position = play(boats("A1", gauges=CHARGED), "stealth north 0")
    assert position.acting == (1, 2)
    assert code(position, "mark east 0") == "WRONG_SECTION"
    position = play(position, "mark north 3", "charge stealth")
    assert position.state.gauges[BLUE][4] == 1
    assert play(position, "end").state.turn == RED


def test_least_stealth() -> None:
    position = boats("A1", gauges=CHARGED, least_stealth=1)
    assert len(starting("stealth", position)) == 8
    assert code(position, "stealth east 0") == "RANGE"


def test_a_stealth_does_not_pass_an_island() -> None:
    position = boats(at(1, 0), gauges=CHARGED)
    assert [one for one in starting("stealth", position) if "east" in one] == ["east 0", "east 1"]


def test_surfacing() -> None:
    """4.6: trail and board are forgotten, gauges, mines and hull stay."""
    position = boats(
        "D1",
        trails={BLUE: ["A1", "B1", "C1"]},
        gauges={BLUE: FULL},
        mines={BLUE: ["D2"]},
        boards={BLUE: "north 0, east 1, south 3"},
        hulls=(2, 4),
    )
    up = play(position, "surface")
    assert trail(up, BLUE) == {"D1"}
    state = up.state
    assert (state.boards[BLUE], state.broken[BLUE], state.hulls[BLUE]) == (0, 0, 2)
    assert state.gauges[BLUE] == [6, 6, 6, 6, 4]
    assert state.mines[BLUE] == position.state.mines[BLUE]
    assert notations(up) == ["end"]
    assert not any(up.may_act(seat) for seat in (1, 2, 3))


@pytest.mark.parametrize("order", ["torpedo E1", "mine E1", "trigger D2", "drone 1", "sonar", "move east", "surface"])
def test_nothing_else_on_the_turn_of_surfacing(order: str) -> None:
    """E8."""
    up = play(boats("D1", gauges={BLUE: FULL}, mines={BLUE: ["D2"]}), "surface")
    assert code(up, order) == "SURFACED"
    assert code(up, "dive") == "ALREADY_MOVED"


def test_the_next_turn_begins_with_a_dive() -> None:
    position = play(boats("D1", mines={BLUE: ["D2"]}), "surface", "end")
    for _ in range(3):
        position = turn(position, "north")
    assert position.state.turn == BLUE
    assert notations(position) == ["dive"]
    assert code(position, "move east") == code(position, "trigger D2") == "SURFACED"
    assert code(position, "end") == "NOT_MOVED"
    down = play(position, "dive")
    assert not down.view(-1).boats[BLUE].surfaced
    assert down.view(-1).boats[BLUE].sector is None
    assert code(down, "dive") == "NOT_SURFACED"
    assert "trigger D2" in notations(down)


def test_surfacing_may_cost_hull() -> None:
    position = play(boats(surface_damage=1, hulls=(2, 4)), "surface")
    assert position.state.hulls == [1, 4]
    sunk = play(boats(surface_damage=1, hulls=(1, 4)), "surface")
    assert sunk.acting == ()
    assert sunk.view(-1).winner == "red"
