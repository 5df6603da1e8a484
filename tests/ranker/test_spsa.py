"""SPSA: it climbs to where a bot is best, within the limits, and with whole numbers where they are needed."""

from random import Random

import pytest

from quintain.core.errors import BadSetting
from quintain.ranker.elo import share_of
from quintain.ranker.spsa import Range, Spsa, spelled

DARING = Range(name="daring", low=0, high=1, start=0.1)
DEPTH = Range(name="depth", low=1, high=9, start=2, whole=True)


def test_it_finds_the_best_settings() -> None:
    """Strength falls off around daring 0.7 and depth 6; a round is a pair of matches that chance decides."""
    plan, rng = Spsa(ranges=(DARING, DEPTH), rounds=1500), Random(4)

    def strength(settings: dict[str, float]) -> float:
        return -800 * (settings["daring"] - 0.7) ** 2 - 12 * (settings["depth"] - 6) ** 2

    values = plan.start
    for round in range(plan.rounds):
        probe = plan.probe(values, round, rng)
        chance = share_of(strength(probe.plus) - strength(probe.minus))
        values = plan.moved(values, probe, sum(rng.random() < chance for _ in range(2)) / 2)
    found = plan.settings(values)
    assert found["daring"] == pytest.approx(0.7, abs=0.15)
    assert found["depth"] == pytest.approx(6, abs=1)


def test_neighbours_are_on_either_side_and_within_the_limits() -> None:
    plan, rng = Spsa(ranges=(DARING, DEPTH), rounds=10), Random(1)
    for round in range(10):
        for values in (plan.start, (0.0, 1.0), (1.0, 9.0)):
            probe = plan.probe(values, round, rng)
            for settings in (probe.plus, probe.minus):
                assert 0 <= settings["daring"] <= 1
                assert settings["depth"] in range(1, 10)
            assert probe.plus != probe.minus
            for sign, one in zip(probe.signs, plan.ranges, strict=True):
                assert (probe.plus[one.name] - probe.minus[one.name]) * sign > 0


def test_a_drawn_round_moves_nothing_and_a_won_one_moves_to_the_winner() -> None:
    plan = Spsa(ranges=(DARING,), rounds=10)
    probe = plan.probe(plan.start, 0, Random(1))
    assert plan.moved(plan.start, probe, 0.5) == plan.start
    [moved] = plan.moved(plan.start, probe, 1.0)
    assert (moved - 0.1) * probe.signs[0] >= 0
    [lost] = plan.moved(plan.start, probe, 0.0)
    assert (lost - 0.1) * probe.signs[0] <= 0


def test_steps_shrink() -> None:
    plan = Spsa(ranges=(Range(name="x", low=-1, high=1, start=0),), rounds=100)
    first, last = (abs(plan.moved((0.0,), plan.probe((0.0,), round, Random(1)), 1.0)[0]) for round in (0, 99))
    assert first > 2 * last > 0


def test_a_bot_by_its_settings() -> None:
    assert spelled("search", {"iterations": 500.0}) == "search:iterations=500"
    assert spelled("sage:level=hard", {"daring": 0.25}) == "sage:level=hard,daring=0.25"
    assert spelled("sage", {}) == "sage"


def test_a_range_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadSetting, match="nothing to choose"):
        Range(name="daring", low=1, high=1, start=1)
    with pytest.raises(BadSetting, match="not between"):
        Range(name="daring", low=0, high=1, start=2)
