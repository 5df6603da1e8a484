"""What the house bots of a game compile, or fetch from the compiler's cache, after their start: `compiling.py jaffre`.

It prints a JSON object: for each bot and each of its levels the kernels that were not ready. The process gets the rules
ready first, by a match at random, and then plays each bot in a fork of its own, so that none gets anything ready for
another. What is fetched counts as well, and each bot is started once before it is watched, so that it does not matter
what the cache held before.
"""

import gc
import json
import sys
import typing
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any, Literal

from numba.core.dispatcher import Dispatcher

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import house_bots, named_bot, parameters
from quintain.bots.chance import Chance
from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.match import Match

LONGEST = 400  # actions
AT_RANDOM = 2000  # actions: enough for everything to happen that the rules know
LEAST = {"budget": 0.005, "iterations": 20, "worlds": 2}  # how little a bot may think, so that a match takes seconds
GAME = games.load(sys.argv[1]) if __name__ == "__main__" else None


class Curious(Chance):
    """Asks for all that a bot can be shown, so that the game has it ready."""

    def act(self, turn: Turn) -> Any:
        assert turn.events is not None
        assert turn.view is not None
        return super().act(turn)


def ready() -> set[str]:
    """Every kernel that can be called, once for each combination of types."""
    kernels = [thing for thing in gc.get_objects() if issubclass(type(thing), Dispatcher)]
    return {
        f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}{types}"
        for kernel in kernels
        for types in kernel.signatures
    }


def names(game: Game) -> Iterator[str]:
    """Each bot at each of its levels, thinking as little as it can."""
    for name, kind in house_bots(game).items():
        known = parameters(kind)
        least = [f"{key}={value}" for key, value in LEAST.items() if key in known]
        level = known["level"].annotation if "level" in known else None
        levels = typing.get_args(level) if typing.get_origin(level) is Literal else ()
        for settings in [[f"level={each}", *least] for each in levels] or [least]:
            yield f"{name}:{','.join(settings)}".rstrip(":")


def played(game: Game, bots: list[Bot], longest: int) -> None:
    match = Match(game, seed=1, longest=longest)
    play(match, [InProcess(bot, bot_rng(1, seat)) for seat, bot in enumerate(bots)])


def started(name: str) -> list[Bot]:
    assert GAME
    bots = [named_bot(GAME, name).bot() for _ in GAME.seating(GAME.options())]
    for seat, bot in enumerate(bots):
        bot.start(GAME, seat)
    return bots


def fill_cache(name: str) -> None:
    started(name)


def not_ready(name: str) -> list[str]:
    """What a bot needs in a match that its start has not got ready."""
    assert GAME
    bots, before = started(name), ready()
    played(GAME, bots, LONGEST)
    return sorted(ready() - before)


def main() -> None:
    assert GAME
    played(GAME, [Curious() for _ in GAME.seating(GAME.options())], AT_RANDOM)
    found = list(names(GAME))
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        pool.map(fill_cache, found, chunksize=1)
        print(json.dumps(dict(zip(found, pool.map(not_ready, found, chunksize=1), strict=True))))


if __name__ == "__main__":
    main()
