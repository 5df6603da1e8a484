"""The numbers of a crew can be changed one at a time, and the crew goes by them."""

import pytest
import typer

from bench.tune_admiral import Tuned, altered, number_at, path_of
from quintain.games.admiral.bots.levels import LEVELS, PROFILES, Manner
from tests.games.admiral.asking import asked
from tests.games.admiral.boats import BLUE, boats, full, moved
from tests.games.admiral.test_veteran import sighted

MANNER = Manner(LEVELS["expert"], PROFILES["balanced"])


@pytest.mark.parametrize("trait", ["duel.kept", "weapons.cramped", "level.drop", "profile.threshold"])
def test_one_number_is_changed_and_no_other(trait: str) -> None:
    path = path_of(trait)
    other = altered(MANNER, path, 7)
    assert number_at(other, path) == 7
    assert altered(other, path, number_at(MANNER, path)) == MANNER


@pytest.mark.parametrize("trait", ["duel.keep", "duel", "level.tracker", "duel.kept.more"])
def test_what_is_no_number_is_refused(trait: str) -> None:
    with pytest.raises(typer.BadParameter):
        number_at(MANNER, path_of(trait))


def test_a_crew_goes_by_the_number() -> None:
    """A direct hit that the crew takes as it is; with such a bar it would wait for better."""
    position = moved(boats("G12", "G8", gauges={BLUE: full("torpedo")}, map="openwater"))
    usual, picky = (Tuned("hard", "balanced", "profile.threshold", value) for value in (0.8, 9.0))
    assert asked(usual, position, events=[sighted((7, 6))]) == "torpedo G8"
    assert asked(picky, position, events=[sighted((7, 6))]) == "end"
