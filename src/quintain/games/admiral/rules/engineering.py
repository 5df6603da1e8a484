"""RULES.md 6: the engineering board, its circuits, and what breaks."""

from quintain.core.kernel import compiled
from quintain.games.admiral.rules.state import (
    BOARD,
    CIRCUITS,
    COLORS,
    DIRECTIONS,
    GREEN_NODE,
    NODES,
    RED_NODE,
    YELLOW_NODE,
    State,
)

# The colors of the nodes of each section: north, east, south, west.
ORIGINAL = ("YRYRG*", "YRGYR*", "GYRGY*", "RGYYR*")
BALANCED = ("RGYGR*", "GYRYG*", "YRGRY*", "YGRGR*")
COLOR_OF = tuple("RGY*".index(letter) for section in ORIGINAL + BALANCED for letter in section)  # by wiring, node
COLORED = tuple(  # by wiring, color
    sum(1 << node for node in range(BOARD) if COLOR_OF[wiring * BOARD + node] == color)
    for wiring in range(2)
    for color in range(COLORS)
)
NEEDS = (RED_NODE, RED_NODE, GREEN_NODE, GREEN_NODE, YELLOW_NODE)  # the color that blocks each system

FULL_SECTION = (1 << NODES) - 1
CIRCUIT = tuple(sum(1 << (section * NODES + index) for section in range(DIRECTIONS)) for index in range(NODES))
RADIATION_NODES = CIRCUIT[NODES - 1]
DAMAGE = -1  # as the board after a mark: the hull suffers, and all nodes are free again


@compiled
def marked(board: int, node: int, overload_first: int) -> int:
    """The board after a mark, its repair included; or DAMAGE."""
    board |= 1 << node
    full = board >> (node // NODES * NODES) & FULL_SECTION == FULL_SECTION
    circuit = CIRCUIT[node % NODES]
    repaired = node % NODES < CIRCUITS and board & circuit == circuit
    if repaired and not (full and overload_first):
        return board & ~circuit
    if full or board & RADIATION_NODES == RADIATION_NODES:
        return DAMAGE
    return board


@compiled
def broken_colors(wiring: int, board: int) -> int:
    """The colors that have a mark: a mask."""
    mask = 0
    for color in range(COLORS):
        if board & COLORED[wiring * COLORS + color]:
            mask |= 1 << color
    return mask


@compiled
def works(state: State, team: int, system: int) -> bool:
    return not state.broken[team] >> NEEDS[system] & 1


@compiled
def mark(state: State, team: int, node: int) -> bool:
    """Mark a node; True if the hull has to pay for it."""
    board = marked(state.boards[team], node, state.overload_before_repair)
    state.boards[team] = max(board, 0)
    state.broken[team] = broken_colors(state.wiring, state.boards[team])
    return board == DAMAGE
