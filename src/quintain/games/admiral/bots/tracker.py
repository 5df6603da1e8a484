"""The radio operator's heart: where a submarine can be, from everything that was heard of it."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.admiral.bots import foresight
from quintain.games.admiral.bots.ensemble import Ensemble
from quintain.games.admiral.bots.foresight import Left
from quintain.games.admiral.bots.hypotheses import OPEN, Mask, Reals
from quintain.games.admiral.bots.inference import EngineRoom
from quintain.games.admiral.bots.waters import Waters, damages, packed, unpacked
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import (
    BLASTED,
    COURSE,
    CREW,
    DRONE,
    DRONED,
    DROPPED,
    FACTS,
    FIRED,
    GREEN_NODE,
    MINE,
    NONE,
    RED_NODE,
    SONAR,
    STEALTHY,
    SURFACED,
    SYSTEMS,
    TORPEDO,
    TRIGGERED,
    WIPED,
    YELLOW_NODE,
    State,
)

logger = logging.getLogger(__name__)

Level = Literal["none", "cells", "exact", "weighted", "full"]

MOST = 20_000  # hypotheses
HIDDEN_ANSWER = 255
LEAST_FACTOR = 0.3  # what did not happen may count for so much against a cell, and no more

# How captains like a cell with so many exits, for the likelihood of courses.
ALL_ALIKE = (1.0,)
ROOM = (0.1, 0.6, 1.0, 1.2, 1.2)

AFTER_THE_CREW = {COURSE, STEALTHY, SURFACED, FIRED, DROPPED, DRONED, FACTS}  # when these come, its marks are made


class Skill(NamedTuple):
    """What a tracker looks at."""

    listens: bool = True
    trails: bool = True
    weights: bool = False
    engineering: bool = False  # and what did not happen


SKILLS: dict[Level, Skill] = {
    "none": Skill(listens=False, trails=False),
    "cells": Skill(trails=False),
    "exact": Skill(),
    "weighted": Skill(weights=True),
    "full": Skill(weights=True, engineering=True),
}


def unwrapped(code: int) -> tuple[int, ...]:
    """A report's kind, and what goes with it."""
    return tuple(code >> 8 * byte & 255 for byte in range(5))


