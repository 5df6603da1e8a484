"""`quintain sandbox`; that nothing escapes is tested in tests/sandbox."""

from pathlib import Path

import pytest
import typer

from quintain.cli import sandbox as verb
from quintain.sandbox import trials
from quintain.sandbox.trials import Reached, Trial
from tests.cli.conftest import Run


def test_one_program_with_our_own_streams(quintain: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("from the folder\n")
    done = quintain("""sandbox -- sh -c 'cat; cat data; echo aside >&2; exit 7'""", stdin="said\n", cwd=tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("said\nfrom the folder\n", "aside\n", 7)


def test_the_limit_that_ended_it_is_named(quintain: Run) -> None:
    done = quintain("sandbox", "--", "sh", "-c", "'exec head -c 100000000 /dev/zero > /tmp/x'")
    assert done.returncode != 0
    done = quintain("sandbox", "--", "sh", "-c", "'ulimit -f 1; exec head -c 100000 /dev/zero > /tmp/x'")
    assert done.stderr == "quintain: the program was ended: it wrote a file that is longer than allowed\n"


def test_a_command_that_does_not_exist(quintain: Run) -> None:
    done = quintain("sandbox -- cobra9")
    assert done.returncode == 2
    assert done.stderr.startswith("quintain: cobra9 is not installed: no such command in ")


def test_a_machine_without_bubblewrap(quintain: Run, tmp_path: Path) -> None:
    for words in ("sandbox", "sandbox -- true"):
        done = quintain(words, PATH=str(tmp_path))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "install bubblewrap" in done.stderr


def test_an_escape_is_shown_and_counts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = [
        Trial("dig a tunnel", Reached(True, "done [x]"), Reached(True, "out")),
        Trial("climb", Reached(True, ""), Reached(False, "EPERM")),
    ]
    monkeypatch.setattr(trials, "trials", lambda: iter(found))
    with pytest.raises(typer.Exit) as ended:
        verb.sandbox()
    assert ended.value.exit_code == 1
    told = capsys.readouterr().out
    assert "1 of 2 attempts got out: dig a tunnel" in told
    assert "open: done [x]" in told
    assert "bubblewrap" in told
