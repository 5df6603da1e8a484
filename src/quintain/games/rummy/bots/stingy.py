"""The published Stingy bot."""

from quintain.games.rummy.bots.character import Character
from quintain.games.rummy.bots.traits import STINGY


class Stingy(Character):
    """Takes the discard to keep others from buying it, or because it improves its hand."""

    strength = 10
    documented = True

    def __init__(self) -> None:
        self.be(STINGY)
