"""An interpreter for one bot of a stranger: a class in a Python file, in a process of its own.

    python -m quintain.arbiter.programs.interpreter [GAME]

It loads the game, if one is named, and then waits: the first line of its input brings the bot, the others bring matches
and turns (see `parcels`). It answers in `quintain-json`. The bot gets real turns, so planning ahead costs no messages.
"""

import io
import os
import sys
import tempfile
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec
import numpy as np

from quintain import games
from quintain.arbiter.actors import TurnDice, listed
from quintain.arbiter.players import NamedBot, bot_in_file, checked, settings_of
from quintain.arbiter.preparing import prepare_rules
from quintain.arbiter.programs import parcels
from quintain.arbiter.programs.messages import Act, Ready
from quintain.arbiter.programs.parcels import Bundle, Complaint, Ending, Opening, Shown
from quintain.core.bot import Bot, Turn
from quintain.core.errors import IllegalAction, QuintainError
from quintain.core.position import Position

WARM = b"\n"  # said when the game is loaded; the arena takes no notice of empty lines


def main(*names: str) -> None:
    arena = private_streams()
    for name in names:
        prepare_rules(games.load(name))
    arena.say(WARM)
    line = arena.hear()
    if not line:
        return
    try:
        bot = unpacked(parcels.bundle(line))
    except QuintainError as error:
        sys.exit(str(error))
    Player(arena, bot).play()


class Streams:
    """The line to the arena, which the bot does not get to see."""

    def __init__(self, ear: BinaryIO, mouth: BinaryIO) -> None:
        self._ear, self._mouth = ear, mouth

    def hear(self) -> bytes:
        return self._ear.readline()

    def say(self, line: bytes) -> None:
        self._mouth.write(line)
        self._mouth.flush()

    def tell(self, message: msgspec.Struct) -> None:
        self.say(msgspec.json.encode(message) + b"\n")


def private_streams() -> Streams:
    """From here on, what is printed goes to standard error, and there is nothing to read: a bot that prints does no
    harm."""
    ear, mouth = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # or what it printed last would be lost when it is ended
    return Streams(ear, mouth)


def unpacked(bundle: Bundle) -> NamedBot:
    """The bot, with its files beside it as they were in its own folder."""
    folder = Path(tempfile.mkdtemp(prefix="bot-"))
    for name, content in bundle.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    os.chdir(folder)
    sys.path.insert(0, str((folder / bundle.bot).parent))
    kind = bot_in_file(Path(bundle.bot))
    return checked(NamedBot(bundle.bot, kind, settings_of(kind, bundle.bot, bundle.settings)))


class Player:
    """Plays one match after the other, each with a bot made anew."""

    def __init__(self, arena: Streams, named: NamedBot) -> None:
        self._arena, self._named = arena, named

    def play(self) -> None:
        while line := self._arena.hear():
            parcel = parcels.parcel(line)
            try:
                self._take(parcel)
            except BaseException as error:  # noqa: BLE001 (whatever a bot raises, even to stop the program, is logged)
                traceback.print_exception(type(error), error, its_own(error.__traceback__))
                sys.stderr.flush()
                os._exit(1)

    def _take(self, parcel: parcels.Parcel) -> None:
        match parcel:
            case Opening():
                self._sitting = Sitting(parcel, self._named.bot())
                self._arena.tell(self._sitting.ready())
            case Shown():
                self._arena.tell(self._sitting.act(parcel))
            case Ending():
                self._sitting.bot.finish(parcel.outcome)
            case Complaint():
                print(parcel.why, file=sys.stderr, flush=True)


def its_own(trace: TracebackType | None) -> TracebackType | None:
    """Of what led to an error, the part that begins in the bot's own code, if any of it does."""
    rest = trace
    while rest and rest.tb_frame.f_code.co_filename == __file__:
        rest = rest.tb_next
    return rest or trace


class Sitting:
    """A bot at its seat in one match."""

    def __init__(self, opening: Opening, bot: Bot) -> None:
        self.bot = bot
        self._game = games.load(opening.game)
        self._options = parcels.options_of(self._game, opening.options)
        self._seat = opening.seat
        self._dice = TurnDice(np.frombuffer(opening.dice, np.int64))
        bot.start(self._game, opening.seat)

    def ready(self) -> Ready:
        reports = type(self.bot).speak is not Bot.speak and not self.bot.silent
        return Ready(keep=True, reports=reports, listens=self.bot.listens, legal=False)

    def act(self, shown: Shown) -> Act:
        turn = self._turn(shown)
        self._dice.roll()
        if shown.reporting:
            self.bot.speak(turn)
            return Act(number=shown.number, say=turn.words)
        actions = self._proper(listed(self.bot.act(turn)))
        return Act(number=shown.number, actions=actions, reason=turn.reason, say=turn.words)

    def _turn(self, shown: Shown) -> Turn:
        record = np.frombuffer(shown.record, np.int64).copy()
        seen = Position(self._game, self._options, record, shown.acting)
        events = parcels.events_of(self._game, shown.events)
        return Turn(self._seat, seen, self._dice.rng, events, shown.clock, shown.number)

    def _proper(self, actions: list[Any]) -> tuple[Any, ...]:
        """The actions as the arena will take them. What is none is refused there, and explained here."""
        try:
            return self._game.turn(actions)
        except IllegalAction as error:
            print(error, file=sys.stderr, flush=True)
            return (str(error),)


if __name__ == "__main__":
    main(*sys.argv[1:])
