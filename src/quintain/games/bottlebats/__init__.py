"""Bottle Bats: soldiers march over roads from fort to fort, and most of the map lies in the fog."""

from quintain.core.game import Contest, Game, League, Levels, Page
from quintain.core.position import Position
from quintain.games.bottlebats import actions, events, view
from quintain.games.bottlebats.options import Options as Options
from quintain.games.bottlebats.options import configure, seating
from quintain.games.bottlebats.refusals import refusal
from quintain.games.bottlebats.rules import RULES
from quintain.games.bottlebats.rules.orders import MOST_ACTIONS
from quintain.games.bottlebats.rules.state import State
from quintain.games.bottlebats.rules.turn import placing

DECISIONS = 10_000_000  # more than any match has within its turn limit
AHEAD = 60  # decisions that a planner looks ahead


def default(seen: Position, seat: int) -> actions.Action:
    """An absent seat orders nothing."""
    return actions.Done()


LEVELS = Levels(easy="onebyone", medium="greedy", hard="general")

CONTEST = Contest(
    house=("idle", "chance", "onebyone", "test", "destroy", "greedy", "marshal", "general:budget=0.5,rehearsals=20"),
    light=("idle", "greedy"),
    leagues=(
        League("Novice"),
        League("Squire", "destroy"),
        League("Knight", "greedy"),
        League("Champion", "general:budget=0.5,rehearsals=20"),
    ),
)

GAME = Game(
    name="bottlebats",
    title="Bottle Bats",
    summary="March from fort to fort, meet the enemy on the road, and see no farther than your neighbours.",
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
    together=(actions.March,),
    longest=DECISIONS,
    horizon=AHEAD,
    page=Page(accent="#8a5a14", levels=LEVELS, contest=CONTEST),
)
