"""Map files of both kinds, the maps that come with the game, and those made by chance: RULES.md 2."""

from typing import Any

import pytest

from quintain.core.errors import QuintainError, UnknownOption
from quintain.core.position import Position
from quintain.games.planets import Options
from quintain.games.planets.maps import named
from quintain.games.planets.maps.chart import BadMap, Map, MapPlanet
from quintain.games.planets.maps.files import read, read_google, read_team, write_google, write_team
from quintain.games.planets.options import map_of
from quintain.games.planets.rules.space import distance, square_between
from quintain.games.planets.rules.state import State
from tests.games.planets.wars import GAME, turn

TEAM = "P 2 4 0 2 2 9\r\n# a remark\n\nP 1 0 -1.5 1 1 25  # home\nP 3 0 3 1 0 4\n"
GOOGLE = "P 0 0 1 100 5 # home\n\nP 7.25 -9 2 100 5\nP 3.14159 2.71828 0 15 0"
NAMES = ("duel", "crossroads", "archipelago", "spiral")


def test_a_team_file_may_have_any_order() -> None:
    expected = [MapPlanet(0, -1500, 1, 1, 25), MapPlanet(4000, 0, 2, 2, 9), MapPlanet(0, 3000, 1, 0, 4)]
    assert read(TEAM) == read_team(TEAM) == Map(tuple(expected))


def test_a_google_file_is_numbered_by_its_lines() -> None:
    expected = [MapPlanet(0, 0, 5, 1, 100), MapPlanet(7250, -9000, 5, 2, 100), MapPlanet(3142, 2718, 0, 0, 15)]
    assert read(GOOGLE) == read_google(GOOGLE) == Map(tuple(expected))


@pytest.mark.parametrize("text", [TEAM, GOOGLE])
def test_maps_survive_both_kinds_of_files(text: str) -> None:
    chart = read(text)
    assert read_team(write_team(chart)) == chart
    assert read_google(write_google(chart)) == chart


def test_they_are_written_without_needless_zeros() -> None:
    assert write_team(read(TEAM)).splitlines()[0] == "P 1 0 -1.5 1 1 25"
    assert write_google(read(GOOGLE)).splitlines()[2] == "P 3.142 2.718 0 15 0"


HOME = "P 1 0 0 1 1 5\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no planet in it"),
        ("# nothing\n\n", "there is no planet in it"),
        ("P 1 2 3\n", "line 1: a planet has 5 or 6 values, not 3"),
        (HOME + "P 2 1 1 1 2\n", "line 2: a planet has 6 values here, not 5"),
        ("P 0 0 1 5 1\nP 1 0 0 2 5 1\n", "line 2: a planet has 5 values here, not 6"),
        (HOME + "P 3 1 0 1 2 5\n", "planet 2 is missing: the ids must be 1 to 3 without a hole"),
        (HOME + "\nP 1 1 0 1 2 5\n", "line 3: planet 1 stands in line 1 already"),
        (HOME + "P 2 0.0001 0 1 2 5\n", "line 2: the planet lies where that of line 1 is"),
        (HOME + "P 2 x 0 1 2 5\n", "line 2: the x 'x' is not a number"),
        (HOME + "P 2 nan 0 1 2 5\n", "line 2: the x 'nan' is not a number"),
        (HOME + "P 2 1 inf 1 2 5\n", "line 2: the y 'inf' is not a number"),
        (HOME + "P 2 1e9 0 1 2 5\n", "line 2: the x is 1e9; it must be from -1000 to 1000"),
        (HOME + "P 2 1 0 1.5 2 5\n", "line 2: the growth '1.5' is not a whole number"),
        (HOME + "P 2 1 0 -1 2 5\n", "line 2: the growth is -1; it must be from 0 to 1000"),
        (HOME + "P 2 1 0 1 21 5\n", "line 2: the owner is 21; it must be from 0 to 20"),
        (HOME + "P 2 1 0 1 -1 5\n", "line 2: the owner is -1"),
        (HOME + "P 2 1 0 1 2 -5\n", "line 2: the ships is -5"),
        (HOME + "P 2 1 0 1 2 99999999\n", "line 2: the ships is 99999999; it must be from 0 to 1000000"),
        (HOME + "P 0 1 0 1 2 5\n", "line 2: the id is 0; it must be from 1 to 128"),
        (HOME + "P 129 1 0 1 2 5\n", "line 2: the id is 129; it must be from 1 to 128"),
        (HOME + "Q 2 1 0 1 2 5\n", "line 2: 'Q' is not the beginning of a planet"),
        ("P 0 0 1 5 1\nF 1 5 0 1 3 2\n", "line 2: a map has no fleets yet"),
        (HOME + "P 2 1 0 1 0 5\n", "planets of at least two players"),
        (HOME + "P 2 1 0 1 3 5\n", "player 2 has no planet, but player 3 has"),
        ("".join(f"P {i} 0 {1 + i % 2} 5 1\n" for i in range(129)), "a map has 2 to 128 planets, not 129"),
        ("#" * (1 << 20) + "\n", "a map file has at most"),
    ],
)
def test_a_broken_map_is_refused_with_the_line(text: str, words: str) -> None:
    with pytest.raises(BadMap) as refusal:
        read(text)
    assert words in str(refusal.value)
    if text:
        with pytest.raises(UnknownOption) as option:
            GAME.options_from({"file": text})
        assert words in str(option.value)


