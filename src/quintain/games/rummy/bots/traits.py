"""What a player leans to. One bot plays all characters of the house; each published bot is a point in this space."""

from typing import NamedTuple

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.rummy.rules.state import KINDS, SEATS, State

PUBLISHED, EXACT, ODDS, TABLE = range(4)  # how deep a hand is judged
Reals = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Traits(NamedTuple):
    """All but the first from 0 to 1."""

    depth: int  # by the published value, by what the hand lacks, by the odds of the next draw, by all at the table
    daring: float  # how readily it buys
    hoarding: float  # 0 lets others have what they ask for, 0.5 takes what it needs, 1 takes what others ask for
    memory: float  # the share that it remembers of what it has seen
    bluff: float  # how often chance decides whether it takes the discard, and how often it throws an odd card


DUMB = Traits(PUBLISHED, 0.0, 0.5, 0.0, 1.0)
STINGY = Traits(PUBLISHED, 0.0, 1.0, 0.0, 0.0)
GENEROUS = Traits(PUBLISHED, 0.0, 0.0, 0.0, 0.0)
BASIC = Traits(PUBLISHED, 1.0, 0.5, 0.0, 0.0)


class Mind(NamedTuple):
    """What a decision is made with, and what it leaves behind to be told."""

    traits: Traits
    interest: Reals  # by seat and kind: how much the seat is thought to want such a card
    numbers: Reals  # see below
    needs: Reals  # by kind: how likely the next draw is this card, if it helps


VALUE, WITH, DICE, FAR, NEAR, HELP, SOON, COST, BLUFFED, SAVED = range(10)  # numbers that explain a decision


def mind_of(traits: Traits, interest: Reals | None = None) -> Mind:
    blank = np.zeros((SEATS, KINDS + 1)) if interest is None else interest
    return Mind(traits, blank, np.zeros(SAVED + 1), np.zeros(KINDS + 1))


@compiled
def happens(rng: Cells, chance: float) -> bool:
    """Toss dice, but only where they decide anything."""
    if chance <= 0.0 or chance >= 1.0:
        return chance >= 1.0
    return random_below(rng, 1000) < 1000 * chance


@compiled
def partners(state: State, seat: int, other: int) -> bool:
    return bool(state.teams) and seat % (state.players // 2) == other % (state.players // 2)
