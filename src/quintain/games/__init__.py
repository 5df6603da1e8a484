"""The games. A folder here that defines GAME is a game; nothing else needs to be told about it."""

import pkgutil
from importlib import import_module

from quintain.core.errors import UnknownGame, did_you_mean
from quintain.core.game import Game


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load(name: str) -> Game:
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; {did_you_mean(name, names())}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
