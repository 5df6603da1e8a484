"""The documented beginner: bets by the dice, plays by the dice."""

from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below
from quintain.games.jaffre.actions import Action, Bet, Skip
from quintain.games.jaffre.rules.state import HIGHEST_BET, LOWEST_BET
from quintain.games.jaffre.view import Contract

SKIP_PERCENT = 30
OPENING_BETS = 4  # 7 to 10
OPENING_WITHOUT_TRUMP_PERCENT = 15
RAISE_WITHOUT_TRUMP_PERCENT = 20


class Beginner(Bot):
    """Bets and plays at random, within the rules."""

    strength = 5
    documented = True
    listens = False

    def act(self, turn: Turn) -> Action:
        return self.bet(turn) if turn.view.phase == "betting" else self.card(turn)

    def bet(self, turn: Turn) -> Bet | Skip:
        view, dealer = turn.view, turn.view.dealer == turn.seat
        if dealer and view.contract is None:
            turn.explain("the others have skipped, so the dealer must bet", amount=LOWEST_BET)
            return Bet(LOWEST_BET)
        if not dealer and random_below(turn.rng, 100) < SKIP_PERCENT:
            turn.explain("skips now and then", percent=SKIP_PERCENT)
            return Skip()
        if view.contract is None:
            return self.opening(turn)
        return self.raised(turn, view.contract, dealer)

    def opening(self, turn: Turn) -> Bet:
        amount = LOWEST_BET + random_below(turn.rng, OPENING_BETS)
        without_trump = random_below(turn.rng, 100) < OPENING_WITHOUT_TRUMP_PERCENT
        turn.explain("opens with any bet from 7 to 10", amount=amount, percent=OPENING_WITHOUT_TRUMP_PERCENT)
        return Bet(amount, without_trump)

    def raised(self, turn: Turn, highest: Contract, dealer: bool) -> Bet | Skip:
        minimum = highest.amount if dealer else highest.amount + 1
        if minimum > HIGHEST_BET:
            turn.explain("cannot bet higher", highest=highest.amount)
            return Skip()
        amount = minimum + random_below(turn.rng, HIGHEST_BET - minimum + 1)
        bet = Bet(amount, random_below(turn.rng, 100) < RAISE_WITHOUT_TRUMP_PERCENT)
        if bet not in turn.legal:
            turn.explain(f"drew {bet}, which is too low, and skips", amount=amount, highest=highest.amount)
            return Skip()
        turn.explain(f"any bet from {minimum} to 12", amount=amount, percent=RAISE_WITHOUT_TRUMP_PERCENT)
        return bet

    def card(self, turn: Turn) -> Action:
        drawn: Action = turn.legal[random_below(turn.rng, len(turn.legal))]
        turn.explain("any card that may be played", choices=len(turn.legal))
        return drawn
