"""What the captain knows when he decides: his boat, the crew's messages, the enemy, and what it knows of us."""

from functools import cached_property

import numpy as np

from quintain.core.bot import Turn
from quintain.core.kernel import Cells
from quintain.games.admiral.bots.captain.where_they_are import Sighting
from quintain.games.admiral.bots.crew_talk import Inbox, Tally
from quintain.games.admiral.bots.enemy.chances import best_expected
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.waters import Waters
from quintain.games.admiral.bots.enemy.what_reports_tell import LEAST_FACTOR
from quintain.games.admiral.bots.helm.turns_ahead import readiness
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.bots.levels import Level, Profile
from quintain.games.admiral.messages import DirectionRanking, PositionReport
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import CELLS, ROLES, State

WELL_KNOWN = 1.0  # damage that the enemy could expect of a shot at us
AHEAD = 8  # turns for which the enemy's torpedo is thought of


class Situation:
    def __init__(self, level: Level, profile: Profile) -> None:
        self.level, self.profile = level, profile
        self.inbox = Inbox()
        self.turns = -1
        self._own: Tracker | None = None

    def read(self, turn: Turn) -> None:
        """Look at the boat and listen to the crew."""
        self.turn, self.record = turn, turn.seen.record
        self.state: State = turn.seen.state
        if self.turns < 0:
            self.team = turn.seat // ROLES
            self.waters = Waters(self.record)
            self.tally = Tally(self.team, self.state.overload_before_repair)
            self.sighting = Sighting(1 - self.team)
            self.turns = 0
        self.inbox.hear(turn.events)
        self.tally.hear(turn.events)
        for name in ("seen", "free", "readiness", "known"):
            self.__dict__.pop(name, None)
        if self.state.turn != self.team:
            return
        if self.state.turns != self.turns:
            self.turns = self.state.turns
            self.sighting.begin(turn.seen, self.waters, self.inbox.take(PositionReport))
            if self.level.runs:
                self.weigh_silence()
        else:
            self.sighting.update(turn.seen)

    def weigh_silence(self) -> None:
        """An enemy that could have fired at us, and knew where we are, is likely out of range."""
        if self.readiness[0] > 0.5 and self.known >= WELL_KNOWN and self.state.courses[self.enemy]:
            factor = max(LEAST_FACTOR, 1 - self.known / 2)
            self.sighting.doubt(self.waters.in_range(self.cell), factor)

    # --- the boat

    @property
    def enemy(self) -> int:
        return 1 - self.team

    @property
    def cell(self) -> int:
        return self.state.subs[self.team]

    @property
    def water(self) -> Cells:
        return self.waters.grid

    @property
    def mines(self) -> Cells:
        return np.array(self.state.mines[self.team], np.int64)

    @cached_property
    def free(self) -> Cells:
        """The water that our courses may still use."""
        trail = np.array(self.state.trails[self.team], np.int64)
        return self.water & ~trail & ~self.mines

    @property
    def board(self) -> int:
        return self.tally.board

    @property
    def hulls(self) -> Cells:
        """Ours and theirs."""
        return np.array([self.state.hulls[self.team], self.state.hulls[self.enemy]])

    def missing(self, system: int) -> int:
        """Charges until it is full."""
        return self.state.capacity[system] - self.state.gauges[self.team][system]

    def works(self, system: int) -> bool:
        return not self.state.broken[self.team] >> NEEDS[system] & 1

    def usable(self, system: int) -> bool:
        return self.missing(system) == 0 and self.works(system)

    @property
    def run(self) -> int:
        """The turns that we have in a row, this one included."""
        return self.state.run_left if self.state.run_team == self.team else 1

    @property
    def ranking(self) -> DirectionRanking | None:
        return self.inbox.get(DirectionRanking)

    # --- what the enemy knows and can do

    @property
    def own(self) -> Tracker:
        """Our boat as the enemy hears it."""
        if self._own is None:
            self._own = Tracker.of(self.turn.seen, self.team, self.level.self_tracker or "cells")
        else:
            self._own.follow(self.turn.seen)
        return self._own

    @cached_property
    def seen(self) -> Reals:
        """Where the enemy must think that we are."""
        return self.own.belief if self.level.self_tracker else np.full(CELLS, 1 / CELLS)

    @cached_property
    def known(self) -> float:
        """The damage that the enemy could expect of the best shot at us."""
        return self.known_as(self.seen)

    def known_as(self, belief: Reals) -> float:
        return float(best_expected(belief, self.water, self.state.hulls[self.team]))

    @cached_property
    def readiness(self) -> Reals:
        """The chance that the enemy can fire in its next turn, in the one after, and so on."""
        out = np.empty(AHEAD)
        readiness(self.record, self.enemy, out)
        if self.level.runs and "red" in self.sighting.blocked:
            out[0] = 0.0
        return out
