"""The house's own player by rules: it values hands by measurement, bets to win the match, and weighs every card."""

from functools import cache

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.jaffre.actions import CARD, Action, Bet, Play, Skip
from quintain.games.jaffre.bots import measured
from quintain.games.jaffre.bots.bidding import best_bet
from quintain.games.jaffre.bots.cardsense import best_play
from quintain.games.jaffre.bots.habits import Habits
from quintain.games.jaffre.bots.reading import PLAYS, Reals
from quintain.games.jaffre.rules.auction import amount_of, without_trump
from quintain.games.jaffre.rules.state import CARDS, SEATS, SKIPPED


class Shark(Bot):
    """Values its hand for every trump, bets for the match and not for the round, and forgets no card and no bluff."""

    strength = 40

    def __init__(self) -> None:
        self.habits = Habits()

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> Action:
        self.habits.hear(turn.events)
        return self.card(turn) if isinstance(turn.legal[0], Play) else self.bet(turn)

    def bet(self, turn: Turn) -> Bet | Skip:
        found = np.empty(4)
        bet = best_bet(turn.seen.record, turn.seat, measured.LEANINGS, self.habits.shifts(), found)
        chance, skipping, points, making = found.tolist()
        if bet == SKIPPED:
            turn.explain(f"hopes for {points:.1f} points, and wins the match more often by skipping", chance=skipping)
            return Skip()
        turn.explain(
            f"hopes for {points:.1f} points: makes the bet {making:.0%} of the time",
            chance=chance,
            chance_if_skipped=max(0.0, skipping),
            points=points,
        )
        return Bet(amount_of(bet), bool(without_trump(bet)))

    def card(self, turn: Turn) -> Action:
        if len(turn.legal) == 1:
            turn.explain("has 1 card to choose from")
            return turn.legal[0]
        found, worths = np.empty(3), np.full(CARDS, np.nan)
        code = best_play(turn.seen.record, turn.seat, measured.CARD_WEIGHTS, found, worths)
        worth, taking, points = found.tolist()
        sentence = f"{CARD[code]}: we take this trick {taking:.0%} of the time, for about {points:.1f} points"
        turn.explain(sentence, candidates(worths), worth=worth, choices=len(turn.legal))
        return PLAYS[code]


def candidates(worths: Reals) -> Candidates:
    """The cards that were weighed, the best first."""
    order = np.argsort(-worths, kind="stable")[: np.count_nonzero(~np.isnan(worths))].tolist()
    return Candidates(tuple((str(PLAYS[code]), worths[code]) for code in order))


@cache
def prepare(game: Game) -> None:
    """Use the kernels once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0).record
    best_bet(opening, 0, measured.LEANINGS, np.zeros(SEATS), np.empty(4))
    best_play(opening, 0, measured.CARD_WEIGHTS, np.empty(3), np.empty(CARDS))
