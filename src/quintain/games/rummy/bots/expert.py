"""The strongest house bot."""

from quintain.games.rummy.bots.character import Character


class Expert(Character):
    """Finds the best melds exactly, looks several draws ahead, and watches what the others collect."""

    strength = 40

    def __init__(self, daring: float = 0.5, hoarding: float = 0.5, memory: float = 1.0, bluff: float = 0.0) -> None:
        super().__init__("expert", daring, hoarding, memory, bluff)
