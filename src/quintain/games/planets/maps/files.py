"""Map files: `P id x y growth owner ships` for teams, ids from 1; `P x y owner ships growth` for the open contest.

Everything from `#` to the end of a line is a remark; empty lines are nothing.
"""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal

from quintain.games.planets.maps.chart import BadMap, Map, MapPlanet, checked
from quintain.games.planets.rules.space import UNIT
from quintain.games.planets.rules.state import FARTHEST, MOST_GROWTH, MOST_SHIPS, PLANETS, PLAYERS

LONGEST_FILE = 1 << 20
TEAM_VALUES, GOOGLE_VALUES = 6, 5
WHOLE = re.compile(r"[+-]?\d{1,12}")
DECIMAL = re.compile(r"[+-]?(\d{1,12}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,2})?")


# --- reading


def read(text: str) -> Map:
    """A map of either kind: the first planet tells which."""
    for number, values in planet_lines(text):
        if len(values) == TEAM_VALUES:
            return read_team(text)
        if len(values) == GOOGLE_VALUES:
            return read_google(text)
        raise BadMap(f"line {number}: a planet has 5 or 6 values, not {len(values)}")
    raise BadMap("there is no planet in it")


def read_team(text: str) -> Map:
    """Lines may come in any order; the ids must be 1 to n."""
    found: dict[int, tuple[MapPlanet, int]] = {}
    for number, values in planet_lines(text):
        count_values(number, values, TEAM_VALUES)
        id = whole(number, "id", values[0], 1, PLANETS)
        if id in found:
            raise BadMap(f"line {number}: planet {id} stands in line {found[id][1]} already")
        x, y, growth, owner, ships = values[1:]
        found[id] = planet(number, x, y, growth, owner, ships), number
    for id in range(1, max(found, default=0) + 1):
        if id not in found:
            raise BadMap(f"planet {id} is missing: the ids must be 1 to {max(found)} without a hole")
    ordered = [found[id] for id in sorted(found)]
    return checked([planet for planet, _ in ordered], [line for _, line in ordered])


def read_google(text: str) -> Map:
    """Planets are numbered in the order of their lines."""
    planets, lines = [], []
    for number, values in planet_lines(text):
        count_values(number, values, GOOGLE_VALUES)
        x, y, owner, ships, growth = values
        planets.append(planet(number, x, y, growth, owner, ships))
        lines.append(number)
    return checked(planets, lines)


def planet_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The values of each planet, with the number of its line."""
    if len(text) > LONGEST_FILE:
        raise BadMap(f"a map file has at most {LONGEST_FILE} characters")
    for number, line in enumerate(text.splitlines(), 1):
        kind, *values = line.partition("#")[0].split() or [""]
        if kind == "F":
            raise BadMap(f"line {number}: a map has no fleets yet")
        if kind not in ("", "P"):
            raise BadMap(f"line {number}: {kind[:20]!r} is not the beginning of a planet, which is P")
        if kind:
            yield number, values


def count_values(number: int, values: list[str], wanted: int) -> None:
    if len(values) != wanted:
        raise BadMap(f"line {number}: a planet has {wanted} values here, not {len(values)}")


def planet(number: int, x: str, y: str, growth: str, owner: str, ships: str) -> MapPlanet:
    return MapPlanet(
        thousandths(number, "x", x),
        thousandths(number, "y", y),
        whole(number, "growth", growth, 0, MOST_GROWTH),
        whole(number, "owner", owner, 0, PLAYERS),
        whole(number, "ships", ships, 0, MOST_SHIPS),
    )


def whole(line: int, name: str, word: str, least: int, most: int) -> int:
    if not WHOLE.fullmatch(word):
        raise BadMap(f"line {line}: the {name} {word[:20]!r} is not a whole number")
    if not least <= int(word) <= most:
        raise BadMap(f"line {line}: the {name} is {word}; it must be from {least} to {most}")
    return int(word)


def thousandths(line: int, name: str, word: str) -> int:
    if not DECIMAL.fullmatch(word):
        raise BadMap(f"line {line}: the {name} {word[:20]!r} is not a number")
    number = int((Decimal(word) * UNIT).quantize(Decimal(1), ROUND_HALF_EVEN))
    if abs(number) > FARTHEST:
        raise BadMap(f"line {line}: the {name} is {word}; it must be from -{FARTHEST // UNIT} to {FARTHEST // UNIT}")
    return number


# --- writing


def write_team(map: Map) -> str:
    lines = (
        f"P {id} {units(p.x)} {units(p.y)} {p.growth} {p.owner} {p.ships}\n" for id, p in enumerate(map.planets, 1)
    )
    return "".join(lines)


def write_google(map: Map) -> str:
    return "".join(f"P {units(p.x)} {units(p.y)} {p.owner} {p.ships} {p.growth}\n" for p in map.planets)


def units(thousandths: int) -> str:
    """A coordinate as it is written: without zeros that say nothing."""
    sign, (whole, rest) = "-" if thousandths < 0 else "", divmod(abs(thousandths), UNIT)
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")
