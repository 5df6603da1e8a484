"""`compare` and `tune` as people use them, and matches by several processes."""

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quintain.cli.verbs import app
from tests.ranker.test_comparing import CAREFUL


def quintain(words: str) -> Result:
    return CliRunner().invoke(app, shlex.split(words))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "careful.py").write_text(CAREFUL)
    return tmp_path


def test_compare_says_who_is_better_how_much_and_what_it_saved() -> None:
    done = quintain("compare jaffre advanced beginner --option target=8 --elo1 60 --workers 1")
    assert done.exit_code == 0, done.output
    assert "advanced is better than beginner" in done.stdout
    assert "Elo, and 95 times out of 100 between" in done.stdout
    assert "saved" in done.stdout


def test_tune_finds_a_better_setting_and_confirms_it(folder: Path) -> None:
    words = "--setting care=0:1 --rounds 12 --matches 8 --elo1 60 --max 400 --workers 1 --json"
    done = quintain(f"tune jaffre ./careful.py {words} --plot path.svg")
    assert done.exit_code == 0, done.output
    *rounds, last = (json.loads(line) for line in done.stdout.splitlines())
    assert len(rounds) == 12
    assert last["confirmed"]["verdict"] == "better"
    assert last["settings"]["care"] > 0.5
    assert last["player"].startswith("./careful.py:care=0.")
    assert (folder / "path.svg").read_bytes().startswith(b"<?xml")


def test_what_no_test_confirms_is_no_result() -> None:
    words = "--setting patience=0:9 --rounds 1 --matches 2 --elo1 200 --workers 1"
    done = quintain(f"tune jaffre ./careful.py {words}")
    assert done.exit_code == 0, done.output
    assert "No better settings were found." in done.stdout
    assert "Better settings" not in done.stdout


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("compare jaffre advanced shrak", "did you mean 'shark'"),
        ("compare jaffre advanced shark --elo0 30", "elo0 = 30 must be less than elo1 = 20"),
        ("compare jaffre advanced shark --alpha 0.9", "alpha = 0.9 must be between"),
        ("tune jaffre ./careful.py", "like --setting care=0:1"),
        ("tune jaffre ./careful.py --setting car=0:1", "did you mean 'care'"),
        ("tune jaffre ./careful.py --setting care", "write care=0:1"),
        ("tune jaffre ./careful.py --setting care=1:0", "leaves nothing to choose"),
        ("tune jaffre ./careful.py --setting care=0:0.1", "starts at 0.5"),
        ("tune jaffre ./careful.py --setting care=0:1 --setting care=0:1", "given twice"),
        ("tune jaffre ./careful.py:care=0.2 --setting care=0:1", "tune it or set it"),
        ("tune jaffre shark --setting care=0:1", "has no setting 'care'"),
    ],
)
def test_wrong_words_get_one_line(words: str, answer: str) -> None:
    done = quintain(words)
    assert done.exit_code == 2
    assert answer in done.stderr
    assert done.stderr.strip().count("\n") == 0


def test_matches_by_two_processes_are_the_same_and_in_the_same_order(folder: Path) -> None:
    words = "match jaffre advanced intermediate --matches 12 --paired --option target=8 --json --replay"
    one, two = quintain(f"{words} one.qtn"), quintain(f"{words} two.qtn --workers 2 --plot shares.pdf")
    assert (one.exit_code, two.exit_code) == (0, 0), two.output
    told = [[json.loads(line) | {"seconds": 0} for line in done.stdout.splitlines()] for done in (one, two)]
    assert told[0] == told[1]
    assert len(told[0]) == 12
    assert len([*folder.glob("two-*.qtn")]) == 12
    assert (folder / "shares.pdf").read_bytes().startswith(b"%PDF")
