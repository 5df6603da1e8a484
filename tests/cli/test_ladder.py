"""`quintain ladder` and `quintain rerate`, as somebody types them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.cli.verbs import app
from tests.cli.conftest import Run


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "ladder.db")


def test_from_an_empty_database_to_a_table(quintain: Run, database: str) -> None:
    added = quintain("ladder add jaffre beginner advanced", "--database", database)
    assert (added.returncode, added.stdout) == (0, "on the ladder: beginner, advanced\n")
    run = quintain("ladder run jaffre --matches 5 --workers 1 -o target=11 --json", "--database", database)
    assert run.returncode == 0, run.stderr
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(row["place"], row["player"], row["matches"]) for row in rows] == [(1, "advanced", 6), (2, "beginner", 6)]
    shown = quintain("ladder show jaffre", "--database", database)
    assert shown.stdout.splitlines()[0].split() == ["player", "rating", "±", "95", "%", "matches"]
    assert shown.stdout.splitlines()[1].split()[:2] == ["1", "advanced"]
    again = quintain("rerate", "--database", database)
    assert again.stdout == "jaffre: 6 matches, 2 players; all as stored\n"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("ladder add jaffre nobody", "jaffre has no bot 'nobody'"),
        ("ladder add jafre beginner", "jafre"),
        ("ladder run jaffre", "0 players can play, and a match takes 2; add some to the ladder"),
        ("rerate", "there is no database"),
        ("ladder show jaffre --database mysql://here/x", "no database of the kind 'mysql'"),
    ],
)
def test_bad_input_is_answered_in_a_line(database: str, words: str, answer: str) -> None:
    own = [] if "--database" in words else ["--database", database]
    done = CliRunner().invoke(app, [*words.split(), *own])
    assert done.exit_code == 2
    assert answer in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_game_without_ratings_cannot_be_rated_again(database: str) -> None:
    CliRunner().invoke(app, ["ladder", "add", "jaffre", "beginner", "--database", database])
    done = CliRunner().invoke(app, ["rerate", "chess", "--database", database])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there are no ratings of 'chess'" in done.stderr


def test_an_empty_ladder_says_how_to_fill_it(database: str) -> None:
    [shown, rerated] = [
        CliRunner().invoke(app, [*words.split(), "--database", database]).stdout
        for words in ("ladder show jaffre --json", "rerate")
    ]
    assert shown == ""
    assert rerated == "there are no ratings yet\n"
