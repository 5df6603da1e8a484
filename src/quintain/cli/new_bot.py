"""`quintain new-bot`: a first bot that plays."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.arguments import GameName
from quintain.core.errors import BadSetting


def new_bot(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the Python file to write, like my_bot.py")],
) -> None:
    """Write a bot that plays legally, to start from."""
    from quintain import games as library
    from quintain.cli.console import plain
    from quintain.cli.files import check_writable, write_whole
    from quintain.cli.skeleton import class_name, filled

    rules = library.load(game)
    if file.suffix != ".py":
        raise BadSetting(f"a bot is a Python file; write {file.with_suffix('.py')}")
    check_writable(file)
    if file.exists():
        raise BadSetting(f"{file} exists already; choose another name")
    # A path with a slash is a file; a bare name would be looked up among the house's bots.
    path = str(file) if "/" in str(file) else f"./{file}"
    words = {"name": rules.name, "title": rules.title, "file": path, "class_name": class_name(file.stem)}
    write_whole(file, filled("bot.py", words).encode())
    plain(f"Wrote {file}. Try it:\n\n  quintain match {rules.name} {shlex.quote(path)} chance --watch")
