"""Arguments that several verbs take, and how their text is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quintain.cli.files import read_text
from quintain.core.errors import BadSetting, QuintainError

if TYPE_CHECKING:
    from quintain.core.clock import TimeControl
    from quintain.core.game import Game
    from quintain.core.match import FaultRule

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game, by its name in `quintain games`")]
Json = Annotated[bool, typer.Option("--json", metavar="", help="print JSON for a program to read")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE",
        help="an option of the game; may be repeated; KEY=@FILE takes the text of a file",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=1024, metavar="N", help="processes that play", show_default="one for each core"),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of a Dask scheduler, like tcp://host:8786",
        show_default="on this machine",
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="from which the seeds of all matches follow")]
Clock = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="seconds for each seat: 60, or 60+0.5 a decision, or /2 for any decision"),
]
Strikes = Annotated[int, typer.Option(min=0, metavar="N", help="faults that a seat is forgiven")]
StandIn = Annotated[
    str | None,
    typer.Option(metavar="BOT", help="who plays on for a seat that fails", show_default="nobody: the match stops"),
]
PlotFile = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="draw the results: a .svg, .png or .pdf"),
]
ReplayFile = Annotated[
    Path | None,
    typer.Option(
        "--replay",
        metavar="FILE",
        help="save the match; of many, each to a file of its own: {seed} and {match} in the name are filled in, "
        "and without them the files are numbered",
    ),
]


def options_of(game: "Game", words: Sequence[str] | None) -> Any:
    """The game's options with these settings."""
    settings = settings_from(words)
    try:
        return game.options_from(settings)
    except QuintainError as error:
        raise type(error)(f"{error}{hint(game, settings)}") from None


def hint(game: "Game", settings: dict[str, str]) -> str:
    """What somebody meant who gave the name of a file where its text is wanted."""
    from quintain.core.options import described

    texts = {option.name for option in described(game.options) if option.type == "string"}
    for name, value in settings.items():
        if name in texts and value and (Path(value).suffix[1:].isalpha() or Path(value).is_file()):
            return f"; {name} is text itself, and {name}=@{value} takes it from a file"
    return ""


def control_of(clock: str | None) -> "TimeControl":
    from quintain.core.clock import UNLIMITED, TimeControl

    return UNLIMITED if clock is None else TimeControl.parse(clock)


def fault_rule(game: "Game", strikes: int, stand_in: str | None) -> "FaultRule":
    from quintain.arbiter.players import named_bot
    from quintain.core.match import FaultRule

    return FaultRule(strikes, named_bot(game, stand_in).name if stand_in else "")


def settings_from(words: Sequence[str] | None) -> dict[str, str]:
    """`target=21` and the like as names and values; `file=@map.txt` as what is in the file."""
    settings = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadSetting(f"--option {word!r} is not a setting; write it like --option {name or 'target'}=21")
        settings[name.strip().replace("-", "_")] = value_of(value.strip())
    return settings


def value_of(text: str) -> str:
    return read_text(Path(text[1:])) if text.startswith("@") else text
