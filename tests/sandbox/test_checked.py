"""A program that cannot be started is refused before the match, with the reason."""

from pathlib import Path

import pytest

from quintain.core.errors import BadProgram
from quintain.sandbox import Program, checked


def script(folder: Path, content: bytes, mode: int = 0o755) -> Program:
    (folder / "bot").write_bytes(content)
    (folder / "bot").chmod(mode)
    return Program(command=("./bot",), folder=folder)


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize(
    ("content", "mode", "words"),
    [
        (b"#!/bin/sh\n", 0o644, r"\./bot is not executable: chmod \+x"),
        (b"", 0o755, "is an empty file"),
        (b"print('no first line')\n", 0o755, "neither a binary of this system nor a script"),
        (b"#!\n", 0o755, "names no interpreter"),
        (b"#!" + b"x" * 500, 0o755, "names no interpreter"),
        (b"#!/usr/bin/cobra9\n", 0o755, "needs the interpreter /usr/bin/cobra9, which is not installed"),
        (b"#!/usr/bin/env cobra9\n", 0o755, "needs the interpreter cobra9, which is not installed"),
        (b"#!/usr/bin/env -S cobra9 -x\n", 0o755, "needs the interpreter cobra9, which is not installed"),
        (b"#!/bin/sh\r\necho\r\n", 0o755, "line ends of Windows"),
    ],
)
def test_a_file_that_cannot_be_run(tmp_path: Path, trusted: bool, content: bytes, mode: int, words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        checked(script(tmp_path, content, mode), trusted=trusted)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ((), "no command"),
        (("",), "no command"),
        (("./nothing",), r"\./nothing does not exist in /"),
        (("/nothing/at/all",), "/nothing/at/all does not exist$"),
        (("cobra9",), "cobra9 is not installed"),
        (("/usr",), "/usr is a folder, not a program"),
        (("/dev/null",), "/dev/null is not a file that can be run"),
        (("/bin/sh", "a\0b"), "zero byte"),
    ],
)
def test_a_command_that_makes_no_sense(command: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        checked(Program(command=command, folder=Path("/")))


def test_a_file_of_the_folder_without_its_path(tmp_path: Path) -> None:
    script(tmp_path, b"#!/bin/sh\n")
    with pytest.raises(BadProgram, match=r"say \./bot"):
        checked(Program(command=("bot",), folder=tmp_path))


def test_what_a_confined_program_does_not_see(tmp_path: Path) -> None:
    own, elsewhere = tmp_path / "own", tmp_path / "elsewhere"
    own.mkdir()
    elsewhere.mkdir()
    script(elsewhere, b"#!/bin/sh\n")
    (own / "link").symlink_to(elsewhere / "bot")
    for name in (str(elsewhere / "bot"), "./link"):
        program = Program(command=(name,), folder=own)
        checked(program)
        with pytest.raises(BadProgram, match="is not shown to a confined program"):
            checked(program, trusted=False)
        checked(Program(command=(name,), folder=own, readable=(elsewhere,)), trusted=False)


def test_places_that_do_not_exist_or_are_never_shown(tmp_path: Path) -> None:
    with pytest.raises(BadProgram, match="does not exist"):
        checked(Program(command=("/bin/sh",), readable=(tmp_path / "none",)))
    with pytest.raises(BadProgram, match="is not a folder"):
        checked(Program(command=("/bin/sh",), folder=tmp_path / "none"))
    (tmp_path / "root").symlink_to("/")
    for place in (Path("/"), Path("/etc"), Path.home(), tmp_path / "root", Path("/usr/..")):
        for program in (
            Program(command=("/bin/sh",), readable=(place,)),
            Program(command=("/bin/sh",), folder=place),
        ):
            checked(program)
            with pytest.raises(BadProgram, match=r"is never shown .*: put the program into a folder of its own"):
                checked(program, trusted=False)


def test_a_program_that_is_fine(tmp_path: Path) -> None:
    for trusted in (True, False):
        checked(script(tmp_path, b"#!/usr/bin/env -S sh -e\n"), trusted=trusted)
        checked(Program(command=("sh", "-c", "true")), trusted=trusted)
