"""The house's own crew: four roles that think apart and talk, at five levels and in six manners."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.outcome import Outcome
from quintain.games.admiral.bots import adaptive
from quintain.games.admiral.bots.captain.captain import Captain
from quintain.games.admiral.bots.classic import Classic
from quintain.games.admiral.bots.engineer.engineer import Engineer
from quintain.games.admiral.bots.first_mate.first_mate import FirstMate
from quintain.games.admiral.bots.levels import LEVELS, PROFILES, LevelName, Manner, ProfileName
from quintain.games.admiral.bots.preparing import prepare
from quintain.games.admiral.bots.radio.radio_operator import RadioOperator
from quintain.games.admiral.rules.state import CAPTAIN, ENGINEER, FIRST_MATE, RADIO_OPERATOR, ROLES

CREW: dict[int, Any] = {CAPTAIN: Captain, FIRST_MATE: FirstMate, ENGINEER: Engineer, RADIO_OPERATOR: RadioOperator}


class Veteran(Bot):
    """Hears where the enemy must be, plans courses and marks together, and fires when the odds say so."""

    strength = 40

    def __init__(self, level: LevelName = "hard", profile: ProfileName = "balanced") -> None:
        self.level, self.profile = level, profile

    def start(self, game: Game, seat: int) -> None:
        self.seat, self.role = seat, seat % ROLES
        self.plays: str = adaptive.level_for(self.role) if self.level == "adaptive" else self.level
        self.announced = self.level != "adaptive"
        self.novice = Classic() if self.plays == "novice" else None
        if self.novice:
            self.novice.start(game, seat)
            self.silent = self.novice.silent
        else:
            prepare(game)
            self.mind = CREW[self.role](self.manner())

    def manner(self) -> Manner:
        return Manner(LEVELS[self.plays], PROFILES[self.profile])

    def act(self, turn: Turn) -> Any:
        self.announce(turn)
        return self.novice.act(turn) if self.novice else self.mind.act(turn)

    def speak(self, turn: Turn) -> None:
        self.announce(turn)
        if self.novice:
            self.novice.speak(turn)
        elif self.role != CAPTAIN:
            self.mind.speak(turn)

    def announce(self, turn: Turn) -> None:
        """Say once which level it plays, if nobody has chosen one."""
        if not self.announced:
            turn.say(f"I play at level {self.plays}.")
            self.announced = True

    def finish(self, outcome: Outcome) -> None:
        if self.level == "adaptive":
            adaptive.learn(self.role, outcome, self.seat)
