"""When to fire, drop, trigger and scout: expected hull, and bits of knowledge."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.enemy.chances import bits_of, drift, expected
from quintain.games.admiral.bots.helm.water_left import Reals, choke, room
from quintain.games.admiral.rules.grid import blast, holds, manhattan, next_cell, put, take
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, NOWHERE, STEP

SELF_DAMAGE = 1.2  # a point of our own hull counts so much
KILL = 1.5  # and the end of the enemy so much more
AHEAD = 6  # turns for which mines are laid
STRAIT = 1.25
OVERLAP = 0.5
ALMOST = 1e-9

# What `best_shot` and the others find out, by place.
SCORE, DAMAGE, SELF, KILLS, BITS = range(5)
FOUND = 5


@compiled
def told(seen: Reals, target: int, own: int) -> float:
    """The bits that the enemy gains about us from a shot: it came from within range, and hurt us so much."""
    left = np.zeros(CELLS)
    for cell in range(CELLS):
        if seen[cell] > 0 and 1 <= manhattan(cell, target) <= FAR and blast(cell, target) == own:
            left[cell] = seen[cell]
    return max(0.0, bits_of(seen) - bits_of(left))


@compiled
def kill_chance(belief: Reals, target: int, hull: int) -> float:
    chance = 0.0
    for cell in range(CELLS):
        if belief[cell] > 0 and blast(cell, target) >= hull:
            chance += belief[cell]
    return chance


@compiled
def weighed(
    belief: Reals, damage: Reals, seen: Reals, cell: int, target: int, hulls: Cells, secrecy: float, out: Reals
) -> None:
    """Everything that counts about an explosion; hulls are ours and the enemy's."""
    out[DAMAGE], out[SELF] = damage[target], blast(cell, target)
    out[KILLS] = kill_chance(belief, target, hulls[1])
    out[BITS] = told(seen, target, blast(cell, target)) if secrecy > 0 else 0.0
    out[SCORE] = out[DAMAGE] - SELF_DAMAGE * out[SELF] + KILL * out[KILLS] - secrecy * out[BITS]
    if out[SELF] >= hulls[0]:  # only a sure kill is worth a draw
        out[SCORE] = out[SCORE] - KILL * (1.0 + hulls[0]) if out[KILLS] < 1.0 - ALMOST else -SELF_DAMAGE


@compiled
def best_shot(targets: Cells, belief: Reals, seen: Reals, cell: int, hulls: Cells, secrecy: float, found: Reals) -> int:
    """The best of the cells that a torpedo can reach, or NOWHERE; `found` says how good it is."""
    damage, each = np.empty(CELLS), np.empty(FOUND)
    expected(belief, hulls[1], damage)
    best = NOWHERE
    found[SCORE] = -np.inf
    target = next_cell(targets, 0)
    while target < CELLS:
        if damage[target] > 0:
            weighed(belief, damage, seen, cell, target, hulls, secrecy, each)
            if each[SCORE] > found[SCORE] + ALMOST:
                best = target
                for i in range(FOUND):
                    found[i] = each[i]
        target = next_cell(targets, target + 1)
    return best


@compiled
def reach_of(water: Cells, cell: int, by_water: int, out: Cells) -> None:
    """The cells that a torpedo can hit."""
    steps = np.full(CELLS, FAR + 1)
    steps[cell] = 0
    for far in range(FAR if by_water else 0):
        for other in range(CELLS):
            if steps[other] == far:
                for d in range(DIRECTIONS):
                    if holds(water, other + STEP[d]):
                        steps[other + STEP[d]] = min(steps[other + STEP[d]], far + 1)
    for i in range(len(out)):
        out[i] = 0
    for other in range(CELLS):
        near = steps[other] <= FAR if by_water else manhattan(cell, other) <= FAR
        if near and other != cell and holds(water, other):
            put(out, other)


@compiled
def best_trigger(mines: Cells, belief: Reals, cell: int, hulls: Cells, found: Reals) -> int:
    """The best of our mines to trigger, or NOWHERE: one that hurts us only if it surely kills."""
    none = np.zeros(CELLS)
    best = best_shot(mines, belief, none, cell, hulls, 0.0, found)
    if best != NOWHERE and found[SELF] > 0 and (found[KILLS] < 1.0 - ALMOST or found[SELF] >= hulls[0]):
        return NOWHERE
    return best


@compiled
def mine_field(belief: Reals, water: Cells, hull: int, out: Reals) -> None:
    """What a mine on each cell would do on average in the turns ahead."""
    now, later, damage = belief.copy(), np.empty(CELLS), np.empty(CELLS)
    for cell in range(CELLS):
        out[cell] = 0.0
    for _ in range(AHEAD):
        drift(now, water, later)
        expected(later, hull, damage)
        for cell in range(CELLS):
            now[cell] = later[cell]
            out[cell] += damage[cell] / AHEAD


@compiled
def best_drop(
    free: Cells, water: Cells, mines: Cells, belief: Reals, cell: int, hull: int, straits: float, found: Reals
) -> int:
    """The best neighbour for a mine, or NOWHERE: it must not cost us room."""
    worth = np.empty(CELLS)
    mine_field(belief, water, hull, worth)
    best, before = NOWHERE, room(free, cell)
    found[0] = 0.0
    for d in range(DIRECTIONS):
        to = cell + STEP[d]
        if holds(free, to):
            take(free, to)
            after = room(free, cell)
            put(free, to)
            value = worth[to] * (straits if choke(water, to) else 1.0)
            mine = next_cell(mines, 0)
            while mine < CELLS:
                value *= OVERLAP if blast(mine, to) > 0 else 1.0
                mine = next_cell(mines, mine + 1)
            if after >= before - 2 and value > found[0]:
                best = to
                found[0] = value
    return best


@compiled
def best_sector(shares: Reals, sectors: int) -> int:
    """The sector that halves the belief best: with two answers, the likeliest always does. Numbers begin at 1."""
    best = 0
    for sector in range(1, sectors):
        if shares[sector] > shares[best]:
            best = sector
    return best + 1


@compiled
def answer_bits(share: float) -> float:
    """What a yes or no is worth that comes with this chance."""
    if share <= 0 or share >= 1:
        return 0.0
    return -share * np.log2(share) - (1 - share) * np.log2(1 - share)
