"""What courses tell about an engine room: how its board must lean, which colors are broken, which gauges can be full.

A circuit clears one mark in each section, so north's marks less south's are the northward courses since the board was
last empty, and east's less west's the eastward ones. No section holds six marks without damage.
"""

from functools import cache

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Mask
from quintain.games.admiral.bots.enemy.hypothesis_rows import (
    ALL_NETS,
    EASTWARD,
    NET_BITS,
    NORTHWARD,
    OPEN,
    SPAN,
)
from quintain.games.admiral.rules.engineering import COLOR_OF
from quintain.games.admiral.rules.state import BOARD, COLORS, DIRECTIONS, NODES, STEALTH, SYSTEMS


def _colors(wiring: int, section: int) -> tuple[int, ...]:
    first = wiring * BOARD + section * NODES
    return COLOR_OF[first : first + NODES]


NODES_OF = tuple(  # by wiring, color and section: how many
    tuple(tuple(_colors(wiring, section).count(color) for section in range(DIRECTIONS)) for color in range(COLORS))
    for wiring in range(len(COLOR_OF) // BOARD)
)

REST = SPAN // 2  # a net of more along an axis costs damage
HIDDEN_NORTH, HIDDEN_EAST = np.divmod(np.arange(ALL_NETS), SPAN)
POWERS = np.left_shift(1, np.arange(NET_BITS, dtype=np.int64))
ANY = (1 << NET_BITS) - 1


class EngineRoom:
    """The engine room of a submarine, as far as the world hears of it."""

    def __init__(self, wiring: int | None, capacity: tuple[int, ...]) -> None:
        self.wiring = wiring  # None: unknown, no color is ever sure
        self.capacity = capacity
        self.announced = [0] * DIRECTIONS  # courses since the board was last empty
        self.hidden = 0  # stealths since then
        self.courses = 0  # and stealths since the match began: each charged a gauge
        self.spent = 0  # charges that the systems used took
        self.since = [0] * SYSTEMS  # courses since each system was last used

    # --- what is heard ---

    def course(self, direction: int) -> None:
        self.announced[direction] += 1
        self._charge()

    def stealth(self) -> None:
        self.use(STEALTH)
        self.hidden += 1
        self._charge()

    def _charge(self) -> None:
        self.courses += 1
        self.since = [courses + 1 for courses in self.since]

    def use(self, system: int, ago: int = 0) -> None:
        """A system was used, no more courses ago than this."""
        self.spend(system)
        self.since[system] = min(self.since[system], ago)

    def spend(self, system: int) -> None:
        self.spent += self.capacity[system]

    def arrive_late(self, courses: int) -> None:
        """Nothing is known of the past but how many courses there were."""
        self.courses, self.since, self.hidden = courses, [courses] * SYSTEMS, courses

    def wipe(self) -> None:
        self.announced, self.hidden = [0] * DIRECTIONS, 0

    # --- what follows ---

    def may_use(self, system: int, ahead: int = 0) -> bool:
        """Can the gauge be full, some courses ahead?"""
        charges = min(self.since[system], self.courses - self.spent) + ahead
        return charges >= self.capacity[system]

    @property
    def net(self) -> tuple[int, int]:
        """Announced northward and eastward courses since the board was last empty."""
        north, east, south, west = self.announced
        return north - south, east - west

    def settled(self, heading: int) -> Cells:
        """The nets, by heading, of a turn that cost no damage."""
        north, east = self.net
        return _settled(north % SPAN, east % SPAN, heading)

    def wiped(self, heading: int) -> Cells:
        """The nets, by heading, of a turn that ended with a section or the radiation nodes full."""
        return _by_heading([self._can_overload(direction) for direction in range(DIRECTIONS)], heading)

    def _can_overload(self, direction: int) -> Mask:
        leans = _leans(*self.net)
        leans[direction] = np.where(leans[direction] == -REST, REST + 1, leans[direction])
        leans[(direction + 2) % DIRECTIONS] = -leans[direction]
        most = self._most_courses(leans)
        full = (leans[direction] >= 1) & (most[direction] >= NODES)
        radiant = (np.min(most, axis=0) >= 1) & (leans[direction] <= REST)
        return full | radiant

    def _most_courses(self, leans: list[Cells]) -> list[Cells]:
        """For each net, how many courses there can have been in each direction, announced and hidden."""
        hidden = [leans[d] - (self.announced[d] - self.announced[(d + 2) % DIRECTIONS]) for d in range(DIRECTIONS)]
        return [
            self.announced[d] + (self.hidden - np.abs(hidden[(d + 1) % DIRECTIONS]) + hidden[d]) // 2
            for d in range(DIRECTIONS)
        ]

    def clear(self, color: int) -> Cells:
        """The nets of a board without a mark of the color."""
        return _by_heading([~self._breaks(color)] * DIRECTIONS, 0)

    def _breaks(self, color: int) -> Mask:
        """For each net: is the color surely broken?"""
        if self.wiring is None:
            return np.zeros(ALL_NETS, bool)
        others = [NODES - nodes for nodes in NODES_OF[self.wiring][color]]
        repairs = min(self.announced) + self.hidden  # at most: each takes a course in every direction
        leans = _leans(*self.net)
        marks = [np.maximum(leans[d], self.announced[d] - repairs) for d in range(DIRECTIONS)]
        return np.any([marks[d] > others[d] for d in range(DIRECTIONS)], axis=0)

    def broken(self, nets: Cells) -> tuple[int, ...]:
        """The colors that are broken whichever of these nets is true."""
        possible = unpacked_nets(nets)
        return tuple(color for color in range(COLORS) if not np.any(possible & ~self._breaks(color)))


def _leans(north: int, east: int) -> list[Cells]:
    """By direction: how many marks more than the opposite section, for each net."""
    to_north = (HIDDEN_NORTH + north + REST) % SPAN - REST
    to_east = (HIDDEN_EAST + east + REST) % SPAN - REST
    return [NORTHWARD[d] * to_north + EASTWARD[d] * to_east for d in range(DIRECTIONS)]


@cache
def _settled(north: int, east: int, heading: int) -> Cells:
    """One more than REST looks like REST in the other direction, which one course cannot lead to."""
    return _by_heading([lean != -REST for lean in _leans(north, east)], heading)


def _by_heading(allowed: list[Mask], heading: int) -> Cells:
    """Rows for hidden headings, and behind them the row for the announced one."""
    nets = [packed_nets(mask) for mask in allowed]
    return np.array([*nets, nets[heading] if heading != OPEN else (ANY, ANY)], np.int64)


def packed_nets(mask: Mask) -> tuple[int, int]:
    """A set of nets in two numbers."""
    first, second = mask[:NET_BITS], mask[NET_BITS:]
    return int(POWERS @ first), int(POWERS[: len(second)] @ second)


def unpacked_nets(nets: Cells) -> Mask:
    first, second = (int(nets[i]) >> np.arange(NET_BITS) & 1 for i in range(2))
    return np.concatenate([first, second])[:ALL_NETS].astype(bool)
