"""Teams, roles, directions, systems, colors and cells, as people write them."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from quintain.core.errors import BadNotation
from quintain.games.admiral.rules.state import LONGEST_SIDE, NONE, STRIDE

Team = Literal["blue", "red"]
Role = Literal["captain", "first mate", "engineer", "radio operator"]
Direction = Literal["north", "east", "south", "west"]
System = Literal["torpedo", "mine", "sonar", "drone", "stealth"]
Color = Literal["red", "green", "yellow"]
FactKind = Literal["row", "column", "sector"]
Cell = Annotated[str, Meta(pattern="^[A-O](1[0-5]|[1-9])$")]  # column letter, row number from 1: C6

TEAMS: tuple[Team, ...] = get_args(Team)
ROLES: tuple[Role, ...] = get_args(Role)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SYSTEMS: tuple[System, ...] = get_args(System)
COLORS: tuple[Color, ...] = get_args(Color)
KINDS: tuple[FactKind, ...] = get_args(FactKind)


def label(cell: int) -> str:
    """A cell as people call it: C6."""
    return f"{chr(ord('A') + cell % STRIDE)}{cell // STRIDE + 1}"


def cell_of(text: str) -> int:
    """The cell that people call so; raises BadNotation."""
    letter, number = text[:1].upper(), text[1:]
    column, row = ord(letter or "?") - ord("A"), int(number) - 1 if number.isascii() and number.isdecimal() else NONE
    if not 0 <= column < LONGEST_SIDE or not 0 <= row < LONGEST_SIDE:
        raise BadNotation(f"{text!r} is not a cell; write a column letter and a row number, like C6")
    return row * STRIDE + column
