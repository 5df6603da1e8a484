"""A position: the readable, immutable face of one state record."""

from collections.abc import Callable
from functools import cache
from typing import Any, Self

import numpy as np

from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn
from quintain.core.game import EVERYTHING, Game, Rules, Seat
from quintain.core.kernel import Cells, bound, direct, lowest, seeded

INT64 = np.dtype(np.int64)
UNKNOWN = -1
NOT_ALLOWED = -1
LARGEST_MEMO = 256  # cells

# Bound to each game's own in `doors`.
rules: Rules = None  # type: ignore[assignment]
layout: Any = None
size: int = 0
width: int = 0
bits: int = 0
remember: Any = None
mask: Any = None


# A position's cells are its state's, and behind them a memo of what the first acting seat may do: how many actions,
# and the code of each. It is made on the way, because a call from Python costs ten times as much as the rules do.


def remember_kernel(cells: Cells, state: Any) -> int:
    """Write the memo, and answer who acts."""
    acting = rules.acting(state)
    cells[size] = UNKNOWN if not acting else pack(cells, state, lowest(acting))
    return acting


def pack_kernel(cells: Cells, state: Any, seat: int) -> int:
    """Write the seat's legal actions as codes; answers how many, or UNKNOWN if a cell does not fit into a code."""
    rows = cells[size + 1 :].reshape(-1, width)
    n = rules.legal(state, seat, rows)
    for i in range(n):
        code = 0
        for j in range(width):
            if not 0 <= rows[i, j] < 1 << bits:
                return UNKNOWN
            code |= rows[i, j] << (bits * j)
        cells[size + 1 + i] = code
    return n


def too_many_to_pack(cells: Cells, state: Any, seat: int) -> int:
    """Games with very many actions do not carry them along."""
    return UNKNOWN


pack: Any = None


def setup_door(cells: Cells, rng: Cells) -> int:
    state = cells[:size].view(layout)[0]
    rules.setup(state, rng)
    return remember(cells, state)


def legal_door(cells: Cells, seat: int, out: Cells) -> int:
    return rules.legal(cells[:size].view(layout)[0], seat, out)


def play_door(cells: Cells, seat: int, action: Cells, rng: Cells) -> int:
    """Change the state, and answer who acts then; or leave it, and answer NOT_ALLOWED."""
    state = cells[:size].view(layout)[0]
    if not rules.allows(state, seat, action):
        return NOT_ALLOWED
    rules.apply(state, seat, action, rng)
    return remember(cells, state)


def allows_door(cells: Cells, seat: int, action: Cells) -> bool:
    return bool(rules.allows(cells[:size].view(layout)[0], seat, action))


def conceal_door(cells: Cells, seat: int) -> int:
    """Erase, and answer who acts as far as the seat can tell."""
    state = cells[:size].view(layout)[0]
    rules.conceal(state, seat)
    return remember(cells, state)


def imagine_door(cells: Cells, seat: int, rng: Cells) -> int:
    state = cells[:size].view(layout)[0]
    rules.imagine(state, seat, rng)
    return remember(cells, state)


def mask_door(cells: Cells) -> int:
    return mask(cells[:size].view(layout)[0])


def scores_door(cells: Cells, out: Cells) -> None:
    for seat in range(len(out)):
        out[seat] = rules.score(cells[:size].view(layout)[0], seat)


class Doors:
    """A game's rules as Python calls them: with plain rows of cells, at a fraction of the cost of passing records."""

    __slots__ = ("allows", "conceal", "free", "imagine", "legal", "memo", "play", "scores", "setup", "size", "speaking")

    def __init__(self, game: Game) -> None:
        known, memo = game.known_actions, game.most_actions * game.action_width
        self.size = game.state.size
        self.memo = 1 + (memo if memo <= LARGEST_MEMO else 0)
        names: dict[str, Any] = {"rules": game.rules, "layout": game.state.layout}
        names |= {"size": self.size, "width": known.width, "bits": known.bits}
        names["pack"] = bound(pack_kernel if self.memo > 1 else too_many_to_pack, game.name, **names)
        names["remember"] = bound(remember_kernel, game.name, **names)
        cells, rows = game.state.blank(), np.zeros((1, game.action_width), np.int64)

        def door(template: Callable[..., Any], *arguments: Any, tag: str = "", **more: Any) -> Any:
            return direct(bound(template, game.name + tag, **names, **more), cells, *arguments)

        self.setup = door(setup_door, cells)
        self.legal = door(legal_door, 0, rows)
        self.play = door(play_door, 0, rows[0], cells)
        self.allows = door(allows_door, 0, rows[0])
        self.conceal = door(conceal_door, 0)
        self.imagine = door(imagine_door, 0, cells)
        self.scores = door(scores_door, cells)
        self.speaking = game.speaking and door(mask_door, tag="speaking", mask=game.speaking)
        self.free = game.free and door(mask_door, tag="free", mask=game.free)


@cache
def doors(game: Game) -> Doors:
    return Doors(game)


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
        """The first position. The rest of the match draws from the same generator, so pass one to go on with it."""
        options = game.options() if options is None else options
        blank = cls(game, options, game.blank(options), 0)
        acting = blank._doors.setup(blank._cells, seeded("match", seed) if rng is None else rng)
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
        out = np.empty(len(self.seats), np.int64)
        self._doors.scores(self._cells, out)
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
        row, after = self.game.row(action), self._cells.copy()
        # The rules trust that the seat exists.
        acting = self._doors.play(after, seat, row, rng) if self.may_act(seat) else NOT_ALLOWED
        if acting == NOT_ALLOWED:
            raise self._refusal(seat, action)
        return self._next(after, acting)

    def _refusal(self, seat: int, action: Any) -> IllegalAction:
        if not self.acting:
            return MatchOver(f"seat {seat} cannot {action}: the match is over")
        if not self.may_act(seat):
            # Who is done may be a secret of theirs.
            turn = " or ".join(str(other) for other in self.seen_by(seat).acting)
            why = self.why_not(seat, action) or f"it is the turn of seat {turn}"
            return OutOfTurn(f"seat {seat} cannot {action} now: {why}")
        if why := self.why_not(seat, action):
            return IllegalAction(f"seat {seat} may not {action} now: {why}")
        legal = self.legal(seat)
        choices = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        return IllegalAction(f"seat {seat} may not {action} now; it may {choices}")

    def why_not(self, seat: int, action: Any) -> str:
        """The game's own reason to refuse the action, from what the seat itself can know; or nothing."""
        return self.game.refusal(self.seen_by(seat).state, seat, action) if self.game.refusal else ""

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
        return f"<{self.game.title}, seats {self.acting} to act>" if self.acting else f"<{self.game.title}, over>"


@cache
def seats(game: Game, options: Any) -> tuple[Seat, ...]:
    return game.seating(options)
