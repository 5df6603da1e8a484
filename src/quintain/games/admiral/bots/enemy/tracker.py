"""The radio operator's heart: where a submarine can be, by everything that was heard of it."""

from collections import Counter
from functools import cache, cached_property
from typing import Any, Self

import numpy as np

from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.admiral.bots.enemy import what_scans_tell
from quintain.games.admiral.bots.enemy.hypothesis_rows import Mask, Reals
from quintain.games.admiral.bots.enemy.waters import Waters, damages, packed, unpacked
from quintain.games.admiral.bots.enemy.what_reports_tell import HIDDEN_ANSWER, Level, Listener, Skill, unwrapped
from quintain.games.admiral.bots.enemy.what_reports_tell import ROOM as ROOM  # for those who make trackers
from quintain.games.admiral.bots.enemy.what_scans_tell import Left
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import (
    CELLS,
    COURSE,
    CREW,
    DRONE,
    DRONED,
    GREEN_NODE,
    NONE,
    NORTH,
    SONAR,
    STEALTHY,
    SYSTEMS,
    TORPEDO,
    State,
)


class Tracker(Listener):
    """Of the enemy's submarine; or of our own, to know what the enemy can know."""

    def __init__(self, waters: Waters, team: int, level: Level | Skill = "exact", **settings: Any) -> None:
        super().__init__(waters, level, **settings)
        self.team = team  # whose submarine it is
        self.read = 0  # reports of the match's list
        self._noticed = [0] * SYSTEMS  # uses that the state told of
        self._between_turns = True  # when it was last followed

    @classmethod
    def of(cls, source: Position | Cells, team: int, level: Level | Skill = "exact", **settings: Any) -> Self:
        """A tracker of this team's submarine that has heard everything so far."""
        waters = Waters(_record(source))
        tracker = cls(waters, team, level, **{"wiring": waters.wiring, **settings})
        tracker.follow(source)
        return tracker

    def clone(self) -> Self:
        twin = super().clone()
        twin._noticed = self._noticed.copy()
        return twin

    # --- following a match ---

    def follow(self, source: Position | Cells) -> None:
        """Hear what is new in a state's list; the state may be concealed."""
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
        self.room.arrive_late(int(state.courses[self.team]))

    def _notice(self, uses: list[int], codes: list[int], between_turns: bool) -> None:
        """Drones and sonars are not in the list of who sends them."""
        kinds = Counter(code & 255 for code in codes)
        courses = kinds[COURSE] + kinds[STEALTHY]
        for system in (SONAR, DRONE):
            for _ in range(uses[system] - self._noticed[system]):
                self.room.use(system, ago=courses)
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
        return np.bincount(self.ensemble.cells, minlength=CELLS) > 0

    @property
    def grid(self) -> Cells:
        return packed(self.inside)

    @cached_property
    def belief(self) -> Reals:
        """How likely each cell is; without weights all that are possible are alike."""
        share = self.ensemble.share() if self.skill.weights else self.inside.astype(np.float64)
        return share / share.sum()

    def cells(self) -> tuple[Cells, Reals]:
        return self.grid, self.belief

    @property
    def count(self) -> int:
        """Cells where it can be."""
        return int(np.count_nonzero(self.inside))

    @property
    def states(self) -> int:
        """Hypotheses."""
        return self.ensemble.n

    @cached_property
    def bits(self) -> float:
        """Of uncertainty."""
        return what_scans_tell.entropy(self.belief)

    def sector_shares(self) -> Reals:
        """How likely each sector is; sector 1 comes first."""
        return what_scans_tell.summed(self.waters.sector_of, self.belief, self.waters.sectors + 1)[1:]

    @property
    def net(self) -> tuple[int, int]:
        """Announced northward and eastward courses since its board was last empty."""
        return self.room.net

    def blocked(self) -> tuple[int, ...]:
        """The colors that must be broken over there."""
        if not self.skill.engineering or self.pending != NONE:
            return ()
        return self.room.broken(self.ensemble.nets)

    def may_use(self, system: int, ahead: int = 0) -> bool:
        """Can it use the system, some courses ahead? Whoever does not think of engine rooms must fear so."""
        if not self.skill.engineering:
            return True
        return self.room.may_use(system, ahead) and (ahead > 0 or NEEDS[system] not in self.blocked())

    def may_fire(self, ahead: int = 0) -> bool:
        return self.may_use(TORPEDO, ahead)

    # --- what did not happen ---

    def held_fire(self, cell: int, knowing: float = 1) -> None:
        """It did not fire at the submarine on this cell, of which it knew so much: it may be out of range."""
        if self.may_fire():
            self.doubt(self.waters.in_range(cell), 1 - knowing)

    def shuns(self, mines: Cells, factor: float = 0.5) -> None:
        """It hardly stays beside mines that it may have guessed."""
        for mine in np.flatnonzero(unpacked(mines)).tolist():
            self.doubt(damages(mine) > 0, factor)

    # --- what would be ---

    def ahead(self, turns: int) -> Reals:
        """For each of the next turns, how likely every cell is then."""
        cells, weights = self.ensemble.cells, self.ensemble.weights[: self.states]
        if not self.skill.weights:
            weights = self.belief[cells] / np.bincount(cells)[cells]
        return what_scans_tell.ahead(self.ensemble.rows[: self.states], weights / weights.sum(), self.waters, turns)

    def occupancy(self, turns: int) -> Reals:
        """How likely every cell is in any one of the next turns."""
        return np.asarray(self.ahead(turns).mean(axis=0))

    def after_drone(self, sector: int) -> tuple[Left, Left]:
        """What is left if it is in the sector, and if it is not."""
        where = self.waters.sector(sector)
        return what_scans_tell.left(self.belief, where), what_scans_tell.left(self.belief, ~where)

    def drone_gain(self, sector: int) -> float:
        """Bits that a drone would tell."""
        return what_scans_tell.binary_entropy(float(self.sector_shares()[sector - 1]))

    def sonar_gain(self) -> float:
        """Bits that a sonar would tell about a good liar."""
        return what_scans_tell.sonar_gain(self.belief, self.waters)

    def remaining(self, kind: int, value: int, other_kind: int, other_value: int) -> Left:
        """What this answer to a sonar would leave."""
        where = self.waters.fact(kind, value) ^ self.waters.fact(other_kind, other_value)
        return what_scans_tell.left(self.belief, where)


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


@cache
def prepare(game: Game) -> None:
    """Use every kernel once, so that nothing is compiled on the clock."""
    tracker = Tracker.of(Position.start(game), 0, "full", most=0)
    tracker.occupancy(2)
    for ask in (tracker.ensemble.hide, tracker.ensemble.lay, tracker.ensemble.rise):
        ask()
    tracker.ensemble.advance(NORTH, tracker.habit)
    tracker.ensemble.confine(tracker.room.settled(NORTH))
    tracker.ensemble.sift(tracker.waters.mask)
    tracker.ensemble.explode(0)
