"""Compiling before anybody waits for it."""

from tests.cli.conftest import Run


def test_a_game_that_is_prepared_is_ready(quintain: Run) -> None:
    done = quintain("prepare jaffre")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Jaffre is ready (")


def test_an_unknown_game_is_refused_before_anything_is_compiled(quintain: Run) -> None:
    done = quintain("prepare jaffre jafre")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "did you mean 'jaffre'?" in done.stderr
