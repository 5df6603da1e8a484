"""The rules of Planets, compiled: one file a chapter of RULES.md. Here: one seat acts."""

from quintain.core.game import Rules
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.ending import play_turn, score
from quintain.games.planets.rules.homes import setup
from quintain.games.planets.rules.orders import acting, allows, legal, obey
from quintain.games.planets.rules.secrets import conceal, imagine
from quintain.games.planets.rules.state import State


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    """Orders wait until everybody has ended the turn."""
    obey(state, seat, action)
    if state.waiting == 0:
        play_turn(state)


RULES = Rules(setup, acting, legal, allows, apply, score, conceal, imagine)
