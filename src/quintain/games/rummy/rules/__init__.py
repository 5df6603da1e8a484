"""The rules of Rummy, compiled: one file a chapter of RULES.md. Here: whose turn it is, and what it may do."""

from quintain.core.game import Rules
from quintain.core.kernel import Cells, compiled
from quintain.games.rummy.rules.dealing import setup
from quintain.games.rummy.rules.drawing import allows_draw, answer, begin_turn, draw, legal_draws, stuck
from quintain.games.rummy.rules.playing import allows_play, legal_plays, play
from quintain.games.rummy.rules.scoring import end_round, score
from quintain.games.rummy.rules.secrets import conceal, imagine
from quintain.games.rummy.rules.state import ASKING, BUY, DISCARD, GO_OUT, MOST_TURNS, NONE, OVER, PLAYING, State


@compiled
def acting(state: State) -> int:
    if state.phase == OVER:
        return 0
    return state.waiting if state.phase == ASKING else 1 << state.turn


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    if state.phase == PLAYING:
        return legal_plays(state, seat, out)
    return legal_draws(state, seat, out)


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    if state.phase == PLAYING:
        return allows_play(state, seat, action)
    return allows_draw(state, seat, action[0])


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    kind, going = action[0], True
    if state.phase == ASKING:
        answer(state, seat, kind == BUY)
    elif state.phase != PLAYING:
        going = draw(state, seat, kind, rng)
    else:
        play(state, seat, action)
        if kind == GO_OUT or (kind == DISCARD and state.held[seat] == 0):
            end_round(state, seat, rng)
            return
        if kind == DISCARD:
            going = state.turns < MOST_TURNS
            begin_turn(state, (seat + 1) % state.players)
    if not going or stuck(state):
        end_round(state, NONE, rng)


RULES = Rules(setup, acting, legal, allows, apply, score, conceal, imagine)
