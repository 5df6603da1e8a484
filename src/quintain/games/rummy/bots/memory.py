"""A house bot with a character: daring 0.3, memory 1.0, bluff 0.0."""

from quintain.games.rummy.bots.expert import Expert


class Memory(Expert):
    """Remembers every card it has seen, and counts the odds of what is left."""

    strength = 30

    def __init__(self, daring: float = 0.3, hoarding: float = 0.0, memory: float = 1.0, bluff: float = 0.0) -> None:
        super().__init__(daring, hoarding, memory, bluff)
