"""Where compiled kernels are kept, and which of them are there.

Numba's own cache misses edits in other files and the flag for bounds checks, so each state of the sources and each mode
has a folder of its own.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from quintain.core.errors import BadSetting

MODES = ("fast", "checked", "interpreted")
MODE = os.environ.get("QUINTAIN_KERNELS", "fast")
if MODE not in MODES:
    raise BadSetting(f"QUINTAIN_KERNELS is {MODE!r}; it must be one of {', '.join(MODES)}")

PACKAGE = Path(__file__).parents[1]
CORE_KERNELS = ("kernel.py", "dice.py", "doors.py")  # the files of this room with kernels in them


def game_of(modules: Iterable[str]) -> str:
    """The game that kernels of these modules belong to, or nothing if they serve them all."""
    for name in sorted(modules):
        package, *rooms = name.split(".")
        if package != PACKAGE.name:
            return package
        if rooms[0] == "games":
            return rooms[1]
    return ""


@cache
def folder_of(modules: frozenset[str]) -> Path:
    """The folder for kernels of these modules, as their sources are now."""
    files = sorted(set().union(*(sources_of(module) for module in {*modules, "quintain.core"})))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    folder = kernels_home() / f"{MODE}-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="quintain-"))
    return folder


def cached(*modules: str) -> bool:
    """Has all that is needed of these modules, as they are now, been compiled before?"""
    return MODE == "interpreted" or _seal(modules).exists()


def mark_cached(*modules: str, note: str = "") -> None:
    """Remember that all that is needed of these modules has been compiled: a compiler may die halfway."""
    if MODE != "interpreted":
        with suppress(OSError):  # nobody can write here, so nothing was kept either
            seal = _seal(modules)
            seal.with_suffix(".new").write_text(note)
            seal.with_suffix(".new").replace(seal)


def note_of(*modules: str) -> str:
    """What was noted when these modules had been compiled."""
    return _seal(modules).read_text()


def _seal(modules: Iterable[str]) -> Path:
    # Numba keeps what it compiled apart by where the sources are, so a copy of them elsewhere has its own.
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return folder_of(frozenset(modules)) / f"complete-{place}"


def kernels_home() -> Path:
    """Where all kernels are kept."""
    return _caches() / "quintain"


def built_home() -> Path:
    """Where built bots are kept: not among the kernels, for those may be read by bots of strangers."""
    return _caches() / "quintain-bots"


def _caches() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def sources_of(module: str) -> frozenset[Path]:
    """The files that a kernel of this module may be made of: its room (a game's bots only for the bots themselves)."""
    name, *rooms = module.split(".")
    if name != PACKAGE.name:
        own = getattr(sys.modules.get(module), "__file__", None)
        return frozenset([*PACKAGE.rglob("*.py"), *([Path(own)] if own else [])])
    if rooms[0] == "core":
        return frozenset(PACKAGE / "core" / file for file in CORE_KERNELS)
    room = PACKAGE.joinpath(*rooms[: 2 if rooms[0] == "games" else 1])
    files = room.rglob("*.py")
    return frozenset(path for path in files if "bots" in rooms or "bots" not in path.relative_to(room).parts[:-1])


def writable(folder: Path) -> bool:
    """Can anything be kept in the folder, which may be yet to be made?"""
    return os.access(folder if folder.exists() else folder.parent, os.W_OK)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else writes into the folder meanwhile."""
    try:
        import fcntl
    except ImportError:  # another system: there, one process compiles at a time
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
