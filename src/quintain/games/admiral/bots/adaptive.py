"""How an adaptive crew finds its level: a step down after a win, a step up after a loss.

A bot knows its seat and how its matches end, but not who sits opposite. So what is remembered is how adaptive
crews have fared in this process, for each role apart: whoever plays a series against the house meets a crew that
loses about as often as it wins. Between two adaptive crews the steps cancel out.
"""

from quintain.core.outcome import Outcome
from quintain.games.admiral.rules.state import ROLES

LADDER = ("novice", "easy", "normal", "hard", "expert")
FIRST = 2.0  # normal
STRIDE = 0.5  # levels that one match is worth

places = [FIRST] * ROLES  # by role: a place on the ladder, perhaps between two levels


def level_for(role: int) -> str:
    return LADDER[int(places[role] + 0.5)]


def learn(role: int, outcome: Outcome, seat: int) -> None:
    """A match of an adaptive seat is over."""
    ours = outcome.ranks[seat]
    theirs = outcome.ranks[(seat + ROLES) % len(outcome.ranks)]
    step = STRIDE * ((ours > theirs) - (ours < theirs))
    places[role] = min(max(places[role] + step, 0.0), len(LADDER) - 1.0)
