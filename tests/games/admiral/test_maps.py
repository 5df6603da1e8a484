"""The sea: maps, sectors, and the options that make them. RULES.md 1."""

import pytest

from quintain.core.errors import BadSetting, UnknownOption
from quintain.core.position import Position
from quintain.games.admiral.maps import MAPS, Map, checked
from quintain.games.admiral.options import Options
from quintain.games.admiral.rules.sea import sector_of
from quintain.games.admiral.rules.state import State
from quintain.games.admiral.view import Chart
from tests.games.admiral.boats import GAME

SECTORS = {
    "alpha": {(7, 7): 1, (7, 8): 2, (8, 7): 3, (8, 8): 4, (0, 14): 2, (14, 14): 4},
    "classic": {(4, 4): 1, (4, 5): 2, (5, 4): 4, (9, 9): 5, (9, 10): 6, (14, 0): 7},
}
DRAWN = "....../....../.#..../......"


def chart(seed: int = 0, **options: object) -> Chart:
    found: Chart = Position.start(GAME, GAME.options_from(options), seed=seed).view(0).map
    return found


@pytest.mark.parametrize(
    ("name", "cell", "sector"), [(name, cell, n) for name, cells in SECTORS.items() for cell, n in cells.items()]
)
def test_sectors(name: str, cell: tuple[int, int], sector: int) -> None:
    """V1 and E1: the last sector of a row may be smaller, and still counts."""
    record = Position.start(GAME, GAME.options_from({"map": name})).record
    assert sector_of(record.view(State.layout)[0], cell[0] * 16 + cell[1]) == sector


@pytest.mark.parametrize(
    ("name", "water", "sectors", "per_sector"),
    [
        ("alpha", 195, 4, [55, 49, 49, 42]),
        ("classic", 191, 9, None),
        ("compact", 89, 4, [23, 22, 21, 23]),
        ("openwater", 217, 9, None),
        ("tiny", 23, 4, [8, 6, 6, 3]),
    ],
)
def test_the_maps_of_the_house(name: str, water: int, sectors: int, per_sector: list[int] | None) -> None:
    position = Position.start(GAME, GAME.options_from({"map": name}))
    state, record = position.state, position.record.view(State.layout)[0]
    cells = [cell for cell in range(256) if state.water[cell // 64] >> cell % 64 & 1]
    assert (len(cells), state.sectors) == (water, sectors)
    if per_sector:
        found = [sector_of(record, cell) for cell in cells]
        assert [found.count(sector) for sector in range(1, 5)] == per_sector
    assert "\n".join(position.view(0).map.drawing) == "\n".join(MAPS[name].lines)


def test_sectors_need_not_be_square() -> None:
    """E21."""
    found = chart(map="alpha", sector_rows=4, sector_columns=15)
    assert (found.sector_rows, found.sector_columns, found.sectors) == (4, 15, 4)


def test_a_map_of_your_own() -> None:
    found = chart(map="drawn", drawing=DRAWN, sector_rows=2, sector_columns=4)
    assert found.drawing == tuple(DRAWN.split("/"))
    assert found.sectors == 4
    with pytest.raises(BadSetting):
        chart(map="drawn", drawing=DRAWN)  # sectors of 5 by 5 are too large for it


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("", "map=drawn needs a drawing"),
        ("....../....../.....", "row 3 of the map has 5 cells"),
        ("....../..x.../....../......", "row 2 of the map has 'x'"),
        ("....../......", "needs 20 cells of water; this one has 12"),
        ("....../....../######/....../......", "12 cells are cut off"),
        ("." * 16 + "/" + "." * 16, "2 rows of 16"),
        ("/".join(["..."] * 16), "16 rows of 3"),
    ],
)
def test_a_bad_drawing_is_refused_in_plain_words(drawing: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        GAME.options_from({"map": "drawn", "drawing": drawing, "sector_rows": 2, "sector_columns": 2})


@pytest.mark.parametrize("size", ["sector_rows", "sector_columns"])
def test_sectors_must_fit_the_map(size: str) -> None:
    with pytest.raises(BadSetting, match="do not fit a map of 5 x 5"):
        GAME.options_from({"map": "tiny", size: 6})
    with pytest.raises(UnknownOption):
        GAME.options_from({size: 16})
    with pytest.raises(UnknownOption):
        GAME.options_from({size: -1})


def test_options_made_by_hand_are_checked_as_well() -> None:
    with pytest.raises(BadSetting):
        Options(map="drawn")


@pytest.mark.parametrize("seed", range(40))
def test_random_maps_are_maps(seed: int) -> None:
    found = chart(seed, map="random")
    assert checked(Map("\n".join(found.drawing), 5, 5))
    assert found.sectors == 9
    assert not any("#" in line for line in (found.drawing[0], found.drawing[-1]))
    assert not any("#" in (line[0], line[-1]) for line in found.drawing)
    rows = [f"#{line}#" for line in ("#" * 15, *found.drawing, "#" * 15)]
    for r in range(1, 16):
        for c in range(1, 16):
            ways = [rows[r - 1][c], rows[r + 1][c], rows[r][c - 1], rows[r][c + 1]].count(".")
            assert rows[r][c] == "#" or ways >= 2, "a dead end"


def test_a_random_map_depends_on_the_seed_and_on_nothing_else() -> None:
    assert chart(3, map="random") == chart(3, map="random", first_team="red", radio_help=False)
    assert len({chart(seed, map="random").drawing for seed in range(20)}) == 20
    islands = ["".join(chart(seed, map="random").drawing).count("#") for seed in range(20)]
    assert min(islands) >= 8
