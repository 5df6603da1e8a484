"""A match goes over from interpreted to compiled kernels while it is played, and nobody can tell."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quintain import games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", games.names())
def test_a_match_that_goes_over_is_the_same_as_one_that_was_compiled(game: str) -> None:
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]))
    run = subprocess.run(
        [sys.executable, "-m", "tests.bots.switching", game],
        env={**os.environ, "PYTHONPATH": paths, "QUINTAIN_KERNELS": "fast"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    before, after = found["kernels"]
    assert before == 0
    assert after > 0
    assert found["switched"] == found["compiled"]
