"""A match as a game's own contest describes it: read the description, play, and write the contest's log."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from quintain import games
from quintain.arbiter.players import Named, house_bots, named_player
from quintain.arbiter.programs.player import (
    Handling,
    NamedProgram,
    checked_program,
    command_of,
    is_program,
    places_of,
    protocols,
)
from quintain.cli.console import out
from quintain.cli.files import read_whole, write_whole
from quintain.cli.programs import handling_of
from quintain.core.errors import BadReplay, BadSetting, QuintainError
from quintain.core.game import Game
from quintain.core.match import FaultRule
from quintain.core.position import Position
from quintain.core.replay import Replay
from quintain.ranker.series import Series

SHELL = ";|&<>$`*?~()"  # what only a shell understands


def play_described(
    game: Game, path: Path, players: Sequence[str] | None, *, trust: bool = False, logs: Path | None = None
) -> None:
    """Names on the command line go before those of the description. Files are meant as seen from the description."""
    protocol = game.protocol
    if protocol is None or not hasattr(protocol, "config_from"):
        raise BadSetting(f"{game.title} has no match descriptions of its own")
    config = protocol.config_from(read(path))
    settings = protocol.settings_from(config, read(path.parent / config.mapfile))
    commands = list(players or config.players.values())
    handling = handling_of([outside(game, command, path.parent) for command in commands], trust=trust, logs=logs)
    series = Series(
        game=game,
        options=game.options_from(settings),
        named=tuple(entrant(game, command, path.parent, handling) for command in commands),
        faults=FaultRule(stand_in=getattr(protocol, "LOST_CONTROL", "")),
    )
    try:
        match = series.play(next(series.fixtures())).match
    finally:
        series.close()
    if config.logfile:
        write_whole(path.parent / config.logfile, protocol.log(positions(game, Replay.of(match))).encode())
    winner = [name for name, rank in zip(config.players, match.outcome.ranks, strict=True) if rank == 1]  # type: ignore[union-attr]
    out.print(f"Winner: {winner[0] if len(winner) == 1 else None}")


# --- who plays


def outside(game: Game, command: str, folder: Path) -> str:
    """The player's name: that of a bot, or a command of the contest as that of a program."""
    file = folder / command
    bot = command.partition(":")[0] in house_bots(game) or (file.suffix == ".py" and not os.access(file, os.X_OK))
    return command if bot or is_program(command) else f"exec+{next(iter(protocols(game)))}:{command}"


def entrant(game: Game, command: str, folder: Path, handling: Handling) -> Named:
    name = outside(game, command, folder)
    if name == command:
        return named_player(game, command, handling)
    words, protocol = shell_command(command), next(iter(protocols(game).values()))
    return checked_program(NamedProgram(name, words, protocol, folder, places_of(words, folder), handling))


def shell_command(command: str) -> tuple[str, ...]:
    """The words of a command; the contest had a shell read it, and some commands need one."""
    return ("/bin/sh", "-c", f'{command} "$0"') if set(SHELL) & set(command) else command_of(command, command)


# --- files


def write_log(file: Path, log: Path) -> None:
    """The contest's own log of a saved match, with everything in it."""
    data = read_whole(file)
    try:
        replay = Replay.from_bytes(data)
        game = games.load(replay.game)
        if game.protocol is None or not hasattr(game.protocol, "log"):
            raise BadSetting(f"{game.title} has no logs of its own")
        text: str = game.protocol.log(positions(game, replay))
    except QuintainError as error:
        raise BadReplay(f"{file}: {error}") from None
    write_whole(log, text.encode())


def read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} cannot be read: {error}") from None


def positions(game: Game, replay: Replay) -> Iterator[Position]:
    for _, step in replay.steps(game):
        position: Position = step.position
        yield position
