"""The published Generous bot."""

from quintain.games.rummy.bots.basic import Basic
from quintain.games.rummy.bots.manners import GENEROUS


class Generous(Basic):
    """Lets others buy whenever they ask, takes what improves its hand, and never asks itself."""

    strength = 8
    manner = GENEROUS
