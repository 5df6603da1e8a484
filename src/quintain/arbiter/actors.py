"""Actors: what answers for a seat when the arbiter asks. They are shown turns, and nothing else of the match."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.clock import TimeControl
from quintain.core.dice import keyed, roll_anew
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Reason

Result = TypeVar("Result")

LONGEST_ERROR = 250
NO_DICE: Cells = np.zeros(1, np.int64)


class Failure(Exception):
    """A player's own fault: the match deals with it, and nobody else suffers. A hopeless one would only fail again, and
    people would wait for it."""

    def __init__(self, ending: Ending, why: str, hopeless: bool = False, spent: float | None = None) -> None:
        super().__init__(why)
        self.ending, self.why, self.hopeless = ending, why, hopeless
        self.spent = spent  # seconds that its clock is charged, if the actor has measured them itself


class Answer:
    """What a seat does now, what it says, and why; and the seconds it took, if the actor has measured them itself."""

    __slots__ = ("actions", "reason", "spent", "words")

    def __init__(
        self,
        actions: list[Any],
        reason: Reason | None = None,
        words: tuple[Any, ...] = (),
        spent: float | None = None,
    ) -> None:
        self.actions, self.reason, self.words, self.spent = actions, reason, words, spent


class Terms(NamedTuple):
    """What somebody is told who takes a seat: everybody at the table knows as much."""

    game: Game
    options: Any
    seat: int
    name: str  # of the player
    time_control: TimeControl


class Actor(Protocol):
    """Answers for a seat. Whatever it raises as a Failure is its player's fault."""

    @property
    def rng(self) -> Cells:
        """The dice in its turns."""
        ...

    @property
    def timed(self) -> bool:
        """Is its thinking on the clock?"""
        ...

    @property
    def punctual(self) -> bool:
        """Does it measure its own time, and fail by itself when that is up?"""
        ...

    @property
    def immediate(self) -> bool:
        """Does it answer without waiting for anything outside this process?"""
        ...

    @property
    def volunteers(self) -> bool:
        """Does it act of its own accord, so that nobody asks it?"""
        ...

    @property
    def listens(self) -> bool:
        """Does it want to know what happened since its last turn?"""
        ...

    @property
    def speaks(self) -> bool:
        """Does it report before others act?"""
        ...

    async def start(self, terms: Terms) -> None: ...

    async def answer(self, turn: Turn) -> Answer: ...

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        """What the seat tells the others, where the game lets it."""
        ...

    async def finish(self, outcome: Outcome) -> None: ...

    def leave(self) -> None:
        """Nobody will ask it any more: whatever it holds is let go, at once and for certain."""
        ...


def bot_rng(seed: int, seat: int) -> Cells:
    """A bot's own dice. Their seed is not the match's, or a bot could work out the deal from them."""
    return keyed("bot", seed, seat)


class TurnDice:
    """Quick dice that lie anew in each turn of a bot: from what it was seen to choose by chance, nobody can work out
    what it will choose next."""

    def __init__(self, rng: Cells) -> None:
        self.rng: Cells = np.ones(1, np.int64)
        self._secret, self._turns = rng.tobytes(), 0

    def roll(self) -> None:
        roll_anew(self.rng, self._secret, self._turns)
        self._turns += 1


class InProcess:
    """A bot in this process."""

    punctual = False
    immediate = True
    volunteers = False

    def __init__(self, bot: Bot, rng: Cells, timed: bool = True) -> None:
        self.bot = bot
        self._dice = TurnDice(rng)
        self.rng = self._dice.rng
        self.timed = timed
        self.listens = bot.listens

    @property
    def speaks(self) -> bool:
        return type(self.bot).speak is not Bot.speak and not self.bot.silent

    async def start(self, terms: Terms) -> None:
        guarded(lambda: self.bot.start(terms.game, terms.seat))

    async def answer(self, turn: Turn) -> Answer:
        self._dice.roll()
        actions = guarded(lambda: listed(self.bot.act(turn)))
        return Answer(actions, turn.reason, turn.words)

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        self._dice.roll()
        guarded(lambda: self.bot.speak(turn))
        return turn.words

    async def finish(self, outcome: Outcome) -> None:
        guarded(lambda: self.bot.finish(outcome))

    def leave(self) -> None: ...


def listed(actions: Any) -> list[Any]:
    """A bot's answer as a list of actions."""
    return list(actions) if isinstance(actions, list | tuple) else [actions]


def guarded(call: Callable[[], Result]) -> Result:
    """Run a bot's code: whatever goes wrong in there is the bot's fault."""
    try:
        return call()
    except KeyboardInterrupt:
        raise  # somebody wants to stop the arena
    except BaseException as error:
        raise Failure(Ending.CRASHED, described(error)) from error


def described(error: BaseException) -> str:
    """An error in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 (it is somebody else's __str__)
        text = ""
    return f"{type(error).__name__}: {text}"[:LONGEST_ERROR] if text else type(error).__name__
