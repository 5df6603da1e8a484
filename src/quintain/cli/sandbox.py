"""`quintain sandbox`: what confines programs that nobody trusts on this machine, and whether they stay in it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quintain.sandbox.trials import Reached, Trial

ESCAPED = 1


Command = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[-- COMMAND]", help="run this program confined, instead", show_default="try to escape in many ways"
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(help="the folder that COMMAND sees, read-only, as /bot", show_default="the one you are in"),
]


def sandbox(command: Command = None, folder: Folder = None, as_json: Json = False) -> None:
    """Show what confines programs that nobody trusts here, and try to escape from it."""
    if command:
        raise typer.Exit(run_confined(tuple(command), folder or Path.cwd()))
    from quintain.sandbox import isolated

    isolated()
    if escapes(report_json() if as_json else report()):
        raise typer.Exit(ESCAPED)


def escapes(found: "Sequence[Trial]") -> list[str]:
    return [trial.attempt for trial in found if trial.confined.open]


def report_json() -> "list[Trial]":
    from quintain.cli.console import emit
    from quintain.sandbox.in_force import in_force
    from quintain.sandbox.trials import trials

    found = list(trials())
    emit({"in_force": in_force(), "trials": found, "escapes": len(escapes(found))})
    return found


def report() -> "list[Trial]":
    from quintain.cli.console import busy, out, table
    from quintain.sandbox.in_force import in_force
    from quintain.sandbox.trials import trials

    bounds = table("in force on this machine", "")
    for line in in_force():
        bounds.add_row(line.what, line.how if line.best else f"[yellow]{line.how}[/yellow]")
    out.print(bounds, "")
    with busy("trying to escape"):
        found = list(trials())
    attempts = table("attempt", "without a sandbox", "confined")
    for trial in found:
        attempts.add_row(trial.attempt, cell(trial.without, "yellow"), cell(trial.confined, "bold red"))
    out.print(attempts, "")
    if escaped := escapes(found):
        out.print(f"[bold red]{len(escaped)} of {len(found)} attempts got out:[/bold red] {', '.join(escaped)}")
    else:
        out.print(f"None of {len(found)} attempts got out.")
    return found


def cell(reached: "Reached", color: str) -> str:
    from rich.markup import escape

    words = escape(reached.words)
    return f"[{color}]open[/{color}]: {words}" if reached.open else f"blocked: {words}"


def run_confined(command: tuple[str, ...], folder: Path) -> int:
    """Run one program with the streams of this one; returns its exit status."""
    from quintain.cli import complain
    from quintain.sandbox import Limits, Program, start
    from quintain.sandbox.streams import joined

    running = start(Program(command=command, folder=folder), Limits(), trusted=False)
    try:
        status = joined(running)
    finally:
        running.end()
    if why := running.why():
        complain(f"the program was ended: {why}")
    return status
