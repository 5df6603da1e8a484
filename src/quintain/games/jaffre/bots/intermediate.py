"""The documented intermediate: smart bets, low leads, and tricks won as cheaply as can be."""

from quintain.core.bot import Bot, Turn
from quintain.games.jaffre.actions import Action, Card, Color, Play
from quintain.games.jaffre.bots.smart import smart_bet


class Intermediate(Bot):
    """Bets on its trumps and high cards, leads low, and wins a trick with the lowest card that will do."""

    strength = 15
    documented = True
    listens = False

    def act(self, turn: Turn) -> Action:
        return smart_bet(turn, turn.view.hand) if turn.view.phase == "betting" else self.card(turn)

    def card(self, turn: Turn) -> Play:
        cards, trick, trump = [play.card for play in turn.legal], turn.view.trick, turn.view.trump
        lowest = min(cards, key=lambda card: card.value)
        if not trick.cards:
            turn.explain("leads the lowest card", value=lowest.value, choices=len(cards))
            return Play(lowest)
        best = trick.by(trick.winner)
        winning = [card for card in cards if beats(card, best, trump)]
        if not winning:
            turn.explain(f"cannot beat {best}, so the lowest card", value=lowest.value, choices=len(cards))
            return Play(lowest)
        cheapest = min(winning, key=lambda card: card.value)
        turn.explain(f"beats {best} with the lowest card that can", value=cheapest.value, winners=len(winning))
        return Play(cheapest)


def beats(card: Card, best: Card, trump: Color | None) -> bool:
    """Would the card win a trick that the other one is winning?"""
    return card.value > best.value if card.color == best.color else card.color == trump
