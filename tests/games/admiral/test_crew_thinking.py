"""What the crews compute before they decide: water left, marks, plans, shots, lies. Vectors V19 to V23 of the rules
sheet."""

import numpy as np
import pytest

from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain import sonar_answer as lies
from quintain.games.admiral.bots.captain.sonar_answer import Asker
from quintain.games.admiral.bots.enemy.chances import bits_of, drift, expected, vanish
from quintain.games.admiral.bots.engineer import what_marks_do as boards
from quintain.games.admiral.bots.engineer.what_marks_do import Engineering
from quintain.games.admiral.bots.helm import course_plans as planning
from quintain.games.admiral.bots.helm.course_plans import Terms
from quintain.games.admiral.bots.helm.water_left import (
    CLOSED,
    courses_left,
    courses_left_after,
    is_strait,
    open_courses,
    pool,
)
from quintain.games.admiral.bots.traits import TRAITS
from quintain.games.admiral.bots.weapons import where_to_fire as weapons
from quintain.games.admiral.bots.weapons import where_to_mine as mines
from quintain.games.admiral.bots.weapons.where_to_fire import Aim
from quintain.games.admiral.bots.weapons.where_to_mine import Minelayer
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.grid import holds, size_of, take
from quintain.games.admiral.rules.state import EAST, NODES, NORTH, NOWHERE, SOUTH, STEP, WEST
from tests.games.admiral.boats import belief, cell, grid, shape, water

HULL = 4
BOTTOM = [(9, 1), (9, 2), (8, 2), (7, 2), (6, 2), (6, 1), (6, 0)]  # the path of V21
NO_NEEDS = np.zeros(3)
RED_NEEDED = np.array([1.0, 0.0, 0.0])


def node(section: int, index: int) -> int:
    return section * NODES + index


def marked(*nodes: tuple[int, int]) -> int:
    return sum(1 << node(*place) for place in nodes)


# --- water left ------------------------------------------------------------------------------------------------------


def test_a_dead_end_is_seen_before_it_is_entered() -> None:  # V21
    free = water("compact", BOTTOM)
    after = {d: cell(6, 0) + STEP[d] for d in (NORTH, SOUTH)}
    left = {}
    for d, to in after.items():
        open_water = free.copy()
        take(open_water, to)
        reached = grid([])
        pool(open_water, to, reached)
        left[d] = size_of(reached)
    assert left == {NORTH: 77, SOUTH: 3}
    assert open_courses(free, after[NORTH]).bit_count() < open_courses(free, after[SOUTH]).bit_count()
    out = np.empty(4, np.int64)
    courses_left_after(free, cell(6, 0), out)
    assert out[NORTH] > 12 > 6 > out[SOUTH] > 0
    assert out[EAST] == out[WEST] == CLOSED


def test_water_is_counted_in_courses_not_cells() -> None:
    cross = grid([(1, 0), (1, 1), (1, 2), (0, 1), (2, 1)])
    take(cross, cell(1, 0))
    assert courses_left(cross, cell(1, 0)) == 2  # 4 cells are left, and only 2 of them on one way


def test_counting_leaves_the_water_as_it_was() -> None:
    free = water("compact", BOTTOM)
    before = free.copy()
    courses_left_after(free, cell(6, 0), np.empty(4, np.int64))
    assert (free == before).all()


def test_straits_are_known() -> None:
    alpha = water("alpha")
    assert is_strait(alpha, cell(5, 0))  # between the island and the edge
    assert not is_strait(alpha, cell(6, 6))


# --- the board -------------------------------------------------------------------------------------------------------


def test_the_last_node_of_a_circuit_repairs_it() -> None:
    board = marked((NORTH, 0), (SOUTH, 0), (EAST, 0))
    assert boards.after_mark(board, node(WEST, 0), 0) == boards.REPAIRED


def test_a_repair_goes_before_an_overload_unless_the_option_says_otherwise() -> None:
    board = marked((SOUTH, 0), (EAST, 0), (WEST, 0), *((NORTH, i) for i in range(1, 6)))
    assert boards.after_mark(board, node(NORTH, 0), 0) == marked(*((NORTH, i) for i in range(1, 6))) | boards.REPAIRED
    assert boards.after_mark(board, node(NORTH, 0), 1) == boards.DAMAGED


def test_the_fourth_radiation_hurts() -> None:
    board = marked((NORTH, 5), (EAST, 5), (SOUTH, 5))
    assert boards.after_mark(board, node(WEST, 5), 0) == boards.DAMAGED


