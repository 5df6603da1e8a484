"""Bully that spares its teammates, once it knows them."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.games.planets.bots.bully import bullying
from quintain.games.planets.bots.comrades import Comrades
from quintain.games.planets.bots.marching import orders, prepare


class BullyTeam(Bot):
    """Plays like bully, but learns by messages who its teammates are, and spares them."""

    strength = 31
    documented = True
    listens = False

    def __init__(self) -> None:
        self.comrades = Comrades()

    def start(self, game: Game, seat: int) -> None:
        prepare(bullying)

    def act(self, turn: Turn) -> Any:
        friends = self.comrades.listen(turn)
        turn.explain("half of the strongest to the weakest that is no friend's", friends=friends.bit_count() - 1)
        return [*self.comrades.message(), *orders(turn, bullying, friends)]
