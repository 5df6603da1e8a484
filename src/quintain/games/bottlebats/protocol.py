"""The first contest's text protocol: what a program is shown, what it answers, its logs and its match descriptions."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from quintain.core.errors import BadSetting
from quintain.core.game import EVERYTHING
from quintain.core.position import Position
from quintain.core.protocol import LostControl, Orders, Reading, TextProtocol
from quintain.games.bottlebats.actions import Action, Done, March
from quintain.games.bottlebats.maps.chart import NEUTRAL, BadMap, Map, MapFort, MapMarch, MapRoad, short
from quintain.games.bottlebats.maps.files import read, write
from quintain.games.bottlebats.options import Options, fort_names, players_of
from quintain.games.bottlebats.view import View

TURN_SECONDS = 2.0  # that a program has for its answer
LOST_CONTROL = "idle:leaves=true"  # who stands in for a program that fails: it is out, and its forts fight on
LONGEST_ANSWER = 1 << 20  # characters
WHOLE = re.compile(r"[+-]?\d{1,9}")


class BadAnswer(LostControl, ValueError):
    """An answer whose header cannot be read: the program has lost control."""


# --- what a program is shown


def state_text(position: Position, seat: int) -> str:
    """The three sections that a seat is sent in each turn; EVERYTHING sees the whole."""
    return write(map_of(position.view(seat), fort_names(position.options), players_of(position.options)))


def map_of(view: View, names: Sequence[str], players: Sequence[str]) -> Map:
    """What a view shows, as a map; forts that are known and not seen are left out, with their roads."""
    shown = [fort for fort in view.forts if fort.soldiers is not None]
    places = {fort.number: place for place, fort in enumerate(shown)}
    forts = [
        MapFort(names[f.number], f.x, f.y, NEUTRAL if f.owner is None else players[f.owner], f.soldiers or 0)
        for f in shown
    ]
    roads = [
        MapRoad(places[road.one], places[road.other], road.length)
        for road in view.roads
        if road.one in places and road.other in places
    ]
    marches = [
        MapMarch(places[m.origin], places[m.destination], players[m.owner], m.soldiers, m.remaining)
        for m in view.marches
    ]
    return Map(tuple(forts), tuple(roads), tuple(marches))


# --- what it answers


class Answer(msgspec.Struct, frozen=True):
    actions: tuple[Action, ...]  # marches and the end of the turn
    warnings: tuple[str, ...]  # each text once


def answer_from(text: str, position: Position, seat: int) -> Answer:
    """Orders from an answer: a line that cannot be obeyed is a warning, a header that cannot be read is an error."""
    marches: list[Action] = []
    warnings: dict[str, None] = {}
    seen = position.seen_by(seat)
    for line in command_lines(text[:LONGEST_ANSWER]):
        march, warning = command(line, seen, seat)
        if warning:
            warnings[warning] = None
        elif march is not None:
            marches.append(march)
    return Answer((*marches, Done()), tuple(warnings))


def command_lines(text: str) -> Iterable[str]:
    """The lines after the header that belong to it."""
    lines = [line for line in text.splitlines() if counts(line)]
    promised, rest = promised_in(lines[0] if lines else ""), lines[1:]
    if promised is None:
        ends = [number for number, line in enumerate(rest) if ends_list(line)]
        if not ends:
            raise BadAnswer("an answer of '?' commands needs a line 'end' after them")
        return rest[: ends[0]]
    if len(rest) < promised:
        raise BadAnswer(f"{promised} commands are promised, and only {len(rest)} follow")
    return rest[:promised]


def counts(line: str) -> bool:
    """Is it more than a blank or a remark?"""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def promised_in(header: str) -> int | None:
    """How many commands follow; None if a line says where they end."""
    words = header.split()
    if len(words) != 2 or not (words[0] == "?" or re.fullmatch(r"\d{1,6}", words[0])):
        raise BadAnswer(f"an answer begins with a line like '3 commands:', not with {short(' '.join(words))}")
    return None if words[0] == "?" else int(words[0])


def ends_list(line: str) -> bool:
    return line.split() == ["end"]


def reading() -> Reading:
    """The lines of one answer; whatever a program writes after it belongs to the next."""
    lines: list[str] = []
    promised: int | None = None
    while True:
        line = yield
        if not counts(line):
            continue
        if not lines:
            promised = promised_in(line)
        lines.append(line)
        if ends_list(line) if promised is None else len(lines) > promised:
            return "\n".join(lines)


def command(line: str, seen: Position, seat: int) -> tuple[March | None, str]:
    """The march of a line, or why there is none."""
    words, names = line.split(), fort_names(seen.options)
    if len(words) != 3:
        return None, f"{short(line)}: a command is 'origin destination soldiers'"
    for name in words[:2]:
        if name not in names[: seen.state.forts]:
            return None, f"{short(line)}: there is no fort {short(name)}"
    if not WHOLE.fullmatch(words[2]):
        return None, f"{short(line)}: {short(words[2])} is not a whole number"
    march = March(names.index(words[0]), names.index(words[1]), int(words[2]))
    refused = seen.why_not(seat, march)
    return (None, f"{short(line)}: {refused}") if refused else (march, "")


# --- logs


def log(positions: Iterable[Position]) -> str:
    """The text log of a match: each step's whole state, the first one and the last one included."""
    parts: dict[int, str] = {}
    for position in positions:
        step = position.state.turn
        if step not in parts:
            parts[step] = f"# STEP: {step}\n{state_text(position, EVERYTHING)}\n"
    return "".join(parts.values())


def states_of(text: str) -> list[Map]:
    """The states of a text log."""
    parts = re.split(r"(?m)^# STEP: *\d+ *$", text)[1:]
    if not parts:
        raise BadMap("a log has a line like '# STEP: 0' before each state")
    return [read(part) for part in parts if part.strip()]


# --- descriptions of a match


class Config(msgspec.Struct, frozen=True):
    """A match as the first arbiter was told of it."""

    players: dict[str, str]  # what each player's program is called with
    mapfile: str
    logfile: str = ""
    max_steps: int = 500


def config_from(text: str) -> Config:
    try:
        config = msgspec.json.decode(text, type=Config)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadSetting(f"this is no description of a match: {error}") from None
    for name in config.players:
        if name == NEUTRAL or "," in name or len(name.split()) != 1:
            raise BadSetting(f"nobody can be called {short(name)}")
    return config


def settings_from(config: Config, map_text: str) -> dict[str, Any]:
    """The game's options for a described match."""
    return {"file": map_text, "names": ",".join(config.players), "max_steps": config.max_steps}


def options_from(config: Config, map_text: str) -> Options:
    return Options(**settings_from(config, map_text))


# --- for programs that play


def orders(text: str, seen: Position, seat: int) -> Orders:
    answer = answer_from(text, seen, seat)
    return Orders(answer.actions, answer.warnings)


def own_name(options: Options, seat: int) -> tuple[str, ...]:
    """A program is told who it is by its last argument."""
    return (players_of(options)[seat],)


PROTOCOLS = {
    "bottlebats": TextProtocol(
        seconds=TURN_SECONDS, question=state_text, reading=reading, orders=orders, arguments=own_name
    )
}
