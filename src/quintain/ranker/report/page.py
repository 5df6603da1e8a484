"""The page of a tournament's report: what was played, the standings, and the drawings."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from quintain import games
from quintain.ranker.cross import Meeting
from quintain.ranker.report import charts
from quintain.ranker.report.scales import duration
from quintain.ranker.summary import Summary

# Whatever a player's name may be, nothing on this page is fetched or run.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
COLUMNS = ("place", "player", "Elo", "± 95 %", "over next", "share", "won", "drawn", "lost", "matches", "faults")


def page(summary: Summary) -> bytes:
    game = games.load(summary.tournament.game)
    title = f"{game.title}: a {summary.tournament.format} tournament"
    style = files(__package__).joinpath("style.css").read_text("utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>"
        f"<h1>{escape(title)}</h1>{''.join(parts(summary))}</body></html>\n"
    ).encode()


def parts(summary: Summary) -> Iterable[str]:
    lines = summary.standings.lines
    players = [line.player for line in lines]
    yield f'<p class="quiet">{escape(what_was_played(summary))}</p>'
    if not summary.finished:
        yield '<p class="warn">The tournament is not finished: this is how far it has come.</p>'
    yield f"<h2>Standings</h2>{table(summary)}{notes(summary)}"
    yield figure(
        "Strength",
        charts.ratings(lines),
        "Elo points above or below the average of all. The line is where the true strength lies, 95 times out of 100.",
    )
    yield figure(
        "Who beat whom",
        cross(players, summary),
        "What the player of the row won against that of the column: 100 % is every match; below it won, drawn, lost.",
    )
    yield figure(
        "How it went",
        charts.course(players, summary.steps),
        "Each player's strength as it was known after so many matches.",
    )
    yield figure(
        "Time for a decision",
        charts.thinking(players, summary.paces),
        "The bar is the mean, the mark is the longest; each line is ten times the one before.",
    )
    yield from faults(summary)


def what_was_played(summary: Summary) -> str:
    event, count = summary.tournament, summary.standings.matches
    options = ", ".join(f"{key} {value}" for key, value in event.options.items())
    odd = ", ".join(f"{n} {ending}" for ending, n in summary.endings.items() if ending != "normal")
    rounds = f"{event.rounds} rounds, " if event.format in ("swiss", "ladder") else ""
    return (
        f"{len(event.players)} players, {rounds}{count} matches over {summary.standings.seeds} seeds, "
        f"each in every seating, in {duration(summary.seconds)}. Rules version {event.rules_version}"
        f"{f' with {options}' if options else ''}; seed {event.seed}; tournament {summary.id}."
        f"{f' Not all matches ended as usual: {odd}.' if odd else ''}"
    )


def table(summary: Summary) -> str:
    head = "".join(f'<th{name(i)} scope="col">{column}</th>' for i, column in enumerate(COLUMNS))
    ordered = sorted(summary.standings.lines, key=lambda line: summary.placing.get(line.player, 0))
    rows = ((str(summary.placing.get(line.player, "")), *line.cells[1:]) for line in ordered)
    body = "".join(
        "<tr>" + "".join(f"<td{name(i)}>{escape(cell)}</td>" for i, cell in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def name(column: int) -> str:
    return ' class="name"' if column == 1 else ""


def notes(summary: Summary) -> str:
    return "".join(f'<p class="quiet">{escape(note)}.</p>' for note in summary.standings.notes)


def figure(title: str, drawing: str, words: str) -> str:
    return (
        f"<h2>{escape(title)}</h2><figure class='wide' style='margin:0'>{drawing}"
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def cross(players: Sequence[str], summary: Summary) -> str:
    head = "".join(
        f'<th scope="col" title="{escape(player)}">{escape(charts.short(player, 12))}</th>' for player in players
    )
    rows = []
    for one in players:
        met = summary.standings.cross.get(one, {})
        cells = "".join(cell(one, other, met.get(other)) for other in players)
        label = f'<th class="name" scope="row" title="{escape(one)}">{escape(charts.short(one, 26))}</th>'
        rows.append(f"<tr>{label}{cells}</tr>")
    return f'<table class="cross"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def cell(one: str, other: str, met: Meeting | None) -> str:
    if one == other or met is None:
        return '<td class="self">·</td>'
    tint, much = ("good" if met.share >= 0.5 else "bad"), round(110 * abs(met.share - 0.5))
    words = f"{one} against {other}: {met.wins} won, {met.draws} drawn, {met.losses} lost"
    return (
        f'<td style="--tint:var(--{tint});--much:{much}%" title="{escape(words)}">{100 * met.share:.0f} %'
        f"<small>{met.wins}–{met.draws}–{met.losses}</small></td>"
    )


def faults(summary: Summary) -> Iterable[str]:
    if not summary.faults:
        return
    rows = "".join(
        f'<tr><td class="name">{escape(player)}</td><td>{count}</td><td class="name">{escape(words)}</td></tr>'
        for player, found in summary.faults.items()
        for words, count in found.items()
    )
    yield (
        '<h2>Faults</h2><div class="wide"><table><thead><tr><th class="name">player</th><th>times</th>'
        f'<th class="name">what happened</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
