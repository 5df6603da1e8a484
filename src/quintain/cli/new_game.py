"""`quintain new-game`: a small game that keeps all the laws, to start from."""

from typing import Annotated

import typer


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="of the game and its folder, like auction")],
) -> None:
    """Add a game: a folder with a small complete one, and its tests.

    Run it in a checkout of Quintain. Nothing else needs to be told about the game.
    """
    from quintain.cli.console import plain
    from quintain.cli.skeleton import checked_name, make_game

    written = make_game(checked_name(name))
    plain("\n".join(["Wrote", *(f"  {path}" for path in written)]))
    plain(f"\nTry it:\n\n  quintain match {name} matching chance --watch\n  pytest tests -k {name}")
