"""What each report about a submarine does to the hypotheses about it."""

import logging
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Self

import numpy as np

from quintain.games.admiral.bots.enemy.engine_room import EngineRoom
from quintain.games.admiral.bots.enemy.hypotheses import Ensemble
from quintain.games.admiral.bots.enemy.hypothesis_rows import OPEN, Mask
from quintain.games.admiral.bots.enemy.waters import Waters, damages
from quintain.games.admiral.rules.state import (
    BLASTED,
    COURSE,
    DRONED,
    DROPPED,
    FACTS,
    FIRED,
    MINE,
    NONE,
    RED_NODE,
    STEALTHY,
    SURFACED,
    TORPEDO,
    TRIGGERED,
    WIPED,
    YELLOW_NODE,
)

logger = logging.getLogger(__name__)

Level = Literal["none", "cells", "exact", "weighted", "full"]

MOST = 20_000  # hypotheses
HIDDEN_ANSWER = 255
LEAST_FACTOR = 0.3  # what did not happen may count for so much against a cell, and no more

# How captains like a cell with so many exits, for the likelihood of courses.
ALL_ALIKE = (1.0,)
ROOM = (0.1, 0.6, 1.0, 1.2, 1.2)

# Captains do not go by chance: without leeway, weights soon are surer than right. Each turn they give up so much.
LEEWAY = 0.2

AFTER_THE_CREW = {COURSE, STEALTHY, SURFACED, FIRED, DROPPED, DRONED, FACTS}  # when these come, its marks are made


class Skill(NamedTuple):
    """What is looked at."""

    listens: bool = True
    trails: bool = True
    weights: bool = False  # how likely courses are
    engineering: bool = False  # what the board and the gauges must be
    doubts: bool = False  # what did not happen


SKILLS: dict[Level, Skill] = {
    "none": Skill(listens=False, trails=False),
    "cells": Skill(trails=False),
    "exact": Skill(),
    "weighted": Skill(weights=True),
    "full": Skill(weights=True, engineering=True, doubts=True),
}


def unwrapped(code: int) -> tuple[int, ...]:
    """A report's kind, and what goes with it."""
    return tuple(code >> 8 * byte & 255 for byte in range(5))


