"""The drawings of the report, as SVG whose colours follow the page's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import log10

from quintain.ranker.jobs import Pace
from quintain.ranker.likelihood import Standing
from quintain.ranker.report.scales import Scale, decades, duration, marks, spanning, whole
from quintain.ranker.summary import Step

WIDTH = 760
NAMES = 190  # for names on the left
ROW = 26
TOP, BOTTOM = 8, 26
LONGEST = 26  # letters of a name that fit
COLORS = 8  # that lines have before they come again, dashed


def ratings(lines: Sequence[Standing]) -> str:
    """A dot for each player's strength, and a line where it may really be."""
    ends = [line.elo + sign * line.margin for line in lines for sign in (-1, 1)]
    scale = spanning(ends, NAMES, WIDTH - 60)
    out = [*grid(marks(scale.low, scale.high), scale, len(lines), signed)]
    for row, line in enumerate(lines):
        y = row_middle(row)
        words = f"{line.player}: {line.elo:+.0f} ± {line.margin:.0f}"
        low, high = scale(line.elo - line.margin), scale(line.elo + line.margin)
        out += [
            name(line.player, y),
            f'<g><title>{escape(words)}</title><line class="interval" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{scale(line.elo)}" cy="{y}" r="5"/></g>',
            f'<text class="number" x="{high + 8}" y="{y + 4}">{line.elo:+.0f}</text>',
        ]
    return svg("Strength of each player with its 95 % interval", rows_high(len(lines)), out)


def thinking(players: Sequence[str], paces: Mapping[str, Pace]) -> str:
    """A bar for the mean decision of each player and a mark for the longest, by powers of ten."""
    known = {player: pace for player in players if (pace := paces.get(player)) and pace.decisions}
    means = {player: max(pace.seconds / pace.decisions, 1e-6) for player, pace in known.items()}
    ends = [*means.values(), *(max(pace.longest, 1e-6) for pace in known.values())] or [1e-3]
    steps = decades(min(ends) * 0.999, max(ends) * 1.001)
    scale = Scale(log10(steps[0]), log10(steps[-1]), NAMES, WIDTH - 100)
    out = [*grid([log10(step) for step in steps], scale, len(players), lambda value: duration(10**value))]
    for row, player in enumerate(players):
        y = row_middle(row)
        out.append(name(player, y))
        if player not in known:
            continue
        mean, longest = means[player], max(known[player].longest, 1e-6)
        end, far = scale(log10(mean)), scale(log10(longest))
        words = f"{player}: {duration(mean)} on average, {duration(longest)} at most"
        out += [
            f"<g><title>{escape(words)}</title>"
            f'<rect class="bar" x="{NAMES}" y="{y - 7}" width="{max(end - NAMES, 1):.1f}" height="14" rx="3"/>'
            f'<line class="most" x1="{far}" x2="{far}" y1="{y - 9}" y2="{y + 9}"/></g>',
            f'<text class="number" x="{end + 6}" y="{y + 4}">{duration(mean)}</text>',
            f'<text class="number" x="{far + 8}" y="{y + 4}">{duration(longest)}</text>' if far > end + 80 else "",
        ]
    return svg("Time for a decision: mean and longest", rows_high(len(players)), out)


def course(players: Sequence[str], steps: Sequence[Step]) -> str:
    """A line for each player: its strength as it was known while the tournament went on."""
    height, left, right = 300, 60, WIDTH - 150
    across = Scale(0, max((step.matches for step in steps), default=1), left, right)
    up = spanning([elo for step in steps for elo in step.elo.values()], height - BOTTOM, TOP)
    out = []
    for value in marks(up.low, up.high):
        out.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{up(value)}" y2="{up(value)}"/>')
        out.append(f'<text class="mark" x="{left - 8}" y="{up(value) + 4}" text-anchor="end">{signed(value)}</text>')
    for value in whole(marks(across.low, across.high)):
        x = across(value)
        out.append(f'<text class="mark" x="{x}" y="{height - 6}" text-anchor="middle">{value:.0f}</text>')
    labels = spread([up(steps[-1].elo.get(player, 0.0)) for player in players] if steps else [], 15, height - BOTTOM)
    for number, player in enumerate(players):
        points = [(across(step.matches), up(step.elo[player])) for step in steps if player in step.elo]
        if points:
            out.append(path(points, number))
            out.append(
                f'<text class="c{number % COLORS}" x="{right + 10}" y="{labels[number] + 4:.1f}">'
                f"{escape(short(player, 17))}</text>"
            )
    return svg("Strength as it was known while the tournament went on", height, out)


def path(points: Iterable[tuple[float, float]], number: int) -> str:
    drawn = " ".join(f"{x},{y}" for x, y in points)
    dashes = ' stroke-dasharray="6 4"' if number // COLORS % 2 else ""
    return f'<polyline class="path c{number % COLORS}" points="{drawn}"{dashes}/>'


# --- parts -----------------------------------------------------------------------------------------------------------


def svg(title: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def grid(values: Sequence[float], scale: Scale, rows: int, words: Callable[[float], str]) -> Iterable[str]:
    bottom = rows_high(rows) - BOTTOM
    for value in values:
        x = scale(value)
        yield f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}"/>'
        yield f'<text class="mark" x="{x}" y="{bottom + 18}" text-anchor="middle">{escape(words(value))}</text>'


def name(player: str, y: float) -> str:
    return (
        f'<text x="{NAMES - 12}" y="{y + 4}" text-anchor="end"><title>{escape(player)}</title>'
        f"{escape(short(player, LONGEST))}</text>"
    )


def short(text: str, most: int) -> str:
    """The text with its middle left out where it is too long: the end of a path tells more than what is before it."""
    if len(text) <= most:
        return text
    head = most // 3
    return f"{text[:head]}…{text[head + 1 - most :]}"


def spread(places: Sequence[float], distance: float, lowest: float) -> list[float]:
    """Places moved apart so that words at them do not overlap, in the same order, and none below the lowest."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    out = list(places)
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + distance)
    limit = lowest
    for i in reversed(order):
        out[i] = min(out[i], limit)
        limit = out[i] - distance
    return out


def signed(value: float) -> str:
    return f"{value:+.0f}" if value else "0"


def row_middle(row: int) -> float:
    return TOP + ROW * row + ROW / 2


def rows_high(rows: int) -> float:
    return TOP + ROW * rows + BOTTOM