def test_a_section_with_one_node_left_hurts() -> None:
    board = marked(*((EAST, i) for i in range(5)))
    assert boards.hurts(board, EAST, 0)
    assert not boards.hurts(board, NORTH, 0)


def best_mark(board: int, *plan: int, needs: Reals = NO_NEEDS) -> int:
    packed = sum(course << 2 * i for i, course in enumerate(plan))
    return int(boards.best_mark(board, packed, len(plan), Engineering(0, 0, needs, TRAITS.marks), np.empty(NODES)))


def test_an_engineer_repairs_when_he_can() -> None:
    assert best_mark(marked((NORTH, 0), (SOUTH, 0), (EAST, 0)), WEST) == node(WEST, 0)


def test_an_engineer_keeps_a_needed_color_clear() -> None:
    for section in (NORTH, EAST, SOUTH, WEST):
        found = best_mark(0, section, needs=RED_NEEDED)
        assert not broken_colors(0, 1 << found) & 1


def test_an_engineer_never_takes_damage_that_he_can_avoid() -> None:
    board = marked((NORTH, 5), (EAST, 5), (SOUTH, 5), (WEST, 0), (WEST, 1), (WEST, 2), (WEST, 3))
    assert best_mark(board, WEST, needs=RED_NEEDED) == node(WEST, 4)


def test_an_engineer_prepares_the_repair_that_the_plan_allows() -> None:
    board = marked((NORTH, 1), (SOUTH, 1))
    assert best_mark(board, EAST, WEST) == node(EAST, 1)


# --- plans -----------------------------------------------------------------------------------------------------------


DEPTH = 6


def planned(free: Cells, start: int, board: int = 0, depth: int = 4, **fields: Reals) -> tuple[int, list[float]]:
    boat = np.array([start, board, 0, *free])
    nothing = np.zeros((DEPTH, 256))
    values, found = np.empty(4), np.zeros(4, np.int64)
    attack, cost = fields.get("attack", nothing), fields.get("cost", nothing)
    engineering = Engineering(0, 0, RED_NEEDED, TRAITS.marks)
    planning.plan(boat, Terms(0, depth, engineering, attack, cost, TRAITS.course), values, found)
    return int(values.argmax()), values.tolist()


def test_a_plan_avoids_the_dead_end() -> None:  # V21
    course, values = planned(water("compact", BOTTOM), cell(6, 0))
    assert course == NORTH
    assert values[EAST] == values[WEST] == -np.inf


def test_a_plan_avoids_an_overload() -> None:
    full_but_one = marked(*((EAST, i) for i in range(5)))
    course, values = planned(water("openwater", [(7, 5)]), cell(7, 5), full_but_one)
    assert course != EAST
    assert values[EAST] < max(values) - 1


def test_a_plan_goes_where_it_can_shoot() -> None:
    attack = np.zeros((DEPTH, 256))
    attack[2, cell(9, 6)] = 2.0
    course, values = planned(water("openwater", [(7, 5)]), cell(7, 5), attack=attack)
    assert course in (SOUTH, EAST)
    assert max(values) > 1.5


def test_a_plan_stays_away_from_danger() -> None:
    cost = np.zeros((DEPTH, 256))
    for row in range(8):
        cost[:, cell(row, 0) : cell(row, 15)] = 0.5
    assert planned(water("openwater", [(7, 5)]), cell(7, 5), cost=cost)[0] == SOUTH


# --- weapons ---------------------------------------------------------------------------------------------------------


def aimed(enemy: Reals, start: int) -> Aim:
    return Aim(enemy, belief({}), start, HULL, HULL, 0.0, TRAITS.shot)


V20 = {(3, 3): 0.4, (3, 4): 0.2, (4, 3): 0.2, (6, 6): 0.2}


def test_the_damage_that_a_torpedo_can_expect() -> None:  # V20
    damage = np.empty(256)
    expected(belief(V20), 4, damage)
    assert [round(damage[cell(*at)], 9) for at in ((3, 3), (3, 4), (4, 3), (4, 4))] == [1.2, 1.0, 1.0, 0.8]


def test_the_best_shot_is_the_one_without_self_damage() -> None:  # V20
    targets, found = grid([]), np.empty(weapons.FOUND)
    weapons.reach_of(water("compact"), cell(5, 4), 0, targets)
    best = weapons.best_shot(targets, aimed(belief(V20), cell(5, 4)), found)
    assert best == cell(3, 3)
    assert found[weapons.DAMAGE] == pytest.approx(1.2)
    assert found[weapons.SELF] == 0


