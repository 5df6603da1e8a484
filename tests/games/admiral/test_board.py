"""What the board of Admiral Radar takes for granted is what the rules say."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import given

from quintain.games.admiral.actions import Move, Stealth
from quintain.games.admiral.messages import PlannedCourses, PositionReport
from quintain.games.admiral.rules import state as rules
from quintain.games.admiral.rules.grid import blast
from quintain.games.admiral.rules.sea import sector_of
from quintain.games.admiral.words import DIRECTIONS, TEAMS, cell_of, label
from tests.games.admiral.boats import GAME
from tests.random_play import Walk, walks
from tests.scripts import Script

BOARD = Path(__file__).parents[3] / "src/quintain/games/admiral/board"
SCRIPTS = ("printed", "chart", "orders", "talk", "trail")
Scripts = dict[str, Script]
# In one process, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("admiral_board")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scripts]:
    made = {name: Script(BOARD / f"{name}.ts", tmp_path_factory.mktemp(name)) for name in SCRIPTS}
    yield made
    for script in made.values():
        script.close()


def test_the_numbers_that_are_printed(scripts: Scripts) -> None:
    printed = scripts["printed"]
    for name, number in {
        "HULL": rules.HULL,
        "RUN": rules.RUN,
        "NODES": rules.NODES,
        "CIRCUITS": rules.CIRCUITS,
        "LONGEST_STEALTH": rules.FAR,
        "LONGEST_PLAN": longest(PlannedCourses, "courses"),
        "MOST_LIKELY": longest(PositionReport, "likely"),
    }.items():
        assert printed(name) == number, name
    middle = 7 * rules.STRIDE + 7
    hurt = [cell for cell in range(rules.CELLS) if blast(cell, middle)]
    assert len(hurt) == (2 * printed("BLAST") + 1) ** 2


def longest(message: type, field: str) -> int:
    """How many a message may name."""
    kind = get_type_hints(message, include_extras=True)[field]
    schema = msgspec.json.schema(kind)
    return int(schema["maxItems"])


def test_seats_and_their_roles(scripts: Scripts) -> None:
    for seat, place in enumerate(GAME.seating(GAME.options())):
        assert scripts["talk"]("roleOf", seat) == place.role
        assert scripts["talk"]("teamOf", seat) == TEAMS[place.team]
    assert scripts["chart"]("DIRECTIONS") == list(DIRECTIONS)


@given(walk=walks(GAME))
def test_sectors_are_numbered_as_the_rules_number_them(scripts: Scripts, walk: Walk) -> None:
    chart = walk.position.view(-1).map
    drawn = scripts["chart"]("sectorsOf", chart)
    unit = scripts["chart"]("UNIT")
    state = walk.position.record.view(rules.State.layout)[0]
    for column in range(chart.columns):
        row = column % chart.rows
        cell = row * rules.STRIDE + column
        number = sector_of(state, cell)
        assert scripts["chart"]("sectorOf", chart, label(cell)) == number
        frame = drawn[number - 1]
        assert frame["number"] == number
        assert frame["x"] <= column * unit < frame["x"] + frame["width"]
        assert frame["y"] <= row * unit < frame["y"] + frame["height"]


@given(walk=walks(GAME))
def test_a_cell_that_stands_for_an_order_is_where_the_boat_goes(scripts: Scripts, walk: Walk) -> None:
    position = walk.position
    for seat in (0, 4):
        at = position.view(seat).boats[seat // 4].cell
        for action in position.legal(seat):
            if isinstance(action, Move | Stealth):
                steps = 1 if isinstance(action, Move) else action.steps
                shown = scripts["chart"]("beside", at, action.direction, steps)
                after = position.play(seat, action, walk.rng.copy())
                assert cell_of(shown) == after.state.subs[seat // 4]


@given(walk=walks(GAME))
def test_a_trail_is_drawn_through_all_of_its_cells(scripts: Scripts, walk: Walk) -> None:
    for team in range(2):
        boat = walk.position.view(4 * team).boats[team]
        if boat.cell is None:
            continue
        drawn = scripts["trail"]("inOrder", boat.cell, boat.trail, boat.heard)
        assert sorted(drawn) == sorted(boat.trail)
        assert drawn[-1] == boat.cell
        ways = [cell_of(b) - cell_of(a) for a, b in pairwise(drawn)]
        assert set(ways) <= set(rules.STEP)
