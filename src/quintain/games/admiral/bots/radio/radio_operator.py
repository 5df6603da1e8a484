"""The veteran radio operator: follows both boats by ear, and reports at the start of every turn."""

from quintain.core.bot import Turn
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.levels import Manner
from quintain.games.admiral.bots.radio.what_to_report import report
from quintain.games.admiral.rules.state import ROLES


class RadioOperator:
    def __init__(self, manner: Manner) -> None:
        self.level, self.traits = manner.level, manner.traits.tracker
        self.enemy: Tracker | None = None
        self.own: Tracker | None = None  # our boat, as the enemy hears it

    def speak(self, turn: Turn) -> None:
        team = turn.seat // ROLES
        if self.enemy is None:
            habit, leeway = self.traits.habit, self.traits.leeway
            self.enemy = Tracker.of(turn.seen, 1 - team, self.level.tracker, habit=habit, leeway=leeway)
            self.own = Tracker.of(turn.seen, team, self.level.self_tracker) if self.level.self_tracker else None
        self.enemy.follow(turn.seen)
        if self.own:
            self.own.follow(turn.seen)
        turn.say(report(self.enemy, self.own))

    def act(self, turn: Turn) -> None:
        """He has nothing to do but listen."""
