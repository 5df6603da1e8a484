"""`quintain new-game` and `new-bot`: what they write works at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]
LAWS = ("tests/test_laws.py", "tests/test_turned_seats.py", "tests/test_playthroughs.py", "tests/games/parley")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which games can be made."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "tests").mkdir()
    for path in (ROOT / "tests").glob("*.py"):
        shutil.copy(path, root / "tests")
    return root


def test_a_new_game_keeps_the_laws(quintain: Run, checkout: Path) -> None:
    settings = {"PYTHONPATH": str(checkout / "src")}
    made = quintain("new-game", "parley", cwd=checkout, **settings)
    assert made.returncode == 0, made.stderr
    assert "quintain match parley matching chance" in made.stdout
    folder = checkout / "src" / "quintain" / "games" / "parley"
    assert {"RULES.md", "__init__.py", "rules.py", "actions.py", "view.py", "events.py", "playthrough.txt"} <= {
        path.name for path in folder.iterdir()
    }
    again = quintain("new-game", "parley", cwd=checkout, **settings)
    assert again.returncode == 2
    assert "there is a game 'parley' already" in again.stderr
    played = quintain("match parley matching search:iterations=50 --matches 4", cwd=checkout, **settings)
    assert played.returncode == 0, played.stderr
    assert "illegal" not in played.stdout
    command = [sys.executable, "-m", "pytest", "-q", "-k", "parley", "-p", "no:cacheprovider", *LAWS]
    environment = {**os.environ, **settings, "QUINTAIN_EXAMPLES": "6"}
    laws = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE)
    assert laws.returncode == 0, laws.stdout
    assert "passed" in laws.stdout


def test_what_a_new_game_writes_is_in_the_house_style(quintain: Run, checkout: Path) -> None:
    made = quintain("new-game", "tidy", cwd=checkout, PYTHONPATH=str(checkout / "src"))
    assert made.returncode == 0, made.stderr
    ruff = str(Path(sys.executable).with_name("ruff"))
    for words in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [ruff, *words, "src/quintain/games/tidy", "tests/games/tidy"], cwd=checkout, timeout=PATIENCE
        )
        assert done.returncode == 0


def test_a_new_bot_plays(quintain: Run, tmp_path: Path) -> None:
    made = quintain("new-bot", "jaffre", "my_bot.py", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "quintain match jaffre ./my_bot.py chance" in made.stdout
    assert "class MyBot(Bot):" in (tmp_path / "my_bot.py").read_text()
    played = quintain("match jaffre ./my_bot.py beginner --option target=1 --json", cwd=tmp_path)
    assert '"ending":"normal"' in played.stdout, played.stderr
