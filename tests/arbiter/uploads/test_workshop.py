"""Versions are unpacked and built once, confined, and tried out just as they are played."""

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintain import games
from quintain.arbiter import loop
from quintain.arbiter.actors import bot_rng
from quintain.arbiter.players import named_bot, named_player
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.player import Handling
from quintain.arbiter.uploads import workshop
from quintain.arbiter.uploads.archives import packed, upload_of
from quintain.arbiter.uploads.checker import COMMAND, Order, frame
from quintain.arbiter.uploads.workshop import Terms, check_version, folder_of, unpacked
from quintain.core.clock import TimeControl
from quintain.core.errors import BadBuild
from quintain.core.match import Match
from quintain.core.record import Player
from quintain.ranker.contest import zygote
from tests.processes import PATIENCE

pytestmark = pytest.mark.usefixtures("confinement")

JAFFRE = games.load("jaffre")
OPTIONS = msgspec.json.encode(JAFFRE.options_from({"target": 5}))
TERMS = Terms(called="Rosinante", options=OPTIONS, control=TimeControl(limit=60.0))
BOT = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        told = {**message, "argv": sys.argv, "cwd": os.getcwd(), "environ": dict(os.environ), "files": os.listdir()}
        print(json.dumps(told), file=sys.stderr, flush=True)
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "turn":
        ACT
"""
ACT = "print(json.dumps({'type': 'act', 'number': message['number'], 'action': message['legal'][0]}), flush=True)"


def source(act: str = ACT, build: str = "", run: str = "python3 bot.py") -> bytes:
    """A version of a bot for Jaffre."""
    manifest = f'game = "jaffre"\nlanguage = "python"\nbuild = {json.dumps(build)}\nrun = {json.dumps(run)}\n'
    files = {"quintain.toml": manifest.encode(), "bot.py": BOT.replace("ACT", act).encode()}
    return upload_of(packed(files), "jaffre").source


def test_a_version_is_unpacked_and_built_once(home: Path) -> None:
    content = source(build="sh -c 'cp bot.py made.py'", run="python3 made.py")
    with ThreadPoolExecutor(4) as threads:
        (folder,) = set(threads.map(lambda _: folder_of("v1", content), range(4)))
    assert folder.is_relative_to(home)
    assert sorted(path.name for path in folder.iterdir()) == ["bot.py", "quintain.toml"]
    (made,) = home.glob("*-*/made.py")
    first = made.stat().st_mtime_ns
    assert folder_of("v1", content) == folder
    assert made.stat().st_mtime_ns == first
    assert not [path for path in (home / "versions").iterdir() if path.name.startswith(".")]
    assert folder_of("v2", content) != folder


def test_the_oldest_go_but_nothing_that_may_be_in_use(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "MOST_KEPT", 2)
    folders = [unpacked(f"v{number}", source()) for number in range(4)]
    assert all(folder.is_dir() for folder in folders)  # all of them were used just now
    left = home / "versions" / ".left-half-done"
    left.mkdir()
    for age, place in enumerate([*reversed(folders), left]):
        os.utime(place, (10_000 - age, 10_000 - age))
    newest = unpacked("v4", source())
    assert set((home / "versions").iterdir()) == {newest, folders[3]}


def test_a_good_one_passes(home: Path) -> None:
    report = check_version("v1", source(), TERMS)
    assert report.passed, report
    assert report.summary == "A bot for Jaffre in Python, speaking quintain-json. It passed."
    assert [line.partition(":")[0] for line in report.lines[:2]] == [
        f"match 1 against {JAFFRE.page.levels.easy}, in seats 0, 2",
        f"match 2 against {JAFFRE.page.levels.easy}, in seats 1, 3",
    ]
    assert "in the sandbox" in report.lines[-1]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("raise ValueError('no idea')", ["crashed (seat", "ValueError: no idea", "standard error is shown here"]),
        ("print('hm', flush=True)", ["wrong answer (seat", "Standard output is for answers alone"]),
    ],
)
def test_mistakes_are_told_as_on_the_command_line(home: Path, act: str, words: list[str]) -> None:
    report = check_version("v1", source(act), TERMS)
    assert not report.passed
    told = str(msgspec.to_builtins(report))
    assert all(word in told for word in words), told
    assert "--clock" not in told
    assert str(home) not in told


def test_what_cannot_be_started_is_told_without_our_places(home: Path) -> None:
    report = check_version("v1", source(run="./nothing"), TERMS)
    assert (report.passed, report.summary) == (False, "It cannot be started.")
    assert "nothing does not exist" in report.mistakes[0]
    assert str(home) not in str(report)


# --- builds that nobody trusts ---------------------------------------------------------------------------------------


def test_a_build_that_touches_the_network_or_a_home_fails(home: Path, tmp_path: Path) -> None:
    """T7, with a door that is open on this machine, and a home that can be written."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        subprocess.run(["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{port}"], check=True)
        door.accept()[0].close()
        commands = {
            "not permitted|Connection refused|Network is unreachable": f"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'",
            "(?i)directory nonexistent|No such file|cannot create": f"sh -c 'echo x > {Path.home()}/quintain-was-here'",
            "(?i)No such file|cannot access": f"ls {Path.home()}/.cache",
            "(?i)No such file|cannot access ": f"ls {tmp_path}",
        }
        for words, command in commands.items():
            with pytest.raises(BadBuild, match=words):
                folder_of("v1", source(build=command))
            report = check_version("v1", source(build=command), TERMS)
            assert (report.passed, report.summary) == (False, "It cannot be built.")
        door.settimeout(0)
        with pytest.raises(BlockingIOError):
            door.accept()
    assert not Path.home().joinpath("quintain-was-here").exists()


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ("sh -c 'while true; do sleep 1; done'", "it took more than 2 s"),
        ("yes", "it took more than 2 s"),
        ("sh -c 'yes > big'", "it took more than 2 s|exit status|No space left"),
        ("sh -c 'echo broken >&2; exit 7'", "ended with the exit status 7"),
    ],
    ids=["never ends", "prints for ever", "fills the disk", "fails"],
)
def test_builds_without_end_end_with_an_answer(
    home: Path, monkeypatch: pytest.MonkeyPatch, build: str, words: str
) -> None:
    monkeypatch.setattr(workshop, "BUILD", 2.0 if "2 s" in words else PATIENCE)
    report = check_version("v1", source(build=build), TERMS)
    assert (report.passed, report.summary) == (False, "It cannot be built.")
    assert any(word in "\n".join((*report.mistakes, *report.log)) for word in words.split("|")), report
    assert len(str(report)) < 20_000


