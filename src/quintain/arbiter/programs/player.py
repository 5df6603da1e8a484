"""Programs by name: `exec:./a.out --fast`, `exec+planetwars:java MyBot`."""

import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quintain.arbiter.actors import NO_DICE, Terms
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.actor import ProgramActor
from quintain.arbiter.programs.json_speech import JsonSpeech
from quintain.arbiter.programs.process import Process
from quintain.arbiter.programs.speech import Speech
from quintain.arbiter.programs.text_speech import TextSpeech
from quintain.core.errors import BadProgram, UnknownPlayer, did_you_mean
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.protocol import TextProtocol
from quintain.core.record import Player
from quintain.sandbox import Limits, Program, checked, isolated, start

EXEC = "exec"
SYSTEM = ("/usr", "/bin", "/lib", "/lib64")  # is shown to every program
NO_MORE = Limits()  # than is usual


def is_program(name: str) -> bool:
    word = name.partition(":")[0]
    return word == EXEC or word.startswith(f"{EXEC}+")


def keep_silent(account: Account) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True)
class Handling:
    """How programs are run, and who is told of each when it has played."""

    trusted: bool = False  # may it do whatever we may do ourselves?
    limits: Limits = NO_MORE
    pause: bool = False  # is a program stopped while others think?
    told: Callable[[Account], None] = keep_silent


class Kept:
    """Processes that wait for their next match. They are nobody's but this process's, and are not copied."""

    def __init__(self) -> None:
        self._idle: list[Process] = []
        self._owner = os.getpid()

    def take(self) -> Process | None:
        """One that is still alive."""
        while self._idle and self._owner == os.getpid():
            process = self._idle.pop()
            if process.alive:
                return process
            process.end()
        return None

    def put(self, process: Process) -> None:
        self._idle.append(process)

    def close(self) -> None:
        while self._idle and self._owner == os.getpid():
            self._idle.pop().end()

    def __reduce__(self) -> tuple[type["Kept"], tuple[()]]:
        return Kept, ()


@dataclass(frozen=True)
class NamedProgram:
    """A program that can be seated: its name as it was asked for, its command, and how one talks with it."""

    name: str
    command: tuple[str, ...]
    protocol: TextProtocol | None = None  # None for quintain-json
    folder: Path | None = None  # where it is started; None for where we are
    readable: tuple[Path, ...] = ()  # further places that a confined program may read
    handling: Handling = Handling()
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)

    @property
    def player(self) -> Player:
        return Player(self.name, "program")

    @property
    def description(self) -> str:
        return f"The program {shlex.join(self.command)}."

    def actor(self, rng: Cells = NO_DICE, timed: bool = True) -> "SeatedProgram":
        """What answers for a seat. A program has dice of its own."""
        return SeatedProgram(self.name, self.process, self.kept, self.handling, timed)

    def check(self, options: Any) -> None:
        """Raise what keeps it from playing with these options."""
        if self.protocol and (why := self.protocol.unfit(options)):
            raise UnknownPlayer(f"{self.name}: {why}")

    def close(self) -> None:
        """End processes that wait for another match."""
        self.kept.close()

    def process(self, terms: Terms) -> Process:
        """One that was kept, or a new one."""
        if process := self.kept.take():
            return process
        self.check(terms.options)
        speech: Speech = TextSpeech(self.protocol) if self.protocol else JsonSpeech()
        program = self.program(speech.arguments(terms))
        running = start(program, self.handling.limits, trusted=self.handling.trusted)
        return Process(running, speech, self.handling.pause)

    def program(self, arguments: tuple[str, ...] = ()) -> Program:
        return Program(command=(*self.command, *arguments), folder=self.folder, readable=self.readable)


class SeatedProgram(ProgramActor):
    """A named program in one seat of one match; when it leaves, whoever runs it is told."""

    def __init__(
        self, name: str, begin: Callable[[Terms], Process], kept: Kept, handling: Handling, timed: bool
    ) -> None:
        super().__init__(begin, kept.put, Account(name), timed)
        self._told = handling.told
        self._left = False

    def leave(self) -> None:
        super().leave()
        if not self._left:
            self._left = True
            self._told(self.account)


# --- from a name -----------------------------------------------------------------------------------------------------


def named_program(game: Game, name: str, handling: Handling | None = None) -> NamedProgram:
    """The program of that name; raises UnknownPlayer or BadProgram before anything is started."""
    word, _, line = name.partition(":")
    command, protocol = command_of(name, line), protocol_of(game, word)
    return checked_program(
        NamedProgram(name, command, protocol, Path.cwd(), places_of(command, Path.cwd()), handling or Handling())
    )


def checked_program(program: NamedProgram) -> NamedProgram:
    """The same, if it can be started at all; BadProgram or NotIsolated says why not."""
    if not program.handling.trusted:
        isolated()
    checked(program.program(), trusted=program.handling.trusted)
    return program


def command_of(name: str, line: str) -> tuple[str, ...]:
    """The words of a command, as a shell would split them."""
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise BadProgram(f"{name}: {str(error).lower()}") from None
    if not words:
        raise BadProgram(f"{name}: which program? Write it after the colon, like {name.partition(':')[0]}:./my_bot")
    return words


def places_of(command: tuple[str, ...], folder: Path) -> tuple[Path, ...]:
    """Where the files are that a command names: a confined program of one's own may read there."""
    files = [folder / word for word in command if "/" in word]
    return tuple(dict.fromkeys(file.parent for file in files if file.is_file() and not inside(file, folder)))


def inside(file: Path, folder: Path) -> bool:
    return any(file.is_relative_to(place) for place in (folder, *SYSTEM))


def protocol_of(game: Game, word: str) -> TextProtocol | None:
    """The text protocol that is asked for; None for quintain-json."""
    if word == EXEC:
        return None
    wanted, known = word.removeprefix(f"{EXEC}+"), protocols(game)
    if wanted not in known:
        choices = [EXEC, *(f"{EXEC}+{name}" for name in known)]
        raise UnknownPlayer(f"{game.name} has no protocol {wanted!r}; {did_you_mean(word, choices)}")
    return known[wanted]


def protocols(game: Game) -> dict[str, TextProtocol]:
    """The native text protocols of a game by name."""
    return getattr(game.protocol, "PROTOCOLS", {})
