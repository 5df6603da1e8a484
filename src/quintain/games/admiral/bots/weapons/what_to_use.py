"""What the boat uses once it has moved: torpedo, mines, drone or sonar."""

from typing import NamedTuple

import numpy as np

from quintain.games.admiral.actions import Action, Drone, DropMine, Sonar, Torpedo, TriggerMine
from quintain.games.admiral.bots.captain.what_we_know import Situation
from quintain.games.admiral.bots.duel.worth_of_a_cell import Standoff
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, sonar_gain
from quintain.games.admiral.bots.weapons.where_to_fire import (
    DAMAGE,
    FOUND,
    KILLS,
    SCORE,
    SELF,
    best_drop,
    best_shot,
    best_trigger,
    reach_of,
)
from quintain.games.admiral.rules.grid import next_cell
from quintain.games.admiral.rules.state import CELLS, DRONE, GRID, MINE, NOWHERE, SONAR, TORPEDO
from quintain.games.admiral.words import label

WORTH_A_DRONE = 0.6  # bits
WORTH_A_SONAR = 1.0  # bits
UNSURE = 2.0  # bits about the enemy, from which on it is worth asking
USUAL = 0.8  # the threshold of those who neither love nor shun a shot
LEAST, MOST = 0.3, 1.2  # what a torpedo must promise, and what is enough, whatever the duel says
OVERLAPPING = 0.35  # what a mine must promise if another lies beside it


class Shot(NamedTuple):
    action: Action
    why: str


class Gunnery:
    def __init__(self, now: Situation) -> None:
        self.now = now

    def trigger(self) -> Shot | None:
        now = self.now
        mines = now.mines
        if now.state.mine_triggered or not mines.any() or (now.state.triggers_need_red and not now.works(MINE)):
            return None
        if now.state.dropped != NOWHERE:
            mines[now.state.dropped // 64] &= ~(1 << now.state.dropped % 64)
        found = np.empty(FOUND)
        mine = best_trigger(mines, now.sighting.belief, now.cell, now.hulls, found)
        if mine == NOWHERE or found[SCORE] < now.profile.trigger:
            return None
        sinks = f"and sinks them {found[KILLS]:.0%} of the time"
        return Shot(TriggerMine(label(mine)), f"the mine at {label(mine)} should do {found[DAMAGE]:.2f} damage {sinks}")

    def weapon(self) -> Shot | None:
        """The best use of this turn's one system, or none."""
        for choice in (self.torpedo, self.mine, self.drone, self.sonar):
            shot = choice()
            if shot:
                return shot
        return None

    def torpedo(self) -> Shot | None:
        now = self.now
        if not now.usable(TORPEDO):
            return None
        if not now.level.aims:
            return self.densest()
        targets, found = np.zeros(GRID, np.int64), np.empty(FOUND)
        reach_of(now.water, now.cell, now.state.torpedo_path, targets)
        seen = now.seen if now.level.secrecy else np.zeros(CELLS)
        target = best_shot(targets, now.sighting.belief, seen, now.cell, now.hulls, now.level.secrecy, found)
        if target == NOWHERE or found[SCORE] < (enough := self.enough(float(found[KILLS]))):
            return None
        costs = f", {found[SELF]:.0f} to us" if found[SELF] else ""
        worth = f"worth {found[SCORE]:+.2f}, where {enough:.2f} is enough"
        return Shot(Torpedo(label(target)), f"{label(target)} should take {found[DAMAGE]:.2f} hull{costs}: {worth}")

    def enough(self, kills: float) -> float:
        """What a torpedo must promise; the best captains ask what becomes of the duel with it and without it."""
        now = self.now
        if not now.level.duels:
            return now.profile.threshold
        price = now.profile.threshold - USUAL + Standoff(now).price_of_firing(kills)
        return min(MOST, max(LEAST, price))

    def densest(self) -> Shot | None:
        """The likeliest cell in range, if it is far enough from us."""
        now = self.now
        targets = np.zeros(GRID, np.int64)
        reach_of(now.water, now.cell, now.state.torpedo_path, targets)
        likely = np.zeros(CELLS)
        cell = next_cell(targets, 0)
        while cell < CELLS:
            apart = max(abs(cell // 16 - now.cell // 16), abs(cell % 16 - now.cell % 16))
            likely[cell] = now.sighting.belief[cell] if apart > 1 else 0.0
            cell = next_cell(targets, cell + 1)
        best = int(likely.argmax())
        if likely[best] < 0.1:
            return None
        return Shot(Torpedo(label(best)), f"{label(best)} is the likeliest cell in range: {likely[best]:.0%}")

    def mine(self) -> Shot | None:
        now = self.now
        if not now.level.mines or not now.usable(MINE):
            return None
        found = np.empty(FOUND)
        free, belief, hull = now.free.copy(), now.sighting.belief, int(now.hulls[1])
        spot = best_drop(free, now.water, now.mines, belief, now.cell, hull, now.profile.straits, found)
        if spot == NOWHERE or found[0] < now.profile.drop * now.level.drop:
            return None
        return Shot(DropMine(label(spot)), f"a mine at {label(spot)} should do {found[0]:.2f} damage within 6 turns")

    def drone(self) -> Shot | None:
        now = self.now
        if not now.usable(DRONE) or now.sighting.bits < UNSURE:
            return None
        shares = np.bincount(now.waters.sector_of, now.sighting.belief, now.waters.sectors + 1)[1:]
        sector = int(shares[: now.waters.sectors].argmax()) + 1
        gain = binary_entropy(float(shares[sector - 1]))
        if gain < WORTH_A_DRONE:
            return None
        likely = f"sector {sector} is {shares[sector - 1]:.0%} likely"
        return Shot(Drone(sector), f"{likely}: a drone brings {gain:.2f} of {now.sighting.bits:.1f} bits")

    def sonar(self) -> Shot | None:
        now = self.now
        if not now.level.sonar or not now.usable(SONAR) or now.sighting.bits < UNSURE:
            return None
        gain = sonar_gain(now.sighting.belief, now.waters)
        if gain < WORTH_A_SONAR:
            return None
        return Shot(Sonar(), f"even the best lie brings {gain:.2f} of {now.sighting.bits:.1f} bits")
