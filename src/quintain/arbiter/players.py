"""Players by name: `advanced`, `search:iterations=500`, `./my_bot.py`, `python:./a.py`, `exec:./a.out`, `./folder`."""

import importlib
import importlib.util
import inspect
import pkgutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec

import quintain.bots
from quintain.arbiter.actors import Actor, InProcess, described
from quintain.arbiter.programs.class_player import is_class, named_class
from quintain.arbiter.programs.folder_player import is_folder, named_folder
from quintain.arbiter.programs.player import Handling, is_program, named_program
from quintain.core.bot import Bot
from quintain.core.errors import BadBot, QuintainError, UnknownPlayer, did_you_mean
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.record import Player


class Named(Protocol):
    """Somebody who can be seated: a bot of the house, a bot in a file, a program."""

    @property
    def name(self) -> str:
        """As it was asked for."""
        ...

    @property
    def player(self) -> Player:
        """Who is rated for what it does."""
        ...

    @property
    def description(self) -> str: ...

    def actor(self, rng: Cells, timed: bool = True) -> Actor:
        """What answers for a seat, in one match."""
        ...

    def check(self, options: Any) -> None:
        """Raise what keeps it from playing with these options."""
        ...

    def close(self) -> None:
        """No more matches: let go of what was kept from one to the next."""
        ...


@dataclass(frozen=True)
class NamedBot:
    """A bot that can be seated: its name as it was asked for, its class and its settings."""

    name: str
    kind: type[Bot]
    settings: dict[str, Any] = field(default_factory=dict)

    def bot(self) -> Bot:
        return self.kind(**self.settings)

    def actor(self, rng: Cells, timed: bool = True) -> InProcess:
        return InProcess(self.bot(), rng, timed)

    @property
    def player(self) -> Player:
        return Player(self.name)

    def check(self, options: Any) -> None:
        """It plays with all of them."""

    def close(self) -> None:
        """It is made anew for each match."""

    @property
    def description(self) -> str:
        return describe(self.kind)


def describe(kind: type[Bot]) -> str:
    """The first line of the docstring."""
    return (kind.__doc__ or "").strip().split("\n")[0]


# --- finding bots ----------------------------------------------------------------------------------------------------


def house_bots(game: Game) -> dict[str, type[Bot]]:
    """The bots that can play this game by name: those of every game, then the game's own; weakest first."""
    own = importlib.import_module(f"quintain.games.{game.name}.bots")
    found = {**bots_of(quintain.bots), **bots_of(own)}
    return dict(sorted(found.items(), key=lambda item: (item[0] in bots_of(own), item[1].strength)))


def bots_of(package: ModuleType) -> dict[str, type[Bot]]:
    """One bot a file, named like the file; a file without one is no bot."""
    modules = [importlib.import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    return {module.__name__.rpartition(".")[2]: kinds[0] for module in modules if (kinds := bot_classes(module))}


def bot_classes(module: ModuleType) -> list[type[Bot]]:
    """The bots that a module itself defines, without those that others in it build on."""
    classes = [
        thing for thing in vars(module).values() if inspect.isclass(thing) and thing.__module__ == module.__name__
    ]
    bots = [kind for kind in classes if issubclass(kind, Bot)]
    return [kind for kind in bots if not any(kind in other.__mro__[1:] for other in bots)]


def strongest(game: Game) -> str:
    """The name of the game's strongest house bot."""
    bots = house_bots(game)
    return max(bots, key=lambda name: bots[name].strength)


# --- from a name -----------------------------------------------------------------------------------------------------


def house_actor(game: Game, player: Player, rng: Cells) -> Actor:
    """What answers for a seat that this player takes."""
    return named_bot(game, player.name).actor(rng, player.timed)


def is_outside(name: str) -> bool:
    """Does whoever has that name play in a process of its own?"""
    return is_program(name) or is_class(name) or is_folder(name)


def named_player(game: Game, name: str, handling: Handling | None = None) -> Named:
    """Whoever has that name: a program, a class in a process of its own, a bot's folder, or a bot in this process."""
    if is_program(name):
        return named_program(game, name, handling)
    if is_class(name):
        return named_class(game, name, handling)
    return named_folder(game, name, handling) if is_folder(name) else named_bot(game, name)


def named_bot(game: Game, name: str) -> NamedBot:
    """The bot of that name; raises UnknownPlayer or BadBot with what would be right."""
    word, _, text = name.partition(":")
    if is_outside(name):
        raise UnknownPlayer(f"{name!r} is a program, and only a bot can do this; name a house bot or a Python file")
    path = Path(word)
    if path.suffix == ".py" or "/" in word:
        kind = bot_in_file(path)
    else:
        bots = house_bots(game)
        if word not in bots:
            raise UnknownPlayer(f"{game.name} has no bot {word!r}; {did_you_mean(word, bots)}")
        kind = bots[word]
    return checked(NamedBot(name, kind, settings_of(kind, word, text)))


def checked(player: NamedBot) -> NamedBot:
    """Make one bot now: wrong settings should be found before the match, not in it."""
    try:
        player.bot()
    except QuintainError as error:
        raise UnknownPlayer(str(error)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001
        raise BadBot(f"{player.name} cannot be made: {described(error)}") from None
    return player


def settings_of(kind: type[Bot], name: str, text: str) -> dict[str, Any]:
    """`level=hard,budget=0.2` as arguments of the bot's `__init__`, read as the types they have there."""
    known, settings = parameters(kind), {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise UnknownPlayer(f"{name}: {part!r} is not a setting; write name=value")
        if key not in known:
            raise UnknownPlayer(f"{name} has no setting {key!r}; {did_you_mean(key, known)}")
        settings[key] = setting(name, known[key], value)
    return settings


def parameters(kind: type[Bot]) -> dict[str, inspect.Parameter]:
    """The arguments of a bot's `__init__` by name, without self."""
    if kind.__init__ is object.__init__:
        return {}
    try:
        found = inspect.signature(kind.__init__, eval_str=True).parameters
    except NameError:  # an annotation that exists for type checkers only
        found = inspect.signature(kind.__init__).parameters
    return dict(list(found.items())[1:])


def setting(name: str, parameter: inspect.Parameter, value: str) -> Any:
    kind = parameter.annotation if parameter.annotation is not parameter.empty else type(parameter.default)
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, TypeError):
        wanted = {int: "a whole number", float: "a number", bool: "true or false"}.get(kind, f"of type {kind}")
        raise UnknownPlayer(f"{name}: {parameter.name} cannot be {value!r}; it is {wanted}") from None


def bot_in_file(path: Path) -> type[Bot]:
    """The one bot of a Python file."""
    if not path.is_file():
        raise UnknownPlayer(f"there is no file {path}")
    kinds = bot_classes(module_of(path))
    if not kinds:
        raise BadBot(f"{path} has no bot: it needs a class that extends quintain.core.bot.Bot and has act(self, turn)")
    if len(kinds) > 1:
        names = " and ".join(kind.__name__ for kind in kinds)
        raise BadBot(f"{path} has {len(kinds)} bots, {names}: keep one a file, so that its name says which one plays")
    return kinds[0]


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadBot(f"{path} line {error.lineno}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001
        raise BadBot(f"{path} cannot be loaded: {described(error)}") from None
    return module
