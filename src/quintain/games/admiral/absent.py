"""RULES.md 11: what an absent seat does."""

from zlib import crc32

from quintain.core.position import Position
from quintain.games.admiral import actions as act
from quintain.games.admiral.rules.engineering import DAMAGE, marked
from quintain.games.admiral.rules.state import (
    ACTION,
    CREW,
    DIVE,
    END,
    ENGINEER,
    NODES,
    ORDER,
    PLACING,
    ROLES,
    STEP,
    STRIDE,
    State,
)
from quintain.games.admiral.view import cells_of, holds, report
from quintain.games.admiral.words import DIRECTIONS, SYSTEMS

TETHER = 5  # net courses along an axis that a board bears without damage


def default(seen: Position, seat: int) -> act.Action:
    """Nothing that hurts the own boat, if it can be helped; no system is used."""
    state, team = seen.state, seat // ROLES
    if state.phase == PLACING:
        return placement(state, team)
    if state.step == CREW:
        return repair(state, team) if seat % ROLES == ENGINEER else charge(state, team)
    if state.step == ORDER:
        return course(state, team)
    if state.step == DIVE:
        return act.Dive()
    return act.EndTurn() if state.step in (ACTION, END) else answer(state, team)


def placement(state: State, team: int) -> act.Action:
    """Some cell, another one for each map and team."""
    cells = cells_of(tuple(state.water))
    return act.Place(cells[crc32(f"{state.water} {team}".encode()) % len(cells)])


def course(state: State, team: int) -> act.Action:
    """The first open course that the board must bear, better one that does not lead into a dead end; else surface."""
    cell, trail = state.subs[team], (*state.trails[team],)
    safe = [d for d in ways(state, team, cell, trail) if net(state, team, d) < TETHER]
    onward = [d for d in safe if ways(state, team, cell + STEP[d], trail)]
    chosen = onward or safe
    return act.Move(DIRECTIONS[chosen[0]]) if chosen else act.Surface()


def ways(state: State, team: int, cell: int, trail: tuple[int, ...]) -> list[int]:
    water, mines = tuple(state.water), tuple(state.mines[team])
    beside = [(d, cell + step) for d, step in enumerate(STEP)]
    return [d for d, to in beside if to >= 0 and holds(water, to) and not holds(trail, to) and not holds(mines, to)]


def net(state: State, team: int, direction: int) -> int:
    """Courses this way less those the other way, since the board was last empty, as all have heard them."""
    total = 0
    for code in reversed(state.heard[team][: state.reports[team]]):
        heard = report(code)
        if heard.kind in ("surfaced", "wiped"):
            break
        total += heard.direction == DIRECTIONS[direction]
        total -= heard.direction == DIRECTIONS[(direction + 2) % len(DIRECTIONS)]
    return total


def repair(state: State, team: int) -> act.Action:
    """The first node that does no damage, or else the first that is free."""
    board, section = state.boards[team], state.heading
    nodes = [i for i in range(NODES) if not board >> section * NODES + i & 1]
    harmless = [i for i in nodes if marked(board, section * NODES + i, state.overload_before_repair) != DAMAGE]
    return act.Mark(DIRECTIONS[section], (harmless or nodes)[0])


def charge(state: State, team: int) -> act.Action:
    """The first gauge that is not full."""
    gauges = zip(SYSTEMS, state.gauges[team], state.capacity, strict=True)
    return act.Charge(next(system for system, value, capacity in gauges if value < capacity))


def answer(state: State, team: int) -> act.Action:
    """The true sector and a false row."""
    row = state.subs[team] // STRIDE
    lie = (row + 1 + state.turns % (state.rows - 1)) % state.rows
    facts = act.Fact("sector", sector_of(state, state.subs[team])), act.Fact("row", lie)
    return act.Answer(*facts) if state.turns % 2 else act.Answer(*reversed(facts))


def sector_of(state: State, cell: int) -> int:
    in_a_row = -(-state.columns // state.sector_columns)
    return cell // STRIDE // state.sector_rows * in_a_row + cell % STRIDE // state.sector_columns + 1
