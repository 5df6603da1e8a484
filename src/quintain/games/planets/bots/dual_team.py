"""Dual that counts its teammates in and spares them, once it knows them."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.games.planets.bots.comrades import Comrades
from quintain.games.planets.bots.dual import dueling
from quintain.games.planets.bots.marching import orders, prepare


class DualTeam(Bot):
    """Plays like dual for its whole team, which it learns by messages."""

    strength = 33
    documented = True
    listens = False

    def __init__(self) -> None:
        self.comrades = Comrades()

    def start(self, game: Game, seat: int) -> None:
        prepare(dueling)

    def act(self, turn: Turn) -> Any:
        friends = self.comrades.listen(turn)
        turn.explain("as many fleets as the team's lead allows", friends=friends.bit_count() - 1)
        return [*self.comrades.message(), *orders(turn, dueling, friends)]
