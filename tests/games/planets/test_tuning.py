"""One number of Sage2 can be changed by its name, and nothing else with it."""

import pytest
import typer

from bench.tune_planets import altered, names, pair_share
from quintain.games.planets.bots.sage2 import Traits


def test_one_number_is_changed_by_its_name() -> None:
    usual = Traits()
    assert altered(usual, "lasting", 30) == usual._replace(lasting=30)
    assert altered(usual, "fierce.flow", 3) == usual._replace(fierce=usual.fierce._replace(flow=3.0))
    assert all(each.broken == 1 for each in altered(usual, "habits.broken", 1).own())


@pytest.mark.parametrize("name", ["", "luck", "usual", "usual.luck", "luck.flow", "own", "habits"])
def test_a_name_that_is_none_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(typer.BadParameter, match=r"usual\.caution"):
        altered(Traits(), name, 1)


def test_every_name_can_be_changed() -> None:
    for name in names(Traits()):
        assert altered(Traits(), name, 7) != Traits()


def test_a_bot_that_is_not_changed_wins_as_often_as_it_loses() -> None:
    """Without time to think there is no chance in it: both sides of a seed are the same match."""
    assert pair_share("usual.caution", Traits().usual.caution, "planets google", seed=1, budget=0) == 0.5
