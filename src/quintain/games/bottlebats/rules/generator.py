"""RULES.md 2: maps made by chance, the same for everybody; or of the size and the unfairness of the first contest's.

A fair map looks the same from every home: it is a few forts and their copies, turned around the middle by equal angles.
Fort `copies * orbit + k` is copy k of its orbit. Whole numbers cannot be turned without rounding, so forts are then
moved by a few steps until the copies of a road are equally long.
"""

import math

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.rules.state import (
    FAIR,
    FORTS,
    NOBODY,
    PLAYERS,
    STEPS,
    State,
    add_road,
    distance,
    site,
)

GARRISON = 100  # of a home
UNIT = 1024  # parts of a step, while a map is drawn
TURN_UNIT = 1 << 16
SPACE = 3  # steps that two forts are apart at least
ROOM = 40  # square steps for each fort of a fair map
TRIES = 200
DRAWS = 60  # maps of one size before a smaller one is tried
SWEEPS = 40
REACH = 3  # steps that a fort may be moved
WIDEST = 26  # forts up to which the field of an original map grows with their number

# Cosine and sine of each turn, for each number of copies.
TURNS = np.array(
    [
        [
            [round(math.cos(2 * math.pi * k / n) * TURN_UNIT), round(math.sin(2 * math.pi * k / n) * TURN_UNIT)]
            for k in range(PLAYERS)
        ]
        for n in range(1, PLAYERS + 1)
    ]
)


