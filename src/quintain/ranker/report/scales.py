"""From numbers to places in a drawing, with round numbers to mark."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True)
class Scale:
    """Numbers from low to high, drawn from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)


def spanning(values: Sequence[float], start: float, end: float, margin: float = 0.05) -> Scale:
    """A scale on which all these fit, with some space on both sides."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    space = margin * (high - low) or 1.0
    return Scale(low - space, high + space, start, end)


def marks(low: float, high: float, about: int = 6) -> list[float]:
    """About so many round numbers between these."""
    rough = (high - low) / about
    power = 10 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def whole(values: Iterable[float]) -> list[float]:
    """Those that can be counted."""
    return [value for value in values if value == int(value)]


def decades(low: float, high: float) -> list[float]:
    """The powers of ten around these."""
    return [10.0**power for power in range(floor(log10(low)), ceil(log10(high)) + 1)]


def duration(seconds: float) -> str:
    """A time in words that fit: 12 µs, 3.4 ms, 1.5 s, 4 min."""
    if not seconds:
        return "0 s"
    for size, unit in ((1e-6, "µs"), (1e-3, "ms"), (1, "s")):
        if seconds < 999.5 * size and (unit != "s" or seconds < 120):
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 60:.3g} min" if seconds < 7200 else f"{seconds / 3600:.3g} h"
