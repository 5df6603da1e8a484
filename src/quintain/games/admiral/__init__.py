"""Admiral Radar: two submarine crews of four hunt each other blind."""

from quintain.core.game import Contest, Game, League, Levels, Page, Seat
from quintain.games.admiral import actions, drawing, events, messages, view
from quintain.games.admiral.absent import default
from quintain.games.admiral.options import Options, configure
from quintain.games.admiral.refusals import refusal
from quintain.games.admiral.rules import RULES
from quintain.games.admiral.rules.state import ROLES as CREW
from quintain.games.admiral.rules.state import SEATS, WIDTH, State
from quintain.games.admiral.rules.turn import free, placing, speaking
from quintain.games.admiral.words import ROLES, TEAMS

MOST_ACTIONS = 1024  # answers to a sonar, with sectors of a single cell


LEVELS = Levels(easy="veteran:level=easy", medium="veteran:level=normal", hard="veteran:level=hard")

CONTEST = Contest(
    house=(
        "chance",
        "classic",
        "veteran:level=novice",
        "veteran:level=easy",
        "veteran:level=normal",
        "veteran:level=hard",
    ),
    light=("chance", "classic", "veteran:level=novice", "veteran:level=easy"),
    leagues=(
        League("Novice"),
        League("Squire", "veteran:level=easy"),
        League("Knight", "veteran:level=normal"),
        League("Champion", "veteran:level=hard"),
    ),
)

GAME = Game(
    name="admiral",
    title="Admiral Radar",
    summary="Two submarines, four at each: steer, charge, repair and listen, and find the other before it finds you.",
    rules_version=2,
    rules=RULES,
    state=State,
    options=Options,
    seating=lambda options: tuple(Seat(team=seat // CREW, role=ROLES[seat % CREW]) for seat in range(SEATS)),
    action_type=actions.Action,
    action_width=WIDTH,
    most_actions=MOST_ACTIONS,
    encode=actions.encode,
    decode=actions.decode,
    parse=actions.parse,
    view=view.view,
    text=drawing.text,
    opening=events.opening,
    events=events.events,
    default=default,
    placing=placing,
    talk="team",
    message_type=messages.Talk,
    speaking=speaking,
    free=free,
    refusal=refusal,
    longest=20_000,
    horizon=60,
    teams=TEAMS,
    configure=configure,
    page=Page(accent="#0e7490", levels=LEVELS, contest=CONTEST, pace=1.2),
)
