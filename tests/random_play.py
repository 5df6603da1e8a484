"""Random matches of any game, for the laws and the playthroughs."""

import os
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from quintain.core.dice import keyed, random_below, seeded
from quintain.core.errors import QuintainError
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.match import Match
from quintain.core.position import Position

# `QUINTAIN_EXAMPLES=100000 pytest tests/test_laws.py` is the nightly run.
EXAMPLES = int(os.environ.get("QUINTAIN_EXAMPLES", "50"))
LONGEST = 120  # random play need not end

examples = settings(max_examples=EXAMPLES)
many_examples = settings(max_examples=4 * EXAMPLES)
few_examples = settings(max_examples=max(EXAMPLES // 4, 1))  # where each is a whole match
seeds = st.integers(0, 2**63 - 1)


def options(game: Game) -> st.SearchStrategy[Any]:
    """Any options that the game has, mostly the usual ones."""
    info = msgspec.inspect.type_info(game.options)
    assert isinstance(info, msgspec.inspect.StructType)
    choices = {field.name: values for field in info.fields if (values := _values(field.type)) is not None}
    settings = st.fixed_dictionaries({}, optional=choices)
    return settings.map(lambda chosen: _accepted(game, chosen)).filter(lambda options: options is not None)


def _accepted(game: Game, settings: dict[str, Any]) -> Any:
    """The options, or None where the game refuses the combination: sectors larger than the map, say."""
    try:
        return game.options_from(settings)
    except QuintainError:
        return None


def _values(kind: msgspec.inspect.Type) -> st.SearchStrategy[Any] | None:
    match kind:
        case msgspec.inspect.Metadata():
            return _values(kind.type)
        case msgspec.inspect.IntType():
            return st.integers(kind.ge, kind.le)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.LiteralType():
            return st.sampled_from(kind.values)
    return None


class Walk:
    """A random walk from the first position: every seat takes any legal action, in any order."""

    def __init__(self, game: Game, options: Any = None, seed: int = 0, dice: int = 0) -> None:
        self.rng = keyed("match", seed)
        self.dice = seeded("walk", dice)
        self.position = Position.start(game, options, rng=self.rng)
        self.actions: list[tuple[int, Any]] = []

    def step(self) -> None:
        seat, action = choice(self.position, self.dice)
        self.position = self.position.play(seat, action, self.rng)
        self.actions.append((seat, action))

    def steps(self, most: int) -> "Walk":
        for _ in range(most):
            if self.position.acting:
                self.step()
        return self


def choice(position: Position, dice: Cells) -> tuple[int, Any]:
    """Any seat that may act, and any of its legal actions."""
    seats = [*position.acting, *free(position)]
    seat = seats[random_below(dice, len(seats))]
    legal = position.legal(seat)
    return seat, legal[random_below(dice, len(legal))]


def free(position: Position) -> list[int]:
    """Seats that could act now though nobody waits for them."""
    others = set(range(len(position.seats))) - set(position.acting)
    return [seat for seat in sorted(others) if position.legal(seat)]


def random_match(game: Game, options: Any = None, seed: int = 0, dice: int = 0, longest: int = LONGEST) -> Match:
    """A whole random match, or as much of it as there may be."""
    match, rng = Match(game, options, seed, longest=longest), seeded("walk", dice)
    while not match.outcome:
        match.act(*choice(match.position, rng))
    return match


def walks(game: Game) -> st.SearchStrategy[Walk]:
    """Random walks of any length."""
    made = st.builds(Walk, st.just(game), options(game), seeds, seeds)
    return st.tuples(made, st.integers(0, LONGEST)).map(lambda pair: pair[0].steps(pair[1]))
