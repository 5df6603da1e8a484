"""T17: rules are the same from every seat: if all move up, what each is shown, may do and brings about moves with them.

Legal actions or a view that were made for another seat than the one that asks would break this.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quintain import games
from quintain.core.dice import keyed
from quintain.core.position import Position
from tests.random_play import examples, walks
from tests.turning import Table, Turning

HERE = Path(__file__).parent
TURNINGS: dict[str, Turning] = {
    name: import_module(f"tests.games.{name}.turning").TURNING
    for name in games.names()
    if (HERE / "games" / name / "turning.py").is_file()
}
everywhere = pytest.mark.parametrize("name", TURNINGS)


class Turned:
    """A position, and the same one with everybody moved up."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        count = len(position.seats)
        self.table = Table(count, TURNINGS[self.game.name].by(count))
        self.position = position
        self.after = self.turned(position)

    def turned(self, position: Position) -> Position:
        record = position.record.copy()
        for name, shape, start, stop in self.game.state.fields:
            if turner := TURNINGS[self.game.name].fields.get(name):
                field = record[start:stop].reshape(tuple(shape))
                record[start:stop] = turner(self.table, field).ravel()
        acting = sum(1 << self.table.up(seat) for seat in position.acting)
        return Position(self.game, position.options, record, acting)

    def action(self, action: Any) -> Any:
        """In Rummy, melds are named by the seat that laid them down."""
        return replace(action, seat=self.table.up(action.seat)) if hasattr(action, "seat") else action


def test_every_game_is_turned() -> None:
    missing = set(games.names()) - set(TURNINGS)
    assert not missing, f"say in tests/games/<name>/turning.py how a table of {', '.join(missing)} is turned"


@everywhere
@examples
@given(data=st.data())
def test_each_seat_is_shown_and_may_do_what_the_one_below_it_could(name: str, data: st.DataObject) -> None:
    both = Turned(data.draw(walks(games.load(name))).position)
    for seat in range(both.table.seats):
        above = both.table.up(seat)
        assert both.after.seen_by(above) == both.turned(both.position.seen_by(seat))
        legal = [both.action(action) for action in both.position.legal(seat)]
        assert sorted(both.after.legal(above), key=str) == sorted(legal, key=str)
        assert both.after.scores()[above] == both.position.scores()[seat]


@everywhere
@examples
@given(data=st.data())
def test_each_seat_brings_about_what_the_one_below_it_would(name: str, data: st.DataObject) -> None:
    both = Turned(data.draw(walks(games.load(name))).position)
    for seat in both.position.acting:
        for action in both.position.legal(seat):
            played, again = (both.position.play(seat, action, keyed("match", seed)) for seed in (1, 2))
            if played == again:  # or else dice decide
                turned = both.after.play(both.table.up(seat), both.action(action), keyed("match", 1))
                assert turned == both.turned(played)
