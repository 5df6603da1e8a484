"""Programs that play well: asked together, kept for a series, paused, confined, and what their owner is told."""

import asyncio
import os
import pickle
import signal
import time
from pathlib import Path

import pytest

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import Loop, play
from quintain.arbiter.programs.player import Handling, NamedProgram, protocols
from quintain.core.bot import Bot, Turn
from quintain.core.errors import NotIsolated
from quintain.core.outcome import Ending
from quintain.core.protocol import Orders, Reading, TextProtocol
from quintain.core.record import Acted, Struck
from quintain.sandbox import isolated
from tests.arbiter.programs.seats import (
    ACT,
    DRIVERS,
    FORGIVING,
    READY,
    Told,
    gone,
    named,
    new_match,
    played,
    script,
    seated,
)
from tests.game_of_fingers import Show


class Thoughtful(Bot):
    """Takes its time."""

    def act(self, turn: Turn) -> Show:
        time.sleep(1.0)
        return Show(1)


KEEP = """echo '{"type":"ready","keep":true,"name":"'$$'"}'; n=0"""


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_program_plays_a_match(driver: str, tmp_path: Path) -> None:
    program, told = named(tmp_path, script(end="echo bye >&2"))
    match = new_match()
    outcome = DRIVERS[driver](match, program.actor())
    assert outcome.ending is Ending.NORMAL
    assert not outcome.faults
    acts = [entry for entry in match.record if isinstance(entry, Acted) and entry.seat == 0]
    assert [str(entry.actions[0]) for entry in acts] == ["show 1"] * 3
    assert all(0 < entry.spent <= 1.06 for entry in acts)
    (account,) = told
    assert (account.turns, account.called, account.log.text) == (3, "Shell", "bye\n")
    assert account.spent == pytest.approx(sum(entry.spent for entry in acts))
    assert account.cpu > 0
    assert gone(tmp_path)


def test_seats_are_asked_at_the_same_time(tmp_path: Path) -> None:
    """Nobody answers before the other has been asked: one after the other they would wait for ever."""
    os.mkfifo(tmp_path / "there")
    os.mkfifo(tmp_path / "back")
    greet = f"if mkdir first 2>/dev/null; then me=first; else me=second; fi; {READY}"
    meet = "if [ $me = first ]; then echo x >there; read -r y <back; else read -r y <there; echo x >back; fi"
    program, told = named(tmp_path, script(greeting=greet, turn=f"{meet}; {ACT}"))
    match = new_match(limit=60.0)
    outcome = play(match, seated(program.actor(), program.actor()))
    assert outcome.ending is Ending.NORMAL
    assert [account.turns for account in told] == [3, 3]


def test_a_reason_and_words_come_with_the_answer(tmp_path: Path) -> None:
    explained = ACT.replace('"action"', '"reason":"why not","say":["mine","yours"],"action"')
    program, _ = named(tmp_path, script(turn=explained))
    match = new_match()
    played(match, program.actor())
    act = next(entry for entry in match.record if isinstance(entry, Acted) and entry.seat == 0)
    assert str(act.reason) == "why not"
    assert [str(event) for event in match.events(2) if "says" in str(event)][:2] == [
        "seat 0 says: mine",
        "seat 0 says: yours",
    ]


# --- kept for a series


def test_a_program_that_asks_to_be_kept_plays_on_in_the_same_process(tmp_path: Path) -> None:
    program, told = named(tmp_path, script(greeting=KEEP))
    for _ in range(3):
        assert played(new_match(), program.actor()).ending is Ending.NORMAL
    pids = {account.called for account in told}
    assert len(pids) == 1
    program.close()
    assert gone(tmp_path)


def test_one_that_died_in_the_meantime_is_started_again(tmp_path: Path) -> None:
    program, told = named(tmp_path, script(greeting=KEEP))
    played(new_match(), program.actor())
    os.kill(int(told[0].called), signal.SIGKILL)
    assert gone(tmp_path)
    assert played(new_match(), program.actor()).ending is Ending.NORMAL
    assert told[0].called != told[1].called
    program.close()
    assert gone(tmp_path)


def test_one_that_has_failed_is_not_kept(tmp_path: Path) -> None:
    program, _ = named(tmp_path, script(greeting=KEEP, turn="exit 1"))
    assert played(new_match(), program.actor()).ending is Ending.CRASHED
    assert gone(tmp_path)


