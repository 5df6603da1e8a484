"""The one module that knows Numba: fixed-size records, and functions compiled over them.

Rules are ordinary Python that keeps to integers, loops and record fields. QUINTAIN_KERNELS picks how they run:
"fast" (default), "checked" (compiled with bounds checks) or "interpreted" (no compiler at all, for pdb and coverage).
All three give the same numbers, and a process that may not wait begins interpreted and goes over (see `meanwhile`).
"""

import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from quintain.core import cache, meanwhile
from quintain.core.cache import MODE

Cells = np.ndarray[Any, np.dtype[np.int64]]
Function = TypeVar("Function", bound=Callable[..., Any])

HIDDEN = -1  # a cell that its reader may not know
PUBLIC = -1  # as a seat: somebody who knows only what everybody may know

YARDS = 5  # how often the yardstick is laid on: the median counts

if MODE != "interpreted":
    import numba
    from numba.core import cgutils
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, UserProvidedCacheLocator
    from numba.core.compiler import Compiler
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
    from numba.core.event import Listener, install_listener, trigger_event
    from numba.core.registry import CPUDispatcher
    from numba.core.sigutils import normalize_signature
    from numba.core.typing.templates import make_concrete_template
    from numba.extending import intrinsic


# --- compiling -------------------------------------------------------------------------------------------------------


def compiled(function: Function) -> Function:
    """Compile a rules function; in interpreted mode, leave it as it is."""
    if MODE == "interpreted":
        return function
    return Kernel(function, [function.__module__])


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
    return Kernel(copy, [template.__module__, *_modules(names.values())])


def direct(kernel: Function, *arguments: Any) -> Function:
    """The machine code behind a kernel, for arguments of just these types: a call costs half as much."""
    if MODE == "interpreted":
        return kernel
    door = Door(kernel, arguments)
    return door if meanwhile.interpreting(door.game) else door.open()  # type: ignore[return-value]


