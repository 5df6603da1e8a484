"""Planets: fleets fly between planets, and teams must find out who is on their side."""

from quintain.core.game import Contest, Game, League, Levels, Page
from quintain.core.position import Position
from quintain.games.planets import actions, events, view
from quintain.games.planets.options import Options as Options
from quintain.games.planets.options import configure, seating
from quintain.games.planets.refusals import refusal
from quintain.games.planets.rules import RULES
from quintain.games.planets.rules.ending import placing
from quintain.games.planets.rules.orders import MOST_ACTIONS
from quintain.games.planets.rules.state import State

DECISIONS = 1_000_000  # more than any match has within its turn limit
AHEAD = 60  # decisions that a planner looks ahead


def default(seen: Position, seat: int) -> actions.Action:
    """An absent seat orders nothing."""
    return actions.Done()


LEVELS = Levels(easy="prospector", medium="rage_team", hard="sage2")

CONTEST = Contest(
    house=("random", "prospector", "bully", "bully_team", "dual", "dual_team", "rage", "sage2:budget=0.01"),
    light=("random", "prospector", "bully", "rage"),
    leagues=(
        League("Novice"),
        League("Squire", "prospector"),
        League("Knight", "rage"),
        League("Champion", "sage2:budget=0.01"),
    ),
)

GAME = Game(
    name="planets",
    title="Planets",
    summary="Send fleets from planet to planet, and find out in the dark who is on your side.",
    rules_version=2,
    rules=RULES,
    state=State,
    options=Options,
    seating=seating,
    configure=configure,
    action_type=actions.Action,
    action_width=actions.WIDTH,
    most_actions=MOST_ACTIONS,
    encode=actions.encode,
    decode=actions.decode,
    parse=actions.parse,
    view=view.view,
    text=view.text,
    opening=events.opening,
    events=events.events,
    default=default,
    placing=placing,
    refusal=refusal,
    together=(actions.Launch, actions.Send),
    longest=DECISIONS,
    horizon=AHEAD,
    page=Page(accent="#0f766e", levels=LEVELS, contest=CONTEST),
)
