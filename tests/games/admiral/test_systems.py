"""Torpedo, mines, drone, sonar, explosions and the end. RULES.md 5 and 7."""

from typing import Any

import pytest

from quintain.core.position import Position
from quintain.games.admiral.rules.grid import blast
from quintain.games.admiral.rules.state import ACTION
from quintain.games.admiral.words import cell_of
from tests.games.admiral.boats import (
    BLUE,
    FULL,
    RED,
    after,
    at,
    boats,
    changed,
    code,
    notations,
    play,
    starting,
)


def armed(blue: str, red: str = "O15", **more: Any) -> Position:
    """Blue has set its course, the crew has worked, and everything is charged."""
    position = boats(blue, red, gauges={BLUE: FULL, RED: FULL}, **more)
    return changed(position, step=ACTION, engineer_done=1, mate_done=1, fresh=0)


def mines(position: Position, team: int) -> set[str]:
    return set(position.view(4 * team).boats[team].mines)


# --- torpedo


@pytest.mark.parametrize(
    ("cell", "targets", "lost"),
    [
        ((0, 0), 12, []),
        ((3, 6), 35, [(2, 8), (2, 9), (3, 9), (3, 10)]),
        ((2, 1), 23, [(1, 3), (1, 4), (2, 4), (2, 5)]),
    ],
)
def test_targets_of_a_torpedo(cell: tuple[int, int], targets: int, lost: list[tuple[int, int]]) -> None:
    """V5: over islands, and by water."""
    over = starting("torpedo", armed(at(*cell)))
    by_water = starting("torpedo", armed(at(*cell), torpedo_path="water"))
    assert len(over) == targets
    assert set(over) - set(by_water) == {at(*other) for other in lost}
    for other in lost:
        assert code(armed(at(*cell), torpedo_path="water"), f"torpedo {at(*other)}") == "RANGE"


def test_what_a_torpedo_cannot_be_fired_at() -> None:
    """V5 and E20."""
    position = armed("A1")
    assert [code(position, f"torpedo {cell}") for cell in ("A1", "F1", "A6", "C4")] == ["RANGE"] * 4
    assert code(armed(at(1, 1)), f"torpedo {at(1, 2)}") == "ISLAND"
    assert code(armed(at(5, 4), "A1", map="compact"), f"torpedo {at(5, 8)}") == "ISLAND"
    assert code(armed(at(5, 8 - 1), "A1", map="compact"), f"torpedo {at(5, 10)}") == "OUT_OF_BOUNDS"


def test_own_trail_and_mines_do_not_restrict_a_torpedo() -> None:
    position = armed("C1", trails={BLUE: ["A1", "B1"]}, mines={BLUE: ["D1"]})
    assert {"A1", "B1", "D1"} <= set(starting("torpedo", position))


def test_blast() -> None:
    """V6 and E2: the eight cells around, not the cross of four."""
    impact = cell_of(at(4, 4))
    assert blast(impact, impact) == 2
    assert [blast(cell_of(at(*cell)), impact) for cell in ((3, 3), (3, 4), (4, 5), (5, 5))] == [1, 1, 1, 1]
    assert [blast(cell_of(at(*cell)), impact) for cell in ((4, 6), (2, 4))] == [0, 0]


def test_the_shooter_is_hurt_as_well() -> None:
    """V6 and E3."""
    position = armed(at(4, 5), at(4, 3), map="openwater")
    assert play(position, f"torpedo {at(4, 4)}").state.hulls == [3, 3]


@pytest.mark.parametrize(("rule", "winner"), [("draw", "draw"), ("active_loses", "red")])
@pytest.mark.parametrize("turn", [BLUE, RED])
def test_both_sunk_by_one_explosion(rule: str, winner: str, turn: int) -> None:
    """V7."""
    position = armed(at(4, 4), at(4, 6), map="openwater", hulls=(1, 1), turn=turn, double_kill=rule)
    over = play(position, f"torpedo {at(4, 5)}")
    assert over.state.hulls == [0, 0]
    assert over.acting == ()
    expected = winner if winner == "draw" or turn == BLUE else "blue"
    assert over.view(-1).winner == expected
    assert over.scores() == (0,) * 8


