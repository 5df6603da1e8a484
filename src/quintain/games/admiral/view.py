"""What one seat sees of Admiral Radar, in words. It is only ever given a concealed state."""

from functools import lru_cache
from typing import Any, Literal, get_args

import msgspec

from quintain.core.game import EVERYTHING
from quintain.core.kernel import HIDDEN
from quintain.core.position import Position
from quintain.games.admiral.actions import Fact, Sector
from quintain.games.admiral.forecast import Effect, colors, courses, danger, effects
from quintain.games.admiral.messages import Ranked
from quintain.games.admiral.rules import state as numbers
from quintain.games.admiral.rules.engineering import BALANCED, NEEDS, ORIGINAL
from quintain.games.admiral.rules.hearing import UNKNOWN
from quintain.games.admiral.rules.state import (
    CAPTAIN,
    CELLS,
    CREW,
    ENGINEER,
    NODES,
    NONE,
    NOWHERE,
    OVER,
    PLAYING,
    SEATS,
    SONAR_ANSWER,
    STRIDE,
    State,
)
from quintain.games.admiral.words import (
    COLORS,
    DIRECTIONS,
    KINDS,
    ROLES,
    SYSTEMS,
    TEAMS,
    Cell,
    Color,
    Direction,
    Role,
    System,
    Team,
    label,
)

Phase = Literal["placing", "playing", "over"]
Step = Literal["dive", "order", "crew", "action", "answer", "end"]
Heard = Literal["course", "stealth", "surfaced", "torpedo", "mine", "blast", "drone", "sonar", "wiped", "dropped"]

HEARD: tuple[Heard, ...] = get_args(Heard)
PHASES: tuple[Phase, ...] = get_args(Phase)
STEPS: tuple[Step, ...] = get_args(Step)
WIRINGS = (ORIGINAL, BALANCED)
STOPS = {color: tuple(system for i, system in enumerate(SYSTEMS) if COLORS[NEEDS[i]] == color) for color in COLORS}


