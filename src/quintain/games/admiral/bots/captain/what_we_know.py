"""What the captain knows when he decides: his boat, the crew's messages, the enemy, and what it knows of us."""

from functools import cached_property

import numpy as np

from quintain.core.bot import Turn
from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.where_they_are import EnemyPosition
from quintain.games.admiral.bots.crew_talk import BoardByEar, Inbox
from quintain.games.admiral.bots.enemy.chances import best_expected
from quintain.games.admiral.bots.enemy.may_they_fire import readiness
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.waters import Waters
from quintain.games.admiral.bots.levels import Manner
from quintain.games.admiral.messages import DirectionRanking, PositionReport
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import CELLS, ROLES, State

AHEAD = 8  # turns for which the enemy's torpedo is thought of
EVEN_ODDS = 0.5


class Memory:
    """What a captain keeps in mind from turn to turn."""

    def __init__(self, turn: Turn) -> None:
        self.team = turn.seat // ROLES
        self.waters = Waters(turn.seen.record)
        self.inbox = Inbox()
        self.board = BoardByEar(self.team, turn.seen.state.overload_before_repair)
        self.enemy_at = EnemyPosition(1 - self.team)
        self.turns = 0  # the number of the turn that was last thought about
        self.own: Tracker | None = None  # our boat as the enemy hears it


class Knowledge:
    """All of it in one turn. It reads the crew's messages, so one of them is made for each turn."""

    def __init__(self, manner: Manner, memory: Memory, turn: Turn) -> None:
        self.level, self.profile, self.traits = manner
        self.memory, self.turn = memory, turn
        self.record = turn.seen.record
        self.state: State = turn.seen.state
        self.team, self.enemy, self.waters = memory.team, 1 - memory.team, memory.waters
        memory.inbox.hear(turn.events)
        memory.board.hear(turn.events)
        if self.state.turn == self.team:
            self._find_enemy()

    def _find_enemy(self) -> None:
        if self.state.turns == self.memory.turns:
            self.enemy_at.update(self.turn.seen)
            return
        self.memory.turns = self.state.turns
        self.enemy_at.begin(self.turn.seen, self.waters, self.memory.inbox.take(PositionReport))
        if self.level.runs:
            self._weigh_silence()

    def _weigh_silence(self) -> None:
        """An enemy that could have fired at us, and knew where we are, is likely out of range."""
        could_fire, knew = self.readiness[0] > EVEN_ODDS, self.traits.enemy.holds_fire
        if could_fire and self.known >= knew and self.state.courses[self.enemy]:
            factor = max(self.traits.enemy.least_doubt, 1 - self.known / 2)
            self.enemy_at.doubt(self.waters.in_range(self.cell), factor)

    # --- the boat

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
        return self.memory.board.marks

    @property
    def hull(self) -> int:
        return self.state.hulls[self.team]

    def missing(self, system: int) -> int:
        """Charges until it is full."""
        return self.state.capacity[system] - self.state.gauges[self.team][system]

    def works(self, system: int) -> bool:
        return not self.state.broken[self.team] >> NEEDS[system] & 1

    def usable(self, system: int) -> bool:
        return self.missing(system) == 0 and self.works(system)

    @property
    def turns_in_a_row(self) -> int:
        """That we have before the enemy's next, this one included."""
        return self.state.run_left if self.state.run_team == self.team else 1

    @property
    def ranking(self) -> DirectionRanking | None:
        return self.memory.inbox.get(DirectionRanking)

    # --- the enemy

    @property
    def enemy_at(self) -> EnemyPosition:
        return self.memory.enemy_at

    @property
    def enemy_hull(self) -> int:
        return self.state.hulls[self.enemy]

    @cached_property
    def readiness(self) -> Reals:
        """The chance that the enemy can fire in its next turn, in the one after, and so on."""
        out = np.empty(AHEAD)
        readiness(self.record, self.enemy, self.traits.enemy, out)
        if self.level.runs and "red" in self.enemy_at.blocked:
            out[0] = 0.0
        return out

    # --- what the enemy knows of us

    @cached_property
    def seen(self) -> Reals:
        """Where the enemy must think that we are."""
        if not self.level.self_tracker:
            return np.full(CELLS, 1 / CELLS)
        if self.memory.own is None:
            self.memory.own = Tracker.of(self.turn.seen, self.team, self.level.self_tracker)
        else:
            self.memory.own.follow(self.turn.seen)
        return self.memory.own.belief

    @cached_property
    def known(self) -> float:
        """The damage that the enemy could expect of the best shot at us."""
        return self.known_as(self.seen)

    def known_as(self, belief: Reals) -> float:
        return float(best_expected(belief, self.water, self.hull))
