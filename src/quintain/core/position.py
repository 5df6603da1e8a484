"""A position: the readable, immutable face of one state record."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Self

import msgspec
import numpy as np

from quintain.core.dice import keyed
from quintain.core.doors import NOT_ALLOWED, UNKNOWN, acting_door, doors
from quintain.core.errors import BadNotation, IllegalAction, MatchOver, OutOfTurn
from quintain.core.game import EVERYTHING, Game, Seat
from quintain.core.kernel import PUBLIC, Cells

INT64 = np.dtype(np.int64)


@cache
def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)


class Position:
    """A moment of a match, or what one seat knows of it. It never changes: playing makes a new one."""

    __slots__ = ("_cells", "_doors", "_state", "acting", "game", "options")

    def __init__(self, game: Game, options: Any, record: Cells, acting: int) -> None:
        self.game = game
        self.options = options
        self.acting = members(acting)  # the seats that owe a decision; none when the match is over
        self._doors = doors(game)
        self._cells = np.concatenate([record, np.full(self._doors.memo, UNKNOWN, np.int64)])
        self._state: Any = None

    @classmethod
    def start(cls, game: Game, options: Any = None, seed: int = 0, rng: Cells | None = None) -> Self:
        """The first position. The rest of the match draws from the same dice, so pass some to go on with them."""
        options = game.options() if options is None else options
        blank = cls(game, options, game.blank(options), 0)
        acting = blank._doors.setup(blank._cells, keyed("match", seed) if rng is None else rng)
        return blank._next(blank._cells, acting)

    def _next(self, cells: Cells, acting: int) -> Self:
        """Another position of the same match, with these cells."""
        other = object.__new__(type(self))
        other.game = self.game
        other.options = self.options
        other.acting = members(acting)
        other._doors = self._doors
        other._cells = cells
        other._state = None
        return other

    @property
    def record(self) -> Cells:
        """The cells of the state, for kernels."""
        return self._cells[: self._doors.size]

    # --- asking

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(self.game, self.options)

    @property
    def state(self) -> Any:
        """The state as plain numbers and lists, to read."""
        if self._state is None:
            self._state = self.game.state.read(self.record)
        return self._state

    @property
    def speaking(self) -> tuple[int, ...]:
        """The seats that may report to the others before anybody acts."""
        return members(self._doors.speaking(self._cells)) if self._doors.speaking else ()

    def may_act(self, seat: int) -> bool:
        """Does the seat owe a decision, or is it free to act all the same?"""
        if seat in self.acting:
            return True
        return self._doors.free is not None and seat in members(self._doors.free(self._cells))

    def legal(self, seat: int) -> list[Any]:
        """The actions that this seat may take now (in order games: a useful choice of them)."""
        if not self.may_act(seat):
            return []
        if self.acting and seat == self.acting[0]:
            count, *codes = self._cells[self._doors.size :].tolist()
            if count != UNKNOWN:
                known = self.game.known_actions
                return [known[code] for code in codes[:count]]
        out = np.empty((self.game.most_actions, self.game.action_width), INT64)
        count = self._doors.legal(self._cells, seat, out)
        return [self.game.decode(row) for row in out[:count].tolist()]

    def allows(self, seat: int, action: Any) -> bool:
        """May this seat take this action now?"""
        try:
            return self.may_act(seat) and bool(self._doors.allows(self._cells, seat, self.game.row(action)))
        except IllegalAction:
            return False

    def check(self, seat: int, action: Any) -> None:
        """Raise what `play` would raise."""
        row = self.game.row(action)
        if not self.may_act(seat) or not self._doors.allows(self._cells, seat, row):
            raise self._refusal(seat, action)

    def scores(self) -> tuple[int, ...]:
        return self._values(self._doors.scores)

    def placings(self) -> tuple[int, ...]:
        """What the ranks of the seats go by: more comes first."""
        return self._values(self._doors.placings)

    def _values(self, door: Callable[[Cells, Cells], None]) -> tuple[int, ...]:
        out = np.empty(len(self.seats), np.int64)
        door(self._cells, out)
        return tuple(out.tolist())

    def view(self, seat: int) -> Any:
        """What the seat sees, in the game's own words. PUBLIC sees what everybody may, EVERYTHING sees all."""
        return self.game.view(self.seen_by(seat), seat)

    def text(self, seat: int) -> str:
        """What the seat sees, drawn with letters."""
        return self.game.text(self.view(seat))

    # --- making a new one

    def play(self, seat: int, action: Any, rng: Cells) -> Self:
        """The position after the action; this one stays as it is. Keyed dice come to their next step."""
        row, after = self.game.row(action), self._cells.copy()
        # The rules trust that the seat exists.
        acting = self._doors.play(after, seat, row, rng) if self.may_act(seat) else NOT_ALLOWED
        if acting == NOT_ALLOWED:
            raise self._refusal(seat, action)
        return self._next(after, acting)

    def played(self, seat: int, actions: Sequence[Any], rng: Cells) -> list[Self]:
        """The positions after each action of a turn. If one of them is refused, the dice lie as before."""
        if len(actions) == 1:
            return [self.play(seat, actions[0], rng)]
        dice, positions = rng.copy(), [self]
        for number, action in enumerate(actions, 1):
            try:
                positions.append(positions[-1].play(seat, action, rng))
            except IllegalAction as error:
                rng[:] = dice
                raise type(error)(f"action {number} of {len(actions)}: {error}") from None
        return positions[1:]

    def why_not(self, seat: int, action: Any) -> str:
        """The game's own reason to refuse the action, from what the seat itself can know; or nothing."""
        return self.game.refusal(self.seen_by(seat), seat, action) if self.game.refusal else ""

    def _refusal(self, seat: int, action: Any) -> IllegalAction:
        # Made from what the seat itself sees: the true position may hold the reason, and must not tell it.
        return self.seen_by(seat if 0 <= seat < len(self.seats) else PUBLIC)._refused(seat, action)

    def _refused(self, seat: int, action: Any) -> IllegalAction:
        if not self.acting:
            return MatchOver(f"seat {seat} cannot {action}: the match is over")
        why = self.game.refusal(self, seat, action) if self.game.refusal else ""
        if not self.may_act(seat):
            turn = " or ".join(str(other) for other in self.acting)
            return OutOfTurn(f"seat {seat} cannot {action} now: {why or f'it is the turn of seat {turn}'}")
        if why:
            return IllegalAction(f"seat {seat} may not {action} now: {why}")
        legal = self.legal(seat)
        choices = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        return IllegalAction(f"seat {seat} may not {action} now; it may {choices}")

    def seen_by(self, seat: int) -> Self:
        """This position with everything erased that the seat may not know."""
        if seat == EVERYTHING:
            return self
        out = self._cells.copy()
        acting = self._doors.conceal(out, seat)
        return self._next(out, acting)

    def imagined(self, seat: int, rng: Cells) -> Self:
        """A complete position that this seat cannot tell from the true one."""
        out = self._cells.copy()
        acting = self._doors.imagine(out, seat, rng)
        return self._next(out, acting)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position) and self.game is other.game and self.record.tobytes() == other.record.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __repr__(self) -> str:
        return self.notation()

    # --- as a text

    def notation(self) -> str:
        """The position as a short text: the game, the options that are not the usual ones, the cells that are not 0."""
        usual = msgspec.to_builtins(self.game.options())
        options = {k: v for k, v in msgspec.to_builtins(self.options).items() if v != usual[k]}
        numbers = self.record.tolist()
        fields = [f"{name}={packed(numbers[start:stop])}" for name, _, start, stop in self.game.state.fields]
        chosen = msgspec.json.encode(options).decode()
        return " ".join([self.game.name, chosen, *(field for field in fields if not field.endswith("="))])

    @classmethod
    def parse(cls, game: Game, text: str) -> Self:
        """The position that `notation` wrote. The text is trusted: nobody checks that a match can come to this."""
        try:
            name, _, rest = text.strip().partition(" ")
            chosen, end = json.JSONDecoder().raw_decode(rest)
            fields = dict(field.split("=", 1) for field in rest[end:].split())
            record = _record(game, fields)
        except ValueError as error:
            raise BadNotation(f"this is not a position: {error}") from None
        if name != game.name:
            raise BadNotation(f"this is a position of {name}, not of {game.name}")
        return cls(game, game.options_from(chosen), record, acting_door(game)(record))


def packed(numbers: Sequence[int]) -> str:
    """Numbers as a text, like 7,0x3,-1x12: one that comes again is counted, and zeros at the end are left out."""
    runs = [(number, len([*run])) for number, run in groupby(numbers)]
    if runs and runs[-1][0] == 0:
        runs.pop()
    return ",".join(f"{number}x{times}" if times > 1 else str(number) for number, times in runs)


def unpacked(text: str) -> list[int]:
    pairs = [run.partition("x") for run in text.split(",")]
    return [int(number) for number, _, times in pairs for _ in range(int(times or 1))]


def _record(game: Game, fields: dict[str, str]) -> Cells:
    record = game.state.blank()
    for name, _, start, stop in game.state.fields:
        numbers = unpacked(fields.pop(name)) if name in fields else []
        if len(numbers) > stop - start:
            raise ValueError(f"{name} has {len(numbers)} numbers where {stop - start} fit")
        record[start : start + len(numbers)] = numbers
    if fields:
        raise ValueError(f"there is no field {min(fields)}")
    return record


@cache
def seats(game: Game, options: Any) -> tuple[Seat, ...]:
    return game.seating(options)