class Tracker:
    def __init__(
        self,
        waters: Waters,
        team: int,
        level: Level = "exact",
        *,
        most: int = MOST,
        habit: Sequence[float] = ALL_ALIKE,
        wiring: int | None = None,
    ) -> None:
        self.waters = waters
        self.team = team  # whose submarine it is
        self.skill = SKILLS[level]
        self.habit = np.array(habit if self.skill.weights else ())
        self.rows = Ensemble(waters, most, self.skill.trails, self.skill.engineering)
        self.room = EngineRoom(wiring, waters.capacity)
        self.log: list[int] = []  # every report, in case that nothing is left
        self.read = 0  # reports of a match's list
        self._noticed = [0] * SYSTEMS  # uses that a state told of
        self._between_turns = True  # when it was last followed
        self._start(waters.mask)

    @classmethod
    def of(cls, source: Position | Cells, team: int, level: Level = "exact", **settings: Any) -> "Tracker":
        """A tracker of this team's submarine that has heard everything so far."""
        waters = Waters(_record(source))
        tracker = cls(waters, team, level, **{"wiring": waters.wiring, **settings})
        tracker.follow(source)
        return tracker

    def _start(self, where: Mask, past: bool = False) -> None:
        self.rows.start(where, past)
        self.pending = NONE  # the heading whose mark may not be made yet; OPEN after a stealth
        self.mining = False  # can a mine have been dropped where it is now?
        self._forget()

    def clone(self) -> "Tracker":
        twin = object.__new__(Tracker)
        twin.__dict__.update(self.__dict__)
        twin.rows, twin.room = self.rows.clone(), self.room.clone()
        twin.log, twin._noticed = self.log.copy(), self._noticed.copy()
        return twin

    # --- listening ---

    def follow(self, source: Position | Cells, team: int | None = None) -> None:
        """Hear what is new in a state's list."""
        assert team in (None, self.team)
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
        since = int(state.since[self.team])
        self.read = int(state.reports_ever[self.team]) - int(state.reports[self.team]) + since
        self.room.arrive_late(int(state.courses[self.team]))

    def _notice(self, uses: list[int], codes: list[int], between: bool) -> None:
        """Drones and sonars are not in the list of who sends them."""
        kinds = Counter(code & 255 for code in codes)
        courses = kinds[COURSE] + kinds[STEALTHY]
        for system in (SONAR, DRONE):
            for _ in range(uses[system] - self._noticed[system]):
                self.room.use(system, ago=courses)
            if uses[system] > self._noticed[system] and between and self._between_turns and courses == 1:
                self._saw_clear(GREEN_NODE)
            self._noticed[system] = uses[system]
        self._between_turns = between

    def hear(self, code: int) -> None:
        """One report about this submarine."""
        self.log.append(code)
        self._hear(code)
        if not self.rows.n:
            self._rebuild()

    def _hear(self, code: int) -> None:
        kind, *rest = unwrapped(code)
        if not self.skill.listens:
            return
        if kind in AFTER_THE_CREW:
            self.settle()
        HEARING[kind](self, *rest)
        if self.skill.weights and self.rows.n:
            self.rows.rescale()
        self._forget()

    def _rebuild(self) -> None:
        """Nothing fits what was heard: a mistake somewhere. Better to know little than to believe what is wrong."""
        logger.warning("no place is left for a submarine after %d reports; trails are ignored from here", len(self.log))
        self.skill = self.skill._replace(trails=False, engineering=False)
        self.rows = Ensemble(self.waters, self.rows.most, trails=False, headings=False)
        self.room = EngineRoom(self.room.wiring, self.waters.capacity)
        self._start(self.waters.mask, past=True)
        for code in self.log:
            self._hear(code)
            if not self.rows.n:
                self._start(self.waters.mask, past=True)

    # --- reports ---

    def _course(self, direction: int, *_: int) -> None:
        self._leave()
        self.rows.advance(direction, self.habit)
        self.room.course(direction)
        self.pending = direction
        self.mining = not self.waters.mines_are_announced and self.room.may_use(MINE)

    def _stealthy(self, *_: int) -> None:
        self._leave()
        self._saw_clear(YELLOW_NODE)
        self.rows.hide()
        self.room.stealth()
        self.pending, self.mining = OPEN, False

    def _leave(self) -> None:
        """Its turn begins: the last one may have ended with a mine beside it."""
        if self.mining:
            self.rows.lay()
            self.mining = False

    def _surfaced(self, sector: int, *_: int) -> None:
        self._leave()
        self.rows.sift(self.waters.sector(sector))
        self.rows.rise()
        self.room.wipe()

    def _fired(self, target: int, damage: int, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.rows.sift(self.waters.in_range(target) & (damages(target) == damage))
        self.room.use(TORPEDO)
        self.mining = False

    def _triggered(self, mine: int, damage: int, *_: int) -> None:
        if self.mining:  # it stays so: this may be the turn after or the same
            self.rows.lay()
        self.rows.explode(mine)
        self._blasted(mine, damage)
        if not self.waters.mines_are_announced:
            self.room.spent += self.room.capacity[MINE]

    def _blasted(self, impact: int, damage: int, *_: int) -> None:
        self.rows.sift(damages(impact) == damage)

    def _droned(self, sector: int, answer: int, *_: int) -> None:
        if answer != HIDDEN_ANSWER:
            self.rows.sift(self.waters.sector(sector) == bool(answer))

    def _facts(self, kind: int, value: int, other_kind: int, other_value: int) -> None:
        self.rows.sift(self.waters.fact(kind, value) ^ self.waters.fact(other_kind, other_value))

    def _wiped(self, *_: int) -> None:
        if self.skill.engineering and self.pending != NONE:
            self.rows.judge(self.room.wiped(self.pending), wipe=True)
        self.room.wipe()
        self.pending = NONE

    def _dropped(self, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.rows.lay(surely=True)
        self.room.use(MINE)
        self.mining = False

    def settle(self) -> None:
        """The mark of its last turn is made, and cost no damage."""
        if self.pending != NONE and self.skill.engineering:
            judge = self.rows.judge if self.pending == OPEN else self.rows.confine
            judge(self.room.settled(self.pending))
            self._forget()
        self.pending = NONE

    def _saw_clear(self, color: int) -> None:
        """It used a system of this color."""
        if self.skill.engineering and self.room.wiring is not None:
            self.rows.confine(self.room.clear(color))
            self._forget()

    def doubt(self, where: Mask, factor: float) -> None:
        """Something did not happen that would have, there: believe less in these cells (never too much less)."""
        if self.skill.engineering:
            self.rows.doubt(where, max(factor, LEAST_FACTOR))
            self._forget()

    # --- what is known ---

    def _forget(self) -> None:
        for name in ("inside", "belief", "bits"):
            self.__dict__.pop(name, None)

    @cached_property
    def inside(self) -> Mask:
        """The cells where it can be."""
        return np.bincount(self.rows.cells, minlength=len(self.waters.mask)) > 0

    @property
    def grid(self) -> Cells:
        return packed(self.inside)

    @cached_property
    def belief(self) -> Reals:
        """How likely each cell is."""
        share = self.rows.share() if self.skill.weights else self.inside.astype(np.float64)
        return share / share.sum()

    def cells(self) -> tuple[Cells, Reals]:
        return self.grid, self.belief

    @property
    def count(self) -> int:
        """Cells where it can be."""
        return int(np.count_nonzero(self.inside))

    @property
    def states(self) -> int:
        return self.rows.n

    @cached_property
    def bits(self) -> float:
        return foresight.entropy(self.belief)

    def sector_shares(self) -> Reals:
        """How likely each sector is; the first is sector 1."""
        shares: Reals = np.bincount(self.waters.sector_of, self.belief, self.waters.sectors + 1)
        return shares[1 : self.waters.sectors + 1]

    @property
    def net(self) -> tuple[int, int]:
        return self.room.net

    def blocked(self) -> tuple[int, ...]:
        """The colors that must be broken over there."""
        if not self.skill.engineering or self.pending != NONE:
            return ()
        return self.room.broken(self.rows.nets)

    def may_use(self, system: int, ahead: int = 0) -> bool:
        """Can it use the system, after some more courses? True as well for those who do not think of gauges."""
        if not self.skill.engineering:
            return True
        return self.room.may_use(system, ahead) and (ahead > 0 or NEEDS[system] not in self.blocked())

    def may_fire(self, ahead: int = 0) -> bool:
        return self.may_use(TORPEDO, ahead)

    # --- what would be ---

    def ahead(self, turns: int) -> Reals:
        """For each of the next turns, how likely every cell is."""
        cells = self.rows.cells
        weights = self.belief[cells] / np.bincount(cells)[cells]
        if self.skill.weights:
            weights = self.rows.weights[: self.rows.n] / self.rows.weights[: self.rows.n].sum()
        return foresight.ahead(self.rows.rows[: self.rows.n], weights, self.waters, turns)

    def occupancy(self, turns: int) -> Reals:
        """How likely every cell is at any one of the next turns."""
        return self.ahead(turns).mean(axis=0)

    def after_drone(self, sector: int) -> tuple[Left, Left]:
        """What is left if it is in the sector, and if not."""
        where = self.waters.sector(sector)
        return foresight.left(self.belief, where), foresight.left(self.belief, ~where)

    def drone_gain(self, sector: int) -> float:
        """Bits."""
        return foresight.binary_entropy(float(self.sector_shares()[sector - 1]))

    def sonar_gain(self) -> float:
        return foresight.sonar_gain(self.belief, self.waters)

    def remaining(self, kind: int, value: int, other_kind: int, other_value: int) -> Left:
        """What the answer to a sonar would leave."""
        where = self.waters.fact(kind, value) ^ self.waters.fact(other_kind, other_value)
        return foresight.left(self.belief, where)


HEARING: dict[int, Callable[..., None]] = {
    COURSE: Tracker._course,
    STEALTHY: Tracker._stealthy,
    SURFACED: Tracker._surfaced,
    FIRED: Tracker._fired,
    TRIGGERED: Tracker._triggered,
    BLASTED: Tracker._blasted,
    DRONED: Tracker._droned,
    FACTS: Tracker._facts,
    WIPED: Tracker._wiped,
    DROPPED: Tracker._dropped,
}


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
