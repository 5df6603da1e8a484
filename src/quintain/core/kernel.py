"""The one module that knows Numba: fixed-size records, and functions compiled over them.

Rules are ordinary Python that keeps to integers, loops and record fields. QUINTAIN_KERNELS picks how they run:
"fast" (default), "checked" (compiled with bounds checks) or "interpreted" (no compiler at all, for pdb and coverage).
All three give the same numbers.
"""

import hashlib
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from quintain.core.errors import BadSetting

Cells = np.ndarray[Any, np.dtype[np.int64]]
Function = TypeVar("Function", bound=Callable[..., Any])

MODES = ("fast", "checked", "interpreted")
MODE = os.environ.get("QUINTAIN_KERNELS", "fast")
if MODE not in MODES:
    raise BadSetting(f"QUINTAIN_KERNELS is {MODE!r}; it must be one of {', '.join(MODES)}")

HIDDEN = -1  # a cell that its reader may not know
PUBLIC = -1  # as a seat: somebody who knows only what everybody may know

PACKAGE = Path(__file__).parents[1]
CORE_KERNELS = ("kernel.py", "dice.py", "doors.py")  # the files of this room with kernels in them

if MODE != "interpreted":
    import numba
    from numba.core import cgutils
    from numba.extending import intrinsic


# --- compiling -------------------------------------------------------------------------------------------------------


def compiled(function: Function) -> Function:
    """Compile a rules function; in interpreted mode, leave it as it is."""
    if MODE == "interpreted":
        return function
    return _compile(function, [function.__module__])