class Listener:
    def __init__(
        self,
        waters: Waters,
        level: Level | Skill = "exact",
        *,
        most: int = MOST,
        habit: Sequence[float] = ALL_ALIKE,
        leeway: float = LEEWAY,
        wiring: int | None = None,
    ) -> None:
        self.waters = waters
        self.skill = level if isinstance(level, Skill) else SKILLS[level]
        self.habit = np.array(habit if self.skill.weights else ())
        self.leeway = leeway
        self.ensemble = Ensemble(waters, most, self.skill.trails, self.skill.engineering)
        self.room = EngineRoom(wiring, waters.capacity)
        self.log: list[int] = []  # every report, in case that nothing is left
        self._start(waters.mask)

    def _start(self, where: Mask, past: bool = False) -> None:
        self.ensemble.start(where, past)
        self.pending = NONE  # the heading whose mark may not be made yet; OPEN after a stealth
        self.mining = False  # can a mine have been dropped where it is now?
        self._changed()

    def _changed(self) -> None:
        """Whatever was worked out from the hypotheses is out of date."""

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.ensemble, twin.room, twin.log = self.ensemble.clone(), self.room.clone(), self.log.copy()
        return twin

    def hear(self, code: int) -> None:
        """One report about this submarine."""
        self.log.append(code)
        self._hear(code)
        if not self.ensemble.n:
            self._rebuild()

    def _hear(self, code: int) -> None:
        kind, *rest = unwrapped(code)
        if not self.skill.listens:
            return
        if kind in AFTER_THE_CREW:
            self.settle()
        HEARING[kind](self, *rest)
        if self.skill.weights and self.ensemble.n:
            self.ensemble.rescale(self.leeway if kind in (COURSE, STEALTHY) else 0)
        self._changed()

    def _rebuild(self) -> None:
        """Nothing fits what was heard: a mistake somewhere. Better to know little than to believe what is wrong."""
        logger.warning("no place is left for a submarine after %d reports; trails are ignored from here", len(self.log))
        self.skill = self.skill._replace(trails=False, engineering=False)
        self.ensemble = Ensemble(self.waters, self.ensemble.most, trails=False, headings=False)
        self.room = EngineRoom(self.room.wiring, self.waters.capacity)
        self._start(self.waters.mask, past=True)
        for code in self.log:
            self._hear(code)
            if not self.ensemble.n:
                self._start(self.waters.mask, past=True)

    # --- its turn ---

    def _course(self, direction: int, *_: int) -> None:
        self._leave()
        self.ensemble.advance(direction, self.habit)
        self.room.course(direction)
        self.pending = direction
        self.mining = not self.waters.mines_are_announced and self.room.may_use(MINE)

    def _stealthy(self, *_: int) -> None:
        self._leave()
        self._saw_clear(YELLOW_NODE)
        self.ensemble.hide()
        self.room.stealth()
        self.pending, self.mining = OPEN, False

    def _leave(self) -> None:
        """A turn begins: the last one may have ended with a mine beside the submarine."""
        if self.mining:
            self.ensemble.lay()
            self.mining = False

    def _surfaced(self, sector: int, *_: int) -> None:
        self._leave()
        self.ensemble.sift(self.waters.sector(sector))
        self.ensemble.rise()
        self.room.wipe()

    def _wiped(self, *_: int) -> None:
        if self.skill.engineering and self.pending != NONE:
            self.ensemble.judge(self.room.wiped(self.pending), wipe=True)
        self.room.wipe()
        self.pending = NONE

    def settle(self) -> None:
        """The mark of its last turn is made, and cost no damage."""
        if self.pending != NONE and self.skill.engineering:
            judge = self.ensemble.judge if self.pending == OPEN else self.ensemble.confine
            judge(self.room.settled(self.pending))
            self._changed()
        self.pending = NONE

    # --- its systems ---

    def _fired(self, target: int, damage: int, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.ensemble.sift(self.waters.in_range(target) & (damages(target) == damage))
        self.room.use(TORPEDO)
        self.mining = False

    def _dropped(self, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.ensemble.lay(surely=True)
        self.room.use(MINE)

    def _triggered(self, mine: int, damage: int, *_: int) -> None:
        if self.mining:  # and it stays so: this may be the turn after, or the same
            self.ensemble.lay()
        self.ensemble.explode(mine)
        self._blasted(mine, damage)
        if not self.waters.mines_are_announced:
            self.room.spend(MINE)

    def _saw_clear(self, color: int) -> None:
        """It used a system of this color."""
        if self.skill.engineering and self.room.wiring is not None:
            self.ensemble.confine(self.room.clear(color))
            self._changed()

    # --- what is done to it ---

    def _blasted(self, impact: int, damage: int, *_: int) -> None:
        self.ensemble.sift(damages(impact) == damage)

    def _droned(self, sector: int, answer: int, *_: int) -> None:
        if answer != HIDDEN_ANSWER:
            self.ensemble.sift(self.waters.sector(sector) == bool(answer))

    def _facts(self, kind: int, value: int, other_kind: int, other_value: int) -> None:
        self.ensemble.sift(self.waters.fact(kind, value) ^ self.waters.fact(other_kind, other_value))

    # --- what does not happen ---

    def doubt(self, where: Mask, factor: float) -> None:
        """Believe less in these cells, but never so much less that it could not be."""
        if self.skill.doubts:
            self.ensemble.doubt(where, max(factor, LEAST_FACTOR))
            self._changed()


HEARING: dict[int, Callable[..., None]] = {
    COURSE: Listener._course,
    STEALTHY: Listener._stealthy,
    SURFACED: Listener._surfaced,
    FIRED: Listener._fired,
    TRIGGERED: Listener._triggered,
    BLASTED: Listener._blasted,
    DRONED: Listener._droned,
    FACTS: Listener._facts,
    WIPED: Listener._wiped,
    DROPPED: Listener._dropped,
}
