"""A bot for Jaffre. It bets on long colors, wins tricks as cheaply as it can, and feeds its partner.

A card is {"color": "red", "value": 7}; seats 0 and 2 play against 1 and 3. What a view holds is in the rules and in the
file README.md beside this one.
"""

from collections import Counter

from arena import play

RED_ZERO = {"color": "red", "value": 0}  # 5 points for whoever takes it
BROWN_ZERO = {"color": "brown", "value": 0}  # costs 3


def decide(turn):
    """One of the legal actions, and why."""
    if turn["view"]["phase"] == "betting":
        return bet(turn["view"], turn["legal"])
    return card(turn["view"], turn["legal"])


def bet(view, legal):
    """The cheapest bet that the hand should be good for; otherwise leave it to others."""
    colors = Counter(card["color"] for card in view["hand"])
    high = sum(card["value"] >= 6 for card in view["hand"])
    hope = max(colors.values()) + high + 2  # the partner will help: this is where your own ideas go
    bets = [action for action in legal if action["type"] == "bet" and not action["without_trump"]]
    cheapest = min(bets, key=lambda action: action["amount"], default=None)
    skip = next((action for action in legal if action["type"] == "skip"), None)
    if cheapest and (cheapest["amount"] <= hope or skip is None):
        return cheapest, f"hopes for {hope} points"
    return skip or legal[0], f"hopes for {hope} points only"


def card(view, legal):
    trick, trump = view["trick"], view["trump"]
    if not trick["cards"]:
        colors = Counter(card["color"] for card in view["hand"])
        return max(legal, key=lambda action: (action["card"]["value"], colors[action["card"]["color"]])), "leads high"
    best = trick["cards"][(trick["winner"] - trick["leader"]) % 4]
    if trick["winner"] == (view["seat"] + 2) % 4:
        return lowest(legal, first=RED_ZERO, last=BROWN_ZERO), "the partner is winning"
    winning = [action for action in legal if beats(action["card"], best, trump)]
    if winning and trick["points"] > 0:
        return lowest(winning, last=BROWN_ZERO), "wins it cheaply"
    return lowest(legal, first=BROWN_ZERO, last=RED_ZERO), "cannot win it"


def beats(card, best, trump):
    if card["color"] == best["color"]:
        return card["value"] > best["value"]
    return card["color"] == trump


def lowest(legal, first=None, last=None):
    """The lowest card, but this one first and that one last."""
    return min(legal, key=lambda action: (action["card"] != first, action["card"] == last, action["card"]["value"]))


if __name__ == "__main__":
    play(decide)
