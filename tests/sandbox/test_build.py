"""A build step runs confined, and what it leaves is taken as an enemy's."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from quintain.core.errors import BadProgram
from quintain.sandbox import Built, Limits, Program, build
from quintain.sandbox.program import MIB

pytestmark = pytest.mark.usefixtures("confinement")


def built(folder: Path, script: str, into: Path, **settings: Any) -> Built:
    return build(Program(command=("/bin/sh", "-c", script), folder=folder), into, **settings)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("built"); }\n')
    return folder


def test_a_program_is_compiled(source: Path, tmp_path: Path) -> None:
    result = build(Program(command=("gcc", "-o", "main", "main.c"), folder=source), tmp_path / "out")
    assert (result.status, result.why) == (0, ""), result.log
    assert subprocess.run([tmp_path / "out" / "main"], capture_output=True, check=True).stdout == b"built\n"
    assert [path.name for path in source.iterdir()] == ["main.c"]


def test_what_went_wrong_is_told(source: Path, tmp_path: Path) -> None:
    (source / "main.c").write_text("this is no C\n")
    result = build(Program(command=("gcc", "-o", "main", "main.c"), folder=source), tmp_path / "out")
    assert result.status == 1
    assert "main.c:1" in result.log
    assert not (tmp_path / "out").exists()


def test_no_network_no_home_and_nothing_outside(source: Path, tmp_path: Path) -> None:
    home = Path.home()
    script = (
        f"ls -d {home} {tmp_path} && echo escaped >&2; (echo > {tmp_path}/written) && echo escaped >&2; "
        "bash -c 'echo > /dev/tcp/127.0.0.1/80' && echo escaped >&2; env > environment; echo ok > result"
    )
    result = built(source, script, tmp_path / "out")
    assert result.status == 0, result
    assert "escaped" not in result.log
    assert (tmp_path / "out" / "result").read_text() == "ok\n"
    assert "HOME=/tmp\n" in (tmp_path / "out" / "environment").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "source"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("ln -s /etc/passwd out", "a link to '/etc/passwd', which is outside"),
        ("mkdir a; ln -s ../../x a/out", r"a link to '../../x', which is outside"),
        ("mkfifo pipe", "'./pipe', which is neither a file nor a folder"),
        ("i=0; while [ $i -lt 10100 ]; do : > f$i; i=$((i+1)); done", "10101 files, and 10000 are allowed"),
    ],
)
def test_what_no_build_may_make(source: Path, tmp_path: Path, script: str, words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        built(source, script, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_strange_names_and_links_inside_come_out(source: Path, tmp_path: Path) -> None:
    script = (
        "printf x > \"$(printf 'bad\\377\\nname')\"; mkdir a; ln -s ../main.c a/link; ln main.c hard; chmod +x main.c"
    )
    assert built(source, script, tmp_path / "out").status == 0
    made = tmp_path / "out"
    assert (made / "a" / "link").read_text() == (source / "main.c").read_text() == (made / "hard").read_text()
    assert (made / "hard").stat().st_nlink == 1
    assert (made / "main.c").stat().st_mode & 0o777 == 0o755
    assert b"bad\xff\nname" in [bytes(path.name, "utf-8", "surrogateescape") for path in made.iterdir()]


def test_a_build_that_is_too_slow_or_too_large(source: Path, tmp_path: Path) -> None:
    slow = built(source, "sleep 3000", tmp_path / "out", seconds=0.5)
    assert slow.why == "it took more than 0.5 s"
    large = built(source, "head -c 9000000 /dev/zero > x", tmp_path / "out", limits=Limits(disk=MIB))
    assert large.status != 0
    assert "No space left" in large.log


def test_a_folder_that_is_there_already(source: Path, tmp_path: Path) -> None:
    with pytest.raises(BadProgram, match="exists already"):
        built(source, "true", tmp_path)
