"""Jaffre: two against two, eight tricks, and a promise of how much they will be worth."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.core.game import Contest, Game, League, Levels, Page, Seat
from quintain.core.position import Position
from quintain.games.jaffre import actions, events, view
from quintain.games.jaffre.rules import RULES
from quintain.games.jaffre.rules.scoring import placing
from quintain.games.jaffre.rules.state import BETS, BETTING, CARDS, LOWEST_BET, SEATS, TEAMS, State


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: Annotated[int, Meta(ge=1, le=1000, description="points that win the match")] = 41
    brown_zero_points: Annotated[int, Meta(ge=-10, le=0, description="what the brown zero is worth")] = -3
    first_dealer: Annotated[int, Meta(ge=0, le=3, description="the seat that deals first")] = 0
    made_pays: Annotated[
        Literal["bet", "points"], Meta(description="what a made contract pays: the bet, or the points taken")
    ] = "bet"
    twelve_wins: Annotated[bool, Meta(description="a 12 without trump wins the match, or loses it")] = False


def default(seen: Position, seat: int) -> actions.Action:
    """Skip, or 7 if that is not allowed; the lowest card that is."""
    state: State = seen.state
    if state.phase == BETTING:
        return actions.Skip() if seat != state.dealer or state.bet else actions.Bet(LOWEST_BET)
    laid = state.played % SEATS
    hand = view.cards_of(state.hands[seat])
    led = actions.CARD[state.cards[state.played - laid]].color if laid else None
    following = [card for card in hand if card.color == led]
    return actions.Play(min(following or hand, key=lambda card: card.value))


PARTNER = 2  # deals first, for a dealer must bet if nobody else does
# Not `beginner`: four of them bet so badly that a match may never end.
LEVELS = Levels(easy="intermediate", medium="advanced", hard="shark")

CONTEST = Contest(
    house=("chance", "intermediate", "rollout:worlds=20", "search:iterations=200", "advanced", "shark"),
    light=("intermediate", "advanced"),
    leagues=(
        League("Novice"),
        League("Squire", "intermediate"),
        League("Knight", "advanced"),
        League("Champion", "shark"),
    ),
)

GAME = Game(
    name="jaffre",
    title="Jaffre",
    summary="Two against two: bet from 7 to 12 on eight tricks, win the red zero, shed the brown one.",
    rules_version=2,
    rules=RULES,
    state=State,
    options=Options,
    seating=lambda options: tuple(Seat(team=seat % TEAMS) for seat in range(SEATS)),
    action_type=actions.Action,
    action_width=actions.WIDTH,
    most_actions=BETS + 1,
    encode=actions.encode,
    decode=actions.decode,
    parse=actions.parse,
    view=view.view,
    text=view.text,
    opening=events.opening,
    events=events.events,
    default=default,
    placing=placing,
    horizon=SEATS + CARDS,
    page=Page(accent="#b45309", levels=LEVELS, contest=CONTEST, one_click={"first_dealer": PARTNER}),
)
