"""RULES.md 1, 2: map files, the maps that come with the game, and those made by chance."""

from typing import get_args

import msgspec
import pytest

from quintain.core.position import Position
from quintain.games.bottlebats import Options
from quintain.games.bottlebats.maps import named
from quintain.games.bottlebats.maps.chart import BadMap, Map
from quintain.games.bottlebats.maps.files import read, write
from quintain.games.bottlebats.rules.state import State, end_of, length_of, x_of, y_of
from tests.games.bottlebats.wars import GAME, map_text

NAMES = [name for name in get_args(get_args(Options.__annotations__["map"])[0]) if name != "generated"]
GOOD = map_text("a 0 0 p 5, b 3 0 q 5, c 0 4 neutral 2", "a b, b c", "a b q 2 1")


def test_white_space_remarks_and_open_sections_do_not_matter() -> None:
    forts = "# a remark\n\n  ?   forts:\na  0 0 p 5\n\tb 3 0 q 5\nc 0 4 neutral 2\nend\n"
    loose = forts + " 2  roads:\na b\nb   c\n1 marches:\na b q 2 1"
    assert read(loose) == read(GOOD)


def test_a_map_is_written_as_it_is_read() -> None:
    assert read(write(read(GOOD))) == read(GOOD)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no forts"),
        ("forts:", "line 1.*number of forts"),
        ("x forts:", "line 1.*whole number"),
        ("-1 forts:", "line 1.*from 0"),
        ("2 forts:\na 0 0 p 1", "line 1.*only 1 follow"),
        ("? forts:\na 0 0 p 1", "line 1.*'end'"),
        ("1 forts:\nbig castle 0 0 p 1", "line 2.*no spaces"),
        ("1 forts:\nneutral 0 0 p 1", "line 2.*neutral"),
        ("1 forts:\na 0.5 0 p 1", "line 2.*whole number"),
        ("1 forts:\na 0 200000 p 1", "line 2.*from -100000"),
        ("1 forts:\na 0 0 p -1", "line 2.*soldiers is -1"),
        ("1 forts:\na 0 0 p 99999999999", "line 2"),
        ("2 forts:\na 0 0 p 1\na 1 0 q 1", "line 3.*line 2 already"),
        (GOOD.replace("b c", "b x"), "line 7.*no fort 'x'"),
        (GOOD.replace("b c", "b a"), "line 7.*road already, in line 6"),
        (GOOD.replace("b c", "b b"), "line 7.*itself"),
        (GOOD.replace("c 0 4", "c 3 0"), "line 7.*no length"),
        (GOOD.replace("a b q 2 1", "a c q 2 1"), "line 9.*no road"),
        (GOOD.replace("a b q 2 1", "a b q 2 3"), "line 9.*3 steps"),
        (GOOD.replace("a b q 2 1", "a b q 2 0"), "line 9.*0 steps"),
        (GOOD.replace("a b q 2 1", "a b q 0 1"), "line 9.*soldiers is 0"),
        (GOOD.replace("a b q 2 1", "a b neutral 2 1"), "line 9.*nobody"),
        (GOOD.replace("1 marches:", "2 marches:") + "\na b p 1 1", "line 10.*same point"),
        (GOOD + "\nmore", "line 10.*after the last"),
        (map_text("a 0 0 p 5, b 3 0 p 5", "a b"), "two players"),
        (map_text(", ".join(f"f{n} {n} 0 p{n} 1" for n in range(9)), ""), "line 10.*at most 8"),
        (map_text(", ".join(f"f{n} {n} 0 p{n % 2} 1" for n in range(65)), ""), "line 66.*at most 64 forts"),
        (map_text("a 0 0 p 5, b 3000 0 q 5", "a b"), "line 5.*1024 steps"),
    ],
)
def test_bad_maps_are_refused_with_the_line_and_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadMap, match=f"(?s){why}"):
        read(text)


def test_too_many_roads_are_refused() -> None:
    forts = ", ".join(f"f{n} {n % 8} {n // 8} p{n % 2} 1" for n in range(64))
    pairs = [(a, b) for a in range(64) for b in range(a)][:193]
    with pytest.raises(BadMap, match=r"line 259.*192 roads"):
        read(map_text(forts, ", ".join(f"f{a} f{b}" for a, b in pairs)))


@pytest.mark.parametrize("names", ["neutral,p", "p", "p,p"])
def test_players_must_be_different_and_somebody(names: str) -> None:
    with pytest.raises(BadMap):
        Options(file=GOOD, names=names)


