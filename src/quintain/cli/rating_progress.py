"""A bar that shows how many rated matches are stored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quintain.cli.console import err


@contextmanager
def counting(title: str, total: int, shown: bool) -> Iterator[Callable[[int], None]]:
    if not shown or not err.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bars:
        bar = bars.add_task(title, total=total)
        yield lambda stored: bars.advance(bar, stored)
