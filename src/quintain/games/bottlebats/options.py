"""The options of the war: the map, the fog, and who sits where."""

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.core.game import Seat
from quintain.core.kernel import Cells
from quintain.games.bottlebats.maps import named
from quintain.games.bottlebats.maps.castles import CASTLES
from quintain.games.bottlebats.maps.chart import NEUTRAL, BadMap, Map
from quintain.games.bottlebats.maps.files import read
from quintain.games.bottlebats.rules.state import (
    AS_PLAYED,
    FAIR,
    FORTS,
    GIVEN,
    MOST_TURNS,
    OFF,
    ORIGINAL,
    PLAYERS,
    SIGHT,
    State,
    march,
    site,
    way,
    with_march,
)

FOGS = {"original": AS_PLAYED, "sight": SIGHT, "off": OFF}


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=2, le=PLAYERS, description="how many play; a map with fewer homes seats fewer")] = 2
    map: Annotated[
        Literal[
            "generated", "duel", "hourglass", "ladder", "river", "crossroads", "chessboard", "moat", "octagon"
        ],
        Meta(description="made by chance, or one of those that come with the game"),
    ] = "generated"  # fmt: skip
    fog: Annotated[
        Literal["original", "sight", "off"],
        Meta(description="what is seen: both ends of own roads; what lies in the line of sight, from home; or all"),
    ] = "original"
    generator: Annotated[
        Literal["fair", "original"],
        Meta(description="generated maps: the same for everybody, or of the first contest's kind and size"),
    ] = "fair"
    forts: Annotated[
        int, Meta(ge=0, le=FORTS, description="on a generated map, about; 0 for 10 and the square of the players")
    ] = 0
    max_steps: Annotated[int, Meta(ge=1, le=MOST_TURNS, description="turns after which the match is a draw")] = 500
    ghosts: Annotated[
        Literal["stay", "neutral"],
        Meta(description="what becomes of the forts of somebody who leaves: they fight on, or are nobody's"),
    ] = "stay"
    file: Annotated[str, Meta(description="the text of a map file, which goes before the other map")] = ""
    names: Annotated[
        str, Meta(description="the owners on the map who play, by seat, with commas; as the map names them if empty")
    ] = ""

    def __post_init__(self) -> None:
        given = given_map(self)
        if given is not None and len(set(players_of(self))) < 2:
            raise BadMap("at least two different players are needed")
        if NEUTRAL in players_of(self):
            raise BadMap(f"nobody can play as {NEUTRAL!r}")


@lru_cache(maxsize=64)
def read_once(text: str) -> Map:
    return read(text)


def given_map(options: Options) -> Map | None:
    """The map that the options name or hold; None if chance makes it."""
    if options.file:
        return read_once(options.file)
    return None if options.map == "generated" else named(options.map)


@lru_cache(maxsize=256)
def players_of(options: Options) -> tuple[str, ...]:
    """What maps and logs call each seat."""
    given = given_map(options)
    if options.names:
        return tuple(name.strip() for name in options.names.split(","))[:PLAYERS]
    if given is not None:
        return given.players[: options.players]
    return tuple(f"player{seat + 1}" for seat in range(options.players))


@lru_cache(maxsize=256)
def fort_names(options: Options) -> tuple[str, ...]:
    given = given_map(options)
    return CASTLES if given is None else tuple(fort.name for fort in given.forts)


def seating(options: Options) -> tuple[Seat, ...]:
    return tuple(Seat(team=seat) for seat in range(len(players_of(options))))


def configure(record: Cells, options: Options) -> None:
    state = record.view(State.layout)[0]
    state.fog = FOGS[options.fog]
    state.ghosts = options.ghosts == "neutral"
    state.max_steps = options.max_steps
    players = players_of(options)
    state.seats = len(players)
    given = given_map(options)
    if given is None:
        state.source = FAIR if options.generator == "fair" else ORIGINAL
        state.wanted = max(state.seats, options.forts or min(FORTS, 10 + options.players**2))
    else:
        state.source = GIVEN
        draw(state, given, {name: seat + 1 for seat, name in enumerate(players)})


def draw(state: State, given: Map, owners: dict[str, int]) -> None:
    """Put a map into the state. Who does not play owns nothing, and has no marches."""
    state.forts, state.roads = len(given.forts), len(given.roads)
    for number, fort in enumerate(given.forts):
        state.sites[number] = site(fort.x, fort.y)
        state.owners[number] = owners.get(fort.owner, 0)
        state.soldiers[number] = fort.soldiers
    first = 0
    for number, road in enumerate(given.roads):
        state.ways[number] = way(road.one, road.other, road.length)
        for walking in given.marches:
            if {walking.origin, walking.destination} == {road.one, road.other} and walking.owner in owners:
                cell, lane = first + walking.steps, int(walking.origin == road.other)
                state.steps[cell] = with_march(state.steps[cell], lane, march(owners[walking.owner], walking.soldiers))
        first += road.length
