"""Starter kits: every one of them is built, started in the sandbox, and plays a match without a mistake."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from quintain import games
from quintain.arbiter import manifest
from quintain.arbiter.kits import languages
from quintain.arbiter.programs.checking import Checkup, Plan, check
from quintain.arbiter.programs.languages import LANGUAGES
from quintain.cli.kits import make_kit
from quintain.cli.verbs import app
from quintain.core.clock import TimeControl
from tests.cli.conftest import Run

TOOLS = {"python": "python3", "javascript": "node", "rust": "rustc", "c": "gcc", "java": "javac", "go": "go"}
SHORT: dict[str, dict[str, Any]] = {
    "jaffre": {"target": 5},
    "rummy": {"players": 2, "rounds": 1},
    "admiral": {"map": "tiny", "turn_cap": 40},
    "planets": {"turn_limit": 15},
    "bottlebats": {"max_steps": 15, "map": "duel"},
}
OPPONENTS = {"admiral": "classic", "planets": "random", "bottlebats": "onebyone", "jaffre": "beginner", "rummy": "dumb"}
KITS = [(game, language) for game in sorted(games.names()) for language in languages(game)]
PATIENT = TimeControl(limit=60.0)  # on a machine that has much else to do

pytestmark = pytest.mark.usefixtures("home")


def tried(folder: Path, **options: object) -> Checkup:
    found = manifest.read(folder)
    chosen = found.rules().options_from({**SHORT[found.game], **options})
    return check(folder, found, Plan(opponents=(OPPONENTS[found.game],), options=chosen, control=PATIENT))


@pytest.mark.parametrize(("game", "language"), KITS, ids=lambda value: str(value))
def test_a_kit_plays_at_once(game: str, language: str, tmp_path: Path) -> None:
    if not shutil.which(TOOLS.get(language, language)):
        pytest.skip(f"{TOOLS.get(language, language)} is not installed")
    make_kit(games.load(game), language, tmp_path / "bot")
    checkup = tried(tmp_path / "bot")
    trial = checkup.trials[0]
    assert checkup.passed, trial.mistakes
    assert checkup.confined
    assert trial.turns > 5
    assert not trial.warnings


def test_there_is_a_kit_for_everybody() -> None:
    for game in ("jaffre", "rummy", "admiral", "planets", "bottlebats"):
        assert {"python", "javascript"} <= set(languages(game))
    assert set(languages("planets")) == set(languages("bottlebats")) == set(LANGUAGES)


@pytest.mark.parametrize(("game", "language"), KITS, ids=lambda value: str(value))
def test_a_kit_is_small_and_says_how_to_go_on(game: str, language: str, tmp_path: Path) -> None:
    written = make_kit(games.load(game), language, tmp_path / "bot")
    bot = next(path for path in written if path.stem.lower() == "bot")
    assert 30 <= len(bot.read_text().splitlines()) <= 120
    assert "your own ideas" in bot.read_text()
    readme = (tmp_path / "bot" / "README.md").read_text()
    assert "quintain check" in readme
    assert f"quintain match {game}" in readme
    assert "$" not in readme.replace("$ quintain", "")


def test_kits_in_python_are_in_the_house_style(tmp_path: Path) -> None:
    for game in games.names():
        make_kit(games.load(game), "python", tmp_path / game)
    ruff = str(Path(sys.executable).with_name("ruff"))
    settings = ["--config", str(Path(__file__).parents[2] / "pyproject.toml")]
    for words in (["format", "--check"], ["check"]):
        done = subprocess.run([ruff, *words, *settings, str(tmp_path)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout


def test_a_kit_in_python_needs_no_package(tmp_path: Path) -> None:
    for game in games.names():
        make_kit(games.load(game), "python", tmp_path / game)
    source = "".join(path.read_text() for path in tmp_path.rglob("*.py"))
    assert "import quintain" not in source
    assert "from quintain" not in source


# --- the command


def test_new_bot_and_check(quintain: Run, tmp_path: Path) -> None:
    made = quintain("new-bot jaffre clever --language python", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "quintain check clever" in made.stdout
    assert {path.name for path in (tmp_path / "clever").iterdir()} == {
        "README.md",
        "arena.py",
        "bot.py",
        "quintain.toml",
    }
    done = quintain("check clever --option target=5 --clock /60", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "clever: a bot for Jaffre in Python, speaking quintain-json" in done.stdout
    assert "in the sandbox" in done.stdout
    assert "It passed." in done.stdout
    played = quintain("match jaffre ./clever beginner --option target=1 --json", cwd=tmp_path)
    assert '"ending":"normal"' in played.stdout, played.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("new-bot jaffre taken --language python", "taken exists already"),
        ("new-bot jaffre bot.py --language python", "is to be a folder"),
        ("new-bot jaffre mine --language rust", "no kit in Rust for Jaffre; there is python, javascript for jaffre"),
        ("new-bot jaffre nowhere/mine --language c", "there is no folder nowhere"),
        ("new-bot jaffre mine", "add --language"),
        ("check nowhere", "nowhere is not a folder"),
        ("check taken", "taken has no quintain.toml; `quintain new-bot"),
        ("match planets ./other chance", "./other is a bot for jaffre, not for planets"),
        ("match jaffre python:./missing.py chance", "there is no file missing.py"),
        ("match jaffre python:./broken.py chance", "broken.py line 1"),
        ("match jaffre python: chance", "like python:./my_bot.py"),
    ],
)
def test_bad_input_gets_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, complaint: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "quintain.toml").write_text('game = "jaffre"\nrun = "python3 bot.py"\n')
    (tmp_path / "broken.py").write_text("class Mine(Bot:\n")
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 2
    assert complaint in done.output
    assert done.output.count("\n") == 1
