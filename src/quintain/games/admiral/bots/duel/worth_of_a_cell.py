"""A captain's use of the duel: what each place is worth against an enemy that answers well."""

from functools import cached_property

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.captain.what_we_know import Situation
from quintain.games.admiral.bots.duel import both_play_well
from quintain.games.admiral.bots.enemy.chances import best_expected
from quintain.games.admiral.bots.enemy.waters import packed
from quintain.games.admiral.bots.helm.turns_ahead import courses_since_shot
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.rules.state import CELLS, RUN, TORPEDO

NEVER = 99  # charges that are missing to what is broken
MOST_CELLS = 40  # of the enemy's that are thought of
DIRECT = 2.0  # damage of a direct hit
KEPT = 1.2  # points of hull that a torpedo is worth which is not fired
UNLIKELY_SHOT = 0.5  # expected damage below which boats hold their fire
_hits: dict[bytes, Cells] = {}  # by map


def hits_on(water: Cells) -> Cells:
    """The damage from every cell to every other; worked out once for each map."""
    key = water.tobytes()
    if key not in _hits:
        _hits.clear()
        _hits[key] = np.empty((CELLS, CELLS), np.int64)
        both_play_well.fill_hits(water, _hits[key])
    return _hits[key]


def sight(expected: float) -> float:
    """How well a boat is known to the other, of 1: the damage that the best shot promises."""
    return min(1.0, expected / DIRECT) * (1.0 if expected >= UNLIKELY_SHOT else 0.5)


class Standoff:
    def __init__(self, now: Situation) -> None:
        self.now = now
        self.hits = hits_on(now.water)

    @cached_property
    def theirs(self) -> Cells:
        """The likeliest cells of the enemy."""
        belief = self.now.sighting.belief
        chosen = np.zeros(CELLS, bool)
        chosen[np.argsort(-belief, kind="stable")[:MOST_CELLS]] = True
        return packed(chosen & (belief > 0))

    @cached_property
    def our_sight(self) -> float:
        now = self.now
        return sight(float(best_expected(now.sighting.belief, now.water, 4)))

    @cached_property
    def their_missing(self) -> int:
        """Courses until the enemy can fire, at least."""
        now = self.now
        charged = courses_since_shot(now.record, now.enemy)
        missing = max(0, now.state.capacity[TORPEDO] - int(charged))
        return max(missing, 2) if "red" in now.sighting.blocked else missing

    @property
    def lead(self) -> int:
        """The courses that the enemy's torpedo is behind ours."""
        return self.their_missing - self.now.missing(TORPEDO)

    def numbers(self, missing: int, our_run: int, their_run: int) -> Cells:
        ours, theirs = self.now.hulls
        return np.array([missing, self.their_missing, ours, theirs, our_run, their_run])

    def values(self, cells: list[int], free: Cells, known: float, missing: int, our_run: int, their_run: int) -> Reals:
        """By torpedoes fired, our cell and theirs: what follows when we are on one of these cells."""
        ours = np.zeros(CELLS, bool)
        ours[cells] = True
        out = np.empty((both_play_well.BOTH, CELLS, CELLS))
        both_play_well.play_out(
            self.now.water, free, packed(ours), self.theirs, self.numbers(missing, our_run, their_run),
            self.our_sight, sight(known), KEPT, self.hits, out,
        )  # fmt: skip
        return out

    def average(self, values: Reals, cell: int, fired: bool) -> float:
        belief = self.now.sighting.belief
        return float(both_play_well.average(values, both_play_well.OURS if fired else 0, cell, belief, self.theirs))

    def after_move(self, cells: list[int], known: float) -> Reals:
        """After a course of ours to one of these cells."""
        now = self.now
        missing = max(0, now.missing(TORPEDO) - 1) if now.works(TORPEDO) else NEVER
        return self.values(cells, now.free, known, missing, now.run - 1, 1)

    def after_surfacing(self, known: float) -> float:
        now = self.now
        values = self.values([now.cell], now.water & ~now.mines, known, now.missing(TORPEDO), 0, RUN)
        return self.average(values, now.cell, fired=False)

    def price_of_firing(self, kills: float) -> float:
        """How much worse the duel is for us after a torpedo that sinks them so often, beside its damage."""
        now = self.now
        values = self.values([now.cell], now.free, now.profile.caution * now.known, 0, now.run - 1, 1)
        hold, fired = (self.average(values, now.cell, fired) for fired in (False, True))
        return hold - (1 - kills) * fired
