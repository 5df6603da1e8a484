"""Help: for every verb, with an example, and at once."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from quintain.cli.verbs import app
from tests.cli.conftest import Run
from tests.processes import PATIENCE

VERBS = (
    "games",
    "match",
    "tournament",
    "compare",
    "tune",
    "play",
    "replay",
    "ladder",
    "rank",
    "accounts",
    "rerate",
    "export",
    "import",
    "thin",
    "appoint",
    "bench",
    "prepare",
    "schema",
    "sandbox",
    "new-bot",
    "check",
    "new-game",
)


def test_help_names_every_verb(quintain: Run) -> None:
    done = quintain("--help")
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in VERBS)


def test_help_imports_neither_the_compiler_nor_the_arena() -> None:
    code = """
import sys
from quintain.cli.verbs import app
try:
    app(["match", "--help"])
except SystemExit:
    pass
arena = {name for name in sys.modules if name.startswith("quintain.") and name.split(".")[1] != "cli"}
print(sorted(arena | ({"numba", "numpy", "msgspec", "llvmlite"} & set(sys.modules))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[-1] == "['quintain.core', 'quintain.core.errors']"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_an_example(verb: str) -> None:
    done = CliRunner().invoke(app, [verb, "--help"])
    assert done.exit_code == 0
    assert "Example" in done.output
    assert f"quintain {verb}" in done.output


def test_without_a_verb_there_is_help(quintain: Run) -> None:
    done = quintain()
    assert done.returncode == 2
    assert "new-game" in done.stdout + done.stderr


@pytest.mark.parametrize("words", [["mach", "jaffre"], ["match", "jaffre", "chance", "--sed", "3"]])
def test_an_unknown_verb_or_flag_is_answered_with_the_right_one(words: list[str]) -> None:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "match" in done.output or "--seed" in done.output
    assert "--help" in done.output
