"""`quintain replay`: a saved match, step by step or whole, as a seat saw it or with everything."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.arguments import Json


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a match saved with --replay")],
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="show only what this seat saw", show_default="everything")
    ] = None,
    step: Annotated[int, typer.Option(min=0, metavar="N", help="begin after N steps; 0 is the start")] = 0,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write the log of the game's own contest instead (Bottle Bats)")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a saved match: on a terminal step by step, else whole.

    With --seat, other seats' secrets, reasons and the seed stay hidden.
    """
    if log:
        from quintain.cli.contest import write_log

        write_log(file, log)
        return
    from quintain.cli.console import emit
    from quintain.cli.story import Story

    story = Story.read(file, seat, step)
    if as_json:
        emit(story.as_data())
    elif sys.stdin.isatty() and sys.stdout.isatty():
        story.walk()
    else:
        story.tell()
