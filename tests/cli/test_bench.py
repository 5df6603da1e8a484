"""`quintain bench`."""

import json

from tests.cli.conftest import Run


def test_bench_prints_four_figures_a_game(quintain: Run) -> None:
    # Without the compiler the figures are small, and so is the wait.
    done = quintain("bench", "jaffre", "--json", QUINTAIN_KERNELS="interpreted")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["jaffre"]
    names = ["kernel_decisions_per_second", "python_decisions_per_second", "matches_per_second", "compile_seconds"]
    assert list(figures) == names
    assert all(figure > 0 for figure in figures.values())
