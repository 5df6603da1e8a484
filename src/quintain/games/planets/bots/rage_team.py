"""Rage that spares its teammates, once it knows them."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.games.planets.bots.comrades import Comrades
from quintain.games.planets.bots.marching import orders, prepare
from quintain.games.planets.bots.rage import raging


class RageTeam(Bot):
    """Plays like rage, but learns by messages who its teammates are, and spares them."""

    strength = 35
    documented = True
    listens = False

    def __init__(self) -> None:
        self.comrades = Comrades()

    def start(self, game: Game, seat: int) -> None:
        prepare(raging)

    def act(self, turn: Turn) -> Any:
        friends = self.comrades.listen(turn)
        turn.explain(
            "all ships of every strong planet to the nearest that is no friend's", friends=friends.bit_count() - 1
        )
        return [*self.comrades.message(), *orders(turn, raging, friends)]