def test_a_named_program_can_be_sent_to_another_process(tmp_path: Path) -> None:
    for game in map(games.load, games.names()):
        for protocol in (None, *protocols(game).values()):
            program = NamedProgram("exec:./a.out", ("./a.out",), protocol, tmp_path, handling=Handling(trusted=True))
            assert pickle.loads(pickle.dumps(program)).command == program.command


# --- one who is stopped in the middle


def test_whoever_stops_a_match_leaves_no_program(tmp_path: Path) -> None:
    program, _ = named(tmp_path, script(turn="touch asked; sleep 1000"))

    async def stopped() -> None:
        playing = asyncio.ensure_future(Loop(new_match(limit=500.0), seated(program.actor())).play())
        while not (tmp_path / "asked").exists():
            await asyncio.sleep(0.01)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    asyncio.run(stopped())
    assert gone(tmp_path)


def test_a_watcher_that_fails_leaves_no_program(tmp_path: Path) -> None:
    program, _ = named(tmp_path, script())

    def watch(_: object) -> None:
        raise RuntimeError("a programmer's fault")

    with pytest.raises(RuntimeError, match="a programmer's fault"):
        play(new_match(), seated(program.actor()), watch)
    assert gone(tmp_path)


# --- confined, and paused


def test_a_confined_program_plays(tmp_path: Path) -> None:
    try:
        isolated()
    except NotIsolated as reason:
        pytest.skip(str(reason))
    program, told = named(tmp_path, script(end="pwd >&2; ls /home >&2"), trusted=False)
    assert played(new_match(), program.actor()).ending is Ending.NORMAL
    assert told[0].log.text.splitlines()[0] == "/bot"
    assert gone(tmp_path)


def test_a_paused_program_does_not_think_on_others_time(tmp_path: Path) -> None:
    """It counts as fast as it can between its turns; paused, it counts next to nothing while another thinks."""
    spin = f"{ACT}; (i=0; while :; do i=$((i+1)); done) & :"
    cpu = []
    for pause in (False, True):
        program, told = named(tmp_path, script(turn=spin), pause=pause)
        outcome = play(
            new_match(rounds=2, limit=30.0), [*seated(program.actor())[:3], InProcess(Thoughtful(), bot_rng(1, 3))]
        )
        assert outcome.ending is Ending.NORMAL
        cpu.append(told[0].cpu)
        assert gone(tmp_path)
    assert cpu[1] < cpu[0] / 2


# --- text protocols


def one_line() -> Reading:
    line = yield
    return line


FINGERS_IN_TEXT = TextProtocol(
    seconds=1.0,
    question=lambda seen, seat: f"round {seen.state.done}\n",
    reading=one_line,
    orders=lambda text, seen, seat: Orders((Show(int(text)),), ("watch out",)),
    arguments=lambda options, seat: (f"seat{seat}",),
)


def in_text(folder: Path, text: str) -> tuple[NamedProgram, Told]:
    program, told = named(folder, text)
    return NamedProgram(program.name, program.command, FINGERS_IN_TEXT, folder, (), program.handling), told


def test_a_contests_program_is_started_with_its_arguments_and_warned_in_its_log(tmp_path: Path) -> None:
    program, told = in_text(tmp_path, "echo I am $1 >&2; while read -r line; do echo 2; done")
    match = new_match()
    assert played(match, program.actor()).ending is Ending.NORMAL
    assert told[0].log.text == "I am seat0\nquintain: watch out\n"


@pytest.mark.parametrize("driver", DRIVERS)
def test_its_late_answers_are_not_taken_for_answers_to_later_questions(driver: str, tmp_path: Path) -> None:
    program, _ = in_text(tmp_path, "read -r a; echo 1; read -r b; read -r c; echo 2; echo 3; sleep 1000")
    match = new_match(limit=0.5, faults=FORGIVING)
    assert DRIVERS[driver](match, program.actor()).ending is Ending.NORMAL
    own = [entry for entry in match.record if isinstance(entry, Acted | Struck) and entry.seat == 0]
    assert [(type(entry).__name__, str(entry.actions[0])) for entry in own] == [
        ("Acted", "show 1"),
        ("Struck", "show 0"),
        ("Acted", "show 3"),
    ]
    assert gone(tmp_path)


def test_lines_that_nobody_asked_for_yet_are_read_in_the_next_turn(tmp_path: Path) -> None:
    program, told = in_text(tmp_path, "exec yes 4")
    assert played(new_match(rounds=9), program.actor()).ending is Ending.NORMAL
    assert told[0].turns == 9
    assert gone(tmp_path)
