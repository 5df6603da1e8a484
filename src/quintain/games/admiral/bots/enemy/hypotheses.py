"""The hypotheses about one submarine: rows and weights in arrays that are made once, and changed by the kernels."""

from functools import cache

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Mask, Reals
from quintain.games.admiral.bots.enemy import hypothesis_rows as kernels
from quintain.games.admiral.bots.enemy.engine_room import ANY
from quintain.games.admiral.bots.enemy.hypothesis_rows import (
    BITS,
    CELL,
    DROP,
    HEADING,
    NETS,
    OPEN,
    TRAIL,
    WIDTH,
    Alike,
    Batch,
    Sea,
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


def empty_batch(most: int) -> Batch:
    return Batch(np.empty((most, WIDTH), np.int64), np.empty(most))


class Hypotheses:
    def __init__(self, waters: Waters, most: int, trails: bool, headings: bool) -> None:
        self.waters, self.trails = waters, trails
        self.sea = Sea(waters.grid, waters.beside, waters.least_stealth, int(trails), int(headings))
        self.most = max(most, LEAST)  # when there would be more, similar ones are taken together
        self.n = 0
        self._batch, self._spare = empty_batch(self.most), empty_batch(self.most)
        self._slots = np.zeros((1 << (2 * self.most).bit_length()) + 1, np.int64)

    def start(self, where: Mask, past: bool = False) -> None:
        """Somewhere there; with an unknown past its mines may lie anywhere and its board may be anything."""
        cells = np.flatnonzero(where)
        self.n = len(cells)
        self.rows[:] = 0
        self.rows[:, CELL], self.rows[:, HEADING] = cells, OPEN
        if self.trails:
            self.rows[np.arange(self.n), TRAIL + cells // BITS] = np.left_shift(1, cells % BITS)
        self.rows[:, DROP:NETS] = self.waters.grid if past else 0
        self.rows[:, NETS:] = ANY if past else (1, 0)
        self.weights[:] = 1

    # --- what is heard ---

    def advance(self, direction: int, habit: Reals) -> None:
        self.n = kernels.advance(self._batch, self.n, self.sea, direction, habit)

    def hide(self) -> None:
        self._merge_similar()
        self.n = kernels.hide(self._batch, self.n, self.sea, self._spare, Alike(EVERYWHERE, self._slots))
        self._swap()

    def _merge_similar(self) -> None:
        """Before a stealth makes too many: forget how trails differ far away, then nearer and nearer."""
        for radius in RADII:
            if kernels.all_stealths(self._batch, self.n, self.sea) <= self.most:
                break
            self.judge(ANYTHING, near=around(radius))

    def judge(self, allowed: Cells, *, wipe: bool = False, near: Cells = EVERYWHERE) -> None:
        alike = Alike(near, self._slots)
        self.n = kernels.judge(self._batch, self.n, allowed, int(wipe), self._spare, alike)
        self._swap()

    def confine(self, allowed: Cells) -> None:
        self.n = kernels.confine(self._batch, self.n, allowed)

    def _swap(self) -> None:
        self._batch, self._spare = self._spare, self._batch

    def sift(self, where: Mask) -> None:
        self.n = kernels.sift(self._batch, self.n, where)

    def lay(self, surely: bool = False) -> None:
        self.n = kernels.lay(self._batch, self.n, self.waters.beside, int(surely))

    def explode(self, mine: int) -> None:
        self.n = kernels.explode(self._batch, self.n, mine)

    def rise(self) -> None:
        kernels.rise(self._batch, self.n, int(self.trails))
        self.judge(ANYTHING, wipe=True)

    def rescale(self, leeway: float) -> None:
        """Keep weights from vanishing; with leeway they also draw nearer to each other."""
        weights = self.weights
        weights *= (1 - leeway) / weights.max()
        weights += leeway

    # --- what is known ---

    @property
    def rows(self) -> Cells:
        """Those that count."""
        return self._batch.rows[: self.n]

    @property
    def weights(self) -> Reals:
        return self._batch.weights[: self.n]

    @property
    def cells(self) -> Cells:
        """The cell of every hypothesis."""
        return self.rows[:, CELL]

    @property
    def nets(self) -> Cells:
        """All nets that are possible."""
        return np.bitwise_or.reduce(self.rows[:, NETS:], axis=0)

    def share(self) -> Reals:
        """The weight on every cell."""
        return summed(self.cells, self.weights, CELLS)
