"""How likely a boat can fire, by the courses that the world has heard."""

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.traits import EnemyTraits
from quintain.games.admiral.rules.hearing import part
from quintain.games.admiral.rules.state import COURSE, FIRED, STEALTHY, TORPEDO, State

LAYOUT = State.layout


@compiled
def courses_since_shot(record: Cells, team: int) -> int:
    """The courses of a boat since its last torpedo; all of them if it has fired none."""
    state = record.view(LAYOUT)[0]
    n = 0
    for i in range(state.reports[team] - 1, -1, -1):
        kind = part(state.heard[team, i], 0)
        if kind == FIRED:
            return n
        if kind in (COURSE, STEALTHY):
            n += 1
    return max(n, state.courses[team])


@compiled
def readiness(record: Cells, team: int, traits: EnemyTraits, out: Reals) -> None:
    """The chance that a boat can fire after one course more, after two, and so on."""
    state = record.view(LAYOUT)[0]
    charged = courses_since_shot(record, team)
    for t in range(len(out)):
        out[t] = traits.loaded if charged + t + 1 >= state.capacity[TORPEDO] else traits.not_loaded
