"""What a hand is worth before a card is played: as declarer for each trump and without one, as partner, as defender."""

import numpy as np

from quintain.core.kernel import compiled, count
from quintain.games.jaffre.bots import measured
from quintain.games.jaffre.bots.reading import Reals
from quintain.games.jaffre.rules.state import (
    BROWN,
    BROWN_ZERO,
    COLORS,
    HAND,
    RED,
    RED_ZERO,
    VALUES,
)
from quintain.games.jaffre.rules.tricks import color_mask

WITHOUT = COLORS  # as a trump: none
TRUMP_TRAITS, PLAIN_TRAITS, HELP_TRAITS = 20, 14, 8

WITH_TRUMP = np.array(measured.WITH_TRUMP)
WITHOUT_TRUMP = np.array(measured.WITHOUT_TRUMP)
AS_PARTNER = np.array(measured.AS_PARTNER)
AS_DEFENDER = np.array(measured.AS_DEFENDER)


@compiled
def has(hand: int, color: int, value: int) -> int:
    return hand >> (color * VALUES + value) & 1


@compiled
def trump_traits(hand: int, trump: int, out: Reals) -> None:
    """What is counted in a hand that would declare with this trump."""
    out[:] = 0.0
    out[0] = 1.0
    trumps = count(hand & color_mask(trump))
    out[1] = trumps
    for i in range(4):
        out[2 + i] = has(hand, trump, 7 - i)
    out[6] = max(0, trumps - 4)
    for color in range(COLORS):
        if color != trump:
            side_traits(hand, color, out)
    red_zero, held_high = hand >> RED_ZERO & 1, has(hand, RED, 7)
    out[12] = red_zero * (trump == RED)
    out[13] = red_zero * (trump != RED)
    out[14] = (1 - red_zero) * held_high * (trump != RED)
    out[15] = (1 - red_zero) * (trump == RED)
    brown_zero = hand >> BROWN_ZERO & 1
    out[16] = brown_zero
    out[17] = red_zero * held_high * (trump != RED)
    out[18] = (1 - brown_zero) * (trump == BROWN)
    out[19] = (1 - brown_zero) * has(hand, BROWN, 7) * (trump != BROWN)


@compiled
def side_traits(hand: int, color: int, out: Reals) -> None:
    length = count(hand & color_mask(color))
    seven, six = has(hand, color, 7), has(hand, color, 6)
    out[7] += seven
    out[8] += seven * six
    out[9] += (1 - seven) * six * (length >= 2)
    out[10] += length == 0
    out[11] += length == 1 and not seven


@compiled
def plain_traits(hand: int, out: Reals) -> None:
    """What is counted in a hand that would declare without trump."""
    out[:] = 0.0
    out[0] = 1.0
    for color in range(COLORS):
        length = count(hand & color_mask(color))
        seven, six, five, four = (has(hand, color, 7), has(hand, color, 6), has(hand, color, 5), has(hand, color, 4))
        out[1] += seven
        out[2] += seven * six
        out[3] += seven * six * five
        out[4] += seven * six * five * four
        out[5] += (1 - seven) * six * (length >= 2)
        out[6] += seven * (length - 1)
        out[7] += (1 - seven) * (1 - six * (length >= 2))
        out[8] += length == 0
    red_zero = hand >> RED_ZERO & 1
    out[9] = red_zero
    out[10] = red_zero * has(hand, RED, 7)
    out[11] = (1 - red_zero) * has(hand, RED, 7)
    out[12] = hand >> BROWN_ZERO & 1
    out[13] = (1 - out[12]) * has(hand, BROWN, 7)


@compiled
def help_traits(hand: int, out: Reals) -> None:
    """What is counted in a hand that helps or hinders somebody else's contract."""
    out[:] = 0.0
    out[0] = 1.0
    longest = 0
    for color in range(COLORS):
        for i in range(3):
            out[1 + i] += has(hand, color, 7 - i)
        longest = max(longest, count(hand & color_mask(color)))
    out[4] = hand >> RED_ZERO & 1
    out[5] = hand >> BROWN_ZERO & 1
    out[6] = longest
    out[7] = has(hand, RED, 7)


@compiled
def dot(traits: Reals, weights: Reals) -> float:
    total = 0.0
    for i in range(len(weights)):
        total += traits[i] * weights[i]
    return total


@compiled
def values(hand: int, out: Reals) -> None:
    """The points to expect as declarer with each trump, and at last without one."""
    traits = np.empty(TRUMP_TRAITS)
    for trump in range(COLORS):
        out[trump] = -float(HAND)
        if hand & color_mask(trump):
            trump_traits(hand, trump, traits)
            out[trump] = dot(traits, WITH_TRUMP)
    plain_traits(hand, traits)
    out[WITHOUT] = dot(traits, WITHOUT_TRUMP)


@compiled
def best_trump(hand: int) -> int:
    worth = np.empty(COLORS + 1)
    values(hand, worth)
    return first_best(worth)


@compiled
def first_best(worth: Reals) -> int:
    """The trump that is worth most."""
    best = 0
    for trump in range(1, COLORS):
        if worth[trump] > worth[best]:
            best = trump
    return best


@compiled
def as_partner(hand: int) -> float:
    """By how much a partner's contract does better with this hand beside it than with an average one."""
    traits = np.empty(HELP_TRAITS)
    help_traits(hand, traits)
    return dot(traits, AS_PARTNER)


@compiled
def as_defender(hand: int) -> float:
    """By how much an opponent's contract does better (mostly worse) against this hand than against an average one."""
    traits = np.empty(HELP_TRAITS)
    help_traits(hand, traits)
    return dot(traits, AS_DEFENDER)
