"""A house bot with a character: daring 1.0, memory 0.5, bluff 0.0."""

from quintain.games.rummy.bots.expert import Expert


class Aggressive(Expert):
    """Goes for the contract with every card it can buy."""

    strength = 26

    def __init__(self, daring: float = 1.0, hoarding: float = 0.0, memory: float = 0.5, bluff: float = 0.0) -> None:
        super().__init__(daring, hoarding, memory, bluff)
