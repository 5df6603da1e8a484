"""The published Dumb bot."""

from quintain.games.rummy.bots.character import Character
from quintain.games.rummy.bots.traits import DUMB


class Dumb(Character):
    """Takes the discard or not by the toss of a coin, and never asks to buy."""

    strength = 5
    documented = True

    def __init__(self) -> None:
        self.be(DUMB)
