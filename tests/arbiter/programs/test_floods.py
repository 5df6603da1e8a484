"""Programs that write without end: each is told so, others play on, and the arbiter keeps its size."""

import json
import sys
from pathlib import Path

import pytest

from quintain.core.outcome import Ending
from tests.arbiter.programs.bad import FLOODS
from tests.arbiter.programs.seats import gone
from tests.processes import PATIENCE, running

ROOT = Path(__file__).parents[3]
MOST = 32 << 20  # bytes; measured on a quiet machine it is less than 8 million
# In one process, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("floods")


@pytest.fixture(scope="module")
def floods(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str | int]]:
    """What came of each, in a process whose memory nothing else uses."""
    folder = tmp_path_factory.mktemp("floods")
    command = [sys.executable, "-m", "tests.arbiter.programs.flooded", str(folder)]
    with running(command, cwd=ROOT) as process:
        out, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    assert gone(folder)
    return {line["kind"]: line for line in map(json.loads, out.splitlines())}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_bounded(kind: str, floods: dict[str, dict[str, str | int]]) -> None:
    found, (_, words) = floods[kind], FLOODS[kind]
    assert found["ending"] == (Ending.ILLEGAL if words else Ending.NORMAL).value
    assert words in str(found["why"])
    assert found["other"] == Ending.NORMAL.value
    assert int(found["growth"]) < MOST