def test_owners_who_do_not_play_are_neutral() -> None:
    state = Position.start(GAME, Options(file=map_text("a 0 0 p 5, b 3 0 q 5, c 0 4 r 2", "a b"), names="r,p")).state
    assert state.owners[:3] == [2, 0, 1]


# --- those that come with the game


@pytest.mark.parametrize("name", NAMES)
def test_every_map_is_connected_and_seats_everybody(name: str) -> None:
    given = named(name)
    assert len(given.players) in (2, 4, 8)
    assert reached(given) == set(range(len(given.forts)))
    assert GAME.seating(Options(map=name, players=8)) == GAME.seating(Options(map=name, players=len(given.players)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_every_home_has_the_same_ways(name: str) -> None:
    """Seen from each home, as many forts are as far away."""
    given = named(name)
    homes = [number for number, fort in enumerate(given.forts) if fort.owner != "neutral"]
    assert len({tuple(sorted(ways(given, home))) for home in homes}) == 1


def reached(given: Map) -> set[int]:
    return {fort for fort, way in enumerate(ways(given, 0)) if way < 10**6}


def ways(given: Map, start: int) -> list[int]:
    found = [0 if fort == start else 10**6 for fort in range(len(given.forts))]
    for _ in given.forts:
        for road in given.roads:
            found[road.one] = min(found[road.one], found[road.other] + road.length)
            found[road.other] = min(found[road.other], found[road.one] + road.length)
    return found


# --- those made by chance


def roads_of(state: State) -> dict[frozenset[int], int]:
    return {frozenset((end_of(way, 0), end_of(way, 1))): length_of(way) for way in state.ways[: state.roads]}


@pytest.mark.parametrize("players", range(2, 9))
def test_a_fair_map_looks_the_same_from_every_home(players: int) -> None:
    for seed in range(3):
        state = Position.start(GAME, Options(players=players), seed).state
        roads = roads_of(state)
        orbits = state.forts // players * players

        def turned(fort: int, orbits: int = orbits) -> int:
            return fort if fort >= orbits else fort // players * players + (fort + 1) % players

        # Copies are numbered one after the other, whatever the number of the first.
        assert {frozenset(map(turned, ends)): length for ends, length in roads.items()} == roads
        assert state.owners[:players] == list(range(1, players + 1))
        assert state.soldiers[: state.forts] == [100] * players + [0] * (state.forts - players)


@pytest.mark.parametrize(
    ("players", "least", "most", "usual"),
    [
        (2, 14, 14, {14}),
        (3, 16, 19, {19}),
        (4, 25, 25, {25}),
        (5, 20, 35, {25, 30}),
        (6, 25, 43, {37, 43}),
        (7, 15, 57, {22, 29}),
        (8, 48, 64, {56, 64}),
    ],
)
def test_a_fair_map_is_as_large_as_comes_out_even(players: int, least: int, most: int, usual: set[int]) -> None:
    """RULES.md 2.1: whole copies, and one in the middle if some are left over."""
    sizes = [Position.start(GAME, Options(players=players), seed).state.forts for seed in range(12)]
    middle = int(min(64, 10 + players**2) % players > 0)
    assert all(least <= size <= most and size % players == middle for size in sizes)
    assert sum(size in usual for size in sizes) > len(sizes) / 2


def crossing(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (area > 0) - (area < 0)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.parametrize("generator", ["fair", "original"])
@pytest.mark.parametrize("players", [2, 3, 4, 7, 8])
def test_made_maps_are_planar_and_connected(generator: str, players: int) -> None:
    options = msgspec.convert({"players": players, "generator": generator}, Options)
    for seed in range(3):
        state = Position.start(GAME, options, seed).state
        places = [(x_of(site), y_of(site)) for site in state.sites[: state.forts]]
        roads = [sorted(ends) for ends in roads_of(state)]
        for i, (a, b) in enumerate(roads):
            for c, d in roads[:i]:
                assert {a, b} & {c, d} or not crossing(places[a], places[b], places[c], places[d])
        found, edge = {0}, [0]
        while edge:
            fort = edge.pop()
            new = {other for ends in roads for other in ends if fort in ends} - found
            found |= new
            edge += new
        assert found == set(range(state.forts))


def test_original_sizes() -> None:
    sizes = [
        Position.start(GAME, Options(players=players, generator="original")).state.forts for players in (2, 3, 4, 8)
    ]
    assert sizes == [14, 19, 26, 64]
