"""What the shark knows by measurement.

All of it comes from rounds and matches that sharks played against each other and against `advanced`. First the
weights of the cards, by climbing: weights with a small random change and with its opposite played the same 2 500 deals
from both sides, and all weights moved along the changes that won points, some thousand times. Then the values of
hands: least squares over 60 000 rounds of what declarers took, on what they held. Then the chances to make a bet:
logistic regression on those values. Then what a bet stands for and what a lead is worth, counted over 1 200 matches. At
last the leanings and the weights together, by climbing over whole matches.
"""

from typing import NamedTuple


class CardWeights(NamedTuple):
    """What counts when a card is weighed, in points. The keep_ rows go by how many cards that can beat it are out."""

    partner_overtakes: float  # how surely a partner who can win does
    red_zero_falls: float  # how surely who may give the red zero to his own side does
    brown_zero_falls: float  # and the brown one to the other
    keep_plain: tuple[float, float, float, float]
    keep_trump: tuple[float, float, float, float]
    keep_without_trump: tuple[float, float, float, float]
    keep_red_zero: float
    keep_brown_zero: float
    keep_fades: float  # share of all these that is gone by the last trick
    draw_trumps: float  # for each trump that may be out, up to three
    lead_trump_defending: float
    make_a_void: float
    win_the_lead: float
    making: float  # a trick that makes the contract
    losing: float  # a trick whose loss puts the contract out of reach
    low_lead: float  # for each card of the color
    first_lead_high: float  # for each point of the card's value
    guarded_red_zero: float  # for each other red card
    guarded_brown_zero: float  # for each other brown card
    red_master: float  # a red card that cannot be beaten, while the red zero is out
    brown_master: float  # a high brown card, while the brown zero is out
    red_zero_forced: float  # how surely who must not give the red zero away has to
    brown_zero_forced: float
    last_trump: float


class Leanings(NamedTuple):
    """How the words of others shift our hopes, in points."""

    partner_bet: float
    partner_skipped: float
    opponent_bet: float
    opponent_skipped: float
    forced: float  # the value of a hand that must bet
    waiting_defender: float  # how much more it is while others may still speak, seen by a defender
    waiting_partner: float  # and by the dealer's partner
    caution: float


# Points that a declarer takes, by what he holds: trump_traits and plain_traits in valuation.py.
WITH_TRUMP = (
    0.67,
    1,
    1.09,
    0.44,
    0.31,
    0.08,
    -0.59,
    0.75,
    0.38,
    0.33,
    0.77,
    0.24,
    1.15,
    -0.85,
    0.87,
    0.38,
    0.75,
    0.52,
    -0.07,
    -0.39,
)
WITHOUT_TRUMP = (0.71, 1.28, 0.71, 0.29, -0.02, 0.97, 0.25, 0.59, 0.21, 0.27, 0.23, 1.26, 0.48, -0.56)

# Points that a declarer takes beyond that, by what his partner or a defender holds: help_traits in valuation.py.
AS_PARTNER = (-0.98, 0.78, 0.32, 0.07, 0.92, 1.16, -0.3, 1.22)
AS_DEFENDER = (1.33, -0.37, -0.17, -0.06, -0.46, -0.59, -0.1, -0.73)

# The chance to make 7, 8, ... 12 with a hand of some value is logistic(constant + slope * value).
MAKES = ((-3.136, 0.551), (-3.651, 0.55), (-4.345, 0.55), (-5.248, 0.553), (-6.746, 0.603), (-9.522, 0.751))
MAKES_WITHOUT = ((-2.712, 0.472), (-3.026, 0.453), (-3.592, 0.45), (-4.258, 0.436), (-5.135, 0.393), (-6.947, 0.487))

# Points taken by declarers who make it, and by those who fail: constant, for each point bet, for each point of value.
TAKEN_WHEN_MADE = (4.61, 0.39, 0.21)
TAKEN_WHEN_FAILED = (-5.13, 0.77, 0.46)

# The value of the hands behind each bet, from none and 7 to 12 without trump; from 10 on they are too rare to measure.
BEHIND_A_BET = (0, 6.96, 6.61, 7.01, 6.7, 6.67, 6.32, 7, 6.2, 7, 6.2, 7, 6.2)

# The chance to win the match is logistic(counts * lead / (what the leaders need + fades)).
LEAD_COUNTS = 2.87
LEAD_FADES = 29.8

LEANINGS = Leanings(
    partner_bet=0.21,
    partner_skipped=-0.25,
    opponent_bet=-0.66,
    opponent_skipped=-0.34,
    forced=6.01,
    waiting_defender=-0.49,
    waiting_partner=-0.1,
    caution=0.42,
)

CARD_WEIGHTS = CardWeights(
    partner_overtakes=0.84,
    red_zero_falls=0.35,
    brown_zero_falls=0.71,
    keep_plain=(0.54, 0.27, -0.01, -0.48),
    keep_trump=(3.24, 1.38, 0.83, 0.04),
    keep_without_trump=(1.2, 0.73, 0.3, -0.3),
    keep_red_zero=1.86,
    keep_brown_zero=0.16,
    keep_fades=0.25,
    draw_trumps=1.66,
    lead_trump_defending=-0.54,
    make_a_void=1.2,
    win_the_lead=0.16,
    making=0.73,
    losing=4.37,
    low_lead=-0.0,
    first_lead_high=0.09,
    guarded_red_zero=0.11,
    guarded_brown_zero=0.24,
    red_master=0.18,
    brown_master=-0.06,
    red_zero_forced=0.43,
    brown_zero_forced=0.19,
    last_trump=0.46,
)