def test_a_hull_does_not_sink_below_zero() -> None:
    """V8 and E16."""
    over = play(armed("A1", "A3", hulls=(4, 1)), "torpedo A3")
    assert over.state.hulls == [4, 0]
    assert over.view(-1).winner == "blue"
    assert over.view(-1).boats[RED].heard[-1].damage == 2
    assert code(over, "end") == "MatchOver"


def test_a_torpedo_removes_a_mine_without_a_blast() -> None:
    """E22: of either crew, silently."""
    position = armed("A1", "A4", mines={BLUE: ["A3", "C3"], RED: ["A3"]})
    shot = play(position, "torpedo A3")
    assert mines(shot, BLUE) == {"C3"}
    assert mines(shot, RED) == set()
    assert shot.state.hulls == [4, 3]


# --- mines


def test_where_a_mine_can_be_dropped() -> None:
    """5.3 and E20."""
    position = armed("B2", trails={BLUE: ["B1"]}, mines={BLUE: ["B3"], RED: ["A2"]})
    assert starting("mine", position) == ["A2"]
    assert [code(position, f"mine {cell}") for cell in ("B1", "C2", "B3", "C3", "D2", "B2")] == [
        "TRAIL",
        "ISLAND",
        "OWN_MINE",
        "ISLAND",
        "RANGE",
        "RANGE",
    ]
    assert code(armed("A1"), "mine B2") == "RANGE"
    assert code(armed("E5", "A1", map="tiny"), "mine F5") == "OUT_OF_BOUNDS"


def test_a_mine_may_be_dropped_on_the_enemy() -> None:
    position = play(armed("A1", "A2"), "mine A2")
    assert mines(position, BLUE) == {"A2"}
    assert position.state.hulls == [4, 4]
    assert position.state.gauges[BLUE][1] == 0


def test_a_mine_is_not_triggered_in_the_turn_in_which_it_was_dropped() -> None:
    position = play(armed("A1", mines={BLUE: ["O1"]}), "mine A2")
    assert code(position, "trigger A2") == "SYSTEM_USED"
    assert starting("trigger", position) == ["O1"]
    assert code(position, "torpedo A3") == "SYSTEM_USED"


def test_one_trigger_a_turn() -> None:
    position = boats("A1", "C1", mines={BLUE: ["D1", "O1"]}, gauges={BLUE: {}})
    shot = play(position, "trigger D1")
    assert shot.state.hulls == [4, 3]
    assert mines(shot, BLUE) == {"O1"}
    assert code(shot, "trigger O1") == "ALREADY_DONE"
    assert not starting("trigger", shot)
    moved = play(shot, "move east", "mark east 0", "charge mine")
    assert code(moved, "trigger O1") == "ALREADY_DONE"


def test_only_own_mines_can_be_triggered() -> None:
    position = boats("A1", mines={RED: ["C1"]})
    assert code(position, "trigger C1") == "NO_SUCH_MINE"


def test_a_trigger_needs_neither_gauge_nor_the_turns_system() -> None:
    position = play(armed("A1", mines={BLUE: ["O1"]}, boards={BLUE: "north 1"}), "sonar", "answer row 1 sector 4")
    assert "trigger O1" in notations(position)


def test_a_captain_may_trigger_while_the_crew_works() -> None:
    position = play(boats("A1", mines={BLUE: ["O1"]}), "move east")
    assert position.acting == (1, 2)
    assert position.may_act(0)
    assert notations(position, 0) == ["trigger O1"]
    shot = play(position, "trigger O1")
    assert shot.acting == (1, 2)
    assert mines(shot, BLUE) == set()


