"""A view of Admiral Radar, drawn with letters."""

from quintain.games.admiral.view import View


def text(view: View) -> str:
    """The match as lines of text."""
    lines = [f"Turn {view.turns}, {view.turn}, {view.step}."]
    for boat in view.boats:
        lines.append(f"{boat.team}: hull {boat.hull}, {boat.cell}, {boat.gauges}, {boat.broken}")
    return "\n".join([*lines, *view.map.drawing])
