"""`quintain new-bot`: a first bot that plays, as a Python class or as a program in some language."""

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from quintain.cli.arguments import GameName
from quintain.core.errors import BadSetting

LanguageName = Literal["python", "javascript", "rust", "c", "java", "go", "bash"]


def new_bot(
    game: GameName,
    place: Annotated[
        Path, typer.Argument(metavar="FILE|DIR", help="the Python file to write, or with --language the folder")
    ],
    language: Annotated[
        LanguageName | None,
        typer.Option(help="write a program in this language, in a folder of its own", show_default="a Python class"),
    ] = None,
) -> None:
    """Write a bot that plays legally, to start from.

    A class in a Python file plays inside the arena's own process, which is the quickest for your own experiments. A
    program of its own can be written in any language, and is what contests take.
    """
    if language is None:
        write_class(game, place)
    else:
        write_kit(game, place, language)


def write_class(game: str, file: Path) -> None:
    from quintain import games as library
    from quintain.cli.console import plain
    from quintain.cli.files import check_writable, write_whole
    from quintain.cli.skeleton import class_name, filled

    rules = library.load(game)
    if file.suffix != ".py":
        raise BadSetting(
            f"a bot is a Python file; write {file.with_suffix('.py')}, or for a program in a folder add --language"
        )
    check_writable(file)
    if file.exists():
        raise BadSetting(f"{file} exists already; choose another name")
    # A path with a slash is a file; a bare name would be looked up among the house's bots.
    path = str(file) if "/" in str(file) else f"./{file}"
    words = {"name": rules.name, "title": rules.title, "file": path, "class_name": class_name(file.stem)}
    write_whole(file, filled("bot.py", words).encode())
    plain(f"Wrote {file}. Try it:\n\n  quintain match {rules.name} {shlex.quote(path)} chance --watch")


def write_kit(game: str, folder: Path, language: str) -> None:
    from quintain import games as library
    from quintain.cli.console import plain
    from quintain.cli.files import check_writable
    from quintain.cli.kits import make_kit

    rules = library.load(game)
    if folder.suffix == ".py":
        raise BadSetting(f"{folder} is to be a folder; leave .py away, or --language for a class in a single file")
    if folder.exists():
        raise BadSetting(f"{folder} exists already; choose another name")
    check_writable(folder)
    written = make_kit(rules, language, folder)
    plain("\n".join(["Wrote", *(f"  {path}" for path in written)]))
    plain(f"\nTry it:\n\n  quintain check {shlex.quote(str(folder))}")
