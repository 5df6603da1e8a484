"""Actions: typed, as rows of numbers, and as text."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.admiral.rules import state as numbers
from quintain.games.admiral.rules.state import FAR, LONGEST_SIDE, NODES, WIDTH
from quintain.games.admiral.words import (
    DIRECTIONS,
    KINDS,
    SYSTEMS,
    Cell,
    Direction,
    FactKind,
    System,
    cell_of,
    label,
)

Sector = Annotated[int, Meta(ge=1, le=LONGEST_SIDE * LONGEST_SIDE)]
ALPHABET = 26


class Fact(msgspec.Struct, frozen=True):
    """Where a submarine is said to be: rows and columns are counted from 0, sectors from 1."""

    kind: FactKind
    value: Annotated[int, Meta(ge=0, le=LONGEST_SIDE * LONGEST_SIDE)]

    def __str__(self) -> str:
        if self.kind == "column":
            return f"column {column_letters(self.value)}"
        return f"{self.kind} {self.value + (self.kind == 'row')}"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Put the submarine into the sea."""

    cell: Cell

    def __str__(self) -> str:
        return f"place {self.cell}"


class Dive(msgspec.Struct, frozen=True, tag="dive"):
    def __str__(self) -> str:
        return "dive"


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Set a course: one cell, announced to all."""

    direction: Direction

    def __str__(self) -> str:
        return f"move {self.direction}"


class Stealth(msgspec.Struct, frozen=True, tag="stealth"):
    """Slip away in a line, unheard."""

    direction: Direction
    steps: Annotated[int, Meta(ge=0, le=FAR)]

    def __str__(self) -> str:
        return f"stealth {self.direction} {self.steps}"


class Surface(msgspec.Struct, frozen=True, tag="surface"):
    def __str__(self) -> str:
        return "surface"


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """Something breaks: mark a node of the engineering board."""

    section: Direction
    node: Annotated[int, Meta(ge=0, le=NODES - 1)]

    def __str__(self) -> str:
        return f"mark {self.section} {self.node}"


class Charge(msgspec.Struct, frozen=True, tag="charge"):
    system: System

    def __str__(self) -> str:
        return f"charge {self.system}"


class Torpedo(msgspec.Struct, frozen=True, tag="torpedo"):
    cell: Cell

    def __str__(self) -> str:
        return f"torpedo {self.cell}"


class DropMine(msgspec.Struct, frozen=True, tag="mine"):
    cell: Cell

    def __str__(self) -> str:
        return f"mine {self.cell}"


class TriggerMine(msgspec.Struct, frozen=True, tag="trigger"):
    cell: Cell

    def __str__(self) -> str:
        return f"trigger {self.cell}"


class Drone(msgspec.Struct, frozen=True, tag="drone"):
    """Ask whether the enemy is in a sector."""

    sector: Sector

    def __str__(self) -> str:
        return f"drone {self.sector}"


class Sonar(msgspec.Struct, frozen=True, tag="sonar"):
    """Ask the enemy for two facts, one true and one false."""

    def __str__(self) -> str:
        return "sonar"


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Two facts of different kinds, exactly one of them true."""

    first: Fact
    second: Fact

    def __str__(self) -> str:
        return f"answer {self.first} {self.second}"


class EndTurn(msgspec.Struct, frozen=True, tag="end"):
    def __str__(self) -> str:
        return "end"


Action = (
    Place
    | Dive
    | Move
    | Stealth
    | Surface
    | Mark
    | Charge
    | Torpedo
    | DropMine
    | TriggerMine
    | Drone
    | Sonar
    | Answer
    | EndTurn
)


# --- rows of numbers -------------------------------------------------------------------------------------------------


def encode(action: Action) -> list[int]:
    row = _encoded(action)
    return row + [0] * (WIDTH - len(row))


def _encoded(action: Action) -> list[int]:
    match action:
        case Place() | Torpedo() | DropMine() | TriggerMine():
            return [CELL_KINDS[type(action)], cell_of(action.cell)]
        case Move():
            return [numbers.MOVE, DIRECTIONS.index(action.direction)]
        case Stealth():
            return [numbers.STEALTH_, DIRECTIONS.index(action.direction), action.steps]
        case Mark():
            return [numbers.MARK, DIRECTIONS.index(action.section), action.node]
        case Charge():
            return [numbers.CHARGE, SYSTEMS.index(action.system)]
        case Drone():
            return [numbers.SEND_DRONE, action.sector]
        case Answer():
            first, second = action.first, action.second
            return [numbers.ANSWER, KINDS.index(first.kind), first.value, KINDS.index(second.kind), second.value]
    return [BARE_KINDS[type(action)]]


