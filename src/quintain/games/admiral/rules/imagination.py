"""What a seat may imagine in place of what it does not know: a way through all that was heard, and what fits it."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import HIDDEN, Cells, compiled, copy_cells, fill
from quintain.games.admiral.rules.engineering import (
    COLOR_OF,
    COLORED,
    DAMAGE,
    broken_colors,
    marked,
)
from quintain.games.admiral.rules.grid import holds, next_cell, put, size_of
from quintain.games.admiral.rules.hearing import UNKNOWN, first_report, narrow, part
from quintain.games.admiral.rules.sea import open_to, sector_of
from quintain.games.admiral.rules.state import (
    BOARD,
    CELLS,
    COLORS,
    COURSE,
    CREW,
    DIRECTIONS,
    DRONED,
    FAR,
    GRID,
    HEARD,
    MINE,
    NODES,
    NONE,
    NOWHERE,
    PLAYING,
    RADIATION,
    SONAR_ANSWER,
    STEALTHY,
    STEP,
    SYSTEMS,
    TEAMS,
    TRIGGERED,
    WIPED,
    State,
)

STRICT_WAYS = 24  # tries to find a way that does not cross itself; then any way will do
MOST_MINES = 6  # that are imagined
TURNED = 8  # a stealth on the way is direction * TURNED + cells


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    for team in range(TEAMS):
        if something_hidden(state, team):
            imagine_boat(state, team, rng)


@compiled
def something_hidden(state: State, team: int) -> bool:
    hidden = state.trails[team, 0] == HIDDEN or state.gauges[team, 0] == HIDDEN or state.boards[team] == HIDDEN
    return hidden or state.origin[team, 0] == HIDDEN or state.possible[team, 0] == HIDDEN


@compiled
def imagine_boat(state: State, team: int, rng: Cells) -> None:
    if state.origin[team, 0] == HIDDEN:
        imagine_origin(state, team)
    places, ways = np.zeros(HEARD, np.int64), np.zeros(HEARD, np.int64)
    retrace(state, team, places, ways, rng)
    imagine_answers(state, team, places)
    imagine_stealth(state, team, ways)
    drops = imagine_gauges(state, team, rng)
    if state.mines[team, 0] == HIDDEN:
        imagine_mines(state, team, drops, rng)
    if state.boards[team] == HIDDEN:
        imagine_board(state, team, ways, rng)
    if state.possible[team, 0] == HIDDEN:
        copy_cells(state.origin[team], state.possible[team])
        for i in range(first_report(state, team), state.reports[team]):
            narrow(state, state.possible[team], state.heard[team, i])


# --- the way ---------------------------------------------------------------------------------------------------------


@compiled
def imagine_origin(state: State, team: int) -> None:
    """Anywhere, or anywhere in the sector where it surfaced last."""
    copy_cells(state.water, state.origin[team])
    n = state.since[team]
    if n < first_report(state, team):
        narrow(state, state.origin[team], state.heard[team, n])


@compiled
def retrace(state: State, team: int, places: Cells, ways: Cells, rng: Cells) -> None:
    """Go back from a possible end through the reports; each had a set of possible cells, made on the way there."""
    first = first_report(state, team)
    grids = np.empty((state.reports[team] - first + 1, GRID), np.int64)
    copy_cells(state.origin[team], grids[0])
    for i in range(first, state.reports[team]):
        copy_cells(grids[i - first], grids[i - first + 1])
        narrow(state, grids[i - first + 1], state.heard[team, i])
    trail = np.zeros(GRID, np.int64)
    end = state.subs[team]
    for attempt in range(STRICT_WAYS + 1):
        if state.trails[team, 0] == HIDDEN:
            end = random_member(grids[state.reports[team] - first], rng)
        if walk_back(state, team, end, grids, places, ways, trail, attempt < STRICT_WAYS, rng):
            break
    if state.trails[team, 0] == HIDDEN:
        fill(state.trails[team], 0)
        if state.placed[team]:
            state.subs[team] = end
            copy_cells(trail, state.trails[team])


@compiled
def random_member(grid: Cells, rng: Cells) -> int:
    """Any cell of a set; the first of the map, should it be empty."""
    cell = next_cell(grid, 0) % CELLS
    for _ in range(random_below(rng, size_of(grid))):
        cell = next_cell(grid, cell + 1)
    return cell


@compiled
def walk_back(
    state: State,
    team: int,
    cell: int,
    grids: Cells,
    places: Cells,
    ways: Cells,
    trail: Cells,
    strict: bool,
    rng: Cells,
) -> bool:
    """Write where the boat was at each report and which way each stealth went; False if it would cross its trail."""
    fill(trail, 0)
    put(trail, cell)
    first = first_report(state, team)
    known = state.turn == team and state.course == NONE and state.heading != HIDDEN and strict
    for i in range(state.reports[team] - 1, first - 1, -1):
        places[i] = cell
        kind, direction, cells = part(state.heard[team, i], 0), part(state.heard[team, i], 1), 1
        if kind == STEALTHY:
            way = stealth_back(state, cell, grids[i - first], trail, strict, known, rng)
            if way == NONE:
                return False
            ways[i] = way
            direction, cells = way // TURNED, way % TURNED
        if kind in (COURSE, STEALTHY):
            known = False
            for _ in range(cells):
                cell -= STEP[direction]
                if not 0 <= cell < CELLS or (strict and holds(trail, cell)):
                    return False
                put(trail, cell)
    return True


@compiled
def stealth_back(state: State, cell: int, before: Cells, trail: Cells, strict: bool, known: bool, rng: Cells) -> int:
    """Any stealth that ends on the cell and began in this set; NONE if there is none."""
    way = NONE
    found = 0
    for direction in range(DIRECTIONS):
        start = cell
        for cells in range(FAR + 1):
            if cells > 0:
                start -= STEP[direction]
                if not holds(state.water, start) or (strict and holds(trail, start)):
                    break
            fits = holds(before, start) and cells >= state.least_stealth
            if fits and (not known or (direction == state.heading and cells == state.steps)):
                found += 1
                if random_below(rng, found) == 0:
                    way = direction * TURNED + cells
    return way


@compiled
def imagine_answers(state: State, team: int, places: Cells) -> None:
    """What drones found, as the way would have it."""
    first = first_report(state, team)
    for i in range(state.reports[team]):
        code = state.heard[team, i]
        if part(code, 0) == DRONED and part(code, 2) == UNKNOWN:
            found = i >= first and sector_of(state, places[i]) == part(code, 1)
            state.heard[team, i] = (code & ~(UNKNOWN << 16)) | int(found) << 16


@compiled
def imagine_stealth(state: State, team: int, ways: Cells) -> None:
    """The stealth of this turn, if there was one."""
    sailed = state.phase == PLAYING and state.turn == team and CREW <= state.step <= SONAR_ANSWER
    if not sailed or state.course != NONE or state.heading != HIDDEN:
        return
    for i in range(first_report(state, team), state.reports[team]):
        if part(state.heard[team, i], 0) == STEALTHY:
            state.heading = ways[i] // TURNED
            state.steps = ways[i] % TURNED


# --- gauges and mines ------------------------------------------------------------------------------------------------


@compiled
def crew_waits(state: State, team: int) -> bool:
    """Is this the crew that works now?"""
    return state.phase == PLAYING and state.turn == team and state.step == CREW


@compiled
def imagine_gauges(state: State, team: int, rng: Cells) -> int:
    """Spread over the gauges what was charged and not used; returns how many mines were dropped unheard."""
    waiting = crew_waits(state, team) and not state.mate_done
    left = state.courses[team] - int(waiting)
    room = -int(waiting)
    for system in range(SYSTEMS):
        left -= state.uses[team, system] * state.capacity[system]
        room += state.capacity[system]
    size = state.capacity[MINE]
    if state.gauges[team, 0] != HIDDEN:
        for system in range(SYSTEMS):
            left -= state.gauges[team, system]
        return max(left, 0) // size
    drops = random_below(rng, min(max(left, 0) // size, 2) + 1)
    drops = max(drops, (left - room + size - 1) // size)
    fill(state.gauges[team], 0)
    for _ in range(min(left - drops * size, room)):
        charge_any(state, team, rng)
    return drops


@compiled
def charge_any(state: State, team: int, rng: Cells) -> None:
    chosen = NONE
    found = 0
    for system in range(SYSTEMS):
        if state.gauges[team, system] < state.capacity[system]:
            found += 1
            if random_below(rng, found) == 0:
                chosen = system
    if chosen != NONE:
        state.gauges[team, chosen] += 1


@compiled
def imagine_mines(state: State, team: int, drops: int, rng: Cells) -> None:
    """Mines that were never triggered, beside the trail."""
    fill(state.mines[team], 0)
    if state.announce_mine_drop:
        drops += state.uses[team, MINE]
        for i in range(state.reports[team]):
            drops -= part(state.heard[team, i], 0) == TRIGGERED
    if state.turn == team and state.dropped != NOWHERE:
        put(state.mines[team], state.dropped)
        drops -= 1
    for _ in range(min(drops, MOST_MINES)):
        cell = random_member(state.trails[team], rng) + STEP[random_below(rng, DIRECTIONS)]
        if open_to(state, team, cell):
            put(state.mines[team], cell)


# --- the board -------------------------------------------------------------------------------------------------------


@compiled
def imagine_board(state: State, team: int, ways: Cells, rng: Cells) -> None:
    """Mark a node for every course since the board was empty, as an engineer might who avoids damage."""
    board = 0
    last = NONE  # the course that is not marked yet
    for i in range(first_report(state, team), state.reports[team]):
        code = state.heard[team, i]
        kind = part(code, 0)
        if kind in (COURSE, STEALTHY):
            board = some_mark(state, team, board, last, rng)
            last = part(code, 1) if kind == COURSE else ways[i] // TURNED
        elif kind == WIPED:
            board = 0
            last = NONE
    if not (crew_waits(state, team) and not state.engineer_done):
        board = some_mark(state, team, board, last, rng)
    if state.broken[team] == HIDDEN:
        state.broken[team] = broken_colors(state.wiring, board)
    state.boards[team] = agreeing(state, team, board, rng)


@compiled
def some_mark(state: State, team: int, board: int, section: int, rng: Cells) -> int:
    """The board with a harmless mark in the section, of a color that is known to be broken if there is such a node."""
    best = board
    found = 0
    liked = 0
    for index in range(NODES if section != NONE else 0):
        node = section * NODES + index
        color = COLOR_OF[state.wiring * BOARD + node]
        after = DAMAGE if board >> node & 1 else marked(board, node, state.overload_before_repair)
        likes = int(state.broken[team] == HIDDEN or color == RADIATION or state.broken[team] >> color & 1)
        if after == DAMAGE or likes < liked:
            continue
        found = 1 if likes > liked else found + 1
        liked = likes
        if random_below(rng, found) == 0:
            best = after
    return best


@compiled
def agreeing(state: State, team: int, board: int, rng: Cells) -> int:
    """The board with marks taken off and put on until exactly the broken colors have some."""
    for color in range(COLORS):
        nodes = COLORED[state.wiring * COLORS + color]
        if not state.broken[team] >> color & 1:
            board &= ~nodes
        elif not board & nodes:
            board = with_color(state, board, nodes, rng)
    return board


@compiled
def with_color(state: State, board: int, nodes: int, rng: Cells) -> int:
    """The board with one of these nodes marked, where that repairs nothing and does no damage."""
    start = random_below(rng, BOARD)
    for i in range(BOARD):
        node = (start + i) % BOARD
        if nodes >> node & 1 and marked(board, node, 0) == board | 1 << node:
            return board | 1 << node
    return board
