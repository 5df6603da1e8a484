"""What each report about a submarine tells: which hypotheses about it remain."""

import logging
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from quintain.games.admiral.bots.arrays import Mask
from quintain.games.admiral.bots.enemy.engine_room import EngineRoom
from quintain.games.admiral.bots.enemy.hypotheses import Hypotheses
from quintain.games.admiral.bots.enemy.hypothesis_rows import OPEN
from quintain.games.admiral.bots.enemy.waters import Waters, damages
from quintain.games.admiral.bots.traits import TRAITS
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

TrackerLevel = Literal["cells", "exact", "weighted", "full"]

MOST = 20_000  # hypotheses
HIDDEN_ANSWER = 255
NO_HABIT = (1.0,)  # all courses are equally likely

AFTER_THE_CREW = {COURSE, STEALTHY, SURFACED, FIRED, DROPPED, DRONED, FACTS}  # when these come, its marks are made


class Skill(NamedTuple):
    """What is looked at."""

    trails: bool = True
    weights: bool = False  # how likely courses are
    engineering: bool = False  # what the board and the gauges must be


SKILLS: dict[TrackerLevel, Skill] = {
    "cells": Skill(trails=False),
    "exact": Skill(),
    "weighted": Skill(weights=True),
    "full": Skill(weights=True, engineering=True),
}


def unwrapped(code: int) -> tuple[int, ...]:
    """A report's kind, and what goes with it."""
    return tuple(code >> 8 * byte & 255 for byte in range(5))


class Listener:
    def __init__(
        self,
        waters: Waters,
        level: TrackerLevel = "exact",
        *,
        most: int = MOST,
        habit: Sequence[float] = NO_HABIT,
        leeway: float = TRAITS.tracker.leeway,
        wiring: int | None = None,
    ) -> None:
        self.waters = waters
        self.skill = SKILLS[level]
        self.habit = np.array(habit if self.skill.weights else ())
        self.leeway = leeway
        self.hypotheses = Hypotheses(waters, most, self.skill.trails, self.skill.engineering)
        self.engine_room = EngineRoom(wiring, waters.capacity)
        self.log: list[int] = []  # every report, in case nothing fits any more
        self._start(waters.mask)

    def _start(self, where: Mask, past: bool = False) -> None:
        self.hypotheses.start(where, past)
        self.pending = NONE  # the heading whose mark may not be made yet; OPEN after a stealth
        self.mining = False  # can a mine have been dropped where it is now?
        self._changed()

    def _changed(self) -> None:
        """Whatever was worked out from the hypotheses is out of date."""

    def hear(self, code: int) -> None:
        """One report about this submarine."""
        self.log.append(code)
        self._hear(code)
        if not self.hypotheses.n:
            self._rebuild()

    def _hear(self, code: int) -> None:
        kind, *rest = unwrapped(code)
        if kind in AFTER_THE_CREW:
            self.settle()
        HEARING[kind](self, *rest)
        if self.skill.weights and self.hypotheses.n:
            self.hypotheses.rescale(self.leeway if kind in (COURSE, STEALTHY) else 0)
        self._changed()

    def _rebuild(self) -> None:
        """Nothing fits what was heard: a mistake somewhere. Better to know little than to believe what is wrong."""
        logger.warning("no place is left for a submarine after %d reports; trails are ignored from here", len(self.log))
        self.skill = self.skill._replace(trails=False, engineering=False)
        self.hypotheses = Hypotheses(self.waters, self.hypotheses.most, trails=False, headings=False)
        self.engine_room = EngineRoom(self.engine_room.wiring, self.waters.capacity)
        self._start(self.waters.mask, past=True)
        for code in self.log:
            self._hear(code)
            if not self.hypotheses.n:
                self._start(self.waters.mask, past=True)

    # --- its turn ---

    def _course(self, direction: int, *_: int) -> None:
        self._leave()
        self.hypotheses.advance(direction, self.habit)
        self.engine_room.course(direction)
        self.pending = direction
        self.mining = not self.waters.mines_are_announced and self.engine_room.may_use(MINE)

    def _stealthy(self, *_: int) -> None:
        self._leave()
        self._saw_clear(YELLOW_NODE)
        self.hypotheses.hide()
        self.engine_room.stealth()
        self.pending, self.mining = OPEN, False

    def _leave(self) -> None:
        """A turn begins: the last one may have ended with a mine beside the submarine."""
        if self.mining:
            self.hypotheses.lay()
            self.mining = False

    def _surfaced(self, sector: int, *_: int) -> None:
        self._leave()
        self.hypotheses.sift(self.waters.sector(sector))
        self.hypotheses.rise()
        self.engine_room.wipe()

    def _wiped(self, *_: int) -> None:
        if self.skill.engineering and self.pending != NONE:
            self.hypotheses.judge(self.engine_room.wiped(self.pending), wipe=True)
        self.engine_room.wipe()
        self.pending = NONE

    def settle(self) -> None:
        """The mark of its last turn is made, and cost no damage."""
        if self.pending != NONE and self.skill.engineering:
            judge = self.hypotheses.judge if self.pending == OPEN else self.hypotheses.confine
            judge(self.engine_room.settled(self.pending))
            self._changed()
        self.pending = NONE

    # --- its systems ---

    def _fired(self, target: int, damage: int, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.hypotheses.sift(self.waters.in_range(target) & (damages(target) == damage))
        self.engine_room.use(TORPEDO)
        self.mining = False

    def _dropped(self, *_: int) -> None:
        self._saw_clear(RED_NODE)
        self.hypotheses.lay(surely=True)
        self.engine_room.use(MINE)

    def _triggered(self, mine: int, damage: int, *_: int) -> None:
        if self.mining:  # and it still may have dropped one: this can be the same turn, or the next
            self.hypotheses.lay()
        self.hypotheses.explode(mine)
        self._blasted(mine, damage)
        if not self.waters.mines_are_announced:
            self.engine_room.spend(MINE)

    def _saw_clear(self, color: int) -> None:
        """It used a system of this color."""
        if self.skill.engineering and self.engine_room.wiring is not None:
            self.hypotheses.confine(self.engine_room.clear(color))
            self._changed()

    # --- what is done to it ---

    def _blasted(self, impact: int, damage: int, *_: int) -> None:
        self.hypotheses.sift(damages(impact) == damage)

    def _droned(self, sector: int, answer: int, *_: int) -> None:
        if answer != HIDDEN_ANSWER:
            self.hypotheses.sift(self.waters.sector(sector) == bool(answer))

    def _facts(self, kind: int, value: int, other_kind: int, other_value: int) -> None:
        self.hypotheses.sift(self.waters.fact(kind, value) ^ self.waters.fact(other_kind, other_value))


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
