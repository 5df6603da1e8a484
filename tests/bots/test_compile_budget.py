"""What it takes to compile a game stays what it was: a new machine compiles it while people already play."""

import subprocess
import sys

import pytest

from quintain import games
from quintain.arbiter.preparing import cost_of, is_compiled

# Seconds of a processor for all of a game, as a multiple of what a small kernel takes on the same machine in the same
# process: `quintain prepare` notes both. `bench/cold_start.py` shows what they are now.
BUDGETS = {"admiral": 340, "bottlebats": 180, "jaffre": 110, "planets": 290, "rummy": 330}
USUAL = 300  # for a game that has none of its own
TOO_MUCH = 2


@pytest.mark.parametrize("game", games.names())
def test_compiling_a_game_keeps_to_its_budget(game: str) -> None:
    if not is_compiled(game):
        subprocess.run([sys.executable, "-m", "quintain.arbiter.preparing", game], check=True, capture_output=True)
    cost = cost_of(game)
    assert cost.seconds / cost.yardstick < TOO_MUCH * BUDGETS.get(game, USUAL)


@pytest.mark.parametrize("game", games.names())
def test_hardly_a_kernel_is_compiled_twice(game: str) -> None:
    """Literal numbers, which are types of their own to the compiler, once led to twenty versions of one kernel."""
    if not is_compiled(game):
        subprocess.run([sys.executable, "-m", "quintain.arbiter.preparing", game], check=True, capture_output=True)
    cost = cost_of(game)
    assert cost.compilations <= 1.2 * cost.kernels
