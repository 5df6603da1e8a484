"""Arguments that several verbs take, and how their text is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from quintain.core.errors import BadSetting

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game, by its name in `quintain games`")]
Json = Annotated[bool, typer.Option("--json", metavar="", help="print JSON for a program to read")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="an option of the game; may be repeated"),
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


def settings_from(words: Sequence[str] | None) -> dict[str, str]:
    """`target=21` and the like as names and values."""
    settings = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadSetting(f"--option {word!r} is not a setting; write it like --option {name or 'target'}=21")
        settings[name.strip().replace("-", "_")] = value.strip()
    return settings
