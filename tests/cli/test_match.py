"""`quintain match`, as the real command."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import COMMAND, Run
from tests.processes import PATIENCE, running

CRASHING = """
from quintain.core.bot import Bot

class Crashing(Bot):
    def act(self, turn):
        print("hello from the bot")
        raise ValueError("no idea")
"""


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def without_seconds(match: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in match.items() if name != "seconds"}


def test_json_has_the_promised_shape(saved: tuple[Path, str]) -> None:
    (match,) = lines_of(saved[1])
    assert set(match) == {"game", "seed", "options", "players", "outcome", "actions", "seconds"}
    assert (match["game"], match["seed"]) == ("jaffre", "5")
    assert match["players"] == ["advanced", "beginner", "advanced", "beginner"]
    assert match["options"]["target"] == 41
    assert set(match["outcome"]) == {"ending", "scores", "ranks", "stopped_by", "faults"}
    assert match["outcome"]["ending"] == "normal"
    assert len(match["outcome"]["scores"]) == 4
    assert sorted(match["outcome"]["ranks"]) == [1, 1, 2, 2]


def test_the_same_seed_prints_the_same_match_again(quintain: Run, saved: tuple[Path, str]) -> None:
    done = quintain("match", "jaffre", "advanced", "beginner", "--seed", "5", "--json")
    assert without_seconds(lines_of(done.stdout)[0]) == without_seconds(lines_of(saved[1])[0])


def test_paired_matches_play_each_seed_with_the_teams_changed(quintain: Run, tmp_path: Path) -> None:
    done = quintain(
        "match jaffre advanced beginner --paired --matches 5 --json --option target=15 --replay",
        str(tmp_path / "m.replay"),
    )
    matches = lines_of(done.stdout)
    assert [match["seed"] for match in matches] == ["0", "0", "1", "1", "2", "2"]
    assert [match["players"][0] for match in matches] == ["advanced", "beginner"] * 3
    assert all(match["options"]["target"] == 15 for match in matches)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"m-{k}.replay" for k in range(1, 7)]


def test_many_matches_end_in_a_table_with_intervals(quintain: Run) -> None:
    done = quintain("match jaffre intermediate beginner --matches 10 --option target=15")
    assert done.returncode == 0, done.stderr
    head, first, second, *rest = done.stdout.splitlines()
    assert head.split()[:4] == ["player", "won", "drawn", "lost"]
    wins = [int(line.split()[1]) for line in (first, second)]
    assert sum(wins) == 10
    assert "–" in first
    assert "10 matches, seeds 0 to 9" in rest[-1]


def test_one_match_shows_the_table_and_the_result(quintain: Run) -> None:
    done = quintain("match jaffre advanced --option target=15")
    assert "has won." in done.stdout
    assert re.search(r"The match is over: team [01] \(advanced\) wins, \d+ to -?\d+\.", done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_watching_shows_actions_with_their_reasons(quintain: Run) -> None:
    done = quintain("match jaffre advanced --watch --option target=15")
    assert "seat 1 advanced" in done.stdout
    assert "takes the trick" in done.stdout
    assert done.stdout.count("Round 1,") == 1
    assert "Round 2," in done.stdout


def test_a_fault_is_told_plainly_and_is_no_error(quintain: Run, tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text(CRASHING)
    done = quintain("match", "jaffre", "beginner", "./crashing.py", cwd=tmp_path)
    assert done.returncode == 0
    assert "(./crashing.py): crashed (ValueError: no idea)" in " ".join(done.stdout.split())
    # What a bot prints does not get between lines for a program.
    done = quintain("match jaffre beginner ./crashing.py --strikes 2 --json", cwd=tmp_path)
    assert lines_of(done.stdout)[0]["outcome"]["stopped_by"] in (1, 3)
    assert "hello from the bot" in done.stderr


def test_a_stand_in_plays_on_and_the_failed_player_is_charged(quintain: Run, tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text(CRASHING)
    done = quintain("match jaffre beginner ./crashing.py --stand-in beginner --option target=5 --json", cwd=tmp_path)
    outcome = lines_of(done.stdout)[0]["outcome"]
    assert (outcome["ending"], outcome["stopped_by"]) == ("normal", None)
    assert [(fault["seat"], fault["player"]) for fault in sorted(outcome["faults"], key=lambda f: f["seat"])] == [
        (1, "./crashing.py"),
        (3, "./crashing.py"),
    ]
    done = quintain("match jaffre beginner ./crashing.py --stand-in beginner --option target=5 --watch", cwd=tmp_path)
    assert "is played by beginner from now on: crashed, ValueError: no idea" in " ".join(done.stdout.split())
    assert "./crashing.py → beginner" in " ".join(done.stdout.split())


def test_a_stand_in_that_does_not_exist_is_refused(quintain: Run) -> None:
    done = quintain("match jaffre beginner --stand-in begginer")
    assert done.returncode == 2
    assert "did you mean 'beginner'?" in done.stderr


BATCH = [COMMAND, "match", "jaffre", "advanced", "--matches", "100000", "--json"]


def test_an_interrupt_stops_cleanly(tmp_path: Path) -> None:
    with running([*BATCH, "--replay", str(tmp_path / "{match}.replay")]) as batch:
        assert batch.stdout is not None
        first = [batch.stdout.readline() for _ in range(3)]
        batch.send_signal(signal.SIGINT)
        out, err = batch.communicate(timeout=PATIENCE)
    assert batch.returncode == 130
    assert err.startswith("quintain: stopped after ")
    assert err.count("\n") == 1
    written = len(lines_of("".join(first) + out))
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) - written in (0, 1)
    assert all(name.endswith(".replay") and not name.startswith(".") for name in files)


def test_a_reader_that_leaves_is_no_error() -> None:
    with running(BATCH) as batch:
        assert batch.stdout is not None
        assert batch.stderr is not None
        batch.stdout.readline()
        batch.stdout.close()
        assert batch.wait(timeout=PATIENCE) == 141
        assert batch.stderr.read() == ""


@pytest.mark.parametrize("pattern", ["{seed}.replay", "{seed}-{match}.replay"])
def test_replay_names_are_filled_in(pattern: str, tmp_path: Path) -> None:
    from quintain import games
    from quintain.arbiter.players import named_bot
    from quintain.cli.replay_paths import replay_paths
    from quintain.ranker.series import Series

    game = games.load("jaffre")
    series = Series(game=game, options=game.options(), named=(named_bot(game, "chance"),), seed=7, wanted=2)
    first, second = replay_paths(tmp_path / pattern, series)
    assert first is not None
    assert second is not None
    assert (first.name[0], second.name[0]) == ("7", "8")
