"""Before a match: can this program be started at all? If not, an error says why and what to do."""

import os
import shutil
from pathlib import Path

from quintain.core.errors import BadProgram
from quintain.sandbox.program import Program
from quintain.sandbox.what_it_sees import PATH, SYSTEM, extra_places

ALTERNATIVES = Path("/etc/alternatives")  # links that some systems put between a command and its file
BINARIES = {b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"}
LONGEST_CHAIN = 40  # links to links
LONGEST_SHEBANG = 256  # bytes that the kernel reads of a script's first line


def checked(program: Program, *, trusted: bool = True) -> None:
    """Raise BadProgram if the command does not exist, may not be executed or lacks its interpreter."""
    if not program.command or not program.command[0]:
        raise BadProgram("no command: say which program to run, e.g. exec:./my_bot")
    if any("\0" in word for word in (*program.command, *program.environment, *program.environment.values())):
        raise BadProgram("a command or its environment cannot have a zero byte in it")
    if any("=" in name or not name for name in program.environment):
        raise BadProgram("the name of an environment variable cannot be empty or have = in it")
    if program.folder is not None and not program.folder.is_dir():
        raise BadProgram(f"{program.folder} is not a folder")
    for place in program.readable:
        if not place.exists():
            raise BadProgram(f"{place}, which the program is to read, does not exist")
    if not trusted:
        extra_places(program)
    check_file(found(program, trusted=trusted), program, trusted=trusted)


def found(program: Program, *, trusted: bool = True) -> Path:
    """The file that the command's first word names, as a shell would find it from the program's folder."""
    name = program.command[0]
    folder = (program.folder or Path.cwd()).absolute()
    if "/" in name:
        place = folder / name
        if not place.exists():
            raise BadProgram(f"{name} does not exist{'' if name.startswith('/') else f' in {folder}'}")
        return place
    path = os.environ.get("PATH", os.defpath) if trusted else PATH
    spot = shutil.which(name, path=path)
    if spot is None:
        if (folder / name).exists():
            raise BadProgram(f"{name} is not an installed command; for the file in the folder say ./{name}")
        raise BadProgram(f"{name} is not installed: no such command in {path}")
    return Path(spot).absolute()


def check_file(file: Path, program: Program, *, trusted: bool) -> None:
    name = program.command[0]
    if file.is_dir():
        raise BadProgram(f"{name} is a folder, not a program")
    if not file.is_file():
        raise BadProgram(f"{name} is not a file that can be run")
    if not trusted and not is_seen(file, program):
        raise BadProgram(f"{name} is not shown to a confined program: put it into its folder, or make it readable")
    if not os.access(file, os.X_OK):
        raise BadProgram(f"{name} is not executable: chmod +x {file}")
    try:
        with file.open("rb") as opened:
            head = opened.read(LONGEST_SHEBANG)
    except OSError:
        return  # executable, though not for reading
    check_head(head, name, program, trusted=trusted)


def check_head(head: bytes, name: str, program: Program, *, trusted: bool) -> None:
    """What the kernel makes of the first bytes of the file."""
    if not head:
        raise BadProgram(f"{name} is an empty file")
    if head[:2] != b"#!":
        if head[:4] not in BINARIES:
            raise BadProgram(f"{name} is neither a binary of this system nor a script, whose first line begins with #!")
        return
    line, newline, _ = head[2:].partition(b"\n")
    words = line.decode(errors="replace").split()
    if not words or (not newline and len(head) == LONGEST_SHEBANG):
        raise BadProgram(f"{name} has a first line that names no interpreter: {head[:40].decode(errors='replace')!r}")
    if line.endswith(b"\r"):
        raise BadProgram(f"{name} has line ends of Windows, so no interpreter is found: sed -i 's/\\r$//' {name}")
    check_interpreter(words, name, program, trusted=trusted)


def check_interpreter(words: list[str], name: str, program: Program, *, trusted: bool) -> None:
    interpreter = Path(words[0])
    if not interpreter.is_file() or not (trusted or is_seen(interpreter, program)):
        raise BadProgram(f"{name} needs the interpreter {words[0]}, which is not installed")
    if interpreter.name != "env":
        return
    wanted = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if wanted and shutil.which(wanted[0], path=None if trusted else PATH) is None:
        raise BadProgram(f"{name} needs the interpreter {wanted[0]}, which is not installed")


def is_seen(file: Path, program: Program) -> bool:
    """Whether a confined program finds this file, and all that it links to, where we do."""
    shown = [
        *map(Path, SYSTEM),
        ALTERNATIVES,
        *(path for place in program.readable for path in (place.absolute(), place.resolve())),
    ]
    if program.folder is not None:
        shown += [program.folder.absolute(), program.folder.resolve()]
    return all(any(spot.is_relative_to(place) for place in shown) for spot in links(file))


def links(file: Path) -> list[Path]:
    """The file, what it is a link to, and so on."""
    found = [Path(os.path.normpath(file.absolute()))]
    while found[-1].is_symlink() and len(found) < LONGEST_CHAIN:
        found.append(Path(os.path.normpath(found[-1].parent / found[-1].readlink())))
    return [*found[:-1], found[-1].resolve()]
