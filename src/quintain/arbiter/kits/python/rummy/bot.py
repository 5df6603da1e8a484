"""A bot for Rummy. It keeps what fits together, goes down as soon as it can, and throws away what is dear.

A card is a word like "10-clubs-0": rank, suit and deck; jokers are "JOKER-1-0" and "JOKER-2-0".
"""

from arena import play

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def decide(turn):
    """One of the legal actions, and why."""
    view, legal = turn["view"], turn["legal"]
    for wish in ("go out", "go down", "lay off", "swap"):
        for action in legal:
            if action["type"] == wish:
                return action, "gets rid of cards"
    discards = [action for action in legal if action["type"] == "discard"]
    if discards:
        return min(discards, key=lambda action: keeping(action["card"], view)), "keeps what fits together"
    return exposed(view, legal)


def exposed(view, legal):
    """Does the card on the discard pile help? Then take it, or if it is not our turn, buy it."""
    actions = {action["type"]: action for action in legal}
    card = view["discard"]
    useful = card is not None and fitting(card, view) >= 2
    if useful and "take" in actions:
        return actions["take"], "it fits"
    if useful and "buy" in actions and view["missing"]:
        return actions["buy"], "it fits, and is worth another card"
    for wish in ("pass", "draw", "allow"):
        if wish in actions:
            return actions[wish], "it does not fit"
    return legal[0], "there is no choice"


def keeping(card, view):
    """How much we want to keep a card: what fits stays, and of the rest the dear ones go first."""
    return fitting(card, view), -points(card)


def fitting(card, view):
    """How many cards of the hand go with this one: this is where your own ideas go."""
    if card.startswith("JOKER"):
        return 100
    if view["down"][view["seat"]]:
        return 0  # our contract is on the table: only points count now
    rank, suit, _ = card.split("-")
    found = 0
    for other in view["hand"]:
        if other == card or other.startswith("JOKER"):
            continue
        other_rank, other_suit, _ = other.split("-")
        if rank == other_rank and view["contract"]["groups"]:
            found += 1
        if suit == other_suit and rank != other_rank and view["contract"]["runs"]:
            found += abs(RANKS.index(rank) - RANKS.index(other_rank)) <= 2
    return found


def points(card):
    """What a card costs at the end of a round."""
    rank = card.split("-")[0]
    if rank in ("JOKER", "A"):
        return 15
    return 10 if rank in ("10", "J", "Q", "K") else 5


if __name__ == "__main__":
    play(decide)
