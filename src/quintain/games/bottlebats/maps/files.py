"""Map files: three sections, `forts:`, `roads:` and `marches:`, each after a line that says how many lines follow.

Empty lines and those that begin with `#` are nothing; a section may have `?` lines, and then goes on until `end`.
"""

import re
from collections.abc import Iterator

from quintain.games.bottlebats.maps.chart import BadMap, Draft, Map, MapFort, short
from quintain.games.bottlebats.rules.state import FARTHEST, MOST_SOLDIERS

LONGEST_FILE = 1 << 20
WHOLE = re.compile(r"[+-]?\d{1,12}")
SECTIONS = ("forts", "roads", "marches")
SHAPES = {
    "forts": ("fort", "name x y owner soldiers"),
    "roads": ("road", "fort fort"),
    "marches": ("march", "origin destination owner soldiers steps"),
}

Line = tuple[int, list[str]]


# --- reading


def read(text: str) -> Map:
    if len(text) > LONGEST_FILE:
        raise BadMap(f"a map file has at most {LONGEST_FILE} characters")
    draft, lines = Draft(), meaningful(text)
    for title in SECTIONS:
        for number, words in section(lines, title):
            add(draft, title, number, words)
    for number, words in lines:
        raise BadMap(f"line {number}: {short(' '.join(words))} comes after the last of the marches")
    return draft.finished()


def meaningful(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.split()


def section(lines: Iterator[Line], title: str) -> Iterator[Line]:
    """The lines of a section, whose header comes next. A map may stop before its marches."""
    number, words = next(lines, (0, []))
    if not words:
        if title == "marches":
            return
        raise BadMap(f"there are no {title}: a line like '3 {title}:' is missing")
    if len(words) != 2 or words[1].rstrip(":") != title:
        raise BadMap(f"line {number}: {short(' '.join(words))} should be the number of {title}, like '3 {title}:'")
    if words[0] == "?":
        yield from until_end(lines, title, number)
        return
    count = whole(number, f"number of {title}", words[0], 0, LONGEST_FILE)
    for found in range(count):
        line = next(lines, None)
        if line is None:
            raise BadMap(f"line {number}: {count} {title} are promised, and only {found} follow")
        yield line


def until_end(lines: Iterator[Line], title: str, start: int) -> Iterator[Line]:
    for number, words in lines:
        if words == ["end"]:
            return
        yield number, words
    raise BadMap(f"line {start}: the {title} need a line 'end' after them")


def add(draft: Draft, title: str, number: int, words: list[str]) -> None:
    kind, shape = SHAPES[title]
    if len(words) != len(shape.split()):
        raise BadMap(f"line {number}: a {kind} is '{shape}', and names have no spaces; this has {len(words)} words")
    if title == "forts":
        x, y = (whole(number, name, word, -FARTHEST, FARTHEST) for name, word in zip("xy", words[1:3], strict=True))
        draft.add_fort(number, MapFort(words[0], x, y, words[3], garrison(number, words[4], 0)))
    elif title == "roads":
        draft.add_road(number, *words)
    else:
        steps = whole(number, "number of steps", words[4], 0, LONGEST_FILE)
        draft.add_march(number, (words[0], words[1]), words[2], garrison(number, words[3], 1), steps)


def garrison(line: int, word: str, least: int) -> int:
    return whole(line, "number of soldiers", word, least, MOST_SOLDIERS)


def whole(line: int, name: str, word: str, least: int, most: int) -> int:
    if not WHOLE.fullmatch(word):
        raise BadMap(f"line {line}: the {name} {short(word)} is not a whole number")
    if not least <= int(word) <= most:
        raise BadMap(f"line {line}: the {name} is {word}; it must be from {least} to {most}")
    return int(word)


# --- writing


def write(map: Map) -> str:
    """Forts by name, roads as they come, marches by origin, destination and steps."""
    names = [fort.name for fort in map.forts]
    forts = [f"{f.name} {f.x} {f.y} {f.owner} {f.soldiers}" for f in sorted(map.forts, key=lambda fort: fort.name)]
    roads = [f"{names[road.one]} {names[road.other]}" for road in map.roads]
    marches = sorted((names[m.origin], names[m.destination], m.steps, m.owner, m.soldiers) for m in map.marches)
    lines = [f"{origin} {goal} {owner} {many} {steps}" for origin, goal, steps, owner, many in marches]
    parts = zip(SECTIONS, (forts, roads, lines), strict=True)
    return "".join(f"{len(part)} {title}:\n" + "".join(f"{line}\n" for line in part) for title, part in parts)