def test_triggers_need_red() -> None:
    position = boats("A1", mines={BLUE: ["O1"]}, boards={BLUE: "north 1"}, triggers_need_red=True)
    assert code(position, "trigger O1") == "BROKEN"
    assert not starting("trigger", position)
    clear = boats("A1", mines={BLUE: ["O1"]}, boards={BLUE: "north 0"}, triggers_need_red=True)
    assert starting("trigger", clear) == ["O1"]


def test_mines_survive_surfacing_and_a_mine_hurts_its_owner() -> None:
    position = play(boats("A1", mines={BLUE: ["B2"]}), "surface")
    assert mines(position, BLUE) == {"B2"}
    assert play(boats("A1", mines={BLUE: ["B2"]}), "trigger B2").state.hulls == [3, 4]


@pytest.mark.parametrize("announced", [False, True])
def test_the_drop_of_a_mine_may_be_announced(announced: bool) -> None:
    position = play(armed("A1", announce_mine_drop=announced), "mine A2")
    kinds = [report.kind for report in position.view(-1).boats[BLUE].heard]
    assert kinds == (["dropped"] if announced else [])
    assert position.view(0).boats[BLUE].system_used
    assert position.view(4).boats[BLUE].system_used is None


def test_mine_chain() -> None:
    """Beside an explosion, then beside that one; a mine far off stays; the owner does not matter."""
    layout = {BLUE: ["C1", "D2", "J1"], RED: ["E3"]}
    position = boats("A5", "F4", mines=layout, mine_chain=True, map="openwater")
    shot = play(position, "trigger C1")
    assert mines(shot, BLUE) == {"J1"}
    assert mines(shot, RED) == set()
    assert shot.state.hulls == [4, 3]
    cells = [report.cell for report in shot.view(-1).boats[RED].heard]
    assert cells == ["C1", "D2", "E3"]
    plain = play(boats("A5", "F4", mines=layout, map="openwater"), "trigger C1")
    assert mines(plain, BLUE) == {"D2", "J1"}


def test_a_chain_ends_with_a_hull() -> None:
    position = boats("A5", "C2", mines={BLUE: ["C1", "D1"], RED: []}, mine_chain=True, hulls=(4, 1), map="openwater")
    over = play(position, "trigger C1")
    assert over.view(-1).winner == "blue"
    assert mines(over, BLUE) == {"D1"}


def test_a_torpedo_sets_off_a_chain_but_not_the_mine_that_it_hits() -> None:
    position = armed("A1", "O15", mines={BLUE: ["A3"], RED: ["B4"]}, mine_chain=True)
    shot = play(position, "torpedo A3")
    cells = [(report.kind, report.cell) for report in shot.view(-1).boats[BLUE].heard]
    assert cells == [("torpedo", "A3"), ("blast", "B4")]


# --- drone and sonar


@pytest.mark.parametrize(("sector", "found"), [(1, False), (2, False), (3, False), (4, True)])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_drone_tells_the_truth_to_those_who_asked(sector: int, found: bool, seat: int) -> None:
    position = armed("A1")
    asked = position.play(seat, position.game.parse(f"drone {sector}"), position.record[:1].copy())
    for own in (0, 1, 2, 3):
        assert asked.view(own).boats[RED].heard[-1].answer is found
    for other in (4, 5, 6, 7, -1):
        assert asked.view(other).boats[RED].heard[-1].answer is None
        assert asked.view(other).boats[RED].heard[-1].sector == sector


def test_sectors_of_a_drone() -> None:
    position = armed("A1")
    assert starting("drone", position) == starting("drone", position, 1) == ["1", "2", "3", "4"]
    assert code(position, "drone 5") == "BAD_SECTOR"
    assert code(armed("A1", map="classic"), "drone 10") == "BAD_SECTOR"


def test_first_mate_and_captain_use_one_system_between_them() -> None:
    position = armed("A1")
    assert notations(position, 1) == ["drone 1", "drone 2", "drone 3", "drone 4", "sonar"]
    used = position.play(1, position.game.parse("drone 2"), position.record[:1].copy())
    assert used.acting == (0,)
    assert code(used, "sonar") == code(used, "torpedo A3") == "SYSTEM_USED"
    assert code(used, "sonar", seat=1) == "SYSTEM_USED"
    assert notations(used, 1) == []


