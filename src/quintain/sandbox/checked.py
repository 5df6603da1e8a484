"""Before a match: can this program be started at all? If not, an error says why and what to do."""

import os
import shutil
from pathlib import Path

from quintain.core.errors import BadProgram
from quintain.sandbox.program import Program

LONGEST_SHEBANG = 256  # bytes that the kernel reads of a script's first line


def checked(program: Program) -> None:
    """Raise BadProgram if the command does not exist, may not be executed or lacks its interpreter."""
    if not program.command or not program.command[0]:
        raise BadProgram("no command: say which program to run, e.g. exec:./my_bot")
    if any("\0" in word for word in (*program.command, *program.environment, *program.environment.values())):
        raise BadProgram("a command or its environment cannot have a zero byte in it")
    if program.folder is not None and not program.folder.is_dir():
        raise BadProgram(f"{program.folder} is not a folder")
    check_file(found(program), program.command[0])


def found(program: Program, path: str | None = None) -> Path:
    """The file that the command's first word names, as a shell would find it from the program's folder."""
    name = program.command[0]
    folder = program.folder or Path.cwd()
    if "/" in name:
        place = folder / name
        if not place.exists():
            raise BadProgram(f"{name} does not exist{seen_from(program)}")
        return place
    spot = shutil.which(name, path=path)
    if spot is None:
        if (folder / name).exists():
            raise BadProgram(f"{name} is not an installed command; for the file in the folder say ./{name}")
        raise BadProgram(f"{name} is not installed: no such command in {path or os.environ.get('PATH', '')}")
    return Path(spot).absolute()


def seen_from(program: Program) -> str:
    return "" if Path(program.command[0]).is_absolute() else f" in {program.folder or Path.cwd()}"


def check_file(file: Path, name: str) -> None:
    if file.is_dir():
        raise BadProgram(f"{name} is a folder, not a program")
    if not file.is_file():
        raise BadProgram(f"{name} is not a file that can be run")
    if not os.access(file, os.X_OK):
        raise BadProgram(f"{name} is not executable: chmod +x {file}")
    try:
        with file.open("rb") as opened:
            head = opened.read(LONGEST_SHEBANG)
    except OSError:
        return  # executable, though not for reading
    if not head:
        raise BadProgram(f"{name} is an empty file")
    if head[:2] == b"#!":
        check_shebang(head, name)
    elif head[:4] not in BINARIES:
        raise BadProgram(f"{name} is neither a binary of this system nor a script: its first line should be #!…")


BINARIES = {b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"}


def check_shebang(head: bytes, name: str) -> None:
    line, newline, _ = head[2:].partition(b"\n")
    words = line.decode(errors="replace").split()
    if not words or not newline and len(head) == LONGEST_SHEBANG:
        raise BadProgram(f"{name} has a first line that names no interpreter: {head[:40]!r}")
    if head[2:].split(b"\n")[0].endswith(b"\r"):
        raise BadProgram(f"{name} has Windows line ends, so no interpreter is found: sed -i 's/\\r$//' {name}")
    interpreter = Path(words[0])
    if not interpreter.is_file():
        raise BadProgram(f"{name} needs the interpreter {words[0]}, which is not installed")
    if interpreter.name == "env":
        wanted = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        if wanted and shutil.which(wanted[0]) is None:
            raise BadProgram(f"{name} needs the interpreter {wanted[0]}, which is not installed")
