"""RULES.md 2.1: on a fair map nobody has an advantage. Mirrored matches: if all do the same, all come to the same."""

import pytest

from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.position import Position
from quintain.games.bottlebats.bots.destroy import Destroy
from quintain.games.bottlebats.rules.generator import turned
from quintain.games.bottlebats.rules.state import State
from tests.games.bottlebats.wars import DICE, GAME

TURNS = 60


def played_by_destroy(position: Position) -> Position:
    """A turn in which everybody is a destroyer: it treats all its roads alike, and so in whatever order they come."""
    seen = position
    for seat in seen.acting:
        for action in Destroy().act(Turn(seat, seen.seen_by(seat), seeded(seat))):
            position = position.play(seat, action, DICE)
    return position


def forts_of(state: State, seat: int) -> dict[int, int]:
    return {fort: state.soldiers[fort] for fort in range(state.forts) if state.owners[fort] == seat + 1}


@pytest.mark.parametrize("players", range(2, 9))
def test_a_match_of_equals_is_the_same_from_every_home(players: int) -> None:
    position = Position.start(GAME, GAME.options_from({"players": players}), 11)
    orbits = position.state.forts // players
    for _ in range(TURNS):
        position = played_by_destroy(position)
    state = position.state
    first = forts_of(state, 0)
    assert len(first) > 1, "there has been something to win"
    for seat in range(1, players):
        there = {int(turned(fort, seat, players, orbits)): soldiers for fort, soldiers in first.items()}
        assert forts_of(state, seat) == there
    assert len(set(position.scores())) == 1


def test_on_an_unfair_map_it_is_not() -> None:
    """Or the test above would pass for a war in which nothing happens."""
    position = Position.start(GAME, GAME.options_from({"players": 2, "generator": "original"}), 11)
    for _ in range(TURNS):
        position = played_by_destroy(position)
    assert len(set(position.scores())) == 2
