"""A house bot that misleads."""

from quintain.games.rummy.bots.character import Character


class Bluffing(Character):
    """Takes or throws an odd card now and then, so that nobody can read its hand."""

    strength = 24

    def __init__(self, daring: float = 0.5, hoarding: float = 0.5, memory: float = 1.0, bluff: float = 0.3) -> None:
        super().__init__("expert", daring, hoarding, memory, bluff)
