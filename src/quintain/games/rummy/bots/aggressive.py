"""A house bot in a hurry."""

from quintain.games.rummy.bots.character import Character


class Aggressive(Character):
    """Goes for the contract with every card it can get, and lets nobody buy."""

    strength = 26

    def __init__(self, daring: float = 1.0, hoarding: float = 1.0, memory: float = 0.5, bluff: float = 0.0) -> None:
        super().__init__("hard", daring, hoarding, memory, bluff)
