"""The file system, environment and command of a confined program, as arguments of bubblewrap."""

import os
from functools import cache
from pathlib import Path

from quintain.core.errors import BadProgram
from quintain.sandbox.program import Limits, Program

BOT = Path("/bot")  # where a program finds its folder
TMP = "/tmp"  # its own, and nobody else's
PATH = "/usr/local/bin:/usr/bin:/bin"
ENVIRONMENT = {"PATH": PATH, "HOME": TMP, "TMPDIR": TMP, "LANG": "C.UTF-8", "USER": "bot"}
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
# What linkers, locales and installed languages read; nothing about this machine or its people.
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "locale.alias", "java*", "mono")
DEVICES = ("null", "zero", "full", "random", "urandom")
SHARED_MEMORY = 4 << 20  # bytes of /dev/shm, at most
NEVER_SHOWN = ("/", "/boot", "/dev", "/etc", "/home", "/proc", "/root", "/run", "/sys", TMP, "/var", "/var/lib")


def extra_places(program: Program) -> dict[Path, Path]:
    """What the program sees beyond the system: where, and what is there on this machine."""
    shown = {}
    for place in program.readable:
        refuse_if_too_much(place)
        for name in {place.absolute(), place.resolve()}:
            if not any(name.is_relative_to(system) for system in SYSTEM):
                shown[name] = place.resolve()
    if program.folder is not None:
        refuse_if_too_much(program.folder)
        shown[BOT] = program.folder.resolve()
    return dict(sorted(shown.items(), key=lambda pair: len(pair[0].parts)))


def refuse_if_too_much(place: Path) -> None:
    """A program's folder is shown as if it were its own, so a home or a whole system would be laid open."""
    real = place.resolve()
    if str(real) in NEVER_SHOWN or real == home():
        raise BadProgram(
            f"{real} is never shown to a program that nobody trusts: put the program into a folder of its own"
        )


def home() -> Path | None:
    try:
        return Path.home().resolve()
    except RuntimeError:  # not every user has one
        return None


def file_system(extra: dict[Path, str], limits: Limits) -> list[str]:
    """The system read-only, a few devices, places to write that are bounded; `extra` says where else to take from."""
    return [
        *system(),
        *("--proc", "/proc", "--tmpfs", "/dev"),
        *(word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *("--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin"),
        *("--symlink", "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr"),
        *("--size", str(min(SHARED_MEMORY, limits.disk)), "--perms", "1777", "--tmpfs", "/dev/shm"),
        *("--size", str(limits.disk), "--perms", "1777", "--tmpfs", TMP),
        *(word for place, source in extra.items() for word in ("--ro-bind", source, str(place))),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
    ]


@cache
def system() -> tuple[str, ...]:
    """What is installed, under the names it has here."""
    words: list[str] = []
    for place in map(Path, SYSTEM):
        if place.is_symlink():
            words += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            words += ["--ro-bind", str(place), str(place)]
    for pattern in SETTINGS:
        for place in sorted(Path("/etc").glob(pattern)):
            words += ["--ro-bind-try", str(place.resolve()), str(place)]
    return tuple(words)


def environment(program: Program) -> list[str]:
    named = ENVIRONMENT | program.environment
    return [word for name, value in named.items() for word in ("--setenv", name, value)]


def command(program: Program, before: tuple[str, ...] = ()) -> list[str]:
    """Its words, behind what starts it; what is in its folder has another name inside."""
    inside = str(BOT if program.folder else TMP)
    return ["--chdir", inside, "--", *before, *(renamed(word, program.folder) for word in program.command)]


def renamed(word: str, folder: Path | None) -> str:
    if folder is None or not word.startswith("/"):
        return word
    place = Path(os.path.normpath(word))
    for name in {folder.absolute(), folder.resolve()}:
        if place.is_relative_to(name):
            return str(BOT / place.relative_to(name))
    return word
