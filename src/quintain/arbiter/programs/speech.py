"""How one talks with a program: what it is sent, and what its lines mean. No input or output happens here."""

from typing import Protocol

from quintain.arbiter.actors import Answer, Terms
from quintain.core.bot import Turn
from quintain.core.outcome import Outcome

LONGEST_LINE = 1 << 20  # bytes that a program may write without an end of line
LONGEST_ANSWER = 1 << 20  # bytes of one answer, all its lines together
MOST_LINES = 10_000  # of one answer


class Speech(Protocol):
    """One program's side of a conversation. What it raises as a Failure is the program's fault."""

    @property
    def patience(self) -> float:
        """Seconds for a decision, where the match does not limit them."""
        ...

    @property
    def warnings(self) -> list[str]:
        """What was not obeyed since somebody looked, and why."""
        ...

    @property
    def called(self) -> str:
        """What the program calls itself."""
        ...

    @property
    def greets(self) -> bool:
        """Is a program that has started expected to say so?"""
        ...

    @property
    def ready(self) -> bool:
        """Has it said so?"""
        ...

    @property
    def keep(self) -> bool:
        """Does the program want to play the next match, too?"""
        ...

    @property
    def reports(self) -> bool:
        """Does it want to be asked for reports?"""
        ...

    @property
    def listens(self) -> bool:
        """Does it want to know what happened?"""
        ...

    def arguments(self, terms: Terms) -> tuple[str, ...]:
        """Words that are put after the program's command."""
        ...

    def hello(self, terms: Terms) -> bytes:
        """What the program is sent when a match begins."""
        ...

    def turn(self, turn: Turn, seconds: float) -> bytes:
        """The question what it does, for which it has so many seconds."""
        ...

    def report(self, turn: Turn, seconds: float) -> bytes:
        """The question what it has to tell."""
        ...

    def heard(self, line: bytes) -> Answer | None:
        """What a line of the program means: an answer to the present question, or nothing yet."""
        ...

    def missed(self) -> None:
        """The present question is not asked any more; an answer to it may still come."""
        ...

    def error(self, why: str) -> bytes:
        """What a program is told whose words cannot be used."""
        ...

    def end(self, outcome: Outcome) -> bytes:
        """What it is sent after the match."""
        ...
