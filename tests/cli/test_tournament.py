"""Tournaments as people hold them: killed, stopped and resumed, with players who fail, and told in files."""

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path
from subprocess import Popen
from time import monotonic, sleep

import pytest
from typer.testing import CliRunner

from quintain.cli.holding import begun, gone_on_with
from quintain.cli.verbs import app
from quintain.core.errors import BadResults
from quintain.core.replay import Replay
from tests.cli.checker import check_round_robin, lines_of
from tests.cli.conftest import COMMAND
from tests.processes import PATIENCE, running

PLAYERS = ["beginner", "intermediate", "advanced"]
SMALL = ["--option", "target=8"]
# In one process, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("tournaments")


def children_of(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def wait_for(folder: Path, matches: int, runner: "Popen[str]") -> None:
    """Until so many matches are kept, or the runner has ended."""
    deadline = monotonic() + PATIENCE
    file = folder / "matches.jsonl"
    while runner.poll() is None and monotonic() < deadline:
        if file.exists() and file.read_bytes().count(b"\n") > matches:
            return
        sleep(0.02)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round robin that was killed twice, lost a worker, was stopped by Ctrl-C, and then ended."""
    folder = tmp_path_factory.mktemp("tournaments") / "killed"
    first = [COMMAND, "tournament", "jaffre", *PLAYERS, "--matches", "60", *SMALL, "--out", str(folder)]
    again = [COMMAND, "tournament", "--resume", str(folder), "--workers", "2"]
    for command, matches, how in ((first, 15, "runner"), (again, 30, "worker"), (again, 60, "runner"), (again, 90, "")):
        with running(command) as runner:
            wait_for(folder, matches, runner)
            if how == "worker":
                os.kill(children_of(runner.pid)[-1], signal.SIGKILL)
                wait_for(folder, matches + 10, runner)
            runner.send_signal(signal.SIGINT if not how else signal.SIGKILL)
            _, words = runner.communicate(timeout=PATIENCE)
            assert runner.returncode != 0, "it must be stopped in the middle"
            if not how:
                assert re.fullmatch(
                    rf"(results .*\n)?quintain: stopped after \d+ of 180 .*--resume {folder} goes on\n", words
                )
                assert runner.returncode == 130
    with running([*again, "--plot", str(folder / "out.png")]) as runner:
        out, words = runner.communicate(timeout=PATIENCE)
        assert runner.returncode == 0, words
    (folder / "told.txt").write_text(out)
    return folder


def test_killed_and_resumed_each_match_counts_once(finished: Path) -> None:
    check_round_robin(finished, PLAYERS, 60)
    assert "advanced" in (finished / "told.txt").read_text().splitlines()[1]
    # What was kept is what a match from the beginning to the end gives.
    line = lines_of(finished)[70]["result"]
    replay = Replay.from_bytes((finished / "replays" / f"{line['id']}.replay").read_bytes())
    assert [player.name for player in replay.players] == line["players"]
    assert replay.outcome
    assert list(replay.outcome.ranks) == line["ranks"]
    # Once more, and nothing is played.
    size = (finished / "matches.jsonl").stat().st_size
    assert CliRunner().invoke(app, ["tournament", "--resume", str(finished), "--json"]).exit_code == 0
    assert (finished / "matches.jsonl").stat().st_size == size


def test_one_worker_or_many_play_the_same_and_tell_the_same(tmp_path: Path) -> None:
    told = []
    for workers in ("1", "3"):
        folder = tmp_path / workers
        words = ["tournament", "jaffre", *PLAYERS, *SMALL, "--format", "swiss", "--matches", "6", "--seed", "3"]
        more = ["--workers", workers, "--out", str(folder), "--json", "--no-replays"]
        done = CliRunner().invoke(app, [*words, *more])
        assert done.exit_code == 0, done.stderr
        told.append(json.loads(done.stdout))
        assert not (folder / "replays").exists()
    one, many = told
    assert {key: one[key] for key in ("id", "placing", "standings", "endings")} == {
        key: many[key] for key in ("id", "placing", "standings", "endings")
    }


CRASHES = '''
"""A bot that always fails."""
from quintain.core.bot import Bot


class Crashes(Bot):
    """Fails."""

    def act(self, turn):
        print("this must not get into the results")
        raise RuntimeError("<script>alert(1)</script> oh no")
'''


def test_the_report_needs_nothing_but_itself(finished: Path) -> None:
    report = (finished / "report.html").read_text()
    assert not re.findall(r"(?:src|href)=|url\(|@import|https?://", report)
    assert report.count("<svg") == 3
    assert "prefers-color-scheme: dark" in report
    for words in ("Standings", "Who beat whom", "How it went", "Time for a decision", *PLAYERS):
        assert words in report


def test_bots_that_end_their_process_are_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("quintain.ranker.dispatch.HOPELESS", 2)
    monkeypatch.chdir(tmp_path)
    Path("exits.py").write_text(CRASHES.replace('print("this', "import os; os._exit(3) #"))
    done = CliRunner().invoke(app, shlex.split("tournament jaffre beginner ./exits.py --out out --workers 1"))
    assert done.exit_code == 2
    assert "whoever plays this match dies of it" in done.stderr
    assert "--resume out goes on" in done.stderr


def test_a_player_whose_file_has_changed_is_not_played_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "bot.py"
    bot.write_text(CRASHES)
    asked = {"game": "jaffre", "players": ["./bot.py", "beginner"], "format": "ladder", "matches": 2, "rounds": None}
    more = {"seed": 0, "option": None, "strikes": 0, "stand_in": None, "clock": None, "trust": False}
    begun(Path("out"), asked | more).close()
    gone_on_with(Path("out"), {"game": None}).close()
    bot.write_text(CRASHES + "\n# better\n")
    with pytest.raises(BadResults, match=r"\./bot.py has changed since the tournament began"):
        gone_on_with(Path("out"), {"game": None})


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("tournament", "name a game and at least two players"),
        ("tournament jaffre", "name a game and at least two players"),
        ("tournament jaffre chance", "at least two players"),
        ("tournament jaffre chance chance", "chance is named twice"),
        ("tournament jaffre chance shrak", "did you mean 'shark'"),
        ("tournament jaffre chance shark --format swis", "did you mean 'swiss'"),
        ("tournament jaffre chance shark --plot x.txt", "x.txt is no picture"),
        ("tournament jaffre chance shark --plot nowhere/x.png", "there is no folder nowhere"),
        ("tournament jaffre chance shark --workers 2 --cluster tcp://127.0.0.1:1", "leave out --workers or --cluster"),
        ("tournament --resume nowhere", "there is no tournament in nowhere"),
        ("tournament --resume nowhere --out other", "leave out --out"),
        ("match jaffre chance --matches 2 --workers 2 --watch", "leave out --watch or --workers"),
    ],
)
def test_wrong_words_get_one_line(words: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(words))
    assert done.exit_code == 2
    assert answer in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert not [*tmp_path.iterdir()], "nothing is begun that cannot be played"


def test_another_tournament_in_the_folder_is_refused(finished: Path) -> None:
    asked = ["tournament", "jaffre", *PLAYERS, *SMALL]
    done = CliRunner().invoke(app, [*asked, "--matches", "8", "--resume", str(finished)])
    assert done.exit_code == 2
    assert "holds another tournament: its matches is 60, not 8" in done.stderr
    done = CliRunner().invoke(app, [*asked, "--out", str(finished)])
    assert done.exit_code == 2
    assert f"--resume {finished} goes on" in done.stderr


def test_pictures_are_drawn_or_it_is_told_what_they_need(finished: Path, tmp_path: Path) -> None:
    assert (finished / "out.png").read_bytes().startswith(b"\x89PNG")
    code = "import sys; sys.modules['matplotlib'] = None; from quintain.cli import main; main()"
    with running(
        [sys.executable, "-c", code, "match", "jaffre", "chance", "--plot", str(tmp_path / "x.svg")]
    ) as without:
        _, words = without.communicate(timeout=PATIENCE)
    assert words == "quintain: --plot needs matplotlib; install it with: pip install 'quintain[plots]'\n"


def test_programs_play_in_tournaments_and_only_in_the_version_that_began(tmp_path: Path) -> None:
    bot, folder = tmp_path / "bot", tmp_path / "held"
    assert CliRunner().invoke(app, ["new-bot", "bottlebats", str(bot), "--language", "bash"]).exit_code == 0
    command = ["tournament", "bottlebats", str(bot), "idle", "--option", "max_steps=8", "--workers", "2"]
    done = CliRunner().invoke(app, [*command, "--out", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    assert [line["result"]["ending"] for line in lines_of(folder)] == ["normal", "normal"]
    assert not json.loads(done.stdout)["faults"]
    (bot / "bot.sh").write_text("#!/bin/sh\n")
    again = CliRunner().invoke(app, ["tournament", "--resume", str(folder)])
    assert again.exit_code == 2
    assert f"{bot} has changed since the tournament began" in again.output
