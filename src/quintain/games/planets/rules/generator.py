"""RULES.md 2: maps made by chance, the same for both teams seen from either side."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.space import UNIT, rounded_way, square_between, square_root
from quintain.games.planets.rules.state import NEUTRAL, State, site

CENTRE = 0  # planets are placed as the centre, if their number is odd, and then in pairs
TRIES = 300  # for a place that keeps its distance from all others; then one is looked for cell by cell
POOR_HOME, POOR_SHIPS, POOR_GROWTH = 2, 1, 1
RICH_HOME, RICH_HOME_GROWTH = 100, 5
MOST_RICH, MOST_CENTRE, MOST_RICH_GROWTH = 100, 150, 5
HOMES_APART = 4 * UNIT
WHOLE_GAP = 3  # thousandths that a rich map's distances keep from whole numbers, so that all programs round alike


@compiled
def generate(state: State, rng: Cells) -> None:
    """Pairs of planets on opposite sides of the centre; the first pairs are homes, the rest are neutral."""
    first = state.planets % 2
    if first:
        settle(state, CENTRE, middle(state), middle(state), NEUTRAL, rng)
    half = state.seats // 2
    for pair in range(state.planets // 2):
        place_pair(state, first + 2 * pair, pair if pair < half else -1, rng)
    renumber(state, rng)


@compiled
def middle(state: State) -> int:
    """The coordinate of the centre: poor maps begin at zero, rich ones have it in the middle."""
    return 0 if state.rich else reach(state)


@compiled
def reach(state: State) -> int:
    """How far a map goes from its centre: a side of 10 for 10 planets and of 50 for 99, or a circle of 12 for 23."""
    if state.rich:
        return square_root(144 * UNIT * UNIT * state.planets // 23)
    return max(3, 5 + (state.planets - 10) * 20 // 89) * UNIT


# --- pairs


@compiled
def place_pair(state: State, planet: int, home: int, rng: Cells) -> None:
    """Two planets, one opposite the other; home -1 makes them neutral."""
    x, y = find_place(state, planet, home >= 0, rng)
    one, other = NEUTRAL, NEUTRAL
    if home >= 0:
        one, other = home + 1, home + 1 + state.seats // 2
    settle(state, planet, x, y, one, rng)
    settle(state, planet + 1, 2 * middle(state) - x, 2 * middle(state) - y, other, rng)
    # What chance has given to one planet, the opposite one has as well.
    growth = state.sites[planet] - site(x, y, 0)
    state.sites[planet + 1] = site(2 * middle(state) - x, 2 * middle(state) - y, growth)
    state.ships[planet + 1] = state.ships[planet]


@compiled
def settle(state: State, planet: int, x: int, y: int, owner: int, rng: Cells) -> None:
    """Found a planet with the numbers of its kind."""
    ships, growth = POOR_HOME if owner else POOR_SHIPS, POOR_GROWTH
    if state.rich and owner:
        ships, growth = RICH_HOME, RICH_HOME_GROWTH
    elif state.rich and planet == CENTRE:
        ships, growth = 1 + random_below(rng, MOST_CENTRE), random_below(rng, MOST_RICH_GROWTH + 1)
    elif state.rich:
        ships, growth = 1 + random_below(rng, most_ships(state, planet)), 1 + random_below(rng, MOST_RICH_GROWTH)
    state.sites[planet] = site(x, y, growth)
    state.owners[planet] = owner
    state.ships[planet] = ships


@compiled
def most_ships(state: State, planet: int) -> int:
    """The first neutral pair can be taken before a rush of the opponent arrives."""
    first = state.planets % 2
    if planet != first + state.seats:
        return MOST_RICH
    way = rounded_way(square_between(state.sites[first], state.sites[first + 1]), state.round_up)
    return max(1, min(MOST_RICH, RICH_HOME_GROWTH * way - 1))


# --- places


@compiled
def find_place(state: State, planets: int, home: bool, rng: Cells) -> tuple[int, int]:
    """A place that keeps its distance from the planets so far and from its own opposite."""
    far, centre = reach(state), middle(state)
    for i in range(TRIES):
        x, y = centre + random_step(state, far, rng), centre + random_step(state, far, rng)
        if fits(state, planets, x, y, home, 2 * i < TRIES):
            return x, y
    cells = far // UNIT
    for i in range(-cells, cells + 1):
        for j in range(-cells, cells + 1):
            if is_free(state, planets, centre + i * UNIT, centre + j * UNIT):
                return centre + i * UNIT, centre + j * UNIT
    return centre, centre


@compiled
def random_step(state: State, far: int, rng: Cells) -> int:
    """Anything from the one side to the other, on poor maps in whole steps."""
    if state.rich:
        return random_below(rng, 2 * far + 1) - far
    return (random_below(rng, 2 * far // UNIT + 1) - far // UNIT) * UNIT


@compiled
def is_free(state: State, planets: int, x: int, y: int) -> bool:
    """Is there nothing, and is it not its own opposite?"""
    here = site(x, y, 0)
    for planet in range(planets):
        if square_between(here, state.sites[planet]) == 0:
            return False
    return square_between(here, site(2 * middle(state) - x, 2 * middle(state) - y, 0)) > 0


@compiled
def fits(state: State, planets: int, x: int, y: int, home: bool, choosy: bool) -> bool:
    here, opposite = site(x, y, 0), site(2 * middle(state) - x, 2 * middle(state) - y, 0)
    across = square_between(here, opposite)
    if across < UNIT * UNIT or (home and across < max(HOMES_APART, reach(state)) ** 2):
        return False
    if state.rich and across > 4 * reach(state) ** 2:
        return False  # outside the circle
    if choosy and state.rich and near_whole(across):
        return False
    for planet in range(planets):
        way = square_between(here, state.sites[planet])
        if way <= gap(state, home and state.owners[planet] != NEUTRAL, choosy) ** 2:
            return False
        if choosy and state.rich and near_whole(way):
            return False
    return True


@compiled
def gap(state: State, homes: bool, choosy: bool) -> int:
    """Planets lie farther apart than this."""
    if homes and choosy:
        return HOMES_APART - 1
    if state.rich:
        return UNIT
    return UNIT if choosy else 0


@compiled
def near_whole(square: int) -> bool:
    rest = square_root(square) % UNIT
    return rest < WHOLE_GAP or rest >= UNIT - WHOLE_GAP


@compiled
def renumber(state: State, rng: Cells) -> None:
    """Planets in any order, so that a lower number is nobody's advantage."""
    for i in range(state.planets - 1, 0, -1):
        j = random_below(rng, i + 1)
        state.sites[i], state.sites[j] = state.sites[j], state.sites[i]
        state.owners[i], state.owners[j] = state.owners[j], state.owners[i]
        state.ships[i], state.ships[j] = state.ships[j], state.ships[i]
