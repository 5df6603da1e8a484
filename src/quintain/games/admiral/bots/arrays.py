"""What the crews compute with besides the core's `Cells`: other kinds of arrays, and a way to begin a count."""

from typing import Any

import numpy as np

from quintain.core.kernel import compiled

Reals = np.ndarray[Any, np.dtype[np.float64]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]  # true or false for each cell of the map


@compiled
def none_of(n: int) -> int:
    """0, to begin a count with. A kernel that is passed a count which begins with a literal is compiled twice."""
    return n - n
