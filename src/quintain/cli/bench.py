"""`quintain bench`: how fast the arena is on this machine."""

from typing import Annotated

import typer

from quintain.cli.arguments import Json


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="the games to measure", show_default="all of them")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure each game on one core: random play, matches, and a cold compile.

    Random play is measured inside the compiled rules and through Position, the
    face that Python code uses; matches are between the two strongest bots that
    follow a published description.
    """
    from quintain import games as library
    from quintain.cli.console import emit
    from quintain.cli.measure import measured, show

    found = [library.load(name) for name in names or library.names()]
    figures = {game.name: measured(game) for game in found}
    if as_json:
        emit(figures)
    else:
        show(figures)
