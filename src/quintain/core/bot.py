"""What a bot is: something that, shown a turn, answers with an action."""

from collections.abc import Callable
from typing import Any

from quintain.core.game import Game, Seat
from quintain.core.kernel import Cells
from quintain.core.match import Reason, writable
from quintain.core.outcome import Outcome
from quintain.core.position import Position

MOST_WORDS = 10  # messages that a bot may send in one turn


class Turn:
    """All that a bot is given when it must act. Nothing is computed before it is asked for."""

    # Slots and caches by hand: one of these is made for every decision of every bot.
    __slots__ = ("_ask", "_events", "_legal", "_reason", "_view", "_words", "clock", "rng", "seat", "seen")

    def __init__(
        self,
        seat: int,
        seen: Position,
        rng: Cells,
        events: Callable[[], list[Any]] = list,
        clock: float | None = None,
    ) -> None:
        self.seat = seat
        self.seen = seen  # the position, with other seats' secrets erased
        self.rng = rng  # the bot's own dice, for random_below
        self.clock = clock  # seconds left for this decision; None without limit
        self._reason: Reason | None = None
        self._words: list[Any] = []
        self._ask = events
        self._events: list[Any] | None = None
        self._legal: list[Any] | None = None
        self._view: Any = None

    @property
    def view(self) -> Any:
        """The position in the game's own words."""
        if self._view is None:
            self._view = self.seen.game.view(self.seen.state, self.seat)
        return self._view

    @property
    def legal(self) -> list[Any]:
        if self._legal is None:
            self._legal = self.seen.legal(self.seat)
        return self._legal

    @property
    def events(self) -> list[Any]:
        """What this seat was told since its last turn; in a bot's first turn, since the match began."""
        if self._events is None:
            self._events = self._ask()
        return self._events

    @property
    def place(self) -> Seat:
        """The seat's team and role."""
        return self.seen.seats[self.seat]

    def explain(self, text: str, **numbers: float) -> None:
        """Leave a reason for this action. It is stored with the replay and shown to whoever may see the seat."""
        self._reason = Reason(writable(str(text)), {writable(name): float(value) for name, value in numbers.items()})

    @property
    def reason(self) -> Reason | None:
        """What was explained last."""
        return self._reason

    def say(self, words: Any) -> None:
        """Talk to whom the game allows, in plain words or with one of the game's messages; people read the same.
        Nobody listens to more than a few in a turn."""
        if len(self._words) < MOST_WORDS:
            message = not isinstance(words, str) and self.seen.game.message_type is not None
            self._words.append(self.seen.game.message(words) if message else writable(str(words)))

    @property
    def words(self) -> tuple[Any, ...]:
        """What was said in this turn."""
        return tuple(self._words)


class Bot:
    """Subclass this and write `act`. The first line of its docstring is its description.

    The arguments of `__init__` are its settings: `sage:budget=0.2` on the command line calls `Sage(budget=0.2)`.
    """

    strength = 0  # its place on the house's ladder, weakest first
    documented = False  # does it follow a published description?
    silent = False  # has it nothing to report? One that knows so in `start` is not asked, which saves time

    def act(self, turn: Turn) -> Any:
        """The action to take now, or a list of them."""
        raise NotImplementedError(f"{type(self).__name__} has no method act(self, turn)")

    def speak(self, turn: Turn) -> None:
        """Called where the game lets this seat report before others act; `turn.say` what they should know."""

    def start(self, game: Game, seat: int) -> None:
        """Called once, before the first turn, off the clock."""

    def finish(self, outcome: Outcome) -> None:
        """Called once, after the match."""
