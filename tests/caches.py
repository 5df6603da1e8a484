"""What the caches of functions hold: one that grows with every match ends in a server without memory."""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any


def remembered(*rooms: str) -> Counter[str]:
    """How many answers the functions of these packages keep, by name."""
    return Counter({f"{one.__module__}.{one.__qualname__}": one.cache_info().currsize for one in caches(rooms)})


def caches(rooms: tuple[str, ...]) -> Iterator[Any]:
    """Of functions, and of methods in classes. The collector's own list lacks what was frozen."""
    for room in [module for name, module in sys.modules.items() if name.startswith(rooms)]:
        for thing in list(vars(room).values()):
            parts = vars(thing).values() if isinstance(thing, type) else [thing]
            yield from (part for part in parts if isinstance(part, _lru_cache_wrapper))
