"""The rules of Bottle Bats, compiled: one file a chapter of RULES.md. Here: a match begins, and one seat acts."""

from quintain.core.game import Rules
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.rules.generator import make_map
from quintain.games.bottlebats.rules.orders import acting, allows, legal, obey
from quintain.games.bottlebats.rules.secrets import conceal, imagine
from quintain.games.bottlebats.rules.state import GIVEN, NONE, SIGHT, State, note_held
from quintain.games.bottlebats.rules.turn import bury, play_turn, score, winning_seat


@compiled
def setup(state: State, rng: Cells) -> None:
    if state.source != GIVEN:
        make_map(state, rng)
    for fort in range(state.forts - 1, -1, -1):
        if state.owners[fort] > 0:
            state.homes[state.owners[fort] - 1] = fort
    state.living = (1 << state.seats) - 1
    bury(state)
    if state.fog == SIGHT:
        note_held(state)
    state.winner = winning_seat(state)
    state.waiting = state.living if state.winner == NONE else 0


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    """Orders wait until everybody has ended the turn."""
    obey(state, seat, action)
    if state.waiting == 0:
        play_turn(state)


RULES = Rules(setup, acting, legal, allows, apply, score, conceal, imagine)
