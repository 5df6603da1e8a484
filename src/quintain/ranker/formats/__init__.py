"""Who meets whom, by the rules of a tournament: one file a format.

A format is pure: told the points of the pairings that are finished, it says which pairings follow. Asked again with
the same points it says the same, so a tournament that was killed goes on where it was.
"""

from quintain.core.errors import BadSetting, did_you_mean
from quintain.ranker.formats.field import Field, Format, Pairing
from quintain.ranker.formats.gauntlet import Gauntlet
from quintain.ranker.formats.knockout import Knockout
from quintain.ranker.formats.ladder import Ladder
from quintain.ranker.formats.round_robin import RoundRobin
from quintain.ranker.formats.swiss import Swiss

FORMATS: dict[str, Format] = {
    "round-robin": RoundRobin(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "gauntlet": Gauntlet(),
    "ladder": Ladder(),
}

__all__ = ["FORMATS", "Field", "Format", "Pairing", "format_named"]


def format_named(name: str) -> Format:
    if name not in FORMATS:
        raise BadSetting(f"there is no format {name!r}; {did_you_mean(name, FORMATS)}")
    return FORMATS[name]
