"""RULES.md 5 and 6: what a round is worth, and who has won."""

from quintain.core.kernel import Cells, compiled
from quintain.games.jaffre.rules.auction import amount_of, without_trump
from quintain.games.jaffre.rules.dealing import deal
from quintain.games.jaffre.rules.state import BETS, NONE, OVER, PAYS_POINTS, SEATS, TEAMS, State


@compiled
def score_round(state: State, rng: Cells) -> None:
    team = state.declarer % TEAMS
    taken = team_points(state, team)
    amount = amount_of(state.bet)
    stake = amount * (1 + without_trump(state.bet))
    made = taken >= amount
    if made and state.made_pays == PAYS_POINTS:
        stake = taken * (1 + without_trump(state.bet))
    state.scores[team] += stake if made else -stake
    state.scores[1 - team] += team_points(state, 1 - team)
    state.winner = winning_team(state, made)
    if state.winner != NONE:
        state.phase = OVER
    else:
        state.rounds += 1
        state.dealer = (state.dealer + 1) % SEATS
        deal(state, rng)


@compiled
def team_points(state: State, team: int) -> int:
    return state.points[team] + state.points[team + TEAMS]


@compiled
def winning_team(state: State, made: bool) -> int:
    declaring = state.declarer % TEAMS
    if state.twelve_wins and state.bet == BETS:
        return declaring if made else 1 - declaring
    mine, theirs = state.scores[declaring], state.scores[1 - declaring]
    if mine < state.target and theirs < state.target:
        return NONE
    return declaring if mine >= theirs else 1 - declaring


@compiled
def score(state: State, seat: int) -> int:
    return state.scores[seat % TEAMS]


@compiled
def placing(state: State, seat: int) -> int:
    """The winner comes first, whatever the score: a tie goes to the declarers, a 12 without trump may decide."""
    if state.winner == NONE:
        return state.scores[seat % TEAMS]
    return 1 if state.winner == seat % TEAMS else 0