def bound(template: Function, tag: str, **names: Any) -> Function:
    """The template as a kernel of its own in which these global names stand for these kernels.

    This is how one piece of code serves every game. Unlike a kernel that takes functions as arguments, which Numba
    compiles anew in each process, a bound one is cached under its tag.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    copy.__qualname__ = f"{template.__qualname__}_{tag}"
    copy.__module__ = template.__module__
    if MODE == "interpreted":
        return copy  # type: ignore[return-value]
    return _compile(copy, [template.__module__, *_modules(names.values())])  # type: ignore[return-value]


def direct(kernel: Function, *arguments: Any) -> Function:
    """The machine code behind a kernel, for arguments of just these types: a call costs half as much."""
    if MODE == "interpreted":
        return kernel
    types = tuple(numba.typeof(argument) for argument in arguments)
    kernel.compile(types)  # type: ignore[attr-defined]
    return kernel.get_overload(types)  # type: ignore[attr-defined, no-any-return]


def _compile(function: Function, modules: list[str]) -> Function:
    numba.config.CACHE_DIR = str(_cache_folder(frozenset(modules)))
    return numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True, boundscheck=MODE == "checked")(function)  # type: ignore[no-any-return]


def _modules(values: Iterable[Any]) -> set[str]:
    """The modules of the kernels among these values."""
    found: set[str] = set()
    for value in values:
        found |= _modules(value) if isinstance(value, tuple) else {getattr(value, "__module__", None) or __name__}
    return found


@cache
def _cache_folder(modules: frozenset[str]) -> Path:
    """Numba's cache misses edits in other files and the bounds-check flag, so each state of the sources and each mode
    gets a folder of its own."""
    files = sorted(set().union(*(_sources(module) for module in {*modules, __name__})))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    folder = _cache_home() / f"{MODE}-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="quintain-"))
    return folder


def cached(*modules: str) -> bool:
    """Has all that is needed of these modules, as they are now, been compiled before?"""
    return MODE == "interpreted" or _seal(modules).exists()


def mark_cached(*modules: str) -> None:
    """Remember that all that is needed of these modules has been compiled: a compiler may die halfway."""
    if MODE != "interpreted":
        with suppress(OSError):  # nobody can write here, so nothing was kept either
            _seal(modules).touch()


def _seal(modules: Iterable[str]) -> Path:
    # Numba keeps what it compiled apart by where the sources are, so a copy of them elsewhere has its own.
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return _cache_folder(frozenset(modules)) / f"complete-{place}"


def _cache_home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "quintain"


@cache
def _sources(module: str) -> frozenset[Path]:
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


# --- records ---------------------------------------------------------------------------------------------------------


class Shape(tuple[int, ...]):
    """How many numbers a field holds."""


def cell() -> int:
    """Declare one number."""
    return Shape()  # type: ignore[return-value]


def cells(*shape: int) -> Cells:
    """Declare an array of numbers."""
    return Shape(shape)  # type: ignore[return-value]


class Record:
    """A state of fixed size. Subclasses list their fields; every number is an int64.

    Inside kernels a state is a record with these fields. Python holds it as a plain row of cells, which is by far the
    cheapest thing to copy and to pass to a kernel; `record.view(layout)[0]` is the record on it, and `read` makes it
    plain numbers.
    """

    layout: ClassVar[np.dtype[Any]]
    fields: ClassVar[tuple[tuple[str, Shape, int, int], ...]]
    size: ClassVar[int]
    _plain: ClassVar[Callable[[list[int]], dict[str, Any]]]

    def __init_subclass__(cls) -> None:
        shapes = {name: shape for name, shape in vars(cls).items() if isinstance(shape, Shape)}
        if taken := sorted(name for name in shapes if hasattr(np.record, name)):
            raise TypeError(f"{cls.__name__}: NumPy's records use the name {taken[0]!r} themselves; choose another")
        ends = [0, *accumulate(prod(shape) for shape in shapes.values())]
        cls.fields = tuple(
            (name, shape, *span) for (name, shape), span in zip(shapes.items(), pairwise(ends), strict=True)
        )
        cls.layout = np.dtype((np.record, [(name, np.int64, tuple(shape)) for name, shape in shapes.items()]))
        cls.size = ends[-1]
        cls._plain = staticmethod(_reader(cls.fields))

    @classmethod
    def blank(cls) -> Cells:
        """The cells of a record of zeros."""
        return np.zeros(cls.size, np.int64)

    @classmethod
    def read(cls, record: Cells) -> Self:
        """The same fields as plain numbers and lists: for Python, many times faster than reading the record itself."""
        plain = object.__new__(cls)
        plain.__dict__.update(cls._plain(record.tolist()))
        return plain


def _reader(fields: tuple[tuple[str, Shape, int, int], ...]) -> Callable[[list[int]], dict[str, Any]]:
    """A function from a list of cells to fields, written for one class: a loop would cost three times as much."""
    parts = []
    for name, shape, start, stop in fields:
        part = f"n[{start}:{stop}]" if shape else f"n[{start}]"
        parts.append(f"{name!r}: " + (f"folded({part}, {tuple(shape)})" if len(shape) > 1 else part))
    return eval(f"lambda n: {{{', '.join(parts)}}}", {"folded": _folded})  # type: ignore[no-any-return]


def _folded(numbers: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for width in reversed(shape[1:]):
        numbers = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return numbers


@compiled
def fill(cells: Cells, number: int) -> None:
    """Set every cell (a slice assignment does the same, and takes the compiler far longer)."""
    for i in range(len(cells)):
        cells[i] = number


@compiled
def copy_cells(source: Cells, target: Cells) -> None:
    """Make the target's cells like the source's (see `fill`)."""
    for i in range(len(source)):
        target[i] = source[i]


# --- sets of small numbers -------------------------------------------------------------------------------------------

if MODE == "interpreted":

    def lowest(members: int) -> int:
        """The smallest member of a non-empty set."""
        return (int(members) & -int(members)).bit_length() - 1

    def count(members: int) -> int:
        """How many members a set has."""
        return (int(members) & 0xFFFFFFFFFFFFFFFF).bit_count()

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def _trailing_zeros(_: Any, members: Any) -> Any:
        return numba.int64(numba.int64), lambda c, builder, s, arguments: builder.cttz(arguments[0], cgutils.false_bit)

    @intrinsic  # type: ignore[untyped-decorator]
    def _population(_: Any, members: Any) -> Any:
        return numba.int64(numba.int64), lambda c, builder, s, arguments: builder.ctpop(arguments[0])

    @compiled
    def lowest(members: int) -> int:
        """The smallest member of a non-empty set."""
        return _trailing_zeros(members)  # type: ignore[no-any-return]

    @compiled
    def count(members: int) -> int:
        """How many members a set has."""
        return _population(members)  # type: ignore[no-any-return]
