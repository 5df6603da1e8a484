"""The state of a match of Admiral Radar, and the numbers that stand for its cells, systems, steps and reports."""

from quintain.core.kernel import Cells, Record, cell, cells

TEAMS = 2
BLUE, RED = range(TEAMS)
ROLES = 4
CAPTAIN, FIRST_MATE, ENGINEER, RADIO_OPERATOR = range(ROLES)  # seat = team * ROLES + role
SEATS = TEAMS * ROLES

# A cell is row * STRIDE + column. A map has at most LONGEST_SIDE rows and columns, so that the last column and the last
# row of the grid are never water and no step wraps around. A set of cells is a grid: GRID words of 64 bits.
STRIDE = 16
LONGEST_SIDE = STRIDE - 1
CELLS = STRIDE * STRIDE
GRID = CELLS // 64
NOWHERE = -1

DIRECTIONS = 4
NORTH, EAST, SOUTH, WEST = range(DIRECTIONS)
STEP = (-STRIDE, 1, STRIDE, -1)
FAR = 4  # cells of the longest stealth, and a torpedo's range

SYSTEMS = 5
TORPEDO, MINE, SONAR, DRONE, STEALTH = range(SYSTEMS)
COLORS = 3
RED_NODE, GREEN_NODE, YELLOW_NODE, RADIATION = range(COLORS + 1)
NODES = 6  # in each section of the engineering board; a board is a mask, its node is section * NODES + index
CIRCUITS = 3
BOARD = DIRECTIONS * NODES

HULL = 4
RUN = 3  # turns in a row that the enemy gets when a submarine surfaces

PLACING, PLAYING, OVER = range(3)  # phases
DIVE, ORDER, CREW, ACTION, SONAR_ANSWER, END = range(6)  # steps of a turn
ROW, COLUMN, SECTOR = range(3)  # kinds of fact

# Kinds of action; what the other cells of a row are stands in actions.py.
PLACE, DIVE_, MOVE, STEALTH_, SURFACE, MARK, CHARGE, FIRE, DROP, TRIGGER, SEND_DRONE, ASK_SONAR, ANSWER, END_TURN = (
    range(14)
)
WIDTH = 5  # cells of a row

NONE = -1

# Reports: what the world hears of a submarine, in order. One number each: kind, and what goes with it in bytes.
HEARD = 320  # reports that are kept of each submarine; when there are more, the oldest are forgotten
(
    COURSE,  # direction
    STEALTHY,
    SURFACED,  # sector
    FIRED,  # cell, damage to itself
    TRIGGERED,  # cell of its mine, damage to itself
    BLASTED,  # cell of the enemy's explosion, damage to it
    DRONED,  # sector, 1 for yes; only the asking team knows the answer, for others it is HIDDEN
    FACTS,  # kind, value, kind, value: exactly one is true
    WIPED,  # overload or radiation: 1 damage, and its board is empty again
    DROPPED,  # a mine, somewhere (only where that is announced)
) = range(10)


class State(Record):
    """One match. Hidden numbers are HIDDEN; hidden sets of cells are all HIDDEN."""

    # Options
    first_team: int = cell()  # 0 blue, 1 red, 2 by chance
    wiring: int = cell()  # the layout of the engineering board: 0 original, 1 balanced
    torpedo_path: int = cell()  # 0 manhattan, 1 water
    announce_mine_drop: int = cell()
    triggers_need_red: int = cell()
    least_stealth: int = cell()  # 0 or 1
    overload_before_repair: int = cell()
    active_loses: int = cell()  # a double kill: 0 draw, 1 lost by the team whose turn it is
    surface_damage: int = cell()
    mine_chain: int = cell()
    turn_cap: int = cell()  # team-turns
    radio_help: int = cell()  # may a radio operator see where the enemy can be?
    random_map: int = cell()
    capacity: Cells = cells(SYSTEMS)  # of the gauges

    # The map
    rows: int = cell()
    columns: int = cell()
    sector_rows: int = cell()
    sector_columns: int = cell()
    sectors: int = cell()  # how many
    water: Cells = cells(GRID)

    # The turn
    phase: int = cell()
    step: int = cell()
    turn: int = cell()  # the team to play
    turns: int = cell()  # team-turns begun so far
    run_team: int = cell()  # who plays several turns in a row, or NONE
    run_left: int = cell()
    fresh: int = cell()  # 1 until somebody acts in this turn
    course: int = cell()  # announced this turn, or NONE
    heading: int = cell()  # the section to mark: the course, or the hidden direction of a stealth
    steps: int = cell()  # cells of the stealth; hidden like its direction
    engineer_done: int = cell()
    mate_done: int = cell()
    system_used: int = cell()
    mine_triggered: int = cell()
    dropped: int = cell()  # the mine dropped this turn, or NOWHERE

    # The submarines, by team
    subs: Cells = cells(TEAMS)  # cells; NOWHERE before placement
    trails: Cells = cells(TEAMS, GRID)
    mines: Cells = cells(TEAMS, GRID)
    hulls: Cells = cells(TEAMS)
    surfaced: Cells = cells(TEAMS)
    gauges: Cells = cells(TEAMS, SYSTEMS)
    boards: Cells = cells(TEAMS)  # marked nodes
    broken: Cells = cells(TEAMS)  # mask of the colors that have a mark: captain and first mate feel it, too
    placed: Cells = cells(TEAMS)

    # What can be known of them
    heard: Cells = cells(TEAMS, HEARD)  # reports about this team's submarine
    reports: Cells = cells(TEAMS)  # how many of them are kept
    reports_ever: Cells = cells(TEAMS)  # how many there were
    since: Cells = cells(TEAMS)  # the place of its last surfacing in the list; 0 if it is older, or none was
    courses: Cells = cells(TEAMS)  # courses and stealths since the match began: so often the crew has charged
    uses: Cells = cells(TEAMS, SYSTEMS)  # systems used; mines as far as others heard of them
    origin: Cells = cells(TEAMS, GRID)  # where it can have been when the reports begin, as the enemy knows it
    possible: Cells = cells(TEAMS, GRID)  # where it can be now, as the enemy knows it (trails are not thought of)

    winner: int = cell()  # a team, or NONE: no winner yet, or a draw
