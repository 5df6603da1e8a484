"""A view of Admiral Radar, drawn with letters."""

from itertools import zip_longest

from quintain.games.admiral.actions import column_letters
from quintain.games.admiral.messages import counted
from quintain.games.admiral.rules.state import HULL
from quintain.games.admiral.view import Boat, Report, View
from quintain.games.admiral.words import DIRECTIONS

LATEST = 10  # reports that are told
GAP = "    "
LEGEND = {"@": "submarine", "o": "trail", "*": "mine", "?": "enemy possible", "#": "island"}


def text(view: View) -> str:
    """The match as lines of text."""
    shown = [boat for boat in view.boats if boat.trail is not None]
    charts = [chart(view, boat) for boat in shown] or [chart(view, None)]
    lines = [headline(view), "", *beside(charts), legend(charts), ""]
    for boat in view.boats:
        lines += [*status(boat), *(heard(boat) if boat.heard else [])]
    for boat in view.boats:
        lines += engineering(view, boat) if boat.board is not None else []
    return "\n".join(lines)


def headline(view: View) -> str:
    you = f"You are {view.team}'s {view.role}. " if view.team else ""
    if view.phase == "over":
        return you + ("A draw." if view.winner == "draw" else f"{str(view.winner).capitalize()} has won.")
    if view.phase == "placing":
        return f"{you}The submarines put to sea; {view.turn} will begin."
    run = f" {view.run.team.capitalize()} plays {turns(view.run.left)} in a row." if view.run else ""
    return f"{you}Turn {view.turns} of {view.turn_cap}, {view.turn}: {STEPS[view.step or 'end']}.{run}"


STEPS = {
    "dive": "dive",
    "order": "a course",
    "crew": "the crew works",
    "action": "systems, or the end of the turn",
    "answer": "the other captain must answer the sonar",
    "end": "surfaced, the turn can end",
}


def turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"


# --- maps ------------------------------------------------------------------------------------------------------------


def chart(view: View, boat: Boat | None) -> list[str]:
    """The map with a boat on it, or with where the enemy can be."""
    letters = cells(view, boat)
    title = boat.team.capitalize() if boat else "The sea"
    lines = [GAP + title, GAP + row(view, list(map(column_letters, range(view.map.columns))))]
    for number, line in enumerate(letters):
        if number and number % view.map.sector_rows == 0:
            lines.append(GAP + row(view, ["-"] * view.map.columns, "-", "+"))
        lines.append(f"{number + 1:3} " + row(view, line))
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def row(view: View, line: list[str], space: str = " ", border: str = "|") -> str:
    """Cells side by side, with a stroke between sectors."""
    step = view.map.sector_columns
    parts = [space.join(line[i : i + step]) for i in range(0, len(line), step)]
    return f"{space}{border}{space}".join(parts)


def cells(view: View, boat: Boat | None) -> list[list[str]]:
    """A letter for each cell of the map."""
    letters = [list(line) for line in view.map.drawing]

    def draw(labels: tuple[str, ...] | None, letter: str) -> None:
        for label in labels or ():
            letters[int(label[1:]) - 1][ord(label[0]) - ord("A")] = letter

    if boat is None:
        for other in view.boats:
            draw(other.possible, "?")
        return letters
    draw(boat.trail, "o")
    draw(boat.mines, "*")
    draw((boat.cell,) if boat.cell else (), "@")
    return letters


def beside(charts: list[list[str]]) -> list[str]:
    return [GAP.join(line).rstrip() for line in zip_longest(*charts, fillvalue="")]


def legend(charts: list[list[str]]) -> str:
    drawn = "".join(line[4:] for block in charts for line in block[2:])
    return GAP + "  ".join(f"{letter} {words}" for letter, words in LEGEND.items() if letter in drawn)


# --- boats -----------------------------------------------------------------------------------------------------------


def status(boat: Boat) -> list[str]:
    depth = f"surfaced in sector {boat.sector}" if boat.surfaced else "under water" if boat.placed else "in port"
    parts = [f"hull {boat.hull} of {HULL}", depth]
    parts += [f"course {boat.course}"] if boat.course else []
    parts += [f"stealth {boat.heading} {boat.steps}"] if boat.heading and boat.steps is not None else []
    parts += [f"broken {' '.join(boat.broken) or 'nothing'}"] if boat.broken is not None else []
    if known := boat.sector_known:
        parts.append(f"last known in sector {known.sector}, {turns(known.turns_ago)} ago")
    if boat.possible is not None:
        parts.append(f"can be on {counted(len(boat.possible))}")
    lines = [f"{boat.team.capitalize():5}" + ", ".join(parts)]
    return [*lines, GAP + " " + gauges(boat)] if boat.gauges is not None else lines


def gauges(boat: Boat) -> str:
    return "  ".join(
        f"{system} [{'=' * gauge.value}{'.' * (gauge.capacity - gauge.value)}]"
        for system, gauge in (boat.gauges or {}).items()
    )


def heard(boat: Boat) -> list[str]:
    return [GAP + " heard: " + ", ".join(map(words, boat.heard[-LATEST:]))]


def words(report: Report) -> str:
    match report.kind:
        case "course":
            return str(report.direction)
        case "surfaced":
            return f"surfaced in {report.sector}"
        case "torpedo" | "mine" | "blast":
            return f"{report.kind} at {report.cell}{f' (-{report.damage})' if report.damage else ''}"
        case "drone":
            answer = "" if report.answer is None else " yes" if report.answer else " no"
            return f"drone in {report.sector}{answer}"
        case "sonar":
            return "sonar " + " or ".join(map(str, report.facts or ()))
        case "wiped":
            return "breakdown (-1)"
        case "dropped":
            return "mine dropped"
    return report.kind


def engineering(view: View, boat: Boat) -> list[str]:
    """The board: nodes by color (* radiation), marked ones in brackets; the first three columns are circuits."""
    lines = ["", f"{boat.team.capitalize()}'s board".rjust(12) + " C1 C2 C3"]
    for direction, colors, marks in zip(DIRECTIONS, view.wiring, boat.board or (), strict=True):
        nodes = "".join(f"[{color}]" if mark else f" {color} " for color, mark in zip(colors, marks, strict=True))
        lines.append(f"{direction:>12} {nodes}{' <' if direction == boat.heading else ''}")
    return [line.rstrip() for line in lines]