def test_a_bad_map_is_one_of_our_errors() -> None:
    assert issubclass(BadMap, QuintainError)


def test_as_much_as_the_rules_have_room_for_can_be_played() -> None:
    planets = "".join(f"P {i} {i % 12} {i // 12} 1 {i if i <= 20 else 0} 5\n" for i in range(1, 129))
    position = Position.start(GAME, Options(file=planets, players=10))
    assert len(position.seats) == 20
    assert len(turn(position).view(0).planets) == 128
    assert State.size * 8 < 8192


def test_a_map_with_fewer_homes_seats_fewer() -> None:
    assert len(GAME.seating(Options(file=TEAM, players=10))) == 2
    assert len(GAME.seating(Options(map="archipelago", players=5))) == 6


def test_homes_of_players_who_are_not_there_are_neutral_and_keep_their_ships() -> None:
    """Of each team's homes the first are used, so that a fair map stays fair."""
    position = Position.start(GAME, Options(map="crossroads", id_order="blocks"))
    assert [(planet.owner, planet.ships) for planet in position.view(-2).planets[:4]] == [
        (1, 2),
        (0, 2),
        (2, 2),
        (0, 2),
    ]


# --- the maps that come with the game


@pytest.mark.parametrize("name", NAMES)
def test_a_named_map_is_the_same_from_either_side(name: str) -> None:
    """Each planet has an equal one, and each home one of the other team, opposite the centre or across an axis."""
    planets = named(name).planets
    middle = sum(p.x for p in planets) / len(planets), sum(p.y for p in planets) / len(planets)
    mirrors = [lambda x, y: (2 * middle[0] - x, 2 * middle[1] - y), lambda x, y: (2 * middle[0] - x, y)]
    half = named(name).homes // 2

    def equal(mirror: Any) -> bool:
        places = {(p.x, p.y): p for p in planets}
        pairs = [(p, places.get(mirror(p.x, p.y))) for p in planets]
        return all(
            other
            and (p.growth, p.ships) == (other.growth, other.ships)
            and (not p.owner) == (not other.owner)
            and (not p.owner or (p.owner <= half) != (other.owner <= half))
            for p, other in pairs
        )

    assert any(map(equal, mirrors))


