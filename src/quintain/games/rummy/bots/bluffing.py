"""A house bot with a character: daring 0.5, memory 1.0, bluff 0.5."""

from quintain.games.rummy.bots.expert import Expert


class Bluffing(Expert):
    """Throws an odd card now and then, so that nobody can read its hand."""

    strength = 24

    def __init__(self, daring: float = 0.5, hoarding: float = 0.0, memory: float = 1.0, bluff: float = 0.5) -> None:
        super().__init__(daring, hoarding, memory, bluff)
