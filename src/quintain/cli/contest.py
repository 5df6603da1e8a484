"""A match as a game's own contest describes it: read the description, play, and write the contest's log."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.cli.console import out
from quintain.cli.files import read_whole, write_whole
from quintain.core.errors import BadReplay, BadSetting, QuintainError
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.core.replay import Replay
from quintain.ranker.series import Series


def play_described(game: Game, path: Path, players: Sequence[str] | None) -> None:
    """Names on the command line go before those of the description. Files are meant as seen from the description."""
    protocol = game.protocol
    if protocol is None or not hasattr(protocol, "config_from"):
        raise BadSetting(f"{game.title} has no match descriptions of its own")
    config = protocol.config_from(read(path))
    settings = protocol.settings_from(config, read(path.parent / config.mapfile))
    named = tuple(named_bot(game, name) for name in players or config.players.values())
    series = Series(game=game, options=game.options_from(settings), named=named)
    match = series.play(next(series.fixtures())).match
    if config.logfile:
        write_whole(path.parent / config.logfile, protocol.log(positions(game, Replay.of(match))).encode())
    winner = [name for name, rank in zip(config.players, match.outcome.ranks, strict=True) if rank == 1]  # type: ignore[union-attr]
    out.print(f"Winner: {winner[0] if len(winner) == 1 else None}")


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