def test_their_sizes() -> None:
    sizes = {name: (len(named(name).planets), named(name).homes // 2) for name in NAMES}
    assert sizes == {"duel": (7, 1), "crossroads": (13, 2), "archipelago": (35, 3), "spiral": (61, 5)}


# --- maps made by chance


def generated(seed: int, **options: Any) -> Position:
    return Position.start(GAME, Options(**options), seed=seed)


CASES = [
    {"planets": 5},
    {"planets": 10, "players": 2},
    {"planets": 99, "players": 5},
    {"planets": 99, "players": 10},
    {"planets": 5, "players": 10},
    {"planets": 23, "profile": "google"},
    {"planets": 99, "players": 5, "flavour": "google"},
    {"planets": 30, "profile": "google", "flavour": "team"},
]


@pytest.mark.parametrize("options", CASES, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_a_generated_map_is_symmetric_and_its_halves_are_opponents(seed: int, options: dict[str, Any]) -> None:
    position = generated(seed, **options)
    chart, seats = map_of(position.record), len(position.seats)
    rich = "google" in (options.get("flavour"), options.get("profile")) and options.get("flavour") != "team"
    span = [
        sum(p.x for p in chart.planets) * 2 // len(chart.planets),
        sum(p.y for p in chart.planets) * 2 // len(chart.planets),
    ]
    places = {(p.x, p.y): p for p in chart.planets}
    teams = {player.id: player.team for player in position.view(-2).players}
    assert len(places) == len(chart.planets) == max(options["planets"], 2 * seats + 1)
    assert sorted(p.owner for p in chart.planets if p.owner) == list(range(1, seats + 1))
    for planet in chart.planets:
        other = places[span[0] - planet.x, span[1] - planet.y]
        assert (other.growth, other.ships) == (planet.growth, planet.ships)
        if planet.owner:
            assert teams[planet.owner] != teams[other.owner]
            assert (planet.ships, planet.growth) == ((100, 5) if rich else (2, 1))
        elif rich:
            assert 1 <= planet.ships <= (150 if planet is other else 100)
            assert (0 if planet is other else 1) <= planet.growth <= 5
        else:
            assert (planet.ships, planet.growth) == (1, 1)


@pytest.mark.parametrize(("planets", "side"), [(10, 10), (99, 50)])
def test_a_poor_map_has_whole_places_on_a_square_of_the_known_size(planets: int, side: int) -> None:
    for seed in range(10):
        chart = map_of(generated(seed, planets=planets).record)
        assert all(p.x % 1000 == p.y % 1000 == 0 for p in chart.planets)
        assert {0 <= c <= side * 1000 for p in chart.planets for c in (p.x, p.y)} == {True}


def test_a_rich_map_keeps_its_distances() -> None:
    for seed in range(10):
        state: Any = generated(seed, planets=23, profile="google").record.view(State.layout)[0]
        pairs = [(a, b) for a in range(23) for b in range(a)]
        assert all(distance(state, a, b) >= 2 for a, b in pairs)
        homes = [p for p in range(23) if state.owners[p]]
        assert distance(state, *homes) >= 4
        ways = [square_between(state.sites[a], state.sites[b]) ** 0.5 / 1000 for a, b in pairs]
        assert all(abs(way - round(way)) > 0.002 for way in ways)


def test_a_seed_makes_one_map_and_seeds_make_many() -> None:
    assert generated(4) == generated(4)
    assert len({generated(seed).record.tobytes() for seed in range(20)}) == 20


def test_the_first_id_and_the_first_home_are_nobodys_privilege() -> None:
    starts = [generated(seed, players=2).state for seed in range(60)]
    assert {state.ids[0] for state in starts} == {1, 2, 3, 4}
    assert {tuple(sorted(state.ids[:2])) for state in starts} >= {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)}
    owned = [next(p for p in range(10) if state.owners[p]) for state in starts]
    assert len(set(owned)) > 3


def test_blocks_of_ids_are_an_option() -> None:
    for seed in range(5):
        assert generated(seed, players=3, id_order="blocks").state.ids[:6] == [1, 2, 3, 4, 5, 6]
        assert generated(seed, players=3, profile="google").state.ids[:6] == [1, 2, 3, 4, 5, 6]