def test_a_sonar_waits_for_its_answer() -> None:
    """E10."""
    position = play(armed("A1", mines={BLUE: ["O1"]}), "sonar")
    assert position.acting == (4,)
    assert position.view(4).sonar_asked
    for order in ("end", "trigger O1", "torpedo A3", "drone 1", "sonar"):
        assert code(position, order, seat=0) == "PENDING_RESPONSE"
    assert code(position, "answer row 1 sector 4", seat=0) == "NOT_YOUR_TURN"
    assert code(position, "answer row 1 sector 4", seat=5) == "WRONG_ROLE"
    answered = play(position, "answer row 1 sector 4")
    assert answered.acting == (0,)
    assert code(answered, "drone 1") == "SYSTEM_USED"
    for seat in (*range(8), -1):
        assert str(answered.view(seat).boats[RED].heard[-1].facts) == str(answered.view(0).boats[RED].heard[-1].facts)


def test_sonar_answers() -> None:
    """V15: compact, red at (0, 1) in sector 1."""
    position = play(armed("J10", at(0, 1), map="compact"), "sonar")
    legal = starting("answer", position, 4)
    assert len(legal) == 84  # 42 pairs of a true and a false fact, in either order
    assert "row 1 sector 3" in legal
    assert "sector 1 column H" in legal
    for wrong in ("row 1 column B", "row 5 column E", "row 1 row 4", "row 1 sector 5", "row 11 sector 1"):
        assert code(position, f"answer {wrong}") == "BAD_FACTS"


@pytest.mark.parametrize(("name", "pairs"), [("alpha", 62), ("classic", 72), ("compact", 42)])
def test_how_many_answers_there_are(name: str, pairs: int) -> None:
    position = play(armed("A1", "J10", map=name), "sonar")
    assert len(notations(position, 4)) == 2 * pairs
    assert len(set(notations(position, 4))) == 2 * pairs


def test_a_surfaced_boat_still_answers_and_is_hit() -> None:
    """4.7."""
    position = changed(armed("A1", "A3"), surfaced=(RED, 1))
    assert notations(play(position, "sonar"), 4)
    assert play(position, "torpedo A3").state.hulls == [4, 2]


# --- charged and unbroken

COLORS = {"torpedo A3": "north 1", "mine A2": "north 1", "drone 1": "north 4", "sonar": "north 4"}


@pytest.mark.parametrize("order", COLORS)
def test_a_system_must_be_charged_and_unbroken(order: str) -> None:
    system = order.split()[0]
    almost = {BLUE: FULL | {system: 5}}
    position = changed(boats("A1", gauges=almost), step=ACTION, engineer_done=1, mate_done=1)
    assert code(position, order) == "NOT_CHARGED"
    assert not starting(system, position)
    broken = armed("A1", boards={BLUE: COLORS[order]})
    assert code(broken, order) == "BROKEN"
    other = armed("A1", boards={BLUE: "north 0, north 5"})  # yellow and radiation block none of these
    assert starting(system, other)
    assert play(other, order).state.gauges[BLUE][("torpedo", "mine", "sonar", "drone").index(system)] == 0


def test_a_broken_system_can_be_charged() -> None:
    position = play(boats("A1", boards={BLUE: "north 1"}), "move east", "charge torpedo")
    assert position.state.gauges[BLUE][0] == 1


def test_the_charge_and_the_mark_of_the_turn_count() -> None:
    """4.3: six courses fill a gauge, and the system can be used in the same turn, unless this turn's mark blocks it."""
    position = after(boats("A1", gauges={BLUE: {"torpedo": 5}}), 0)
    assert starting("torpedo", position)
    assert not starting("torpedo", after(boats("A1", gauges={BLUE: {"torpedo": 5}}), 1))
