"""RULES.md 1: how far it is from planet to planet, in exact whole numbers."""

from math import sqrt

from quintain.core.kernel import compiled
from quintain.games.planets.rules.state import State, x_of, y_of

UNIT = 1000  # coordinates are in thousandths


@compiled
def square_root(number: int) -> int:
    """The integer part of a square root, for numbers up to 2 to the 50th."""
    root = int(sqrt(number))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@compiled
def square_between(one: int, other: int) -> int:
    """The square of the way between two sites, in millionths."""
    across, along = x_of(one) - x_of(other), y_of(one) - y_of(other)
    return across * across + along * along


@compiled
def rounded_way(square: int, round_up: int) -> int:
    """The turns that a way takes, of its square in millionths; never less than one."""
    root = square_root(square)
    turns = root // UNIT
    if round_up and (root * root < square or root % UNIT):
        turns += 1
    return max(1, turns)


@compiled
def distance(state: State, one: int, other: int) -> int:
    """The turns that a fleet takes from planet to planet."""
    return rounded_way(square_between(state.sites[one], state.sites[other]), state.round_up)
