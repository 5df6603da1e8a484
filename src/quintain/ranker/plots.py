"""Pictures of results, drawn with matplotlib (the extra `plots`)."""

import io
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from matplotlib.figure import Figure

from quintain.ranker.intervals import Interval
from quintain.ranker.likelihood import Standing
from quintain.ranker.report.charts import short
from quintain.ranker.report.scales import duration
from quintain.ranker.summary import Summary

INK, MARK, MOST, RULE = "#1f2328", "#1c6e8c", "#b4472e", "#d9d6cc"
LONGEST = 24  # letters of a name


def to_bytes(figure: Figure, kind: str) -> bytes:
    """The picture as the bytes of an SVG, PNG or PDF file."""
    file = io.BytesIO()
    figure.savefig(file, format=kind, dpi=150, metadata=None)
    return file.getvalue()


def tournament(summary: Summary) -> Figure:
    lines = summary.standings.lines
    rows = len(lines)
    figure = Figure(figsize=(13, 4 + 0.6 * rows), layout="constrained")
    (one, two), (three, four) = figure.subplots(2, 2)
    ratings(one, lines)
    heat_map(two, summary)
    course(three, summary)
    thinking(four, summary)
    return figure


def ratings(axes: Any, lines: Sequence[Standing]) -> None:
    places = range(len(lines))
    axes.errorbar(
        [line.elo for line in lines], places, xerr=[line.margin for line in lines], fmt="o", color=MARK, capsize=3
    )
    labelled(axes, [line.player for line in lines])
    titled(axes, "Strength, with 95 % intervals", "Elo points")


def heat_map(axes: Any, summary: Summary) -> None:
    players = [line.player for line in summary.standings.lines]
    cross = summary.standings.cross
    shares = [[share(cross.get(one, {}).get(other)) for other in players] for one in players]
    axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(shares):
        for x, value in enumerate(row):
            if value == value:  # who never met has no number
                color = "white" if abs(value - 0.5) > 0.35 else INK
                axes.text(x, y, f"{100 * value:.0f}", ha="center", va="center", color=color, fontsize=8)
    labelled(axes, players)
    axes.set_xticks(range(len(players)), [short(player, 14) for player in players], rotation=35, ha="right")
    axes.set_title("Won by the row against the column, in %", loc="left", color=INK)


def share(met: Any) -> float:
    return met.share if met else float("nan")


def course(axes: Any, summary: Summary) -> None:
    for line in summary.standings.lines:
        steps = [step for step in summary.steps if line.player in step.elo]
        axes.plot(
            [step.matches for step in steps],
            [step.elo[line.player] for step in steps],
            label=short(line.player, LONGEST),
        )
    axes.legend(fontsize=8, frameon=False)
    titled(axes, "How it went", "matches")
    axes.set_ylabel("Elo points")


def thinking(axes: Any, summary: Summary) -> None:
    players = [line.player for line in summary.standings.lines]
    paces = [summary.paces[player] for player in players]
    means = [max(pace.seconds / pace.decisions, 1e-6) if pace.decisions else 1e-6 for pace in paces]
    axes.barh(range(len(players)), means, color=MARK, alpha=0.75, label="mean")
    axes.plot([max(pace.longest, 1e-6) for pace in paces], range(len(players)), "|", color=MOST, ms=14, label="longest")
    axes.set_xscale("log")
    labelled(axes, players)
    axes.legend(fontsize=8, frameon=False)
    titled(axes, "Time for a decision", "seconds")
    for row, mean in enumerate(means):
        axes.annotate(duration(mean), (mean, row), textcoords="offset points", xytext=(4, -3), fontsize=8)


def match(title: str, shares: Mapping[str, Sequence[float]], intervals: Mapping[str, Interval]) -> Figure:
    """Shares of many matches: with their intervals, and as they settled from seed to seed."""
    names = list(shares)
    figure = Figure(figsize=(12, 2.5 + 0.5 * len(names)), layout="constrained")
    left, right = figure.subplots(1, 2)
    means = [100 * fmean(shares[name]) for name in names]
    low = [mean - 100 * intervals[name].low for name, mean in zip(names, means, strict=True)]
    high = [100 * intervals[name].high - mean for name, mean in zip(names, means, strict=True)]
    left.errorbar(means, range(len(names)), xerr=[low, high], fmt="o", color=MARK, capsize=3)
    left.set_xlim(0, 100)
    labelled(left, names)
    titled(left, f"{title}: won, with 95 % intervals", "%")
    for name in names:
        so_far = [100 * fmean(shares[name][: i + 1]) for i in range(len(shares[name]))]
        right.plot(range(1, len(so_far) + 1), so_far, label=short(name, LONGEST))
    right.set_ylim(0, 100)
    right.legend(fontsize=8, frameon=False)
    titled(right, "As it settled", "seeds")
    return figure


def tuning(path: Mapping[str, Sequence[float]], shares: Sequence[float]) -> Figure:
    """The way of each setting, round by round, and what the neighbours that were tried won of each other."""
    names = list(path)
    figure = Figure(figsize=(9, 2.2 + 1.8 * len(names)), layout="constrained")
    *settings, last = figure.subplots(len(names) + 1, 1, sharex=True, squeeze=False)[:, 0]
    for axes, name in zip(settings, names, strict=True):
        axes.plot(range(len(path[name])), path[name], color=MARK)
        titled(axes, name, "")
    last.plot(range(1, len(shares) + 1), [100 * share for share in shares], ".", color=MOST)
    last.set_ylim(0, 100)
    titled(last, "What the higher neighbour won of each round, in %", "rounds")
    return figure


def labelled(axes: Any, names: Sequence[str]) -> None:
    """Names from the top down on the left."""
    axes.set_yticks(range(len(names)), [short(name, LONGEST) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)


def titled(axes: Any, title: str, below: str) -> None:
    axes.set_title(title, loc="left", color=INK)
    axes.set_xlabel(below)
    axes.grid(color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
