"""Getting a game ready: whatever would be compiled in the middle of a match is compiled now."""

import sys

from quintain import games
from quintain.arbiter.players import house_bots
from quintain.bots.playouts import random_decisions
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.kernel import cached
from quintain.core.position import Position


def prepare(game: Game) -> None:
    """Use all of a game once: its rules, random play, and the kernels of every house bot."""
    prepare_rules(game)
    random_decisions(game, 100)
    for kind in house_bots(game).values():
        kind().start(game, 0)


def prepare_rules(game: Game) -> None:
    """Use the rules once; after the first time on a machine they come from a cache."""
    position, dice = Position.start(game), seeded("prepare")
    seat = position.acting[0]
    position.seen_by(seat).imagined(seat, dice)
    position.play(seat, position.legal(seat)[0], dice).scores()


def kernels_of(game: str) -> tuple[str, ...]:
    """The modules whose kernels a match of this game may need."""
    return f"quintain.games.{game}.rules", f"quintain.games.{game}.bots", "quintain.bots"


def is_compiled(game: str) -> bool:
    """Does nothing of the game need the compiler any more?"""
    return cached(*kernels_of(game))


if __name__ == "__main__":
    prepare(games.load(sys.argv[1]))
