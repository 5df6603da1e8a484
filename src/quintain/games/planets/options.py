"""The options of the war: two profiles as data, the map, and who sits where."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.core.game import Seat
from quintain.core.kernel import Cells
from quintain.games.planets.maps import named
from quintain.games.planets.maps.chart import Map, MapPlanet
from quintain.games.planets.maps.files import read
from quintain.games.planets.rules.state import MOST_TURNS, NEUTRAL, PLAYERS, TEAMS, State, growth_of, site, x_of, y_of

MOST_PLAYERS = PLAYERS // TEAMS


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    profile: Annotated[
        Literal["team", "google"],
        Meta(description="the rules: teams that must find each other in the dark, or the open two-player contest"),
    ] = "team"
    players: Annotated[
        int, Meta(ge=1, le=MOST_PLAYERS, description="players in each team; a map with fewer homes seats fewer")
    ] = 1
    map: Annotated[
        Literal["generated", "duel", "crossroads", "archipelago", "spiral"],
        Meta(description="made by chance, or one of those that come with the game"),
    ] = "generated"
    planets: Annotated[
        int, Meta(ge=5, le=99, description="on a generated map; at least two for each player and one more")
    ] = 10
    flavour: Annotated[
        Literal["usual", "team", "google"],
        Meta(description="the numbers of a generated map: those usual in the profile, or those of the other one"),
    ] = "usual"
    turn_limit: Annotated[int, Meta(ge=1, le=MOST_TURNS, description="turns after which ships are counted")] = 200
    id_order: Annotated[
        Literal["shuffled", "blocks"],
        Meta(description="whether ids tell who plays with whom, in the profile team"),
    ] = "shuffled"
    ally_landing: Annotated[
        Literal["fight", "reinforce"], Meta(description="what a fleet does on a teammate's planet")
    ] = "fight"
    file: Annotated[str, Meta(description="the text of a map file, which goes before the other map")] = ""

    def __post_init__(self) -> None:
        given_map(self)


class Profile(msgspec.Struct, frozen=True):
    """What makes the one game the other; each is a cell of the state."""

    round_up: int
    growth_first: int
    open_sky: int
    fleets_live: int
    merging: int
    radio: int


PROFILES = {
    "team": Profile(round_up=0, growth_first=0, open_sky=0, fleets_live=0, merging=0, radio=1),
    "google": Profile(round_up=1, growth_first=1, open_sky=1, fleets_live=1, merging=1, radio=0),
}


def given_map(options: Options) -> Map | None:
    """The map that the options name or hold; None if chance makes it."""
    if options.file:
        return read(options.file)
    return None if options.map == "generated" else named(options.map)


def players_of(options: Options) -> int:
    """How many play in each team."""
    given = given_map(options)
    return options.players if given is None else min(options.players, given.homes // TEAMS)


def seating(options: Options) -> tuple[Seat, ...]:
    """The first half of the seats is one team. Ids, by which players know each other, are another matter."""
    players = players_of(options)
    return tuple(Seat(team=seat // players) for seat in range(TEAMS * players))


def configure(record: Cells, options: Options) -> None:
    state = record.view(State.layout)[0]
    profile = PROFILES[options.profile]
    for name, number in msgspec.structs.asdict(profile).items():
        state[name] = number
    state.turn_limit = options.turn_limit
    state.seats = TEAMS * players_of(options)
    flavour = options.profile if options.flavour == "usual" else options.flavour
    state.rich = flavour == "google"
    state.shuffled = options.profile == "team" and options.id_order == "shuffled"
    state.reinforcing = options.ally_landing == "reinforce"
    given = given_map(options)
    state.generated = given is None
    if given is None:
        state.planets = max(options.planets, 2 * state.seats + 1)
    else:
        draw(state, given)


def draw(state: State, given: Map) -> None:
    """Put a map into the state. The planets of players who do not take part are nobody's, and keep their ships."""
    state.planets = len(given.planets)
    for number, planet in enumerate(given.planets):
        state.sites[number] = site(planet.x, planet.y, planet.growth)
        state.owners[number] = home_of(planet.owner, given.homes // TEAMS, state.seats // TEAMS)
        state.ships[number] = planet.ships


def home_of(owner: int, homes: int, players: int) -> int:
    """The number of a home among those that are used: of each team's, the first ones."""
    if owner == NEUTRAL or owner > TEAMS * homes:
        return NEUTRAL
    team, place = divmod(owner - 1, homes)
    return NEUTRAL if place >= players else team * players + place + 1


def map_of(record: Cells) -> Map:
    """The map of a state as it is now, its owners by id."""
    state = State.read(record)
    return Map(tuple(planet_of(state, number) for number in range(state.planets)))


def planet_of(state: State, number: int) -> MapPlanet:
    place = state.sites[number]
    return MapPlanet(x_of(place), y_of(place), growth_of(place), state.owners[number], state.ships[number])
