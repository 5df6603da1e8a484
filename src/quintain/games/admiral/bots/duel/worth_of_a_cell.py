"""What a cell is worth to us against an enemy that answers well: the captain's use of the duel."""

from functools import cached_property

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.what_we_know import Knowledge
from quintain.games.admiral.bots.duel import both_play_well
from quintain.games.admiral.bots.duel.both_play_well import BOTH, OURS, Boat
from quintain.games.admiral.bots.enemy.chances import best_expected
from quintain.games.admiral.bots.enemy.may_they_fire import courses_since_shot
from quintain.games.admiral.bots.enemy.waters import packed
from quintain.games.admiral.rules.state import CELLS, RUN, TORPEDO

NEVER = 99  # charges missing to a torpedo that is broken
MOST_CELLS = 40  # of the enemy's that are thought of
DIRECT = 2.0  # damage of a direct hit
WHOLE = 4  # points of hull of a boat that was never hit
_hits: dict[bytes, Cells] = {}  # by map


def hits_on(water: Cells) -> Cells:
    """The damage from every cell to every other; worked out once for each map."""
    key = water.tobytes()
    if key not in _hits:
        _hits.clear()
        _hits[key] = np.empty((CELLS, CELLS), np.int64)
        both_play_well.fill_hits(water, _hits[key])
    return _hits[key]


class Duel:
    def __init__(self, now: Knowledge) -> None:
        self.now = now
        self.traits = now.traits.duel
        self.hits = hits_on(now.water)

    @cached_property
    def their_cells(self) -> Cells:
        """The likeliest cells of the enemy."""
        belief = self.now.enemy_at.belief
        chosen = np.zeros(CELLS, bool)
        chosen[np.argsort(-belief, kind="stable")[:MOST_CELLS]] = True
        return packed(chosen & (belief > 0))

    @cached_property
    def our_sight(self) -> float:
        now = self.now
        return self.sight(float(best_expected(now.enemy_at.belief, now.water, WHOLE)))

    def sight(self, expected: float) -> float:
        """How well a boat is known to the other, of 1, by the damage that the best shot at it promises."""
        return min(1.0, expected / DIRECT) * (1.0 if expected >= self.traits.unlikely_shot else 0.5)

    @cached_property
    def their_missing(self) -> int:
        """Courses until the enemy can fire, at least."""
        now = self.now
        charged = courses_since_shot(now.record, now.enemy)
        missing = max(0, now.state.capacity[TORPEDO] - int(charged))
        return max(missing, 2) if "red" in now.enemy_at.blocked else missing

    @property
    def lead(self) -> int:
        """The courses by which the enemy's torpedo is behind ours."""
        return self.their_missing - self.now.missing(TORPEDO)

    # --- what a duel is worth that begins here

    def after_move(self, cells: list[int], known: float) -> Reals:
        """The values of all pairs of cells after a course of ours to one of these."""
        now = self.now
        missing = max(0, now.missing(TORPEDO) - 1) if now.works(TORPEDO) else NEVER
        return self.values(self.our_boat(cells, now.free, missing, now.turns_in_a_row - 1), 1, known)

    def after_surfacing(self, known: float) -> float:
        now = self.now
        boat = self.our_boat([now.cell], now.water & ~now.mines, now.missing(TORPEDO), 0)
        return self.average(self.values(boat, RUN, known), now.cell, fired=False)

    def price_of_firing(self, kills: float) -> float:
        """How much worse the duel is for us after a torpedo that sinks them with this chance, apart from its damage."""
        now = self.now
        boat = self.our_boat([now.cell], now.free, 0, now.turns_in_a_row - 1)
        values = self.values(boat, 1, now.profile.caution * now.known)
        hold, fired = (self.average(values, now.cell, fired) for fired in (False, True))
        return hold - (1 - kills) * fired

    def average(self, values: Reals, cell: int, fired: bool) -> float:
        """What a cell is worth over where the enemy is likely to be."""
        belief = self.now.enemy_at.belief
        return float(both_play_well.average(values, OURS if fired else 0, cell, belief, self.their_cells))

    def our_boat(self, cells: list[int], free: Cells, missing: int, turns: int) -> Boat:
        where = np.zeros(CELLS, bool)
        where[cells] = True
        return Boat(free, packed(where), missing, self.now.hull, turns, self.our_sight)

    def values(self, ours: Boat, their_turns: int, known: float) -> Reals:
        """By torpedoes fired, our cell and theirs: what follows, if they know us this well."""
        now = self.now
        out = np.empty((BOTH, CELLS, CELLS))
        theirs = Boat(
            now.water, self.their_cells, self.their_missing, now.enemy_hull, their_turns, self.sight(known)
        )  # fmt: skip
        both_play_well.play_out(ours, theirs, self.hits, self.traits, out)
        return out
