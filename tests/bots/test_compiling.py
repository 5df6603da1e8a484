"""A bot gets ready in its `start`, off the clock: after that, nothing it needs is compiled any more."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quintain import games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", games.names())
def test_after_the_start_of_a_bot_nothing_is_compiled(game: str) -> None:
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]))
    run = subprocess.run(
        [sys.executable, "-m", "tests.bots.compiling", game],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert {bot: kernels for bot, kernels in json.loads(run.stdout).items() if kernels} == {}
