"""Actors: what answers for a seat when the arbiter asks."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, seeded
from quintain.core.match import Match, Reason
from quintain.core.outcome import Ending, Outcome

Result = TypeVar("Result")

LONGEST_ERROR = 250


class Fault(Exception):
    """A seat's own fault: the match deals with it, and nobody else suffers."""

    def __init__(self, ending: Ending, why: str) -> None:
        super().__init__(why)
        self.ending, self.why = ending, why


class Answer:
    """What a seat does now, what it says, and why."""

    __slots__ = ("actions", "reason", "words")

    def __init__(self, actions: list[Any], reason: Reason | None = None, words: tuple[Any, ...] = ()) -> None:
        self.actions, self.reason, self.words = actions, reason, words


class Actor(Protocol):
    def start(self, game: Game, seat: int) -> None: ...

    def answer(self, match: Match, seat: int, at: float) -> Answer:
        """The seat's answer to the match as it sees it; raises Fault if it has none."""
        ...

    def words(self, match: Match, seat: int, at: float) -> tuple[Any, ...]:
        """What the seat reports to the others, where the game lets it; raises Fault."""
        ...

    def finish(self, outcome: Outcome) -> None: ...


def bot_rng(seed: int, seat: int) -> Cells:
    """A bot's own dice. Their seed is not the match's, or a bot could work out the deal from them."""
    return seeded("bot", seed, seat)


class InProcess:
    """A bot in this process."""

    def __init__(self, bot: Bot, rng: Cells) -> None:
        self.bot = bot
        self.rng = rng
        self.told = 0  # events of the match that it has been told of
        self.started = False

    def start(self, game: Game, seat: int) -> None:
        self.started = True
        guarded(lambda: self.bot.start(game, seat))

    @property
    def speaks(self) -> bool:
        return type(self.bot).speak is not Bot.speak and not self.bot.silent

    def answer(self, match: Match, seat: int, at: float) -> Answer:
        return self.answer_to(self.turn(match, seat, at))

    def turn(self, match: Match, seat: int, at: float) -> Turn:
        return Turn(
            seat,
            match.position.seen_by(seat),
            self.rng,
            events=lambda: self._news(match, seat),
            clock=match.clocks[seat].left(at),
        )

    def answer_to(self, turn: Turn) -> Answer:
        actions = guarded(lambda: listed(self.bot.act(turn)))
        return Answer(actions, turn.reason, turn.words)

    def words(self, match: Match, seat: int, at: float) -> tuple[Any, ...]:
        return self.words_of(self.turn(match, seat, at)) if self.speaks else ()

    def words_of(self, turn: Turn) -> tuple[Any, ...]:
        guarded(lambda: self.bot.speak(turn))
        return turn.words

    def finish(self, outcome: Outcome) -> None:
        guarded(lambda: self.bot.finish(outcome))

    def _news(self, match: Match, seat: int) -> list[Any]:
        since, self.told = self.told, match.told
        return match.events(seat, since)


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
        raise Fault(Ending.CRASHED, described(error)) from error


def described(error: BaseException) -> str:
    """An error in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 (it is somebody else's __str__)
        text = ""
    return f"{type(error).__name__}: {text}"[:LONGEST_ERROR] if text else type(error).__name__
