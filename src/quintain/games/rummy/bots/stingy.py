"""The published Stingy bot."""

from quintain.games.rummy.bots.basic import Basic
from quintain.games.rummy.bots.manners import STINGY


class Stingy(Basic):
    """Takes the discard to keep others from buying it, or because it improves its hand."""

    strength = 10
    manner = STINGY
