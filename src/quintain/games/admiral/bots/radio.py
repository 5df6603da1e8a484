"""The veteran radio operator: follows both boats by ear, and reports at the start of every turn."""

import numpy as np

from quintain.core.bot import Turn
from quintain.games.admiral.bots.beliefs import expected
from quintain.games.admiral.bots.levels import Level, Profile
from quintain.games.admiral.bots.tracker import ROOM, Tracker
from quintain.games.admiral.messages import Likely, PositionReport
from quintain.games.admiral.rules.state import CELLS, HULL, ROLES
from quintain.games.admiral.words import COLORS, label

MOST_NAMED = 20
WORTH_A_DRONE = 0.6  # bits
SEEN = 6  # cells: few enough to warn of
KNOWN = 2.0  # bits: the enemy is as good as found


class RadioOperator:
    def __init__(self, level: Level, profile: Profile) -> None:
        self.level, self.profile = level, profile
        self.enemy: Tracker | None = None
        self.own: Tracker | None = None

    def speak(self, turn: Turn) -> None:
        self.listen(turn)
        turn.say(self.report())

    def listen(self, turn: Turn) -> None:
        team = turn.seat // ROLES
        if self.enemy is None:
            self.enemy = Tracker.of(turn.seen, 1 - team, self.level.tracker, habit=ROOM)
            self.own = Tracker.of(turn.seen, team, self.level.self_tracker) if self.level.self_tracker else None
            return
        self.enemy.follow(turn.seen)
        if self.own:
            self.own.follow(turn.seen)

    def report(self) -> PositionReport:
        assert self.enemy
        belief = self.enemy.belief
        order = np.argsort(-belief, kind="stable")[: min(MOST_NAMED, self.enemy.count)]
        return PositionReport(
            cells=self.enemy.count,
            bits=round(self.enemy.bits, 3),
            likely=tuple(Likely(label(int(cell)), round(float(belief[cell]), 4)) for cell in order),
            sectors=tuple(round(min(1.0, float(share)), 4) for share in self.enemy.sector_shares()),
            seen_cells=self.own.count if self.own else None,
            seen_bits=round(self.own.bits, 3) if self.own else None,
            net=self.enemy.net,
            blocked=tuple(COLORS[color] for color in self.enemy.blocked()),
            advice=tuple(self.advice()),
        )

    def advice(self) -> list[str]:
        """What the captain could do about it, in words."""
        assert self.enemy
        lines = []
        shares = self.enemy.sector_shares()
        sector = int(np.argmax(shares)) + 1
        gain = self.enemy.drone_gain(sector)
        if self.enemy.bits > KNOWN and gain >= WORTH_A_DRONE:
            lines.append(f"A drone to sector {sector} would bring {gain:.1f} bits")
        damage = np.empty(CELLS)
        expected(self.enemy.belief, HULL, damage)
        target = int(np.argmax(np.where(self.enemy.waters.mask, damage, 0)))
        if damage[target] >= self.profile.threshold:
            lines.append(f"A torpedo on {label(target)} would do {damage[target]:.1f} damage")
        if self.own and self.own.count <= SEEN:
            lines.append(f"They have us down to {self.own.count} cells: vanish")
        if self.enemy.blocked():
            colors = " and ".join(COLORS[color] for color in self.enemy.blocked())
            lines.append(f"Their {colors} must be broken: a safe moment")
        return lines
