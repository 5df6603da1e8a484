"""What a seat has been told by its crew: the last message of each kind, and the marks on the board as they were called out."""

from collections.abc import Iterable
from typing import Any, TypeVar

from quintain.core.match import Said
from quintain.games.admiral.messages import Message

Kind = TypeVar("Kind", bound=Message)


class Inbox:
    """The last message of each kind, from whomever: bots and people send the same."""

    def __init__(self) -> None:
        self.last: dict[type[Message], Message] = {}
        self.age: dict[type[Message], int] = {}  # own turns since it came
        self.events: list[Any] = []

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