class Door:
    """What `direct` returns while there is no machine code yet."""

    __slots__ = ("_arguments", "_code", "_interpreted", "_kernel", "game")

    def __init__(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        self._kernel = kernel
        self._arguments = arguments
        self._code: Callable[..., Any] | None = None
        self._interpreted: Callable[..., Any] | None = None
        self.game: str = kernel.game

    def __call__(self, *arguments: Any) -> Any:
        if self._code:
            return self._code(*arguments)
        if not meanwhile.interpreting(self.game):
            return self.open()(*arguments)
        if self._interpreted is None:
            self._interpreted = meanwhile.interpreted(self._kernel)
        return self._interpreted(*arguments)

    def open(self) -> Callable[..., Any]:
        if self._code is None:
            types = tuple(numba.typeof(argument) for argument in self._arguments)
            self._code = self._kernel.compile(types)
        return self._code


def opened(function: Function) -> Function:
    """What is behind a door by now."""
    return function.open() if isinstance(function, Door) else function  # type: ignore[return-value]


if MODE != "interpreted":

    class Kernel(CPUDispatcher):  # type: ignore[misc]
        """A compiled function. Until its game is in the cache, a process that may not wait has it interpreted."""

        def __init__(self, function: Any, modules: list[str]) -> None:
            options = {"nopython": True, "nogil": True, "no_cfunc_wrapper": True, "boundscheck": MODE == "checked"}
            super().__init__(function, targetoptions=options)
            self.modules = frozenset(modules)
            self.game = cache.game_of(self.modules)
            self._interpreted: Callable[..., Any] | None = None
            self._inner: dict[tuple[Any, ...], Any] = {}  # by the types of the arguments
            self._cache: Any = NullCache()

        def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
            """What Numba asks for where it has no machine code for these arguments; it calls what this returns."""
            if not meanwhile.interpreting(self.game):
                return super()._compile_for_args(*args, **kws)
            if self._interpreted is None:
                self._interpreted = meanwhile.interpreted(self)
            return self._interpreted

        def get_call_template(self, args: Any, kws: Any) -> Any:
            """What Numba asks for where another kernel calls this one."""
            signature, kinds = self._compiler.fold_argument_types(args, kws)
            # A literal 3 has a type of its own: without this a kernel is compiled anew for every number it is given.
            kinds = tuple(map(numba.types.unliteral, kinds))
            template = make_concrete_template(self.__name__, self.__name__, [self.inner(kinds).signature])
            return template, signature, kinds, {}

        def get_overload(self, sig: Any) -> Any:
            return self.inner(tuple(normalize_signature(sig)[0])).entry_point

        def inner(self, kinds: tuple[Any, ...]) -> Any:
            """The kernel for others to call, not for Python. It is neither optimised nor made machine code: that
            happens to the kernel in which it ends up, with all that it calls, and once."""
            if kinds not in self._inner:
                with global_compiler_lock, self._compiling_counter:
                    with trigger_event("numba:compile", {"dispatcher": self, "args": kinds, "return_type": None}):
                        result = InnerCompiler(self).compile(kinds, None)
                    result = result._replace(entry_point=object())
                    result.library.finalize = partial(_link, result.library)
                    self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
                    self._inner[kinds] = result
            return self._inner[kinds]

        def compile(self, sig: Any) -> Any:
            """The kernel for Python to call: from the cache, or from the compiler."""
            kinds = tuple(map(numba.types.unliteral, normalize_signature(sig)[0]))
            with global_compiler_lock:
                if kinds not in self.overloads:
                    self.add_overload(self._fetched(kinds) or self._made(kinds))
            return self.overloads[kinds].entry_point

        def _fetched(self, kinds: tuple[Any, ...]) -> Any:
            if isinstance(self._cache, NullCache):  # only now: most processes use few of the kernels they import
                numba.config.CACHE_DIR = str(cache.folder_of(self.modules))
                self._cache = SharedCache(self.py_func)
            return self._cache.load_overload(kinds, self.targetctx)

        def _made(self, kinds: tuple[Any, ...]) -> Any:
            result = self.inner(kinds)
            if not _plain(result.signature.return_type):
                made = self._compiler.compile(kinds, None)
                self._cache.save_overload(kinds, made)
                return made
            # As Numba sets it up for its own wrappers: without it they could hand no array to Python.
            context = self.targetctx.subtarget(environment=result.environment, fndesc=result.fndesc, enable_nrt=True)
            library = context.codegen().create_library(result.library.name)
            library.enable_object_caching()
            library.add_linking_library(result.library)
            with context.push_code_library(library):
                context.create_cpython_wrapper(
                    library, result.fndesc, result.environment, result.call_helper, release_gil=True
                )
            code = context.get_executable(library, result.fndesc, result.environment)
            made = result._replace(library=library, entry_point=code, type_annotation="")
            self._cache.save_overload(kinds, made)
            return made

    class InnerCompiler(_FunctionCompiler):  # type: ignore[misc]
        def __init__(self, kernel: Kernel) -> None:
            super().__init__(kernel.py_func, kernel.targetdescr, kernel.targetoptions, {}, Compiler)

        def _customize_flags(self, flags: Any) -> Any:
            flags.no_compile = True
            flags.no_cpython_wrapper = True
            return flags

    def _plain(kind: Any) -> bool:
        """Is it numbers alone? To hand anything else to Python takes an environment, which Numba must set up itself."""
        if isinstance(kind, numba.types.BaseTuple):
            return not isinstance(kind, numba.types.BaseNamedTuple) and all(map(_plain, kind))
        return isinstance(kind, numba.types.Number | numba.types.Boolean | numba.types.NoneType)

    def _link(library: Any) -> None:
        """Put together what the library is made of, and leave the rest to the one that it will be linked into."""
        for other in dict.fromkeys(library._linking_libraries):
            library._reload_init.update(other._reload_init)
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
        library._finalized = True

    class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
        """Reads where nobody can write, too, as bots of strangers must; Numba looks only where it could write."""

        def ensure_cache_path(self) -> None:
            with suppress(OSError):
                super().ensure_cache_path()

    class SharedCache(FunctionCache):  # type: ignore[misc]
        """Several processes may compile at the same time, and Numba's index would keep what the last of them wrote."""

        _impl_class = type("Located", (CompileResultCacheImpl,), {"_locator_classes": (Locator,)})

        def _save_overload(self, sig: Any, data: Any) -> None:
            if cache.writable(folder := Path(self.cache_path)):
                with cache.locked(folder):
                    super()._save_overload(sig, data)


@contextmanager
def compilations() -> Iterator[Counter[str]]:
    """How often each kernel is compiled meanwhile."""
    found: Counter[str] = Counter()
    if MODE == "interpreted":
        yield found
        return

    class Counting(Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            found[f"{function.__module__}.{function.__qualname__}"] += 1

        def on_end(self, event: Any) -> None:
            pass

    with install_listener("numba:compile", Counting()):
        yield found


def _modules(values: Iterable[Any]) -> set[str]:
    """The modules of the kernels among these values."""
    found: set[str] = set()
    for value in values:
        found |= _modules(value) if isinstance(value, tuple) else {getattr(value, "__module__", None) or __name__}
    return found


def yardstick() -> float:
    """Seconds of a processor that a kernel takes which never changes, after the compiler has been used before."""
    if MODE == "interpreted":
        return 0.0

    def sift(cells: Cells, n: int) -> int:
        swaps = 0
        for i in range(n):
            for j in range(i + 1, n):
                if cells[i] > cells[j]:
                    cells[i], cells[j] = cells[j], cells[i]
                    swaps += 1
        return swaps

    kinds, times = (numba.typeof(np.zeros(1, np.int64)), numba.int64), []
    for _ in range(YARDS):
        began = time.process_time()
        with global_compiler_lock:
            Kernel(types.FunctionType(sift.__code__, globals(), "sift"), [__name__])._made(kinds)
        times.append(time.process_time() - began)
    return sorted(times)[YARDS // 2]


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


def _lowest(members: int) -> int:
    return (int(members) & -int(members)).bit_length() - 1


def _count(members: int) -> int:
    return (int(members) & 0xFFFFFFFFFFFFFFFF).bit_count()


if MODE == "interpreted":
    lowest, count = _lowest, _count
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

    meanwhile.stand_in(lowest, _lowest)
    meanwhile.stand_in(count, _count)
