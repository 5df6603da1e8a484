"""The rules of Admiral Radar, compiled: one file a chapter of RULES.md. Here: what an action does."""

from quintain.core.game import Rules
from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.rules.imagination import imagine
from quintain.games.admiral.rules.legal import legal
from quintain.games.admiral.rules.secrets import conceal
from quintain.games.admiral.rules.state import (
    ACTION,
    ANSWER,
    ASK_SONAR,
    CHARGE,
    DIVE_,
    DROP,
    FIRE,
    MARK,
    MOVE,
    NODES,
    PLACE,
    ROLES,
    SEND_DRONE,
    STEALTH_,
    SURFACE,
    TRIGGER,
    State,
)
from quintain.games.admiral.rules.systems import answer, ask_sonar, drop, fire, send_drone, trigger
from quintain.games.admiral.rules.turn import (
    acting,
    break_down,
    charge,
    dive,
    end_turn,
    move,
    place,
    score,
    setup,
    slip_away,
    surface,
)
from quintain.games.admiral.rules.why import allows


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    state.fresh = 0
    team, kind = seat // ROLES, action[0]
    if kind <= SURFACE:
        sail(state, team, action)
    elif kind == MARK:
        break_down(state, team, action[1] * NODES + action[2])
    elif kind == CHARGE:
        charge(state, team, action[1])
    elif kind <= ASK_SONAR:
        use(state, team, action)
    elif kind == ANSWER:
        answer(state, team, action)
        state.step = ACTION
    else:
        end_turn(state)


@compiled
def sail(state: State, team: int, action: Cells) -> None:
    kind = action[0]
    if kind == MOVE:
        move(state, team, action[1])
    elif kind == STEALTH_:
        slip_away(state, team, action[1], action[2])
    elif kind == SURFACE:
        surface(state, team)
    elif kind == DIVE_:
        dive(state, team)
    elif kind == PLACE:
        place(state, team, action[1])


@compiled
def use(state: State, team: int, action: Cells) -> None:
    kind = action[0]
    if kind == FIRE:
        fire(state, team, action[1])
    elif kind == DROP:
        drop(state, team, action[1])
    elif kind == TRIGGER:
        trigger(state, team, action[1])
    elif kind == SEND_DRONE:
        send_drone(state, team, action[1])
    else:
        ask_sonar(state, team)


RULES = Rules(setup, acting, legal, allows, apply, score, conceal, imagine)
