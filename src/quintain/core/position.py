"""A position: the readable, immutable face of one state record."""

from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np

from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn
from quintain.core.game import EVERYTHING, Game, Rules, Seat
from quintain.core.kernel import Cells, bound, seeded

INT64 = np.dtype(np.int64)
NOT_ALLOWED = -1

# Bound to each game's own in `doors`.
rules: Rules = None  # type: ignore[assignment]
layout: Any = None


def setup_door(record: Cells, rng: Cells) -> int:
    state = record.view(layout)[0]
    rules.setup(state, rng)
    return rules.acting(state)


def legal_door(record: Cells, seat: int, out: Cells) -> int:
    return rules.legal(record.view(layout)[0], seat, out)


def play_door(record: Cells, seat: int, action: Cells, rng: Cells) -> int:
    """Change the record, and answer who acts then; or leave it, and answer NOT_ALLOWED."""
    state = record.view(layout)[0]
    if not rules.allows(state, seat, action):
        return NOT_ALLOWED
    rules.apply(state, seat, action, rng)
    return rules.acting(state)


def allows_door(record: Cells, seat: int, action: Cells) -> bool:
    return bool(rules.allows(record.view(layout)[0], seat, action))


def conceal_door(record: Cells, seat: int) -> int:
    """Erase, and answer who acts as far as the seat can tell."""
    state = record.view(layout)[0]
    rules.conceal(state, seat)
    return rules.acting(state)


def imagine_door(record: Cells, seat: int, rng: Cells) -> int:
    state = record.view(layout)[0]
    rules.imagine(state, seat, rng)
    return rules.acting(state)


def scores_door(record: Cells, out: Cells) -> None:
    for seat in range(len(out)):
        out[seat] = rules.score(record.view(layout)[0], seat)


class Doors(NamedTuple):
    """A game's rules as Python calls them: with plain rows of cells, at a fraction of the cost of passing records."""

    setup: Any
    legal: Any
    play: Any
    allows: Any
    conceal: Any
    imagine: Any
    scores: Any


@cache
def doors(game: Game) -> Doors:
    templates = (setup_door, legal_door, play_door, allows_door, conceal_door, imagine_door, scores_door)
    return Doors(*(bound(template, game.name, rules=game.rules, layout=game.state.layout) for template in templates))


@cache
def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)


class Position:
    """A moment of a match, or what one seat knows of it. It never changes: playing makes a new one."""

    __slots__ = ("_acting", "_doors", "_state", "game", "options", "record")

    def __init__(self, game: Game, options: Any, record: Cells, acting: int) -> None:
        self.game = game
        self.options = options
        self.record = record
        self._acting = acting
        self._doors = doors(game)
        self._state: Any = None

    @classmethod
    def start(cls, game: Game, options: Any = None, seed: int = 0, rng: Cells | None = None) -> Self:
        """The first position. The rest of the match draws from the same generator, so pass one to go on with it."""
        options = game.options() if options is None else options
        record = game.blank(options)
        acting = doors(game).setup(record, seeded("match", seed) if rng is None else rng)
        return cls(game, options, record, acting)

    # --- asking

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(self.game, self.options)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the match is over."""
        return members(self._acting)

    @property
    def state(self) -> Any:
        """The state as plain numbers and lists, to read."""
        if self._state is None:
            self._state = self.game.state.read(self.record)
        return self._state

    def legal(self, seat: int) -> list[Any]:
        """The actions that this seat may take now (in order games: a useful choice of them)."""
        if seat not in self.acting:
            return []
        out = np.empty((self.game.most_actions, self.game.action_width), INT64)
        count = self._doors.legal(self.record, seat, out)
        return self.game.actions(out[:count])

    def allows(self, seat: int, action: Any) -> bool:
        """May this seat take this action now?"""
        try:
            return seat in self.acting and bool(self._doors.allows(self.record, seat, self.game.row(action)))
        except IllegalAction:
            return False

    def scores(self) -> tuple[int, ...]:
        out = np.empty(len(self.seats), np.int64)
        self._doors.scores(self.record, out)
        return tuple(out.tolist())

    def view(self, seat: int) -> Any:
        """What the seat sees, in the game's own words. PUBLIC sees what everybody may, EVERYTHING sees all."""
        return self.game.view(self.seen_by(seat).state, seat)

    def text(self, seat: int) -> str:
        """What the seat sees, drawn with letters."""
        return self.game.text(self.view(seat))

    # --- making a new one

    def play(self, seat: int, action: Any, rng: Cells) -> Self:
        """The position after the action; this one stays as it is."""
        row, after = self.game.row(action), self.record.copy()
        # The rules trust that the seat exists.
        acting = self._doors.play(after, seat, row, rng) if seat in self.acting else NOT_ALLOWED
        if acting == NOT_ALLOWED:
            raise self._refusal(seat, action)
        return type(self)(self.game, self.options, after, acting)

    def _refusal(self, seat: int, action: Any) -> IllegalAction:
        if not self._acting:
            return MatchOver(f"seat {seat} cannot {action}: the match is over")
        if seat not in self.acting:
            turn = " or ".join(str(other) for other in self.acting)
            return OutOfTurn(f"seat {seat} cannot {action} now: it is the turn of seat {turn}")
        legal = self.legal(seat)
        choices = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        return IllegalAction(f"seat {seat} may not {action} now; it may {choices}")

    def seen_by(self, seat: int) -> Self:
        """This position with everything erased that the seat may not know."""
        if seat == EVERYTHING:
            return self
        out = self.record.copy()
        acting = self._doors.conceal(out, seat)
        return type(self)(self.game, self.options, out, acting)

    def imagined(self, seat: int, rng: Cells) -> Self:
        """A complete position that this seat cannot tell from the true one."""
        out = self.record.copy()
        acting = self._doors.imagine(out, seat, rng)
        return type(self)(self.game, self.options, out, acting)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position) and self.game is other.game and self.record.tobytes() == other.record.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __repr__(self) -> str:
        return f"<{self.game.title}, seats {self.acting} to act>" if self._acting else f"<{self.game.title}, over>"


@cache
def seats(game: Game, options: Any) -> tuple[Seat, ...]:
    return game.seating(options)
