"""What a decision costs: a program's own time, and nothing that others took from it."""

from typing import Any

import pytest

from quintain.arbiter.programs import charging
from quintain.arbiter.programs.charging import BEAT, GRACE, GUARD, Meter, Thread


class World:
    """A clock, a program, and other programs that want the processor."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.used, self.waited = 100.0, 5.0, 3.0
        self.queued = False  # does it wait for a processor right now?
        monkeypatch.setattr(charging, "time", self)
        monkeypatch.setattr(
            charging, "threads", lambda pid: {"1": Thread(self.used, self.waited), "2": Thread(0.0, 0.0)}
        )
        self.away = 0.0  # seconds for which the second processor was not here
        monkeypatch.setattr(charging, "processors", lambda: [self.now, self.now - self.away])
        monkeypatch.setattr(charging, "runnable", lambda thread: self.queued and thread == "1")
        self.pid = 1
        self.meter = Meter(self)  # type: ignore[arg-type]

    def monotonic(self) -> float:
        return self.now

    def cpu(self) -> float:
        return self.used

    def runs(self, beats: int) -> None:
        self.passes(beats, used=1)

    def sleeps(self, beats: int) -> None:
        self.passes(beats)

    def waits(self, beats: int) -> None:
        self.passes(beats, waited=1)

    def passes(self, beats: int, used: int = 0, waited: int = 0) -> None:
        for _ in range(beats):
            self.now += BEAT
            self.used += used * BEAT
            self.waited += waited * BEAT
            self.meter.look()

    def we_are_held_up(self, seconds: float, used: float = 0.0) -> None:
        """Nobody looks meanwhile."""
        self.now += seconds
        self.used += used


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Any:
    return World(monkeypatch)


def test_running_and_sleeping_are_charged(world: World) -> None:
    world.runs(10)
    world.sleeps(10)
    assert world.meter.spent() == pytest.approx(20 * BEAT)


def test_waiting_for_a_processor_is_not(world: World) -> None:
    world.runs(10)
    world.waits(100)
    assert world.meter.spent() == pytest.approx(10 * BEAT)


def test_nor_is_a_wait_that_has_not_come_to_an_end(world: World) -> None:
    """The kernel counts it when it is over; until then nobody is late for it."""
    budget = 8 * BEAT
    world.sleeps(6)
    world.queued = True
    world.sleeps(20)
    assert not world.meter.over(budget)
    world.waited += 20 * BEAT
    world.queued = False
    world.runs(1)
    assert world.meter.spent() == pytest.approx(7 * BEAT)


def test_nobody_is_late_while_a_processor_is_away(world: World) -> None:
    """A virtual machine: who sleeps is woken up late, and has waited for nothing."""
    budget = 8 * BEAT
    world.sleeps(4)
    world.away += 10 * BEAT
    world.sleeps(12)
    assert not world.meter.over(budget)
    assert world.meter.charge(budget) == budget
    world.sleeps(4)
    assert world.meter.over(budget)
    assert world.meter.charge(budget) > budget


def test_what_is_in_time_is_charged_all_the_same(world: World) -> None:
    world.sleeps(4)
    world.away += 3 * BEAT
    world.sleeps(2)
    assert world.meter.charge(8 * BEAT) == pytest.approx(6 * BEAT)


def test_nor_is_a_stall_of_our_own(world: World) -> None:
    world.sleeps(4)
    world.we_are_held_up(30.0)
    assert world.meter.spent() < 6 * BEAT
    world.meter.look()
    world.sleeps(4)
    assert world.meter.spent() < 10 * BEAT


def test_but_processor_time_is_always_charged(world: World) -> None:
    world.runs(2)
    world.we_are_held_up(3.0, used=2.5)
    assert world.meter.spent() == pytest.approx(2.5 + 2 * BEAT)


def test_nobody_is_charged_more_than_the_wall_clock_shows(world: World) -> None:
    """Though two threads use two processors, and one of them had to wait."""
    world.passes(20, used=2, waited=1)
    assert world.meter.spent() == pytest.approx(20 * BEAT)


def test_only_just_late_is_in_time(world: World) -> None:
    world.runs(10)
    budget = 10 * BEAT
    world.now += GRACE / 2
    assert not world.meter.over(budget)
    assert world.meter.charge(budget) == budget
    world.runs(2)
    assert world.meter.over(budget)
    assert world.meter.charge(budget) > budget


def test_whatever_is_forgiven_a_match_goes_on(world: World) -> None:
    budget = 2 * BEAT
    world.waits(10)
    assert not world.meter.over(budget)
    world.waits(int(GUARD * (budget + GRACE) / BEAT))
    assert world.meter.over(budget)