class Run(msgspec.Struct, frozen=True):
    """A team that plays several turns in a row."""

    team: Team
    left: int  # turns, the present one included


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """The map."""

    rows: int
    columns: int
    sector_rows: int
    sector_columns: int
    sectors: int  # how many; they are numbered from 1, row by row
    drawing: tuple[str, ...]  # a string a row: . water, # island


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the world has heard of a submarine."""

    kind: Heard
    direction: Direction | None = None
    sector: Sector | None = None
    cell: Cell | None = None
    damage: int | None = None  # to this submarine
    answer: bool | None = None  # a drone's, for those who asked
    facts: tuple[Fact, ...] | None = None  # exactly one of them is true


class Gauge(msgspec.Struct, frozen=True):
    value: int
    capacity: int


class SectorKnown(msgspec.Struct, frozen=True):
    """Where a submarine was when its sector was last heard."""

    sector: Sector
    turns_ago: int  # courses and stealths of that submarine since


class Boat(msgspec.Struct, frozen=True, kw_only=True):
    """A submarine; what you may not know of it is null."""

    team: Team
    hull: int
    surfaced: bool
    sector: Sector | None  # while it is surfaced
    placed: bool
    course: Direction | None  # announced this turn
    heard: tuple[Report, ...]  # what the world knows, in order
    cell: Cell | None
    trail: tuple[Cell, ...] | None
    mines: tuple[Cell, ...] | None
    gauges: dict[System, Gauge] | None
    board: tuple[tuple[bool, ...], ...] | None  # marked nodes of the sections north, east, south, west
    broken: tuple[Color, ...] | None
    heading: Direction | None  # the section to mark
    marks: tuple[Effect, ...] | None  # what each mark on it would do, for its engineer
    courses: tuple[Ranked, ...] | None  # what the board bears, the best first, for its engineer
    danger: tuple[Cell, ...] | None  # where an explosion would hurt this boat, for its captain
    steps: int | None  # cells of this turn's stealth
    moved: bool | None
    engineer_done: bool | None
    mate_done: bool | None
    system_used: bool | None
    possible: tuple[Cell, ...] | None  # where its enemy may think it
    sector_known: SectorKnown | None  # for the enemy's captain


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None  # whose view it is; None for onlookers
    team: Team | None
    role: Role | None
    phase: Phase
    step: Step | None
    turn: Team | None
    turns: int  # team-turns begun so far
    turn_cap: int
    run: Run | None
    map: Chart
    boats: tuple[Boat, Boat]  # blue and red
    sonar_asked: bool  # an answer is pending
    winner: Team | Literal["draw"] | None
    wiring: tuple[str, ...]  # the engineering boards, a string a section: R red, G green, Y yellow, * radiation
    stops: dict[Color, tuple[System, ...]]  # what cannot be used while a color is broken


def view(seen: Position, seat: int) -> View:
    state: State = seen.state
    sits = 0 <= seat < SEATS
    return View(
        seat=seat if sits else None,
        team=TEAMS[seat // len(ROLES)] if sits else None,
        role=ROLES[seat % len(ROLES)] if sits else None,
        phase=PHASES[state.phase],
        step=STEPS[state.step] if state.phase == PLAYING else None,
        turn=None if state.phase == OVER else TEAMS[state.turn],
        turns=state.turns,
        turn_cap=state.turn_cap,
        run=None if state.run_team == NONE else Run(TEAMS[state.run_team], state.run_left),
        map=chart(state.rows, state.columns, state.sector_rows, state.sector_columns, tuple(state.water)),
        boats=(boat(state, 0, seat), boat(state, 1, seat)),
        sonar_asked=state.phase == PLAYING and state.step == SONAR_ANSWER,
        winner=winner(state),
        wiring=WIRINGS[state.wiring],
        stops=STOPS,
    )


def winner(state: State) -> Team | Literal["draw"] | None:
    if state.phase != OVER:
        return None
    return "draw" if state.winner == NONE else TEAMS[state.winner]


@lru_cache(maxsize=64)
def chart(rows: int, columns: int, sector_rows: int, sector_columns: int, water: tuple[int, ...]) -> Chart:
    lines = tuple(
        "".join(".#"[not holds(water, row * STRIDE + column)] for column in range(columns)) for row in range(rows)
    )
    sectors = -(-rows // sector_rows) * -(-columns // sector_columns)
    return Chart(
        rows=rows,
        columns=columns,
        sector_rows=sector_rows,
        sector_columns=sector_columns,
        sectors=sectors,
        drawing=lines,
    )


def holds(grid: tuple[int, ...], cell: int) -> bool:
    return bool(grid[cell // 64] >> cell % 64 & 1)


@lru_cache(maxsize=1024)
def cells_of(grid: tuple[int, ...]) -> tuple[Cell, ...]:
    """A set of cells in words, row by row."""
    return tuple(label(cell) for cell in range(CELLS) if holds(grid, cell))


def shown(grid: list[int]) -> tuple[Cell, ...] | None:
    return None if grid[0] == HIDDEN else cells_of(tuple(grid))


# --- a boat ----------------------------------------------------------------------------------------------------------


def boat(state: State, team: int, seat: int) -> Boat:
    role = role_in(team, seat)
    turn = state.turn == team and state.phase == PLAYING
    heard = heard_of(tuple(state.heard[team][: state.reports[team]]))
    steers = turn and role in (CAPTAIN, ENGINEER, EVERYTHING)
    flags: dict[str, Any] = {name: None if role is None else turn and flag for name, flag in done(state).items()}
    return Boat(
        team=TEAMS[team],
        hull=state.hulls[team],
        surfaced=bool(state.surfaced[team]),
        sector=sector_of(state, team),
        placed=bool(state.placed[team]),
        course=DIRECTIONS[state.course] if turn and state.course != NONE else None,
        heard=heard,
        cell=None if state.subs[team] == NOWHERE else label(state.subs[team]),
        trail=shown(state.trails[team]),
        mines=shown(state.mines[team]),
        gauges=None if HIDDEN in state.gauges[team] else gauges(state, team),
        board=None if state.boards[team] == HIDDEN else sections(state.boards[team]),
        broken=None if state.broken[team] == HIDDEN else colors(state.broken[team]),
        heading=DIRECTIONS[state.heading] if steers and state.heading != NONE else None,
        **forecasts(state, team, role),
        steps=state.steps if steers and state.steps != NONE else None,
        possible=shown(state.possible[team]),
        sector_known=sector_known(heard) if role_in(1 - team, seat) in (CAPTAIN, EVERYTHING) else None,
        **flags,
    )


def forecasts(state: State, team: int, role: int | None) -> dict[str, Any]:
    """What an engineer and a captain need to know of what they could do."""
    told: dict[str, Any] = {"marks": None, "courses": None, "danger": None}
    if role == ENGINEER:
        board, options = state.boards[team], (state.wiring, state.overload_before_repair)
        told["courses"] = courses(board, *options)
        if state.turn == team and state.step == CREW and not state.engineer_done:
            told["marks"] = effects(board, state.heading, *options)
    elif role == CAPTAIN and state.subs[team] != NOWHERE:
        mines, water = tuple(state.mines[team]), tuple(state.water)
        told["danger"] = danger(state.subs[team], mines, water, bool(state.mine_chain))
    return told


def role_in(team: int, seat: int) -> int | None:
    """The seat's role in a crew; EVERYTHING for those who see all, None for all others."""
    if seat == EVERYTHING:
        return EVERYTHING
    return seat % len(ROLES) if seat >= 0 and seat // len(ROLES) == team else None


