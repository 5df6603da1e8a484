"""The real command, and one saved match that many tests look at."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("quintain"))
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def quintain() -> Run:
    """Run the real command in a process of its own; the words may be given as one line."""

    def run(*words: str, stdin: str = "", cwd: Path | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "COLUMNS": "80", **settings}
        return subprocess.run(
            [COMMAND, *shlex.split(" ".join(words))],
            input=stdin,
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture(scope="session")
def saved(quintain: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A replay file, and the line of JSON that its match printed."""
    path = tmp_path_factory.mktemp("replays") / "saved.replay"
    done = quintain("match", "jaffre", "advanced", "beginner", "--seed", "5", "--replay", str(path), "--json")
    assert done.returncode == 0, done.stderr
    return path, done.stdout
