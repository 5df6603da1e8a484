"""The rules of Jaffre, compiled: one file a chapter of RULES.md. Here: whose turn it is, and what it may do."""

from quintain.core.game import Rules
from quintain.core.kernel import Cells, compiled
from quintain.games.jaffre.rules.auction import allows_bet, legal_bets, speak
from quintain.games.jaffre.rules.dealing import setup
from quintain.games.jaffre.rules.scoring import score, score_round
from quintain.games.jaffre.rules.secrets import conceal, imagine
from quintain.games.jaffre.rules.state import BETTING, CARDS, OVER, State
from quintain.games.jaffre.rules.tricks import allows_card, legal_cards, play


@compiled
def acting(state: State) -> int:
    if state.phase == OVER:
        return 0
    return 1 << state.turn


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    if state.phase == BETTING:
        return legal_bets(state, seat, out)
    return legal_cards(state, seat, out)


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    if state.phase == BETTING:
        return allows_bet(state, seat, action)
    return allows_card(state, seat, action)


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    if state.phase == BETTING:
        speak(state, seat, action[1])
        return
    play(state, seat, action[1])
    if state.played == CARDS:
        score_round(state, rng)


RULES = Rules(setup, acting, legal, allows, apply, score, conceal, imagine)
