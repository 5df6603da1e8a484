"""The published Dumb bot."""

from quintain.games.rummy.bots.basic import Basic
from quintain.games.rummy.bots.manners import DUMB


class Dumb(Basic):
    """Takes the discard or not by the toss of a coin, and never asks to buy."""

    strength = 5
    manner = DUMB
