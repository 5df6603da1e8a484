"""What a seat has heard from its crew: their messages, and the marks as the engineer called them out."""

from collections.abc import Iterable
from typing import Any, TypeVar

from quintain.core.record import Said
from quintain.games.admiral.bots.engineer.what_marks_do import WHOLE_BOARD, after_mark
from quintain.games.admiral.events import EngineerBreakdown, SurfaceAnnounced
from quintain.games.admiral.messages import Message
from quintain.games.admiral.rules.state import NODES
from quintain.games.admiral.words import DIRECTIONS, TEAMS

Kind = TypeVar("Kind", bound=Message)


class Inbox:
    """The last message of each kind, whoever sent it: bots and people send the same."""

    def __init__(self) -> None:
        self.last: dict[type[Message], Message] = {}

    def hear(self, events: Iterable[Any]) -> None:
        for event in events:
            if isinstance(event, Said) and isinstance(event.message, Message):
                self.last[type(event.message)] = event.message

    def get(self, kind: type[Kind]) -> Kind | None:
        message = self.last.get(kind)
        return message if isinstance(message, kind) else None

    def take(self, kind: type[Kind]) -> Kind | None:
        """The last message of a kind, which is then forgotten: it was meant for one turn."""
        message = self.get(kind)
        self.last.pop(kind, None)
        return message


class BoardByEar:
    """Our board, kept by a seat that does not see it: marks are called out to the whole crew."""

    def __init__(self, team: int, overload_first: int) -> None:
        self.team, self.overload_first = TEAMS[team], overload_first
        self.marks = 0

    def hear(self, events: Iterable[Any]) -> None:
        for event in events:
            if isinstance(event, EngineerBreakdown):
                node = DIRECTIONS.index(event.section) * NODES + event.node
                self.marks = after_mark(self.marks, node, self.overload_first) & WHOLE_BOARD
            elif isinstance(event, SurfaceAnnounced) and event.team == self.team:
                self.marks = 0
