"""A ladder as a table for people, or as lines of JSON for programs."""

from collections.abc import Sequence

from rich.text import Text

from quintain.cli.console import emit, out, plain, table
from quintain.ranker.ladder import Place, shown_name
from quintain.ranker.ratings import Rating


def show_ladder(places: Sequence[Place], as_json: bool) -> None:
    if as_json:
        for number, place in enumerate(places, 1):
            emit(as_data(number, place))
        return
    grid = table("", "player", "rating", "± 95 %", "matches", right=("", "rating", "± 95 %", "matches"))
    for number, (row, _, _) in enumerate(places, 1):
        points, margin = Rating(row.mu, row.sigma).shown
        cells = [str(number), shown_name(row.player), str(points), str(margin), str(row.matches)]
        grid.add_row(*map(Text, cells))
    out.print(grid)
    for place in places:
        if place.why:
            plain(f"{shown_name(place.row.player)} rests: {place.why}", "dim")
    if not places:
        plain("nobody is on this ladder yet; quintain ladder add puts players on it", "dim")


def as_data(number: int, place: Place) -> dict[str, object]:
    row = place.row
    return {
        "place": number,
        "player": shown_name(row.player),
        "id": row.player.id,
        "mu": row.mu,
        "sigma": row.sigma,
        "matches": row.matches,
        "rests": place.why or None,
    }