def done(state: State) -> dict[str, bool]:
    """What has been done this turn."""
    return {
        "moved": STEPS[state.step] not in ("dive", "order"),
        "engineer_done": bool(state.engineer_done),
        "mate_done": bool(state.mate_done),
        "system_used": bool(state.system_used),
    }


def gauges(state: State, team: int) -> dict[System, Gauge]:
    return {SYSTEMS[i]: Gauge(value, state.capacity[i]) for i, value in enumerate(state.gauges[team])}


@lru_cache(maxsize=4096)
def sections(board: int) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(bool(board >> s * NODES + i & 1) for i in range(NODES)) for s in range(len(DIRECTIONS)))


def sector_of(state: State, team: int) -> int | None:
    """The sector in which a surfaced boat is."""
    if not state.surfaced[team]:
        return None
    return report(state.heard[team][state.since[team]]).sector


@lru_cache(maxsize=256)
def heard_of(codes: tuple[int, ...]) -> tuple[Report, ...]:
    return tuple(map(report, codes))


@lru_cache(maxsize=8192)
def report(code: int) -> Report:
    kind, one, two, three, four = (code >> 8 * i & 255 for i in range(5))
    name = HEARD[kind]
    match kind:
        case numbers.COURSE:
            return Report(kind=name, direction=DIRECTIONS[one])
        case numbers.SURFACED:
            return Report(kind=name, sector=one)
        case numbers.FIRED | numbers.TRIGGERED | numbers.BLASTED:
            return Report(kind=name, cell=label(one), damage=two)
        case numbers.DRONED:
            return Report(kind=name, sector=one, answer=None if two == UNKNOWN else bool(two))
        case numbers.FACTS:
            return Report(kind=name, facts=(Fact(KINDS[one], two), Fact(KINDS[three], four)))
    return Report(kind=name)


def sector_known(heard: tuple[Report, ...]) -> SectorKnown | None:
    """By the last surfacing, or the last drone that found it."""
    turns = 0
    for one in reversed(heard):
        if one.sector is not None and (one.kind == "surfaced" or one.answer):
            return SectorKnown(one.sector, turns)
        turns += one.kind in ("course", "stealth")
    return None
