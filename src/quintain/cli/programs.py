"""Programs of one's own on the command line: confined where that is possible, and what they leave behind to read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from quintain.arbiter.programs.account import Account
    from quintain.arbiter.programs.player import Handling

LAST_LINES = 10  # of a program's standard error that are shown when it has failed

Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        "--trusted",
        metavar="",
        help="let programs (exec:) do all that you may do, instead of confining them",
    ),
]
Logs = Annotated[
    Path | None,
    typer.Option("--logs", metavar="FOLDER", help="keep what programs write to their standard error, a file each"),
]


def handling_of(names: Sequence[str], *, trust: bool, logs: Path | None) -> "Handling":
    """How the programs among the players are run; says so if nothing confines them."""
    from quintain.arbiter.players import is_outside
    from quintain.arbiter.programs.player import Handling
    from quintain.cli import complain

    programs = [name for name in names if is_outside(name)]
    warning = unconfined(trust) if programs else ""
    if warning:
        complain(f"warning: {' and '.join(dict.fromkeys(programs))} can do all that you may do: {warning}")
    if logs:
        logs.mkdir(parents=True, exist_ok=True)
    return Handling(trusted=bool(warning), told=Listener(logs))


def unconfined(trust: bool) -> str:
    """Why programs are not confined; nothing if they are."""
    from quintain.core.errors import NotIsolated
    from quintain.sandbox import isolated

    if trust:
        return "that is what --trust says"
    try:
        isolated()
    except NotIsolated as reason:
        return str(reason)
    return ""


class Listener:
    """Is told of each program when it has played: keeps its log, and shows the end of it if it failed."""

    def __init__(self, logs: Path | None) -> None:
        self.logs = logs
        self._shown: set[str] = set()
        self._played = 0

    def __call__(self, account: "Account") -> None:
        self._played += 1
        if self.logs:
            (self.logs / f"{self._played:04}-seat{account.seat}.log").write_text(account.log.text, "utf-8")
        if account.faults and account.player not in self._shown:
            self._shown.add(account.player)
            self.show(account)

    def show(self, account: "Account") -> None:
        from quintain.cli.console import err

        lines = account.log.last_lines(LAST_LINES)
        head = f"{account.player} (seat {account.seat}) wrote to its standard error, at the end:"
        err.print("\n".join([head, *(f"  {line}" for line in lines)]), markup=False, soft_wrap=True)
