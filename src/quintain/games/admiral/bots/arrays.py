"""The kinds of arrays that the crews compute with, besides the core's `Cells` of whole numbers."""

from typing import Any

import numpy as np

Reals = np.ndarray[Any, np.dtype[np.float64]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]  # true or false for each cell of the map
