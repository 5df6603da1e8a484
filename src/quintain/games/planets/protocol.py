"""The text protocols of the two contests: what a program is shown, and what it answers.

`planetwars` is the open two-player contest: planets from 0, everybody is player 1 to itself, fleets are shown, and `go`
ends a turn. `teamplanets` is the team war: planets from 1, players by their ids, no fleets, a message a turn, and `.`.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial

from quintain.core.errors import BadNotation
from quintain.core.position import Position
from quintain.core.protocol import Orders, Reading, TextProtocol
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.maps.files import GOOGLE_VALUES, TEAM_VALUES, planet_lines
from quintain.games.planets.options import Options
from quintain.games.planets.rules.state import LARGEST_MESSAGE
from quintain.games.planets.view import Fleet, Planet, View

TURN_SECONDS = 1.0  # that a program has for its answer
WHOLE = re.compile(r"[+-]?\d{1,9}")
MESSAGE = re.compile(r"-?\d{1,10}")
ORDER = 3  # numbers


# --- what a program is shown


def planetwars_text(seen: Position, seat: int) -> str:
    """Planets in the order of the map, fleets in the order in which they were launched."""
    view: View = seen.game.view(seen, seat)
    assert view.id is not None, "only a seat is asked"
    lines = [f"P {x} {y} {switched(p.owner, view.id)} {p.ships} {p.growth}" for p, (x, y) in placed(view, seen.options)]
    lines += [
        f"F {switched(f.owner, view.id)} {f.ships} {f.source} {f.destination} {f.turns} {f.remaining}"
        for f in sorted(view.fleets, key=launched)
    ]
    return "\n".join([*lines, "go", ""])


def switched(owner: int, viewer: int) -> int:
    """Everybody is player 1 to itself, and player 1 has the viewer's number."""
    return {viewer: 1, 1: viewer}.get(owner, owner)


def launched(fleet: Fleet) -> tuple[int, int, int]:
    """The older fleet comes first; of those that were launched in one turn, that of the first planet."""
    return fleet.remaining - fleet.turns, fleet.source, fleet.destination


def teamplanets_text(seen: Position, seat: int) -> str:
    view: View = seen.game.view(seen, seat)
    lines = [f"P {p.number + 1} {x} {y} {p.growth} {p.owner} {p.ships}" for p, (x, y) in placed(view, seen.options)]
    return "\n".join([*lines, f"M {view.message}", f"Y {view.id}", ".", ""])


def placed(view: View, options: Options) -> Iterable[tuple[Planet, tuple[str, str]]]:
    """The planets with their coordinates: as the map file writes them, if there is one."""
    given = written(options.file) if options.file else ()
    for planet in view.planets:
        yield planet, given[planet.number] if given else (f"{planet.x:.10g}", f"{planet.y:.10g}")


@lru_cache(maxsize=64)
def written(text: str) -> tuple[tuple[str, str], ...]:
    """The coordinates of a map file, letter by letter, in the order of the planets' numbers."""
    values = [values for _, values in planet_lines(text)]
    if values and len(values[0]) == TEAM_VALUES:
        return tuple((x, y) for _, x, y, *_ in sorted(values, key=lambda words: int(words[0])))
    return tuple((words[0], words[1]) for words in values if len(words) == GOOGLE_VALUES)


# --- what it answers


def until(end: str) -> Reading:
    """All lines up to this one."""
    lines: list[str] = []
    while True:
        line = yield
        if line.strip().lower() == end:
            return "\n".join(lines)
        lines.append(line)


def planetwars_orders(text: str, seen: Position, seat: int) -> Orders:
    """`source destination ships` a line; anything else is a fault, as it was on the contest's server."""
    launches, warnings = [], []
    for line in filter(None, map(str.strip, text.splitlines())):
        words = line.split()
        if len(words) != ORDER or not all(map(WHOLE.fullmatch, words)):
            raise BadNotation(f"{line[:80]!r} is not an order; write source, destination and ships, or go")
        launch = Launch(*map(int, words))
        if launch.source == launch.destination:
            warnings.append(f"{line}: ships that fly to where they are stay there")
        else:
            launches.append(launch)
    return limited(launches, warnings, seen, seat)


def teamplanets_orders(text: str, seen: Position, seat: int) -> Orders:
    """`F source destination ships` and `M number`, in any order and number; other words are skipped."""
    words, warnings, message = text.split(), [], None
    launches, at = [], 0
    while at < len(words):
        rest = words[at + 1 : at + 1 + ORDER]
        if words[at] == "F" and len(rest) == ORDER and all(map(WHOLE.fullmatch, rest)):
            source, destination, ships = map(int, rest)
            launches.append(Launch(source - 1, destination - 1, ships))
            at += ORDER
        elif words[at] == "M" and rest and MESSAGE.fullmatch(rest[0]):
            message = Send(int(rest[0]) & LARGEST_MESSAGE)
            at += 1
        else:
            warnings.append(f"{words[at][:80]!r} is no order, and is skipped")
        at += 1
    return limited(launches, warnings, seen, seat, message)


def limited(
    launches: list[Launch], warnings: list[str], seen: Position, seat: int, message: Send | None = None
) -> Orders:
    """No more fleets than there is room for, which is a limit of ours; the contests had none."""
    view: View = seen.game.view(seen, seat)
    kept: list[Action] = []
    ways: set[tuple[int, int]] = set()
    for launch in launches:
        way = launch.source, launch.destination
        joins = view.profile == "google" and way in ways
        if launch.ships > 0 and not joins and len(kept) >= view.room:
            warnings.append(f"{launch}: there are too many fleets already")
        elif launch.ships:
            kept.append(launch)
            ways.add(way)
    said: list[Action] = [message] if message else []
    return Orders((*kept, *said, Done()), tuple(dict.fromkeys(warnings)))


def unfit(profile: str, options: Options) -> str:
    return "" if options.profile == profile else f"this protocol is that of --option profile={profile}"


def contest(
    profile: str, end: str, question: Callable[[Position, int], str], orders: Callable[..., Orders]
) -> TextProtocol:
    return TextProtocol(
        seconds=TURN_SECONDS,
        question=question,
        reading=partial(until, end),
        orders=orders,
        unfit=partial(unfit, profile),
    )


PROTOCOLS = {
    "planetwars": contest("google", "go", planetwars_text, planetwars_orders),
    "teamplanets": contest("team", ".", teamplanets_text, teamplanets_orders),
}
