"""Programs that do everything wrong: each gets its own ending, quickly, and nobody else notices."""

from pathlib import Path

import pytest

from quintain.arbiter import loop
from quintain.arbiter.actors import InProcess
from quintain.arbiter.programs import exchange
from quintain.arbiter.programs.charging import Meter
from quintain.bots.chance import Chance
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Replaced, Struck
from tests.arbiter.programs.bad import BAD
from tests.arbiter.programs.seats import (
    ACT,
    DRIVERS,
    FORGIVING,
    READY,
    REPLACING,
    gone,
    named,
    new_match,
    played,
    script,
)


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_ends_as_it_deserves(kind: str, driver: str, tmp_path: Path) -> None:
    text, ending, words = BAD[kind]
    program, told = named(tmp_path, text)
    outcome = DRIVERS[driver](new_match(limit=0.3), program.actor())
    assert outcome.ending is ending
    assert outcome.stopped_by == 0
    assert words in outcome.why
    assert outcome.charged == {0}
    assert any(words in fault for fault in told[0].faults)
    assert gone(tmp_path)


def test_a_program_that_does_not_die_when_asked_to_is_ended(tmp_path: Path) -> None:
    """Nor do its children, whatever they call themselves and whoever their parent is."""
    fork = "trap '' TERM HUP INT; (setsid sleep 1000 &) ; sleep 1000 &"
    program, _ = named(tmp_path, script(before=fork))
    assert played(new_match(), program.actor()).ending is Ending.NORMAL
    assert gone(tmp_path)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_stand_in_plays_on_and_only_the_program_is_charged(
    driver: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "house_actor", lambda game, player, rng: InProcess(Chance(), rng, player.timed))
    program, _ = named(tmp_path, script(turn="exit 3"))
    match = new_match(faults=REPLACING)
    outcome = DRIVERS[driver](match, program.actor())
    assert outcome.ending is Ending.NORMAL
    assert outcome.charged == {0}
    assert [entry.ending for entry in match.record if isinstance(entry, Replaced)] == [Ending.CRASHED]
    assert outcome.ranks[0] == 3
    assert gone(tmp_path)


@pytest.mark.parametrize("driver", DRIVERS)
def test_late_answers_are_strikes_and_are_not_taken_for_answers_to_later_questions(driver: str, tmp_path: Path) -> None:
    """It answers the first question after the second has been asked."""
    late = f"if [ $n = 0 ]; then read -r next; {ACT}; n=1; fi; {ACT.replace(':1}', ':2}')}"
    program, told = named(tmp_path, script(turn=late))
    match = new_match(limit=0.5, faults=FORGIVING)
    outcome = DRIVERS[driver](match, program.actor())
    assert outcome.ending is Ending.NORMAL
    assert [entry.ending for entry in match.record if isinstance(entry, Struck)] == [Ending.OUT_OF_TIME]
    shown = [str(entry.actions[0]) for entry in match.record if isinstance(entry, Acted) and entry.seat == 0]
    assert shown == ["show 2", "show 2"]
    assert len(told[0].faults) == 1


def test_a_dead_program_uses_up_its_strikes_at_once(tmp_path: Path) -> None:
    program, _ = named(tmp_path, script(turn="exit 3"))
    match = new_match(limit=60.0, faults=FORGIVING)
    assert played(match, program.actor()).ending is Ending.NORMAL
    assert sum(isinstance(entry, Struck) for entry in match.record) == 3


def test_what_is_wrong_is_told_to_the_program(tmp_path: Path) -> None:
    once = f'if [ $n = 0 ]; then echo nonsense; read -r why; echo "$why" >&2; else {ACT}; fi'
    program, told = named(tmp_path, script(turn=once))
    played(new_match(faults=FORGIVING), program.actor())
    assert '"type":"error"' in told[0].log.text
    assert "nonsense" in told[0].log.text


def test_an_endless_log_is_drained_and_bounded(tmp_path: Path) -> None:
    program, told = named(tmp_path, script(before="echo first >&2; yes some words >&2 &\n"))
    assert played(new_match(rounds=9, limit=30.0), program.actor()).ending is Ending.NORMAL
    log = told[0].log
    assert log.text.startswith("first\n")
    assert len(log.text) < 70_000
    assert gone(tmp_path)


def test_what_it_says_while_nobody_asks_is_left_in_the_pipe(tmp_path: Path) -> None:
    """Thousands of answers to a question that has been answered: it must wait until somebody reads them."""
    eager = f'{ACT}; yes "$({ACT})" | head -n 5000'
    program, _ = named(tmp_path, script(turn=f"if [ $n = 0 ]; then {eager}; else {ACT}; fi"))
    match = new_match(limit=20.0)
    assert played(match, program.actor()).ending is Ending.NORMAL
    assert gone(tmp_path)


def test_a_program_that_knows_no_greeting_plays_all_the_same(tmp_path: Path) -> None:
    program, told = named(tmp_path, script(greeting=":"))
    assert played(new_match(), program.actor()).ending is Ending.NORMAL
    assert told[0].turns == 3


def test_its_start_is_on_nobodys_clock(tmp_path: Path) -> None:
    program, told = named(tmp_path, script(greeting=f"sleep 0.7; {READY}"))
    match = new_match(limit=0.5)
    assert played(match, program.actor()).ending is Ending.NORMAL
    assert told[0].called == "Shell"


def test_processes_that_hinder_each_other_do_not_start_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait for a processor all the time, which is not charged."""
    monkeypatch.setattr(Meter, "spent", lambda meter: 0.0)
    monkeypatch.setattr(exchange, "LONGEST_START", 0.5)
    program, _ = named(tmp_path, "while :; do :; done")
    outcome = played(new_match(limit=0.1), program.actor())
    assert outcome.ending is Ending.OUT_OF_TIME
