"""The published Generous bot."""

from quintain.games.rummy.bots.character import Character
from quintain.games.rummy.bots.traits import GENEROUS


class Generous(Character):
    """Lets others buy whenever they ask, takes what improves its hand, and never asks itself."""

    strength = 8
    documented = True

    def __init__(self) -> None:
        self.be(GENEROUS)
