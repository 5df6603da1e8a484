"""A game's rules as Python calls them: bound once per game, over plain rows of cells."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from quintain.core.dice import next_step
from quintain.core.game import Game, Rules
from quintain.core.kernel import Cells, bound, direct, lowest, opened
from quintain.core.meanwhile import when_ready

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
value: Any = None


# A position's cells are its state's, and behind them a memo of what the first acting seat may do: how many actions,
# and the code of each. It is made on the way, because a call from Python costs ten times as much as the rules do.


def remember_kernel(cells: Cells, state: Any) -> int:
    """Write the memo, and return who acts."""
    acting = rules.acting(state)
    cells[size] = UNKNOWN if not acting else pack(cells, state, lowest(acting))
    return acting


def pack_kernel(cells: Cells, state: Any, seat: int) -> int:
    """Write the seat's legal actions as codes; return how many, or UNKNOWN if a cell does not fit into a code."""
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
    """Change the state, and return who acts then; or leave it and the dice, and return NOT_ALLOWED."""
    state = cells[:size].view(layout)[0]
    if not rules.allows(state, seat, action):
        return NOT_ALLOWED
    next_step(rng)
    rules.apply(state, seat, action, rng)
    return remember(cells, state)


def allows_door(cells: Cells, seat: int, action: Cells) -> bool:
    return bool(rules.allows(cells[:size].view(layout)[0], seat, action))


def conceal_door(cells: Cells, seat: int) -> int:
    """Erase, and return who acts as far as the seat can tell."""
    state = cells[:size].view(layout)[0]
    rules.conceal(state, seat)
    return remember(cells, state)


def imagine_door(cells: Cells, seat: int, rng: Cells) -> int:
    state = cells[:size].view(layout)[0]
    rules.imagine(state, seat, rng)
    return remember(cells, state)


def mask_door(cells: Cells) -> int:
    return mask(cells[:size].view(layout)[0])


def values_door(cells: Cells, out: Cells) -> None:
    """Write what each seat is worth."""
    for seat in range(len(out)):
        out[seat] = value(cells[:size].view(layout)[0], seat)


class Doors:
    """A game's rules as Python calls them: with plain rows of cells, at a fraction of the cost of passing records."""

    __slots__ = (
        "allows",
        "conceal",
        "free",
        "imagine",
        "legal",
        "memo",
        "placings",
        "play",
        "scores",
        "setup",
        "size",
        "speaking",
    )

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
        self.scores = door(values_door, cells, tag="scores", value=game.rules.score)
        self.placings = door(values_door, cells, tag="placings", value=game.placing) if game.placing else self.scores
        self.speaking = game.speaking and door(mask_door, tag="speaking", mask=game.speaking)
        self.free = game.free and door(mask_door, tag="free", mask=game.free)
        when_ready(game.name, self.open)

    def open(self) -> None:
        """What was interpreted at first is compiled now."""
        for name in self.__slots__:
            setattr(self, name, opened(getattr(self, name)))


@cache
def doors(game: Game) -> Doors:
    return Doors(game)


@cache
def acting_door(game: Game) -> Any:
    """Who acts in a state that was read from a text."""
    return bound(
        mask_door, game.name + "acting", layout=game.state.layout, size=game.state.size, mask=game.rules.acting
    )
