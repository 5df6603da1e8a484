"""What the shark knows by measurement.

All of it comes from rounds that sharks played against each other and against `advanced`, in this order: the weights of
the cards by climbing (small random changes to all weights at once, kept in proportion to how many points they won over
20 000 deals, each played from both sides); then the values of hands by least squares over 60 000 rounds of the points
that declarers took, on what their hands held (see valuation.py for what is counted); then the chances to make a bet by
logistic regression on those values; then what a bet stands for and what a lead is worth by counting in whole matches;
and at last the leanings, by climbing over whole matches.
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
    0.01,
    1.25,
    0.98,
    0.54,
    0.34,
    0.13,
    -0.91,
    0.8,
    0.42,
    0.37,
    0.66,
    0.21,
    1.15,
    -0.87,
    0.87,
    0.5,
    0.74,
    0.56,
    -0.16,
    -0.43,
)
WITHOUT_TRUMP = (0.72, 1.35, 0.74, 0.28, -0.13, 0.96, 0.18, 0.58, 0.25, 0.36, 0.06, 1.17, 0.5, -0.49)

# Points that a declarer takes beyond that, by what his partner or a defender holds: help_traits in valuation.py.
AS_PARTNER = (-0.77, 0.8, 0.29, 0.04, 0.88, 1.23, -0.33, 1.03)
AS_DEFENDER = (1.29, -0.38, -0.15, -0.04, -0.44, -0.61, -0.1, -0.61)

# The chance to make 7, 8, ... 12 with a hand of some value is logistic(constant + slope * value).
MAKES = ((-3.096, 0.536), (-3.641, 0.55), (-4.199, 0.537), (-5.008, 0.535), (-6.288, 0.562), (-8.713, 0.691))
MAKES_WITHOUT = ((-2.742, 0.477), (-3.175, 0.477), (-3.726, 0.473), (-4.381, 0.459), (-5.254, 0.418), (-7.116, 0.529))

# Points taken by declarers who make it, and by those who fail: constant, for each point bet, for each point of value.
TAKEN_WHEN_MADE = (4.76, 0.37, 0.23)
TAKEN_WHEN_FAILED = (-3.88, 0.59, 0.47)

# The value of the hands behind each bet, from none and 7 to 12 without trump.
BEHIND_A_BET = (0, 6.5, 6.5, 7.73, 6.64, 7.11, 6.32, 7, 6.2, 7, 6.2, 7, 6.2)

# The chance to win the match is logistic(counts * lead / (what the leaders need + fades)).
LEAD_COUNTS = 2.51
LEAD_FADES = 28.1

LEANINGS = Leanings(
    partner_bet=0.5,
    partner_skipped=-0.2,
    opponent_bet=-0.4,
    opponent_skipped=0.1,
    forced=6.25,
    waiting_defender=0.0,
    waiting_partner=0.0,
    caution=0.0,
)

CARD_WEIGHTS = CardWeights(
    partner_overtakes=0.83,
    red_zero_falls=0.34,
    brown_zero_falls=0.65,
    keep_plain=(0.64, 0.28, -0.06, -0.54),
    keep_trump=(2.05, 1.24, 0.81, 0.11),
    keep_without_trump=(1.18, 0.67, 0.31, -0.31),
    keep_red_zero=1.97,
    keep_brown_zero=0.1,
    keep_fades=0.32,
    draw_trumps=1.54,
    lead_trump_defending=-0.54,
    make_a_void=1.07,
    win_the_lead=0.18,
    making=0.72,
    losing=3.68,
    low_lead=0.03,
    first_lead_high=0.09,
    guarded_red_zero=0.04,
    guarded_brown_zero=0.16,
    red_master=0.18,
    brown_master=-0.01,
    red_zero_forced=0.25,
    brown_zero_forced=0.2,
    last_trump=0.45,
)