CELL_KINDS: dict[Any, int] = {
    Place: numbers.PLACE,
    Torpedo: numbers.FIRE,
    DropMine: numbers.DROP,
    TriggerMine: numbers.TRIGGER,
}
BARE_KINDS: dict[Any, int] = {
    Dive: numbers.DIVE_,
    Surface: numbers.SURFACE,
    Sonar: numbers.ASK_SONAR,
    EndTurn: numbers.END_TURN,
}
KIND_OF_CELL = {number: kind for kind, number in CELL_KINDS.items()}
BARE = {number: kind() for kind, number in BARE_KINDS.items()}


def decode(row: Sequence[int]) -> Action:
    return _decoded(*row)


@lru_cache(maxsize=8192)
def _decoded(kind: int, one: int, two: int, three: int, four: int) -> Action:
    if kind in KIND_OF_CELL:
        return cast(Action, KIND_OF_CELL[kind](label(one)))
    match kind:
        case numbers.MOVE:
            return Move(DIRECTIONS[one])
        case numbers.STEALTH_:
            return Stealth(DIRECTIONS[one], two)
        case numbers.MARK:
            return Mark(DIRECTIONS[one], two)
        case numbers.CHARGE:
            return Charge(SYSTEMS[one])
        case numbers.SEND_DRONE:
            return Drone(one)
        case numbers.ANSWER:
            return Answer(Fact(KINDS[one], two), Fact(KINDS[three], four))
    return cast(Action, BARE[kind])


# --- text ------------------------------------------------------------------------------------------------------------


def parse(text: str) -> Action:
    """'move north', 'stealth east 3', 'mark north 0', 'charge torpedo', 'torpedo C6', 'answer row 3 sector 2', ..."""
    word, *rest = text.lower().split() or [""]
    try:
        return msgspec.convert(msgspec.to_builtins(PARSERS[word](*rest)), Action)
    except (BadNotation, KeyError, TypeError, ValueError, msgspec.ValidationError):
        raise BadNotation(f"{text!r} is not an action; write one like {EXAMPLES}") from None


def _cell(text: str) -> str:
    return label(cell_of(text))


def _number(text: str) -> int:
    if len(text) > 3 or not text.isascii() or not text.isdecimal():
        raise ValueError(text)
    return int(text)


def _fact(kind: Any, value: str) -> Fact:
    if kind == "column":
        return Fact(kind, column_of(value))
    return Fact(kind, _number(value) - (kind == "row"))


# Checked once more when they are built: here anything goes.
PARSERS: dict[str, Callable[..., Any]] = {
    "place": lambda cell: Place(_cell(cell)),
    "dive": Dive,
    "move": Move,
    "stealth": lambda direction, steps: Stealth(direction, _number(steps)),
    "surface": Surface,
    "mark": lambda section, node: Mark(section, _number(node)),
    "charge": Charge,
    "torpedo": lambda cell: Torpedo(_cell(cell)),
    "mine": lambda cell: DropMine(_cell(cell)),
    "trigger": lambda cell: TriggerMine(_cell(cell)),
    "drone": lambda sector: Drone(_number(sector)),
    "sonar": Sonar,
    "answer": lambda one, first, other, second: Answer(_fact(one, first), _fact(other, second)),
    "end": EndTurn,
}
EXAMPLES = (
    "'place C6', 'move north', 'stealth east 3', 'mark north 0', 'charge drone', 'drone 2', 'torpedo C6' or 'end'"
)


def column_letters(column: int) -> str:
    """A column as people call it: A to Z, then AA and so on."""
    first = "" if column < ALPHABET else column_letters(column // ALPHABET - 1)
    return first + chr(ord("A") + column % ALPHABET)


def column_of(letters: str) -> int:
    if len(letters) > 2 or not letters.isascii() or not letters.isalpha():
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = number * ALPHABET + ord(letter) - ord("A") + 1
    return number - 1
