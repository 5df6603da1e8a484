"""A house bot that forgets nothing."""

from quintain.games.rummy.bots.character import Character


class Memory(Character):
    """Remembers every card it has seen, and counts the odds of each card it needs."""

    strength = 30

    def __init__(self, daring: float = 0.3, hoarding: float = 0.5, memory: float = 1.0, bluff: float = 0.0) -> None:
        super().__init__("hard", daring, hoarding, memory, bluff)