def test_no_shot_that_costs_as_much_as_it_brings() -> None:  # V22
    found = np.empty(weapons.FOUND)
    beside = grid([(6, 8)])
    seen = belief({(r, c): 1 / 49 for r in range(8) for c in range(8, 15)})
    weapons.best_shot(beside, aimed(seen, cell(6, 7)), found)
    assert found[weapons.SELF] == 1
    assert found[weapons.SCORE] < 0


@pytest.mark.parametrize(("start", "far", "by_water"), [((0, 0), 12, 12), ((3, 6), 35, 31), ((2, 1), 23, 19)])
def test_the_range_of_a_torpedo(start: tuple[int, int], far: int, by_water: int) -> None:  # V5
    out = grid([])
    sizes = []
    for option in (0, 1):
        weapons.reach_of(water("alpha"), cell(*start), option, out)
        sizes.append(sum(int(word).bit_count() for word in out))
    assert sizes == [far, by_water]


def test_firing_tells_the_enemy_something() -> None:
    everywhere = belief({(r, c): 1 / 225 for r in range(15) for c in range(15)})
    assert weapons.revealed(everywhere, cell(7, 7), 0) > 2
    assert weapons.revealed(belief({(5, 5): 1.0}), cell(7, 7), 0) == 0


def test_a_mine_is_triggered_only_from_afar() -> None:
    laid, found = grid([(4, 4)]), np.empty(weapons.FOUND)
    enemy = belief({(4, 5): 1.0})
    assert mines.best_trigger(laid, aimed(enemy, cell(8, 8)), found) == cell(4, 4)
    assert mines.best_trigger(laid, aimed(enemy, cell(5, 5)), found) == NOWHERE


def test_a_mine_goes_where_the_enemy_will_pass() -> None:
    enemy, layer = belief({(3, 3): 1.0}), minelayer(cell(5, 3), water("compact"), grid([]))
    near, damage = mines.best_drop(layer, enemy, HULL)
    assert near == cell(4, 3)
    assert damage > 0.25
    _, beside_another = mines.best_drop(layer._replace(mines=grid([(4, 3)])), enemy, HULL)
    assert beside_another < 0.5


def minelayer(start: int, free: Cells, laid: Cells) -> Minelayer:
    return Minelayer(start, free, free.copy(), laid, straits=1.25, overlap=0.5, cramped=2)


def test_mines_do_not_wall_ourselves_in() -> None:
    lane = grid([(0, c) for c in range(8)])
    take(lane, cell(0, 0))
    assert mines.best_drop(minelayer(cell(0, 0), lane, grid([])), belief({(0, 2): 1.0}), HULL)[0] == NOWHERE
    assert holds(lane, cell(0, 1))


# --- lies ------------------------------------------------------------------------------------------------------------

V19 = [(0, 0), (0, 1), (1, 0), (4, 4), (5, 5), (6, 6), (9, 9), (9, 0)]


@pytest.mark.parametrize("way", [lies.COUNT, lies.BITS, lies.HITS])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_lie(way: int, seed: int) -> None:  # V19
    seen, out = belief(dict.fromkeys(V19, 1 / 8)), np.empty(4, np.int64)
    lies.best_lie(cell(0, 1), Asker(seen, water("compact"), shape("compact"), way, 2), seeded(seed), out)
    assert sorted([tuple(out[:2]), tuple(out[2:])]) == [(0, 9), (2, 1)]
    assert lies.left_by(seen, shape("compact"), out, np.empty(256)) == 6


def test_the_worst_answers_leave_one_cell() -> None:  # V19
    answers = np.empty((lies.MOST_ANSWERS, 4), np.int64)
    n = lies.answers_of(cell(0, 1), shape("compact"), answers)
    seen = belief(dict.fromkeys(V19, 1 / 8))
    assert n == 42
    assert min(lies.left_by(seen, shape("compact"), answers[i], np.empty(256)) for i in range(n)) == 1


def test_the_order_of_the_facts_does_not_tell_the_truth() -> None:
    seen, firsts = belief(dict.fromkeys(V19, 1 / 8)), set()
    for seed in range(20):
        out = np.empty(4, np.int64)
        lies.best_lie(cell(0, 1), Asker(seen, water("compact"), shape("compact"), lies.BITS, 2), seeded(seed), out)
        firsts.add(int(out[0]))
    assert firsts == {0, 2}


# --- beliefs ---------------------------------------------------------------------------------------------------------


def test_uncertainty_grows_while_nobody_listens() -> None:
    now, out = belief({(7, 7): 1.0}), np.empty(256)
    drift(now, water("openwater"), out)
    assert bits_of(out) == pytest.approx(2.0)
    vanish(now, water("openwater"), out)
    assert bits_of(out) > 3
    assert out.sum() == pytest.approx(1)
