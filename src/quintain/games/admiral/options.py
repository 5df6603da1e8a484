"""What can be changed in a match of Admiral Radar, and how it gets into the state."""

from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from quintain.core.errors import BadSetting
from quintain.core.kernel import Cells
from quintain.games.admiral.maps import MAPS, WATER, Map, checked
from quintain.games.admiral.rules.state import LONGEST_SIDE, STRIDE, State

MapName = Literal["alpha", "classic", "compact", "openwater", "tiny", "random", "drawn"]
FirstTeam = Literal["blue", "red", "random"]

CAPACITY = {"seed": (6, 6, 6, 6, 4), "boardgame": (3, 3, 3, 4, 6)}  # of torpedo, mine, sonar, drone, stealth
USUAL_SECTOR = 5  # rows and columns, on maps that do not say


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    map: Annotated[MapName, Meta(description="the sea; random is another one in each match, drawn is your own")] = (
        "alpha"
    )
    drawing: Annotated[str, Meta(description="your own map: . water, # island, rows joined by /")] = ""
    sector_rows: Annotated[int, Meta(ge=0, le=LONGEST_SIDE, description="rows of a sector; 0 as the map has it")] = 0
    sector_columns: Annotated[
        int, Meta(ge=0, le=LONGEST_SIDE, description="columns of a sector; 0 as the map has it")
    ] = 0
    first_team: Annotated[FirstTeam, Meta(description="who begins")] = "random"
    gauges: Annotated[
        Literal["seed", "boardgame"], Meta(description="how much the systems take: 6 6 6 6 4 or 3 3 3 4 6")
    ] = "seed"
    board: Annotated[Literal["original", "balanced"], Meta(description="the wiring of the engineering board")] = (
        "original"
    )
    torpedo_path: Annotated[
        Literal["manhattan", "water"], Meta(description="do torpedoes pass over islands, or swim around them")
    ] = "manhattan"
    announce_mine_drop: Annotated[bool, Meta(description="all hear that a mine was dropped, not where")] = False
    triggers_need_red: Annotated[bool, Meta(description="no mine can be triggered while red is broken")] = False
    least_stealth: Annotated[int, Meta(ge=0, le=1, description="cells that a stealth must go at least")] = 0
    overload_before_repair: Annotated[
        bool, Meta(description="a mark that fills a section and completes a circuit does damage")
    ] = False
    double_kill: Annotated[
        Literal["draw", "active_loses"], Meta(description="both sunk at once: a draw, or lost by whose turn it is")
    ] = "draw"
    surface_damage: Annotated[int, Meta(ge=0, le=1, description="what surfacing costs the hull")] = 0
    mine_chain: Annotated[bool, Meta(description="mines beside an explosion go off, too")] = False
    turn_cap: Annotated[int, Meta(ge=20, le=2000, description="turns of both teams after which the hull decides")] = 400
    radio_help: Annotated[bool, Meta(description="radio operators are shown where the enemy can be")] = True

    def __post_init__(self) -> None:
        chart_of(self)


def chart_of(options: Options) -> Map:
    """The map of these options, in open water if it is made later; raises BadSetting."""
    if options.map == "random":
        chart = Map("\n".join([WATER * LONGEST_SIDE] * LONGEST_SIDE), USUAL_SECTOR, USUAL_SECTOR)
    elif options.map == "drawn":
        if not options.drawing:
            raise BadSetting("map=drawn needs a drawing: its rows joined by /, like drawing=....../..##../......")
        chart = Map(options.drawing.replace("/", "\n"), USUAL_SECTOR, USUAL_SECTOR)
    else:
        chart = MAPS[options.map]
    rows, columns = options.sector_rows or chart.sector_rows, options.sector_columns or chart.sector_columns
    return checked(Map(chart.drawing, rows, columns))


def configure(record: Cells, options: Options) -> None:
    """Put the options into a blank state."""
    record[:] = configured(options)


@lru_cache(maxsize=64)
def configured(options: Options) -> Cells:
    """A blank state with these options; checking and drawing a map takes a while, and matches are many."""
    record = State.blank()
    state = record.view(State.layout)[0]
    draw(state, chart_of(options))
    state.random_map = options.map == "random"
    state.first_team = get_args(FirstTeam).index(options.first_team)
    state.capacity[:] = CAPACITY[options.gauges]
    state.wiring = options.board == "balanced"
    state.torpedo_path = options.torpedo_path == "water"
    state.active_loses = options.double_kill == "active_loses"
    for name in PLAIN:
        setattr(state, name, int(getattr(options, name)))
    return record


# Options that are numbers, or yes and no, and cells of the state by the same name.
PLAIN = (
    "announce_mine_drop",
    "triggers_need_red",
    "least_stealth",
    "overload_before_repair",
    "surface_damage",
    "mine_chain",
    "turn_cap",
    "radio_help",
)


def draw(state: Any, chart: Map) -> None:
    lines = chart.lines
    state.rows, state.columns = len(lines), len(lines[0])
    state.sector_rows, state.sector_columns = chart.sector_rows, chart.sector_columns
    state.sectors = -(-state.rows // state.sector_rows) * -(-state.columns // state.sector_columns)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            cell = row * STRIDE + column
            state.water[cell // 64] |= (letter == WATER) << cell % 64
