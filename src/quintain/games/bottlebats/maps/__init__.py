"""Maps: the files that hold them, and those that come with the game."""

from functools import cache
from importlib import resources

from quintain.games.bottlebats.maps.chart import Map
from quintain.games.bottlebats.maps.files import read


@cache
def named(name: str) -> Map:
    """One of the maps that come with the game."""
    return read(resources.files(__name__).joinpath(f"{name}.map").read_text("utf-8"))
