"""What would come of a mark or an explosion, reckoned with the rules' own functions for whoever has to decide."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from quintain.games.admiral.messages import Ranked
from quintain.games.admiral.rules.engineering import DAMAGE, broken_colors, marked
from quintain.games.admiral.rules.grid import WORD, blast
from quintain.games.admiral.rules.state import CELLS, NODES
from quintain.games.admiral.words import COLORS, DIRECTIONS, Cell, Color, label


class Effect(msgspec.Struct, frozen=True):
    """What marking a node would do."""

    node: int
    damage: bool  # to the hull; the whole board is clear then
    repairs: bool  # its circuit closes, and the marks of it go
    breaks: tuple[Color, ...]  # colors that are clear now
    mends: tuple[Color, ...]  # colors that are broken now


@lru_cache(maxsize=4096)
def effects(board: int, section: int, wiring: int, overload_first: int) -> tuple[Effect, ...]:
    """Of each node of a section that is not marked yet."""
    nodes = range(section * NODES, (section + 1) * NODES)
    return tuple(effect(board, node, wiring, overload_first) for node in nodes if not board >> node & 1)


def effect(board: int, node: int, wiring: int, overload_first: int) -> Effect:
    after = marked(board, node, overload_first)
    before, broken = broken_colors(wiring, board), broken_colors(wiring, max(after, 0))
    return Effect(
        node=node % NODES,
        damage=after == DAMAGE,
        repairs=after != DAMAGE and not after >> node & 1,
        breaks=colors(broken & ~before),
        mends=colors(before & ~broken),
    )


@lru_cache
def colors(mask: int) -> tuple[Color, ...]:
    return tuple(color for i, color in enumerate(COLORS) if mask >> i & 1)


@lru_cache(maxsize=1024)
def courses(board: int, wiring: int, overload_first: int) -> tuple[Ranked, ...]:
    """How well the board bears each course: harmless ones first, of these the ones that repair, then the roomiest."""
    found = [ranked(section, effects(board, section, wiring, overload_first)) for section, _ in enumerate(DIRECTIONS)]
    return tuple(sorted(found, key=lambda each: (each.damage, not each.repairs, -each.free)))


def ranked(section: int, choices: tuple[Effect, ...]) -> Ranked:
    """An engineer will repair if that is possible, and break nothing new if that can be avoided."""
    harmless = [each for each in choices if not each.damage]
    repairs = any(each.repairs for each in harmless)
    breaks = {color for each in harmless for color in each.breaks}
    avoidable = repairs or not all(each.breaks for each in harmless)
    return Ranked(
        direction=DIRECTIONS[section],
        damage=not harmless,
        repairs=repairs,
        breaks=() if avoidable else tuple(color for color in COLORS if color in breaks),
        free=len(choices),
    )


# --- explosions


@lru_cache(maxsize=1024)
def danger(boat: int, mines: tuple[int, ...], water: tuple[int, ...], chain: bool) -> tuple[Cell, ...]:
    """Where an explosion would hurt the boat, by itself or by the mines of the crew that it sets off."""
    found, fuses = set(reach(boat)), set(members(mines)) if chain else set()
    while near := fuses & found:
        fuses -= near
        found.update(*map(reach, near))
    return tuple(label(cell) for cell in members(water) if cell in found)


@lru_cache(maxsize=CELLS)
def reach(cell: int) -> frozenset[int]:
    """The cells that an explosion hurts; and so those from which one hurts this cell."""
    return frozenset(other for other in range(CELLS) if blast(other, cell) > 0)


def members(grid: tuple[int, ...]) -> Iterator[int]:
    return (cell for cell in range(CELLS) if grid[cell // WORD] >> cell % WORD & 1)
