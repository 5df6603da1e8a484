"""The one way in which tests make positions of Admiral Radar: from a few words, cell by cell as people call them.

`unplaced` is a match before the boats are placed, `boats` one in which a turn begins, `moved` the same boats when
systems may be used, `changed` the same with other numbers in the state; `play` and `turn` go on from there. Below are
sets of cells, beliefs and reports, for tests of what bots compute.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from quintain import games
from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.kernel import Cells
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.sonar_answer import Shape
from quintain.games.admiral.options import Options
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.grid import put
from quintain.games.admiral.rules.state import (
    ACTION,
    CELLS,
    GRID,
    NODES,
    NORTH,
    ORDER,
    PLAYING,
    ROLES,
    STRIDE,
    State,
)
from quintain.games.admiral.rules.turn import acting
from quintain.games.admiral.view import cells_of
from quintain.games.admiral.words import DIRECTIONS, SYSTEMS, TEAMS, cell_of, label

GAME = games.load("admiral")
DICE: Cells = seeded("dice of the tests")
BLUE, RED = range(2)
FULL = {"torpedo": 6, "mine": 6, "sonar": 6, "drone": 6, "stealth": 4}

# The role that gives an order; all others are the captain's.
ROLE = {"mark": 2, "charge": 1}


def at(row: int, column: int) -> str:
    """The cell as people call it."""
    return label(cell(row, column))


def full(*systems: str) -> dict[str, int]:
    """These gauges, charged."""
    return {system: FULL[system] for system in systems}


def unplaced(**options: Any) -> Position:
    """A match in which no boat is placed yet."""
    return Position.start(GAME, Options(**{"first_team": "blue", **options}), seed=1)


def boats(
    blue: str = "A1",
    red: str = "O15",
    *,
    turn: int = BLUE,
    trails: Mapping[int, Iterable[str]] | None = None,
    mines: Mapping[int, Iterable[str]] | None = None,
    gauges: Mapping[int, Mapping[str, int]] | None = None,
    boards: Mapping[int, str] | None = None,
    hulls: tuple[int, int] = (4, 4),
    heard: Mapping[int, Sequence[int]] | None = None,
    **options: Any,
) -> Position:
    """A match in which a turn begins. Trails include the cell; boards are written as 'north 0, east 3'; what was heard
    is a list of `news` of each boat."""
    position = unplaced(**{"first_team": TEAMS[turn], **options})
    record = position.record.copy()
    state = record.view(State.layout)[0]
    state.phase, state.step, state.turns, state.fresh = PLAYING, ORDER, 1, 1
    state.hulls[:] = hulls
    for team, start in enumerate((blue, red)):
        launch(state, team, start, (trails or {}).get(team, ()), (mines or {}).get(team, ()))
        equip(state, team, (gauges or {}).get(team, {}), (boards or {}).get(team, ""))
        tell(state, team, (heard or {}).get(team, ()))
    return position_of(record, position.options)


def launch(state: Any, team: int, start: str, trail: Iterable[str], mines: Iterable[str]) -> None:
    state.placed[team] = 1
    state.subs[team] = cell_of(start)
    draw(state.trails[team], {start, *trail})
    draw(state.mines[team], mines)


def equip(state: Any, team: int, gauges: Mapping[str, int], nodes: str) -> None:
    for system, value in gauges.items():
        state.gauges[team][SYSTEMS.index(system)] = value
    state.boards[team] = board(*filter(None, nodes.split(", ")))
    state.broken[team] = broken_colors(state.wiring, state.boards[team])


def tell(state: Any, team: int, heard: Sequence[int]) -> None:
    state.heard[team][: len(heard)] = heard
    state.reports[team] = state.reports_ever[team] = len(heard)


def draw(grid: Cells, cells: Iterable[str]) -> None:
    for cell in map(cell_of, cells):
        grid[cell // 64] |= 1 << cell % 64


def board(*nodes: str) -> int:
    """The mask of nodes such as 'north 0'."""
    return sum(1 << DIRECTIONS.index(node.split()[0]) * NODES + int(node.split()[1]) for node in nodes)


def position_of(record: Cells, options: Any) -> Position:
    return Position(GAME, options, record, acting(record.view(State.layout)[0]))


def changed(position: Position, **fields: Any) -> Position:
    """The same position, but for these fields of its state; a pair (index, value) changes one of several."""
    record = position.record.copy()
    state = record.view(State.layout)[0]
    for name, value in fields.items():
        if isinstance(value, tuple):
            getattr(state, name)[value[0]] = value[1]
        else:
            setattr(state, name, value)
    return position_of(record, position.options)


def moved(position: Position) -> Position:
    """The boats where they are, when a course was set and the crew has worked: systems may be used."""
    return changed(position, step=ACTION, engineer_done=1, mate_done=1, course=NORTH, heading=NORTH, fresh=0)


def actor(position: Position, notation: str) -> int:
    """The seat that this order is for."""
    word, state = notation.split()[0], position.state
    team = 1 - state.turn if word == "answer" else state.turn
    return int(team * ROLES + ROLE.get(word, 0))


def play(position: Position, *notations: str) -> Position:
    """The position after these orders, each by the seat whose business it is."""
    for notation in notations:
        position = position.play(actor(position, notation), GAME.parse(notation), DICE)
    return position


def turn(position: Position, course: str, node: int | None = None) -> Position:
    """A whole turn: a course, the first node that is free (or this one), a charge, and the end."""
    position = play(position, f"move {course}")
    return play(position, *work(position, node), "end")


def work(position: Position, node: int | None = None) -> list[str]:
    """What engineer and first mate do: the first thing that they may."""
    team = position.state.turn
    mark = position.legal(team * ROLES + 2)[0] if node is None else f"mark {heading(position)} {node}"
    return [str(mark), *map(str, position.legal(team * ROLES + 1)[:1])]


def heading(position: Position) -> str:
    return str(DIRECTIONS[position.state.heading])


def after(position: Position, node: int = 0) -> Position:
    """The step in which systems may be used: a course was set and the crew has worked."""
    position = play(
        position, f"move {next(str(a).split()[1] for a in position.legal(captain(position)) if 'move' in str(a))}"
    )
    return play(position, *work(position, node))


def captain(position: Position) -> int:
    return int(position.state.turn * ROLES)


def code(position: Position, notation: str, seat: int | None = None) -> str:
    """The reason why the order is refused; nothing may have changed."""
    before = position.record.tobytes()
    who = actor(position, notation) if seat is None else seat
    with pytest.raises(IllegalAction) as refused:
        position.play(who, GAME.parse(notation), DICE)
    assert position.record.tobytes() == before
    assert not position.allows(who, GAME.parse(notation))
    found = re.search(r": ([A-Z_]+): ", str(refused.value))
    return found[1] if found else type(refused.value).__name__


def notations(position: Position, seat: int | None = None) -> list[str]:
    """All that a seat may do, the captain of the turn if no other is named."""
    return [str(action) for action in position.legal(captain(position) if seat is None else seat)]


def starting(word: str, position: Position, seat: int | None = None) -> list[str]:
    return [one.removeprefix(word).strip() for one in notations(position, seat) if one.split()[0] == word]


def trail(position: Position, team: int) -> set[str]:
    return set(cells_of(tuple(position.state.trails[team])))


def placed(blue: str = "A1", red: str = "O15", seed: int = 1, **options: Any) -> Match:
    """A match in which both boats are at sea and blue begins."""
    match = Match(GAME, Options(**{"first_team": "blue", **options}), seed)
    match.act(0, GAME.parse(f"place {blue}"))
    match.act(4, GAME.parse(f"place {red}"))
    return match


def act(match: Match, *notations: str) -> Match:
    for notation in notations:
        match.act(actor(match.position, notation), GAME.parse(notation))
    return match


# --- what bots compute with ------------------------------------------------------------------------------------------

Place = tuple[int, int]  # row, column


def cell(row: int, column: int) -> int:
    return row * STRIDE + column


def grid(places: Iterable[Place]) -> Cells:
    return grid_of(cell(*place) for place in places)


def grid_of(cells: Iterable[int]) -> Cells:
    """A set of cells, as rules and bots keep it."""
    out = np.zeros(GRID, np.int64)
    for each in cells:
        put(out, each)
    return out


def water(name: str, without: Iterable[Place] = ()) -> Cells:
    """The water of a map, without some cells of it."""
    missing = grid(without)
    return np.array(unplaced(map=name).state.water) & ~missing


def shape(name: str) -> Shape:
    """Of a map and its sectors."""
    state = unplaced(map=name).state
    return Shape(state.rows, state.columns, state.sector_rows, state.sector_columns, state.sectors)


def belief(shares: Mapping[Place, float]) -> Reals:
    out = np.zeros(CELLS)
    for place, share in shares.items():
        out[cell(*place)] = share
    return out


def news(kind: int, *rest: int) -> int:
    """A report about a submarine, as everybody hears it."""
    return sum(number << 8 * i for i, number in enumerate((kind, *rest)))
