"""What the boat uses once it has moved: torpedo, mines, drone or sonar."""

from typing import NamedTuple

import numpy as np

from quintain.games.admiral.actions import Action, Drone, DropMine, Sonar, Torpedo, TriggerMine
from quintain.games.admiral.bots.captain.what_we_know import Knowledge
from quintain.games.admiral.bots.duel.worth_of_a_cell import Duel
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, sonar_gain
from quintain.games.admiral.bots.weapons.where_to_fire import (
    DAMAGE,
    FOUND,
    KILLS,
    SCORE,
    SELF,
    Aim,
    best_shot,
    reach_of,
)
from quintain.games.admiral.bots.weapons.where_to_mine import AHEAD, Minelayer, best_drop, best_trigger
from quintain.games.admiral.rules.grid import blast, next_cell, take
from quintain.games.admiral.rules.state import CELLS, DRONE, GRID, MINE, NOWHERE, SONAR, TORPEDO
from quintain.games.admiral.words import label


class Shot(NamedTuple):
    action: Action
    why: str


class Gunnery:
    def __init__(self, now: Knowledge) -> None:
        self.now, self.traits = now, now.traits.weapons

    def trigger(self) -> Shot | None:
        now = self.now
        mines = now.mines
        if now.state.mine_triggered or not mines.any() or (now.state.triggers_need_red and not now.works(MINE)):
            return None
        if now.state.dropped != NOWHERE:
            take(mines, now.state.dropped)
        found = np.empty(FOUND)
        mine = best_trigger(mines, self.aim(secrecy=0.0), found)
        if mine == NOWHERE or found[SCORE] < now.profile.trigger:
            return None
        sinks = f"and sinks them {found[KILLS]:.0%} of the time"
        return Shot(TriggerMine(label(mine)), f"the mine at {label(mine)} should do {found[DAMAGE]:.2f} damage {sinks}")

    def aim(self, secrecy: float) -> Aim:
        """What our explosions are judged by; without secrecy it does not matter what the enemy knows of us."""
        now = self.now
        seen = now.seen if secrecy else np.zeros(CELLS)
        return Aim(now.enemy_at.belief, seen, now.cell, now.hull, now.enemy_hull, secrecy, now.traits.shot)

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
        targets, found = np.zeros(GRID, np.int64), np.empty(FOUND)
        reach_of(now.water, now.cell, now.state.torpedo_path, targets)
        if not now.level.aims:
            return self.at_likeliest(targets)
        target = best_shot(targets, self.aim(now.level.secrecy), found)
        if target == NOWHERE or found[SCORE] < (enough := self.enough(float(found[KILLS]))):
            return None
        costs = f", {found[SELF]:.0f} to us" if found[SELF] else ""
        worth = f"worth {found[SCORE]:+.2f}, where {enough:.2f} is enough"
        return Shot(Torpedo(label(target)), f"{label(target)} should take {found[DAMAGE]:.2f} hull{costs}: {worth}")

    def enough(self, kills: float) -> float:
        """What a torpedo must promise; the best captains ask what becomes of the duel with it and without it."""
        now, traits = self.now, self.traits
        if not now.level.duels:
            return now.profile.threshold
        price = now.profile.threshold - traits.usual + Duel(now).price_of_firing(kills)
        return min(traits.most, max(traits.least, price))

    def at_likeliest(self, targets: np.ndarray) -> Shot | None:
        """The likeliest cell in range, if it is far enough from us."""
        now, likely = self.now, np.zeros(CELLS)
        cell = next_cell(targets, 0)
        while cell < CELLS:
            likely[cell] = now.enemy_at.belief[cell] if blast(now.cell, cell) == 0 else 0.0
            cell = next_cell(targets, cell + 1)
        best = int(likely.argmax())
        if likely[best] < self.traits.likely:
            return None
        return Shot(Torpedo(label(best)), f"{label(best)} is the likeliest cell in range: {likely[best]:.0%}")

    def mine(self) -> Shot | None:
        now, traits = self.now, self.traits
        if not now.level.mines or not now.usable(MINE):
            return None
        layer = Minelayer(
            now.cell, now.free.copy(), now.water, now.mines, now.profile.straits, traits.overlap, traits.cramped
        )  # fmt: skip
        spot, damage = best_drop(layer, now.enemy_at.belief, now.enemy_hull)
        if spot == NOWHERE or damage < now.profile.drop * now.level.drop:
            return None
        why = f"a mine at {label(spot)} should do {damage:.2f} damage within {AHEAD} turns"
        return Shot(DropMine(label(spot)), why)

    def drone(self) -> Shot | None:
        now = self.now
        if not now.usable(DRONE) or now.enemy_at.bits < self.traits.unsure:
            return None
        shares = np.bincount(now.waters.sector_of, now.enemy_at.belief, now.waters.sectors + 1)[1:]
        sector = int(shares[: now.waters.sectors].argmax()) + 1
        gain = binary_entropy(float(shares[sector - 1]))
        if gain < self.traits.drone:
            return None
        likely = f"sector {sector} is {shares[sector - 1]:.0%} likely"
        return Shot(Drone(sector), f"{likely}: a drone brings {gain:.2f} of {now.enemy_at.bits:.1f} bits")

    def sonar(self) -> Shot | None:
        now = self.now
        if not now.level.sonar or not now.usable(SONAR) or now.enemy_at.bits < self.traits.unsure:
            return None
        gain = sonar_gain(now.enemy_at.belief, now.waters)
        if gain < self.traits.sonar:
            return None
        return Shot(Sonar(), f"even the best lie brings {gain:.2f} of {now.enemy_at.bits:.1f} bits")
