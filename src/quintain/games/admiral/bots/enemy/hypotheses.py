"""The hypotheses about one submarine: rows and weights in arrays that are made once, and changed by the kernels."""

from functools import cache

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.enemy import hypothesis_rows as kernels
from quintain.games.admiral.bots.enemy.engine_room import ANY
from quintain.games.admiral.bots.enemy.hypothesis_rows import (
    CELL,
    DROP,
    HEADING,
    NETS,
    OPEN,
    TRAIL,
    WIDTH,
    WORD,
    Mask,
    Reals,
)
from quintain.games.admiral.bots.enemy.waters import Waters, distances, packed
from quintain.games.admiral.bots.enemy.what_scans_tell import summed
from quintain.games.admiral.rules.state import CELLS, GRID

LEAST = 5000  # hypotheses: enough for each cell to vanish from
RADII = (5, 3, 1, 0)
EVERYWHERE = np.full((CELLS, GRID), -1, np.int64)
ANYTHING = np.full((OPEN + 1, 2), ANY, np.int64)


@cache
def around(radius: int) -> Cells:
    """The grid of the cells nearer than this to each cell."""
    return np.array([packed(distances(cell) < radius) for cell in range(CELLS)])


class Ensemble:
    def __init__(self, waters: Waters, most: int, trails: bool, headings: bool) -> None:
        self.waters = waters
        self.most = most = max(most, LEAST)  # hypotheses; when there would be more, similar ones are taken together
        self.trails = trails  # are trails looked at?
        self.headings = headings  # are the directions of stealths?
        self.n = 0
        self.rows, self.weights = np.empty((most, WIDTH), np.int64), np.empty(most)
        self._spare_rows, self._spare_weights = np.empty((most, WIDTH), np.int64), np.empty(most)
        self._slots = np.zeros((1 << (2 * most).bit_length()) + 1, np.int64)

    def clone(self) -> "Ensemble":
        twin = Ensemble(self.waters, self.most, self.trails, self.headings)
        twin.n = self.n
        twin.rows[: self.n], twin.weights[: self.n] = self.rows[: self.n], self.weights[: self.n]
        return twin

    def start(self, where: Mask, past: bool = False) -> None:
        """Somewhere there; with an unknown past its mines may lie anywhere and its board may be anything."""
        cells = np.flatnonzero(where)
        self.n = len(cells)
        rows = self.rows[: self.n]
        rows[:] = 0
        rows[:, CELL], rows[:, HEADING] = cells, OPEN
        if self.trails:
            rows[np.arange(self.n), TRAIL + cells // WORD] = np.left_shift(1, cells % WORD)
        rows[:, DROP:NETS] = self.waters.grid if past else 0
        rows[:, NETS:] = ANY if past else (1, 0)
        self.weights[: self.n] = 1

    # --- what is heard ---

    def advance(self, direction: int, habit: Reals) -> None:
        args = self.waters.grid, self.waters.beside, direction, int(self.trails), habit
        self.n = kernels.advance(self.rows, self.weights, self.n, *args)

    def hide(self) -> None:
        self._make_room()
        args = self.waters.grid, self.waters.least_stealth, int(self.trails), int(self.headings)
        self.n = kernels.hide(self.rows, self.weights, self.n, *args, *self._spare, EVERYWHERE, self._slots)
        self._swap()

    def _make_room(self) -> None:
        """Before a stealth makes too many: forget how trails differ far away, then nearer and nearer."""
        for radius in RADII:
            if kernels.all_stealths(self.rows, self.n, self.waters.grid, self.waters.least_stealth) <= self.most:
                break
            self.judge(ANYTHING, near=around(radius))

    def judge(self, allowed: Cells, *, wipe: bool = False, near: Cells = EVERYWHERE) -> None:
        args = allowed, int(wipe), *self._spare, near, self._slots
        self.n = kernels.judge(self.rows, self.weights, self.n, *args)
        self._swap()

    def confine(self, allowed: Cells) -> None:
        self.n = kernels.confine(self.rows, self.weights, self.n, allowed)

    @property
    def _spare(self) -> tuple[Cells, Reals]:
        return self._spare_rows, self._spare_weights

    def _swap(self) -> None:
        self.rows, self._spare_rows = self._spare_rows, self.rows
        self.weights, self._spare_weights = self._spare_weights, self.weights

    def sift(self, where: Mask) -> None:
        self.n = kernels.sift(self.rows, self.weights, self.n, where)

    def lay(self, surely: bool = False) -> None:
        self.n = kernels.lay(self.rows, self.weights, self.n, self.waters.beside, int(surely))

    def explode(self, mine: int) -> None:
        self.n = kernels.explode(self.rows, self.weights, self.n, mine)

    def rise(self) -> None:
        kernels.rise(self.rows, self.n, int(self.trails))
        self.judge(ANYTHING, wipe=True)

    def doubt(self, where: Mask, factor: float) -> None:
        self.weights[: self.n][where[self.cells]] *= factor

    def rescale(self, leeway: float) -> None:
        """Keep weights from vanishing; with leeway they also draw nearer to each other."""
        weights = self.weights[: self.n]
        weights *= (1 - leeway) / weights.max()
        weights += leeway

    # --- what is known ---

    @property
    def cells(self) -> Cells:
        """The cell of every hypothesis."""
        return self.rows[: self.n, CELL]

    @property
    def nets(self) -> Cells:
        """All nets that are possible."""
        return np.bitwise_or.reduce(self.rows[: self.n, NETS:], axis=0)

    def share(self) -> Reals:
        """The weight on every cell."""
        return summed(self.cells, self.weights[: self.n], CELLS)

    def holds(self, cell: int, trail: Cells) -> bool:
        """Is there a hypothesis at the cell whose trail the given one contains?"""
        rows = self.rows[: self.n]
        sure = rows[:, TRAIL:DROP]
        return bool(np.any((rows[:, CELL] == cell) & np.all(sure & trail == sure, axis=1)))
