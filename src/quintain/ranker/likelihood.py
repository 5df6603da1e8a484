"""Standings of a finished set of matches by maximum likelihood: numbers, text, and a table that shows itself."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import msgspec

from quintain.core.errors import BadSetting
from quintain.ranker.cross import Cross, Meeting, beaten, cross_table, rings
from quintain.ranker.result import Result
from quintain.ranker.strengths import Fit, fitted

COLUMNS = ("", "player", "Elo", "± 95 %", "better than next", "share", "won", "drawn", "lost", "matches", "faults")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has reached."""

    place: int  # from 1
    player: str
    elo: float  # points above or below the average of all
    margin: float  # the true strength is so near, 95 times out of 100
    superiority: float | None  # how likely the player is stronger than the next; none for the last
    meeting: Meeting  # with all others together
    matches: int
    faults: int

    @property
    def cells(self) -> tuple[str, ...]:
        sure = "" if self.superiority is None else f"{100 * self.superiority:.0f} %"
        won = self.meeting
        return (
            str(self.place),
            self.player,
            f"{self.elo:+.0f}",
            f"{self.margin:.0f}",
            sure,
            f"{100 * won.share:.1f} %",
            *map(str, (won.wins, won.draws, won.losses, self.matches, self.faults)),
        )


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a finished set of matches; in a notebook it shows itself."""

    lines: tuple[Standing, ...]  # the strongest first
    cross: Cross  # what each reached against each
    superiority: dict[str, dict[str, float]]  # how likely each is stronger than each
    rings: tuple[tuple[str, ...], ...]  # who beat each other in a ring
    matches: int
    seeds: int

    @property
    def notes(self) -> tuple[str, ...]:
        """What the table does not tell."""
        return tuple(
            f"{' beats '.join([*ring, ring[0]])}: among these the order of the table means little"
            for ring in self.rings
        )

    @property
    def summary(self) -> str:
        return f"{self.matches} matches, {self.seeds} seeds"

    def __str__(self) -> str:
        rows = [COLUMNS, *(line.cells for line in self.lines)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        texts = [
            "  ".join(cell.ljust(width) if i == 1 else cell.rjust(width) for i, (cell, width) in enumerate(cells))
            for cells in (list(zip(row, widths, strict=True)) for row in rows)
        ]
        return "\n".join([*(text.rstrip() for text in texts), self.summary, *self.notes])

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        for number, column in enumerate(COLUMNS):
            grid.add_column(column, justify="left" if number == 1 else "right")
        for line in self.lines:
            grid.add_row(*map(Text, line.cells))
        return Group(grid, *(Text(words, style="dim") for words in (self.summary, *self.notes)))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line.cells) + "</tr>" for line in self.lines
        )
        words = "".join(f"<p>{escape(note)}</p>" for note in (self.summary, *self.notes))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{words}"


def standings(results: Iterable[Result]) -> Standings:
    """The standings after these matches, all of one game. The same match counts once, however often it is there."""
    matches = list({result.id: result for result in results}.values())
    games = sorted({result.game for result in matches})
    if len(games) > 1:
        raise BadSetting(f"matches of {' and '.join(games)} have no standings in common; take one game at a time")
    fit, cross = fitted(matches), cross_table(matches)
    order = sorted(range(len(fit.players)), key=lambda i: (-fit.elo[i], fit.players[i]))
    return Standings(
        lines=tuple(line(fit, order, place, cross, matches) for place in range(len(order))),
        cross=cross,
        superiority={fit.players[i]: {fit.players[j]: fit.superiority(i, j) for j in order if j != i} for i in order},
        rings=tuple(rings(beaten(matches))),
        matches=len(matches),
        seeds=len({result.seed for result in matches}),
    )


def line(fit: Fit, order: Sequence[int], place: int, cross: Cross, matches: Sequence[Result]) -> Standing:
    i = order[place]
    player = fit.players[i]
    met = cross.get(player, {}).values()
    played = [result for result in matches if player in result.players]
    return Standing(
        place=place + 1,
        player=player,
        elo=float(fit.elo[i]),
        margin=fit.margin(i),
        superiority=fit.superiority(i, order[place + 1]) if place + 1 < len(order) else None,
        meeting=Meeting(*(sum(getattr(one, kind) for one in met) for kind in ("wins", "draws", "losses"))),
        matches=len(played),
        faults=sum(result.players[seat] == player for result in played for seat in result.charged),
    )
