"""Time controls and clocks."""

import pytest

from quintain.core.clock import UNLIMITED, Clock, TimeControl
from quintain.core.errors import BadSetting


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60", TimeControl(bank=60)),
        ("60+0.5", TimeControl(bank=60, increment=0.5)),
        ("/2", TimeControl(limit=2)),
        ("60/2", TimeControl(bank=60, limit=2)),
        ("60+1/2", TimeControl(bank=60, increment=1, limit=2)),
    ],
)
def test_time_controls_are_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    "text", ["0", "/0", "-1", "60+-1", "x", "60+x", "1/2/3", "nan", "inf", "/nan", "60+inf", "60+nan", "+5", ""]
)
def test_what_is_no_time_control_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadSetting, match="is not a time control"):
        TimeControl.parse(text)


def test_a_clock_without_limit_never_runs_out() -> None:
    clock = Clock(UNLIMITED)
    clock.start(0)
    assert clock.left(10**9) is None


def test_the_bank_is_charged_for_thinking_only() -> None:
    clock = Clock(TimeControl(bank=10))
    clock.start(5)
    clock.stop(3)
    assert clock.left(100) == 7


def test_the_increment_is_added_after_each_decision() -> None:
    clock = Clock(TimeControl(bank=10, increment=2))
    clock.start(0)
    assert clock.left(1) == 9
    clock.stop(1)
    assert clock.left(1) == 11


def test_the_limit_holds_for_each_decision() -> None:
    clock = Clock(TimeControl(limit=3))
    for begun in (0, 100):
        clock.start(begun)
        assert clock.left(begun + 1) == 2
        clock.stop(1)


def test_the_smaller_of_bank_and_limit_counts() -> None:
    clock = Clock(TimeControl(bank=5, limit=3))
    assert clock.left(0) == 3
    clock.start(0)
    clock.stop(3)
    assert clock.left(3) == 2


def test_a_running_clock_is_not_started_again() -> None:
    clock = Clock(TimeControl(bank=10))
    clock.start(0)
    clock.start(4)
    assert clock.left(5) == 5
