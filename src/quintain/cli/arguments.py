"""Arguments that several verbs take, and how their text is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quintain.cli.files import read_text
from quintain.core.errors import BadSetting, QuintainError

if TYPE_CHECKING:
    from quintain.core.game import Game

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
