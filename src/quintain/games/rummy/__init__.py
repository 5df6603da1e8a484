"""Rummy: seven rounds with a contract each, jokers, and discards that others may buy."""

from quintain.core.game import Contest, Game, League, Levels, Page
from quintain.core.position import Position
from quintain.games.rummy import actions, events, view
from quintain.games.rummy.options import Options as Options
from quintain.games.rummy.options import seating
from quintain.games.rummy.refusals import refusal
from quintain.games.rummy.rules import RULES
from quintain.games.rummy.rules.melds import points_of
from quintain.games.rummy.rules.state import ASKING, DRAWING, WIDTH, State

MOST_ACTIONS = 512  # more than a hand of forty cards has; longer lists are cut
DECISIONS = 500_000  # more than the turns of seven rounds can need
AHEAD = 80  # decisions that a planner looks ahead: some turns of everybody


def default(seen: Position, seat: int) -> actions.Action:
    """An absent seat wants nothing, draws, and discards its most expensive card, but no joker while it has others."""
    state: State = seen.state
    if state.phase == ASKING:
        return actions.Pass()
    if state.phase == DRAWING:
        legal = seen.legal(seat)
        return legal[-1]
    hand = actions.cards_of(list(state.hands[seat]))
    return actions.Discard(max(hand, key=discard_order))


def discard_order(card: str) -> tuple[bool, int]:
    return not card.startswith("JOKER"), int(points_of(actions.CODES[card]))


def trifling(seen: Position, seat: int) -> bool:
    """Nobody should wait for a bot that is asked about somebody else's discard."""
    return seen.state.phase == ASKING


LEVELS = Levels(easy="generous", medium="basic", hard="expert")

CONTEST = Contest(
    house=("dumb", "generous", "stingy", "basic", "aggressive", "memory", "expert"),
    light=("dumb", "generous", "stingy", "basic"),
    leagues=(
        League("Novice"),
        League("Squire", "generous"),
        League("Knight", "basic"),
        League("Champion", "expert"),
    ),
)

GAME = Game(
    name="rummy",
    title="Rummy",
    summary="Seven contracts of groups and runs, jokers, and a discard pile where everybody may ask: May I?",
    rules_version=2,
    rules=RULES,
    state=State,
    options=Options,
    seating=seating,
    action_type=actions.Action,
    action_width=WIDTH,
    most_actions=MOST_ACTIONS,
    encode=actions.encode,
    decode=actions.decode,
    parse=actions.parse,
    view=view.view,
    text=view.text,
    opening=events.opening,
    events=events.events,
    default=default,
    refusal=refusal,
    together=(actions.GoDown, actions.LayOff, actions.Swap),
    trifling=trifling,
    longest=DECISIONS,
    horizon=AHEAD,
    page=Page(accent="#7c2d5e", levels=LEVELS, contest=CONTEST, penalties=True),
)
