"""How the shark bets: the chance to win the match after each bet that it could make, and after a skip."""

from math import exp

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.jaffre.bots import measured
from quintain.games.jaffre.bots.measured import Leanings
from quintain.games.jaffre.bots.reading import LAYOUT, Reals
from quintain.games.jaffre.bots.valuation import WITHOUT, as_defender, as_partner, first_best, values
from quintain.games.jaffre.rules.auction import amount_of, lowest_bet, may_skip, without_trump
from quintain.games.jaffre.rules.state import (
    BETS,
    COLORS,
    LOWEST_BET,
    PAYS_POINTS,
    RED_ZERO_POINTS,
    SEATS,
    SKIPPED,
    TEAMS,
    TRICKS,
    State,
)

MAKES = np.array(measured.MAKES)  # by amount from 7: (constant, slope) of the logistic chance to make it
MAKES_WITHOUT = np.array(measured.MAKES_WITHOUT)
TAKEN_WHEN_MADE = np.array(measured.TAKEN_WHEN_MADE)
TAKEN_WHEN_FAILED = np.array(measured.TAKEN_WHEN_FAILED)
BEHIND_A_BET = np.array(measured.BEHIND_A_BET)  # by bet: what a seat that made it may expect to take
LEAD_COUNTS, LEAD_FADES = measured.LEAD_COUNTS, measured.LEAD_FADES

TRUST = 0.25  # how much of a seat's habits counts when its bet is only overheard


@compiled
def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@compiled
def match_chance(ours: float, theirs: float, target: int) -> float:
    """The chance to win the match at this score. A lead counts more, the nearer the end is."""
    if max(ours, theirs) >= target:
        return 1.0 if ours >= theirs else 0.0
    return logistic(LEAD_COUNTS * (ours - theirs) / (target - max(ours, theirs) + LEAD_FADES))


@compiled
def making_chance(bet: int, value: float) -> float:
    line = MAKES_WITHOUT[amount_of(bet) - LOWEST_BET] if without_trump(bet) else MAKES[amount_of(bet) - LOWEST_BET]
    return logistic(line[0] + line[1] * value)


@compiled
def contract_worth(state: State, team: int, bet: int, value: float) -> float:
    """The declarers' chance to win the match, if this team plays for this bet and expects to take this much."""
    ours, theirs = state.scores[team], state.scores[1 - team]
    amount, factor = amount_of(bet), 1 + without_trump(bet)
    chance = making_chance(bet, value)
    if state.twelve_wins and bet == BETS:
        return chance
    everything = TRICKS + RED_ZERO_POINTS + state.brown_zero_points
    made = max(float(amount), TAKEN_WHEN_MADE[0] + TAKEN_WHEN_MADE[1] * amount + TAKEN_WHEN_MADE[2] * value)
    lost = min(amount - 1.0, TAKEN_WHEN_FAILED[0] + TAKEN_WHEN_FAILED[1] * amount + TAKEN_WHEN_FAILED[2] * value)
    pays = made if state.made_pays == PAYS_POINTS else float(amount)
    after_made = match_chance(ours + factor * pays, theirs + everything - made, state.target)
    after_lost = match_chance(ours - factor * amount, theirs + everything - lost, state.target)
    return chance * after_made + (1.0 - chance) * after_lost


@compiled
def overheard(state: State, seat: int, leanings: Leanings, habits: Reals) -> float:
    """How the others' words so far shift what we may expect to take."""
    shift = 0.0
    for i in range(1, SEATS):
        other = (seat + i) % SEATS
        if state.bets[other] == SKIPPED:
            shift += leanings.partner_skipped if i == TEAMS else leanings.opponent_skipped
        elif state.bets[other] > SKIPPED and i == TEAMS:
            shift += leanings.partner_bet + TRUST * habits[other]
        elif state.bets[other] > SKIPPED:
            shift += leanings.opponent_bet - TRUST * habits[other]
    return shift


@compiled
def skip_worth(state: State, seat: int, leanings: Leanings, habits: Reals) -> float:
    """Our chance to win the match if we leave the contract to the one who holds it, or to a dealer who must bet."""
    holder, bet, value = state.declarer, state.bet, leanings.forced
    if bet == SKIPPED:
        holder, bet = state.dealer, 1
        value += leanings.waiting_partner if (holder - seat) % TEAMS == 0 else leanings.waiting_defender
    else:
        value = BEHIND_A_BET[bet] + habits[holder]
    if (holder - seat) % TEAMS == 0:
        return contract_worth(state, holder % TEAMS, bet, value + as_partner(state.hands[seat]))
    return 1.0 - contract_worth(state, holder % TEAMS, bet, value + as_defender(state.hands[seat]))


@compiled
def best_bet(record: Cells, seat: int, leanings: Leanings, habits: Reals, out: Reals) -> int:
    """The bet (SKIPPED: none) after which we most likely win. Puts into `out`: that chance, the chance after a skip,
    the points to expect, the chance to make the bet."""
    state = record.view(LAYOUT)[0]
    hopes = np.empty(COLORS + 1)
    values(state.hands[seat], hopes)
    shift = overheard(state, seat, leanings, habits) - leanings.caution
    plain, without = hopes[first_best(hopes)] + shift, hopes[WITHOUT] + shift
    skipping = skip_worth(state, seat, leanings, habits) if may_skip(state, seat) else -1.0
    best = SKIPPED
    out[3] = 0.0
    out[0] = skipping
    out[1] = skipping
    out[2] = max(plain, without)
    for bet in range(lowest_bet(state, seat), BETS + 1):
        value = without if without_trump(bet) else plain
        worth = contract_worth(state, seat % TEAMS, bet, value)
        if worth > out[0]:
            best = bet
            out[0] = worth
            out[2] = value
            out[3] = making_chance(bet, value)
    return best
