"""Bots of strangers by name: `python:./my_bot.py:daring=0.8` is a class in a file, in a confined process of its own."""

import ast
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from quintain.arbiter.actors import Terms
from quintain.arbiter.programs.class_speech import ClassSpeech
from quintain.arbiter.programs.interpreters import Interpreters
from quintain.arbiter.programs.parcels import Bundle
from quintain.arbiter.programs.player import Handling, Kept, SeatedProgram
from quintain.arbiter.programs.process import Process
from quintain.core.errors import BadBot, UnknownPlayer
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.record import Player
from quintain.sandbox.program import MIB

PREFIX = "python"
LARGEST = 4 * MIB  # bytes of all files of a bot
MOST_FILES = 500
USUAL = Handling()


def is_class(name: str) -> bool:
    return name.partition(":")[0] == PREFIX


@dataclass(frozen=True)
class NamedClass:
    """A bot's class that can be seated, in an interpreter of its own: none of its code runs in this process."""

    name: str
    game: str
    bundle: Bundle
    handling: Handling = USUAL
    interpreters: Interpreters | None = None  # where warm ones may be waiting; None to start one when it is needed
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)

    @property
    def player(self) -> Player:
        return Player(self.name, "program")

    @property
    def description(self) -> str:
        return f"The class in {self.bundle.bot}, in a process of its own."

    def actor(self, rng: Cells, timed: bool = True) -> SeatedProgram:
        return SeatedProgram(self.name, partial(self.process, rng), self.kept, self.handling, timed)

    def check(self, options: Any) -> None:
        """It plays with all of them."""

    def close(self) -> None:
        self.kept.close()

    def process(self, rng: Cells, terms: Terms) -> Process:
        """One that was kept, or a new one; the dice are new ones in any case."""
        if process := self.kept.take():
            assert isinstance(process.speech, ClassSpeech), "only these were put there"
            process.speech.roll(rng)
            return process
        handling = self.handling
        pool = self.interpreters or Interpreters(trusted=handling.trusted, limits=handling.limits)
        return Process(pool.take(self.game), ClassSpeech(self.bundle, rng), handling.pause)


def named_class(game: Game, name: str, handling: Handling | None = None) -> NamedClass:
    """The bot of that name; raises UnknownPlayer or BadBot before anything is started."""
    _, _, rest = name.partition(":")
    file, _, settings = rest.partition(":")
    path = Path(file)
    if not file or path.suffix != ".py":
        raise UnknownPlayer(f"{name}: which bot? Write a Python file after the colon, like {PREFIX}:./my_bot.py")
    if not path.is_file():
        raise UnknownPlayer(f"there is no file {path}")
    bundle = Bundle(files={path.name: source_of(path)}, bot=path.name, settings=settings)
    return NamedClass(name, game.name, bundle, handling or USUAL)


def bundle_of(folder: Path, bot: str) -> Bundle:
    """All files of a bot's folder, but for hidden ones, what Python makes of them, and links to elsewhere."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        shown = not any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
        if shown and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            files[str(inside)] = source_of(path)
        if len(files) > MOST_FILES or sum(map(len, files.values())) > LARGEST:
            raise BadBot(f"{folder} has more than {MOST_FILES} files or {LARGEST // MIB} MiB; is it the right folder?")
    if str(Path(bot)) not in files:
        raise BadBot(f"{folder} has no file {bot} of its own")
    return Bundle(files=files, bot=bot)


def source_of(path: Path) -> bytes:
    """What is in a file. A mistake of grammar is found here: reading is not running."""
    try:
        content = path.read_bytes()
        if path.suffix == ".py":
            ast.parse(content)
    except OSError as error:
        raise BadBot(f"cannot read {path}: {error.strerror}") from None
    except SyntaxError as error:
        raise BadBot(f"{path} line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadBot(f"{path} is no Python file: {error}") from None
    return content
