"""`quintain prepare`: compile now what would be compiled when somebody waits for it."""

from typing import Annotated

import typer

GAMES = typer.Argument(metavar="GAME", help="the games to prepare", show_default="all of them")


def prepare(
    names: Annotated[list[str] | None, GAMES] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="games to prepare at the same time", show_default="one for each core"),
    ] = None,
) -> None:
    """Compile the rules and bots of games, so that no first match waits for it.

    What is compiled is kept until the program changes. On a new machine it
    takes a minute or two for all games; after that it is there at once.
    """
    from quintain import games as library
    from quintain.cli.compiling import compile_all

    chosen = [library.load(name) for name in names or library.names()]
    compile_all(chosen, jobs)
