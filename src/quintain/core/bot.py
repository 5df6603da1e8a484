"""What a bot is: something that, shown a turn, answers with an action."""

from collections.abc import Iterable
from typing import Any

from quintain.core.game import Game, Seat
from quintain.core.kernel import Cells
from quintain.core.outcome import Outcome
from quintain.core.position import Position
from quintain.core.record import MOST_SHOWN, Candidates, Heat, Note, Reason, writable

MOST_WORDS = 10  # messages that a bot may send in one turn
MOST_NOTES = 4


class Turn:
    """All that a bot is given when it must act. It holds nothing that its seat may not know, however one looks at it:
    not the match, not the seed, no position but the seen one."""

    # Slots and caches by hand: one of these is made for every decision of every bot.
    __slots__ = ("_legal", "_reason", "_view", "_words", "clock", "events", "number", "rng", "seat", "seen")

    def __init__(
        self,
        seat: int,
        seen: Position,
        rng: Cells,
        events: Iterable[Any] = (),
        clock: float | None = None,
        number: int = 0,
    ) -> None:
        self.seat = seat
        self.seen = seen  # the position, with other seats' secrets erased
        self.rng = rng  # the bot's own dice, for random_below
        self.events = list(
            events
        )  # what the seat was told since its last turn; in a bot's first, since the match began
        self.clock = clock  # seconds left for this decision; None without limit
        self.number = number  # of this seat's turns, from 0
        self._reason: Reason | None = None
        self._words: list[Any] = []
        self._legal: list[Any] | None = None
        self._view: Any = None

    @property
    def view(self) -> Any:
        """The position in the game's own words."""
        if self._view is None:
            self._view = self.seen.game.view(self.seen, self.seat)
        return self._view

    @property
    def legal(self) -> list[Any]:
        if self._legal is None:
            self._legal = self.seen.legal(self.seat)
        return self._legal

    @property
    def place(self) -> Seat:
        """The seat's team and role."""
        return self.seen.seats[self.seat]

    def explain(self, text: str, *notes: Note, **numbers: float) -> None:
        """Leave a reason for this turn: a sentence, numbers, and notes that a board can draw. It is stored with the
        replay and shown to whoever may see the seat."""
        plain = {writable(name): float(value) for name, value in numbers.items()}
        self._reason = Reason(writable(str(text)), plain, tuple(map(_cut, notes))[:MOST_NOTES] if notes else ())

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


def _cut(note: Note) -> Note:
    """The note with as much in it as is stored, the weightiest first."""
    match note:
        case Heat(cells):
            weightiest = sorted(cells.items(), key=lambda cell: -abs(cell[1]))[:MOST_SHOWN]
            return Heat({writable(str(place)): float(weight) for place, weight in weightiest})
        case Candidates(choices):
            return Candidates(tuple((writable(str(action)), float(value)) for action, value in choices[:MOST_SHOWN]))
    raise TypeError(f"a note is a Heat or Candidates, not a {type(note).__name__}")


class Bot:
    """Subclass this and write `act`. The first line of its docstring is its description.

    The arguments of `__init__` are its settings: `sage:budget=0.2` on the command line calls `Sage(budget=0.2)`.
    """

    strength = 0  # its place on the house's ladder, weakest first
    documented = False  # does it follow a published description?
    listens = True  # does it read `turn.events`? One that says no saves making them
    silent = False  # has it nothing to report? One that knows so in `start` is not asked, which saves time

    def act(self, turn: Turn) -> Any:
        """The action to take now, or a list of actions that make one turn."""
        raise NotImplementedError(f"{type(self).__name__} has no method act(self, turn)")

    def speak(self, turn: Turn) -> None:
        """Called where the game lets this seat report before others act; `turn.say` what they should know."""

    def start(self, game: Game, seat: int) -> None:
        """Called once, before the first turn, off the clock."""

    def finish(self, outcome: Outcome) -> None:
        """Called once, after the match."""