# --- a check is a match ----------------------------------------------------------------------------------------------


def test_a_bot_is_told_the_same_in_a_check_and_in_a_match(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that it is told, or finds around itself, tells a check from the ladder."""
    content = source("sys.exit(print('gone', file=sys.stderr))")
    in_check: list[Account] = []
    usual = Handling.__init__

    def overheard(handling: Handling, **settings: Any) -> None:
        def told(account: Account) -> None:
            in_check.append(account)
            settings["told"](account)

        usual(handling, **{**settings, "told": told})

    with monkeypatch.context() as patched:
        patched.setattr("quintain.arbiter.programs.checking.Handling.__init__", overheard)
        check_version("v1", content, TERMS)
    in_match = played(content)
    hellos = [hello(account, seat=0) for account in (*in_check, *in_match) if account.seat == 0]
    assert len(hellos) == 2
    assert hellos[0] == hellos[1]
    assert hellos[0]["name"] == TERMS.called


def played(content: bytes) -> list[Account]:
    """A match as the ladder has it: by the version's folder."""
    accounts: list[Account] = []
    named = named_player(JAFFRE, str(folder_of("v1", content)), Handling(told=accounts.append))
    other = named_bot(JAFFRE, "beginner")
    lineup = [named, other, named, other]
    match = Match(
        JAFFRE,
        JAFFRE.options_from(msgspec.json.decode(OPTIONS)),
        7,
        players=[Player(TERMS.called, "program") if one is named else one.player for one in lineup],
        time_control=TERMS.control,
    )
    try:
        loop.play(match, [one.actor(bot_rng(7, seat), timed=one is named) for seat, one in enumerate(lineup)], dice=7)
    finally:
        named.close()
    return accounts


def hello(account: Account, seat: int) -> dict[str, Any]:
    line = next(line for line in account.log.text.splitlines() if line.startswith("{"))
    told: dict[str, Any] = json.loads(line)
    assert told["seat"] == seat
    return told


def test_a_checker_reports_and_ends_when_nobody_waits(home: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path)}
    order = frame(Order(version_id="v1", source=source(run="./nothing"), terms=TERMS))
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as checker:
        assert checker.stdin
        assert checker.stdout
        checker.stdin.write(order)
        checker.stdin.flush()
        report = json.loads(checker.stdout.read())
        assert report["summary"] == "It cannot be started."
        assert checker.wait(PATIENCE) == 0
    endless = frame(Order(version_id="v2", source=source(build="sh -c 'while true; do sleep 1; done'"), terms=TERMS))
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, env=environment, start_new_session=True) as checker:
        assert checker.stdin
        checker.stdin.write(endless)
        checker.stdin.close()
        assert checker.wait(PATIENCE) == 1


def test_a_checker_comes_after_people_and_before_the_ladder() -> None:
    code = "import os; from quintain.arbiter.aside import step_aside; step_aside(); print(os.nice(0))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert 0 < int(done.stdout) < zygote.LEAST
