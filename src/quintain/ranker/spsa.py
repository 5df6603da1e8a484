"""SPSA: how to find good settings by matches between two neighbours, both of them chosen by chance.

Spall's method: all settings are moved at once, each up or down by a coin, and the two that come of it play each other.
Whoever wins pulls the settings to its side. Steps and distances shrink as the rounds go on.
"""

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from quintain.core.errors import BadSetting

# Spall's exponents, and the part of all rounds after which steps begin to shrink in earnest.
STEP_FADES, DISTANCE_FADES, SETTLING = 0.602, 0.101, 0.1


class Range(msgspec.Struct, frozen=True, kw_only=True):
    """A setting of a bot, and between which values the best one is looked for."""

    name: str
    low: float
    high: float
    start: float
    whole: bool = False  # only whole numbers make sense

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise BadSetting(f"{self.name}={self.low:g}:{self.high:g} leaves nothing to choose; write low:high")
        if not self.low <= self.start <= self.high:
            raise BadSetting(
                f"{self.name} starts at {self.start:g}, which is not between {self.low:g} and {self.high:g}"
            )

    def held(self, value: float) -> float:
        return min(self.high, max(self.low, value))

    def playable(self, value: float) -> float:
        """The value as a bot can take it."""
        return float(round(self.held(value))) if self.whole else self.held(value)


class Probe(msgspec.Struct, frozen=True):
    """Two neighbours that play each other in one round."""

    round: int  # from 0
    signs: tuple[int, ...]  # for each setting, +1 if `plus` has it higher
    plus: dict[str, float]
    minus: dict[str, float]


class Spsa(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a search. Distances and steps are parts of each setting's range."""

    ranges: tuple[Range, ...]
    rounds: int
    distance: float = 0.1  # of each neighbour from the middle, at the end
    step: float = 0.05  # that a won round moves the settings, at the end

    @property
    def start(self) -> tuple[float, ...]:
        return tuple(one.start for one in self.ranges)

    def probe(self, values: Sequence[float], round: int, rng: Random) -> Probe:
        """The neighbours of these values that play in this round."""
        signs = tuple(rng.choice((-1, 1)) for _ in self.ranges)
        reach = self.distance * ((1 + self.rounds) / (1 + round)) ** DISTANCE_FADES
        opposite = tuple(-sign for sign in signs)
        return Probe(round, signs, self._neighbour(values, signs, reach), self._neighbour(values, opposite, reach))

    def moved(self, values: Sequence[float], probe: Probe, share: float) -> tuple[float, ...]:
        """The values after a round in which `plus` won this share of the points."""
        settling = SETTLING * self.rounds
        fade = ((settling + 1 + self.rounds) / (settling + 1 + probe.round)) ** STEP_FADES
        pull = self.step * fade * (2 * share - 1)
        return tuple(
            one.held(value + sign * pull * (one.high - one.low))
            for one, value, sign in zip(self.ranges, values, probe.signs, strict=True)
        )

    def settings(self, values: Sequence[float]) -> dict[str, float]:
        """These values as a bot can take them."""
        return {one.name: one.playable(value) for one, value in zip(self.ranges, values, strict=True)}

    def _neighbour(self, values: Sequence[float], signs: Sequence[int], reach: float) -> dict[str, float]:
        # Whole numbers are at least one apart, or both sides would play with the same.
        return self.settings(
            [
                value + sign * max(reach * (one.high - one.low), 0.5 * one.whole)
                for one, value, sign in zip(self.ranges, values, signs, strict=True)
            ]
        )


def spelled(name: str, settings: Mapping[str, float]) -> str:
    """A bot with these settings as it is named on the command line: `search:iterations=500`."""
    texts = [f"{key}={value:g}" for key, value in settings.items()]
    joint = "," if ":" in name else ":"
    return f"{name}{joint}{','.join(texts)}" if texts else name
