"""The budget: over any time, no more processor time is spent than comes in, but for what was saved."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.errors import BadSetting
from quintain.ranker.contest.budget import MOMENT, SPAN, Budget
from quintain.ranker.contest.crew import Crew
from quintain.ranker.contest.zygote import SETTING


class Machine:
    """Its clocks, which only move when somebody works or rests."""

    def __init__(self) -> None:
        self.now = self.cpu = 0.0

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.cpu += seconds


@given(st.lists(st.floats(0.001, 3.0), min_size=1, max_size=60), st.sampled_from([0.1, 0.4, 0.9]))
def test_whoever_rests_as_told_stays_within_its_cores(tasks: list[float], cores: float) -> None:
    machine = Machine()
    budget = Budget(cores, lambda: machine.cpu, lambda: machine.now)
    for seconds in tasks:
        machine.work(seconds)
        machine.now += budget.rest()
        assert machine.cpu <= cores * (machine.now + SPAN + MOMENT) + 1e-6


def test_what_was_saved_is_bounded() -> None:
    machine = Machine()
    budget = Budget(0.5, lambda: machine.cpu, lambda: machine.now)
    machine.now = 1000.0
    assert budget.rest() == 0.0
    machine.work(10.0)
    assert budget.rest() > 0


def test_a_counter_that_begins_anew_is_no_credit() -> None:
    machine = Machine()
    budget = Budget(0.5, lambda: machine.cpu, lambda: machine.now)
    machine.work(10.0)
    owed = budget.rest()
    machine.cpu = 0.0
    assert budget.rest() >= owed - 0.1


@pytest.mark.parametrize(("wish", "nice"), [(None, "19"), ("5", "5")])
def test_what_plays_for_the_ladder_gives_way_to_everybody_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, wish: str | None, nice: str
) -> None:
    monkeypatch.delenv(SETTING)
    if wish:
        monkeypatch.setenv(SETTING, wish)
    script = "import os; from quintain.ranker.contest.zygote import give_way; give_way()"
    tell = "print(os.sched_getscheduler(0) == os.SCHED_BATCH, os.nice(0))"
    done = subprocess.run([sys.executable, "-c", f"{script}; {tell}"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", nice]


@pytest.mark.parametrize("wish", ["20", "-1", "much", ""])
def test_a_niceness_that_there_is_not_is_told(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setenv(SETTING, wish)
    with pytest.raises(BadSetting, match=f"{SETTING} is a number from 0 to 19, not '{wish}'"):
        Crew(1.0)
