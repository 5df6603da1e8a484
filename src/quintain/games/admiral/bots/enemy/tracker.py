"""Where a submarine can be, by everything that was heard of it."""

from collections import Counter
from functools import cached_property
from typing import Any, Self

import numpy as np

from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.admiral.bots.arrays import Mask, Reals
from quintain.games.admiral.bots.enemy import what_scans_tell
from quintain.games.admiral.bots.enemy.waters import Waters, unpacked
from quintain.games.admiral.bots.enemy.what_reports_tell import HIDDEN_ANSWER, Listener, TrackerLevel, unwrapped
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import (
    CELLS,
    COURSE,
    CREW,
    DRONE,
    DRONED,
    GREEN_NODE,
    NONE,
    SONAR,
    STEALTHY,
    SYSTEMS,
    TORPEDO,
    State,
)


class Tracker(Listener):
    """Of the enemy's submarine; or of our own, to know what the enemy can know."""

    def __init__(self, waters: Waters, team: int, level: TrackerLevel = "exact", **settings: Any) -> None:
        super().__init__(waters, level, **settings)
        self.team = team  # whose submarine it is
        self.read = 0  # reports of the match's list that were heard
        self._noticed = [0] * SYSTEMS  # uses of each system that the state has shown
        self._between_turns = True  # when it was last followed

    @classmethod
    def of(cls, source: Position | Cells, team: int, level: TrackerLevel = "exact", **settings: Any) -> Self:
        """A tracker of this team's submarine that has heard everything so far."""
        waters = Waters(_record(source))
        tracker = cls(waters, team, level, **{"wiring": waters.wiring, **settings})
        tracker.follow(source)
        return tracker

    # --- following a match ---

    def follow(self, source: Position | Cells) -> None:
        """Hear what is new in the list of a state, which may be concealed."""
        state = _record(source)[: State.size].view(State.layout)[0]
        kept, ever = int(state.reports[self.team]), int(state.reports_ever[self.team])
        if ever - self.read > kept:
            self._start_late(state)
        codes = state.heard[self.team][kept - (ever - self.read) : kept].tolist()
        for code in answered(codes, int(state.subs[self.team]), self.waters):
            self.hear(code)
        self.read = ever
        own_turn = int(state.turn) == self.team
        if not own_turn or int(state.step) != CREW:
            self.settle()
        self._notice(state.uses[self.team].tolist(), codes, not own_turn)

    def _start_late(self, state: Any) -> None:
        """Much was heard before: begin at the last surfacing, or where the list begins."""
        self._start(unpacked(state.origin[self.team].copy()) & self.waters.mask, past=True)
        forgotten = int(state.reports_ever[self.team]) - int(state.reports[self.team])
        self.read = forgotten + int(state.since[self.team])
        self.engine_room.arrive_late(int(state.courses[self.team]))

    def _notice(self, uses: list[int], codes: list[int], between_turns: bool) -> None:
        """Drones and sonars are not in the list of the boat that sends them."""
        kinds = Counter(code & 255 for code in codes)
        courses = kinds[COURSE] + kinds[STEALTHY]
        for system in (SONAR, DRONE):
            for _ in range(uses[system] - self._noticed[system]):
                self.engine_room.use(system, ago=courses)
            one_turn = between_turns and self._between_turns and courses == 1
            if one_turn and uses[system] > self._noticed[system]:
                self._saw_clear(GREEN_NODE)
        self._noticed, self._between_turns = uses, between_turns

    # --- what is known ---

    def _changed(self) -> None:
        for name in ("inside", "belief", "bits"):
            self.__dict__.pop(name, None)

    @cached_property
    def inside(self) -> Mask:
        """The cells where it can be."""
        return np.bincount(self.hypotheses.cells, minlength=CELLS) > 0

    @cached_property
    def belief(self) -> Reals:
        """How likely each cell is; without weights all that are possible are equally likely."""
        share = self.hypotheses.share() if self.skill.weights else self.inside.astype(np.float64)
        return share / share.sum()

    @property
    def count(self) -> int:
        """Cells where it can be."""
        return int(np.count_nonzero(self.inside))

    @cached_property
    def bits(self) -> float:
        """How uncertain it is."""
        return what_scans_tell.entropy(self.belief)

    def sector_shares(self) -> Reals:
        """How likely each sector is; sector 1 comes first."""
        return what_scans_tell.summed(self.waters.sector_of, self.belief, self.waters.sectors + 1)[1:]

    @property
    def net(self) -> tuple[int, int]:
        """Announced northward and eastward courses since its board was last empty."""
        return self.engine_room.net

    def blocked(self) -> tuple[int, ...]:
        """The colors that must be broken over there."""
        if not self.skill.engineering or self.pending != NONE:
            return ()
        return self.engine_room.broken(self.hypotheses.nets)

    def may_use(self, system: int, ahead: int = 0) -> bool:
        """Can it use the system, some courses ahead? A tracker that ignores engine rooms must fear that it can."""
        if not self.skill.engineering:
            return True
        return self.engine_room.may_use(system, ahead) and (ahead > 0 or NEEDS[system] not in self.blocked())

    def may_fire(self, ahead: int = 0) -> bool:
        return self.may_use(TORPEDO, ahead)

    # --- what would be ---

    def cells_after_drone(self, sector: int) -> tuple[int, int]:
        """How many cells are left if it is in the sector, and if it is not."""
        where = self.waters.sector(sector)
        return int(np.count_nonzero(self.belief[where])), int(np.count_nonzero(self.belief[~where]))

    def sonar_gain(self) -> float:
        """Bits that a sonar would bring, asked of a good liar."""
        return what_scans_tell.sonar_gain(self.belief, self.waters)


def answered(codes: list[int], cell: int, waters: Waters) -> list[int]:
    """Whoever knows where the submarine is can answer the drones since it last moved."""
    found = list(codes)
    for i in reversed(range(len(codes))):
        kind, sector, answer, *_ = unwrapped(codes[i])
        if cell < 0 or kind in (COURSE, STEALTHY):
            break
        if kind == DRONED and answer == HIDDEN_ANSWER:
            found[i] = DRONED | sector << 8 | int(waters.sector_of[cell] == sector) << 16
    return found


def _record(source: Position | Cells) -> Cells:
    return source.record if isinstance(source, Position) else source
