"""Where words go: results to standard output, progress to standard error, and colors that suit any background."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import msgspec
from rich.console import Console
from rich.table import Table

out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)

TEAM_COLORS = ("cyan", "magenta", "green", "red", "yellow", "blue")


def team_color(team: int, names: Sequence[str] = ()) -> str:
    """What a team wears: the color that it is named after, if it is one."""
    if team < len(names) and names[team] in TEAM_COLORS:
        return names[team]
    return TEAM_COLORS[team % len(TEAM_COLORS)]


def plain(text: str, style: str | None = None) -> None:
    """Print text as it is, whatever brackets are in it."""
    out.print(text, style=style, markup=False, soft_wrap=True)


def emit(thing: Any, file: TextIO | None = None) -> None:
    """One JSON object on one line, at once."""
    stream = file or sys.stdout
    stream.write(msgspec.json.encode(thing).decode() + "\n")
    stream.flush()


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """A table with these headings; those in `right` hold numbers."""
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        number = column in right
        grid.add_column(column, justify="right" if number else "left", no_wrap=number, overflow="fold")
    return grid


@contextmanager
def busy(words: str) -> Iterator[None]:
    """Say on a terminal what takes a while."""
    if err.is_terminal:
        with err.status(words):
            yield
    else:
        yield
