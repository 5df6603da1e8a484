"""`quintain export`, `quintain import` and `quintain thin`, as somebody types them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.cli.verbs import app


def typed(*words: str, cwd: Path) -> tuple[int, str]:
    """The exit code, and what was said."""
    words = tuple(str(cwd / word) if word.endswith((".db", ".quintain")) else word for word in words)
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.stdout + done.stderr


def test_out_and_in_again(tmp_path: Path) -> None:
    assert typed("ladder", "add", "jaffre", "beginner", "--database", "a.db", cwd=tmp_path)[0] == 0
    code, said = typed("export", "a.quintain", "--database", "a.db", cwd=tmp_path)
    assert (code, "keep it private" in said) == (0, True)
    code, said = typed("export", "a.quintain", "--database", "a.db", cwd=tmp_path)
    assert (code, "there already" in said, len(said.splitlines())) == (2, True, 1)
    code, said = typed("import", "a.quintain", "--database", "b.db", "--json", cwd=tmp_path)
    assert (code, json.loads(said)["rows"]) == (0, 2)
    _, said = typed("ladder", "show", "jaffre", "--database", "b.db", "--json", cwd=tmp_path)
    assert json.loads(said)["player"] == "beginner"
    code, said = typed("import", "a.quintain", "--database", "b.db", cwd=tmp_path)
    assert (code, "empty database only" in said, len(said.splitlines())) == (2, True, 1)
    (tmp_path / "cut.quintain").write_bytes((tmp_path / "a.quintain").read_bytes()[:-20])
    code, said = typed("import", "cut.quintain", "--database", "c.db", cwd=tmp_path)
    assert (code, "ends too early" in said, len(said.splitlines())) == (2, True, 1)


@pytest.mark.parametrize("verb", ["accounts", "appoint Ann", "export a.quintain", "rerate", "thin"])
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, verb: str) -> None:
    code, said = typed(*verb.split(), "--database", "mistyped.db", cwd=tmp_path)
    assert (code, "there is no database" in said, len(said.splitlines())) == (2, True, 1)
    assert list(tmp_path.iterdir()) == []


def test_thinning_tells_before_it_does(tmp_path: Path) -> None:
    run = ["ladder", "run", "jaffre", "--matches", "6", "--workers", "1", "-o", "target=8", "--json"]
    typed("ladder", "add", "jaffre", "beginner", "intermediate", "--database", "a.db", cwd=tmp_path)
    code, said = typed(*run, "--database", "a.db", cwd=tmp_path)
    assert code == 0, said
    rule = ["--days", "0", "--every", "1000000007", "--newest", "1", "--database", "a.db"]
    assert typed("thin", "--database", "a.db", cwd=tmp_path) == (0, "no replay is old enough to go; 6 stay\n")
    _, said = typed("thin", *rule, cwd=tmp_path)
    assert said.startswith("5 replays of ")
    assert said.endswith("would go, 1 would stay; --delete does it\n")
    _, said = typed("thin", *rule, "--delete", "--json", cwd=tmp_path)
    assert (json.loads(said)["replays"], json.loads(said)["kept"]) == (5, 1)
    assert typed("thin", *rule, cwd=tmp_path) == (0, "no replay is old enough to go; 1 stay\n")
    assert typed("rerate", "--database", "a.db", cwd=tmp_path)[1].endswith("6 matches, 2 players; all as stored\n")
