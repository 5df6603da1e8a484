"""The published Basic bot."""

from quintain.games.rummy.bots.character import Character
from quintain.games.rummy.bots.traits import BASIC


class Basic(Character):
    """Takes and buys every discard that improves its hand by the published evaluation."""

    strength = 20
    documented = True

    def __init__(self) -> None:
        self.be(BASIC)