@compiled
def make_map(state: State, rng: Cells) -> None:
    copies = state.seats if state.source == FAIR else 1
    orbits = max(2, min(state.wanted, FORTS) // copies)
    x, y = np.zeros(FORTS, np.int64), np.zeros(FORTS, np.int64)
    linked = np.zeros((FORTS, FORTS), np.int64)
    made = False
    while not made:
        for _ in range(DRAWS):
            if not made and place_forts(state, copies, orbits, x, y, rng):
                link(state.forts, copies, orbits, x, y, linked)
                made = straighten(state, copies, orbits, x, y, linked)
        orbits = max(1, orbits - 1)
    build_roads(state, linked)
    for fort in range(state.forts):
        home = fort < state.seats
        state.owners[fort] = fort + 1 if home else NOBODY
        state.soldiers[fort] = GARRISON if home else 0


# --- forts


@compiled
def place_forts(state: State, copies: int, orbits: int, x: Cells, y: Cells, rng: Cells) -> bool:
    """Put copies of each fort around the middle, and where they do not come out even one into the middle."""
    state.forts = copies * orbits
    if copies > 1 and state.wanted % copies > 0 and state.forts < FORTS:
        x[state.forts] = 0
        y[state.forts] = 0
        state.forts += 1
    middle = state.forts - copies * orbits
    width, height = 3 * min(state.forts, WIDEST), 2 * min(state.forts, WIDEST)
    if copies > 1:
        width = 2 * int(math.sqrt(ROOM * state.forts / math.pi))
        height = width
    for orbit in range(orbits):
        found = False
        for _ in range(TRIES):
            if not found:
                across, up = random_below(rng, width + 1), random_below(rng, height + 1)
                turn_around(copies, orbit, across - width // 2, up - height // 2, x, y)
                inside = copies == 1 or in_ring(x[copies * orbit], y[copies * orbit], width // 2, int(orbit == 0))
                found = inside and apart(copies * orbit, copies, x, y, middle, copies * orbits)
        if not found:
            return False
    return True


@compiled
def turn_around(copies: int, orbit: int, across: int, up: int, x: Cells, y: Cells) -> None:
    for k in range(copies):
        cosine, sine = TURNS[copies - 1, k, 0], TURNS[copies - 1, k, 1]
        x[copies * orbit + k] = (across * cosine - up * sine) * UNIT // TURN_UNIT
        y[copies * orbit + k] = (across * sine + up * cosine) * UNIT // TURN_UNIT


@compiled
def in_ring(x: int, y: int, radius: int, home: int) -> bool:
    """Is it in the field, and for a home not near the middle?"""
    square, outer = x * x + y * y, radius * radius * UNIT * UNIT
    return square <= outer and (home == 0 or 2 * square >= outer)


@compiled
def apart(first: int, copies: int, x: Cells, y: Cells, middle: int, centre: int) -> bool:
    """Are these copies far enough from each other, from the forts before them and from one in the middle?"""
    for fort in range(first, first + copies):
        for other in range(fort):
            if near(fort, other, x, y):
                return False
        if middle and near(fort, centre, x, y):
            return False
    return True


@compiled
def near(one: int, other: int, x: Cells, y: Cells) -> bool:
    across, up = x[one] - x[other], y[one] - y[other]
    return across * across + up * up < SPACE * SPACE * UNIT * UNIT


# --- roads


@compiled
def link(forts: int, copies: int, orbits: int, x: Cells, y: Cells, linked: Cells) -> None:
    """Link two forts if no third one lies in the circle around them: such roads do not cross, and reach everybody."""
    for one in range(forts):
        for other in range(forts):
            linked[one, other] = 0
    for one in range(0, forts, copies):
        for other in range(forts):
            if one != other and clear_between(forts, one, other, x, y):
                for k in range(copies):
                    a, b = turned(one, k, copies, orbits), turned(other, k, copies, orbits)
                    linked[a, b] = 1
                    linked[b, a] = 1


@compiled
def clear_between(forts: int, one: int, other: int, x: Cells, y: Cells) -> bool:
    for third in range(forts):
        if third != one and third != other:
            across = (x[one] - x[third]) * (x[other] - x[third])
            if across + (y[one] - y[third]) * (y[other] - y[third]) <= UNIT * UNIT // 16:
                return False
    return True


@compiled
def turned(fort: int, k: int, copies: int, orbits: int) -> int:
    """The copy of a fort k places on; the one in the middle stays."""
    if fort >= copies * orbits:
        return fort
    return fort // copies * copies + (fort % copies + k) % copies


@compiled
def straighten(state: State, copies: int, orbits: int, x: Cells, y: Cells, linked: Cells) -> bool:
    """Round all places so that the copies of a road are equally long; return whether that was possible."""
    for fort in range(state.forts):
        state.sites[fort] = site((x[fort] + UNIT // 2) // UNIT, (y[fort] + UNIT // 2) // UNIT)
    for _ in range(SWEEPS):
        wrong, moved = 0, 0
        for fort in range(state.forts):
            if faults_at(state, fort, copies, orbits, linked):
                before = state.sites[fort]
                wrong += nudge(state, fort, copies, orbits, x, y, linked)
                moved += state.sites[fort] != before
        if wrong == 0:
            return fits(state, linked)
        if moved == 0:
            return False
    return False


@compiled
def faults_at(state: State, fort: int, copies: int, orbits: int, linked: Cells) -> int:
    """How many roads of a fort are not as long as their first copies."""
    wrong = 0
    if fort >= copies * orbits:
        return 0
    for other in range(state.forts):
        if linked[fort, other] and fort % copies != 0:
            first, second = fort - fort % copies, turned(other, copies - fort % copies, copies, orbits)
            wrong += distance(state.sites[fort], state.sites[other]) != distance(
                state.sites[first], state.sites[second]
            )
    return wrong


@compiled
def nudge(state: State, fort: int, copies: int, orbits: int, x: Cells, y: Cells, linked: Cells) -> int:
    """Move a fort to where the fewest of its roads are wrong; return how many still are."""
    across, up = (x[fort] + UNIT // 2) // UNIT, (y[fort] + UNIT // 2) // UNIT
    best, least = state.sites[fort], faults_at(state, fort, copies, orbits, linked)
    for i in range(-REACH, REACH + 1):
        for j in range(-REACH, REACH + 1):
            state.sites[fort] = site(across + i, up + j)
            wrong = faults_at(state, fort, copies, orbits, linked)
            if wrong < least:
                best, least = state.sites[fort], wrong
    state.sites[fort] = best
    return least


@compiled
def fits(state: State, linked: Cells) -> bool:
    """Do all roads fit into the state?"""
    total = 0
    for one in range(state.forts):
        for other in range(one):
            if linked[one, other]:
                total += distance(state.sites[one], state.sites[other])
    return total <= STEPS


@compiled
def build_roads(state: State, linked: Cells) -> None:
    for one in range(state.forts):
        for other in range(one + 1, state.forts):
            if linked[one, other]:
                add_road(state, one, other)
