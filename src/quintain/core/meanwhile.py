"""Playing while the compiler is at work: kernels are interpreted meanwhile, and go over when their game is compiled.

A process that lets people play at once calls `interpret_meanwhile`. From then on, a kernel of a game that is not yet
compiled runs as plain Python. As soon as another process has filled the cache, a thread of this one loads all that it
holds of the game, and whatever is called next is machine code, in the middle of a match as well: both give the same
numbers.
"""

import logging
import threading
import time
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

LOOK_AGAIN = 0.25  # seconds between two looks whether the cache has been filled
PATIENCE = 300.0  # seconds after which nobody expects the compiler to be done

log = logging.getLogger(__name__)
Plain = Callable[..., Any]


@dataclass
class Switch:
    """Which games this process has in machine code, and how it gets them there."""

    games: frozenset[str] = frozenset()  # those that may be interpreted; "" stands for what they share
    compiled: Callable[[str], bool] | None = None  # is all of a game in the cache?
    load: Callable[[str], None] | None = None  # use all of a game once
    ready: set[str] = field(default_factory=set)
    loading: set[str] = field(default_factory=set)
    looked: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)  # they stay interpreted
    waiting: dict[str, list[Callable[[], None]]] = field(default_factory=dict)  # what is done when a game is ready
    lock: threading.Lock = field(default_factory=threading.Lock)
    here: threading.local = field(default_factory=threading.local)


_switch = Switch()


def interpret_meanwhile(games: Iterable[str], compiled: Callable[[str], bool], load: Callable[[str], None]) -> None:
    """From now on nobody in this process waits for the compiler of these games."""
    _switch.games, _switch.compiled, _switch.load = frozenset(["", *games]), compiled, load


def interpreting(game: str) -> bool:
    """Is a kernel of this game to be interpreted, if it is called now?"""
    if game not in _switch.games or game in _switch.ready or getattr(_switch.here, "loads", False):
        return False
    look(game)
    return True


def look(game: str) -> None:
    """Begin to load the game if another process has compiled it."""
    now = time.monotonic()
    if not game or now < _switch.looked.get(game, 0.0):
        return
    _switch.looked[game] = now + LOOK_AGAIN
    assert _switch.compiled
    if game in _switch.loading or not _switch.compiled(game):
        return
    threading.Thread(target=load, args=(game,), name=f"load {game}", daemon=True).start()


def load(game: str) -> None:
    """Go over to machine code now: from the cache, or by compiling what is not there."""
    with _switch.lock:
        begun = game in _switch.loading
        _switch.loading.add(game)
    if begun:
        wait_for(game)
    else:
        go_over(game)


def go_over(game: str) -> None:
    """Load the game's machine code, in this thread; from then on it is used."""
    assert _switch.load
    _switch.here.loads = True
    try:
        _switch.load(game)
    except Exception:
        # It stays interpreted, and is slow, but nobody's match ends for it.
        _switch.failed.add(game)
        log.exception("%s could not be loaded from the compiler's cache", game)
        return
    finally:
        _switch.here.loads = False
    with _switch.lock:
        _switch.ready |= {game, ""}
        waiting = _switch.waiting.pop(game, [])
    for action in waiting:
        action()


def wait_for(game: str) -> None:
    """Return when the game is machine code: for work that would take an interpreter minutes."""
    until = time.monotonic() + PATIENCE
    while interpreting(game) and game not in _switch.failed and time.monotonic() < until:
        time.sleep(LOOK_AGAIN)


def when_ready(game: str, action: Callable[[], None]) -> None:
    """Do it once nothing of the game is interpreted any more."""
    if not interpreting(game):
        return
    with _switch.lock:
        if game not in _switch.ready:
            _switch.waiting.setdefault(game, []).append(action)
            return
    action()


# --- kernels as plain Python -----------------------------------------------------------------------------------------

_namespaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by the id of the globals: they, and ours
_plain: dict[int, tuple[Any, Plain]] = {}  # by the id of the kernel: it, and what stands for it
_making = threading.RLock()


def stand_in(kernel: Any, function: Plain) -> None:
    """This is how the kernel is interpreted, where its own body is not Python."""
    _plain[id(kernel)] = kernel, function


def interpreted(kernel: Any) -> Plain:
    """The kernel as Python calls it, without a compiler. It returns plain numbers, as machine code does."""
    inner = plain(kernel)

    def call(*arguments: Any) -> Any:
        return as_python(inner(*arguments))

    return call


def plain(kernel: Any) -> Plain:
    """The kernel as other interpreted kernels call it: its own body, with all that it calls interpreted, too."""
    with _making:
        body = kernel.py_func
        names = namespace(body.__globals__)
        if id(kernel) not in _plain:
            copy = types.FunctionType(body.__code__, names, body.__name__, body.__defaults__, body.__closure__)
            _plain[id(kernel)] = kernel, copy
        return _plain[id(kernel)][1]


def namespace(names: dict[str, Any]) -> dict[str, Any]:
    """The same global names, with plain functions for kernels."""
    known, ours = _namespaces.setdefault(id(names), (names, {}))
    # A module grows while it is imported, and some call their kernels meanwhile.
    if len(ours) != len(known):
        ours.update(known)
        ours.update({name: as_plain(value) for name, value in list(known.items())})
    return ours


def as_plain(value: Any) -> Any:
    if isinstance(value, tuple) and any(hasattr(part, "py_func") for part in value):
        parts = [as_plain(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return plain(value) if hasattr(value, "py_func") else value


def as_python(value: Any) -> Any:
    if isinstance(value, np.integer | np.floating | np.bool):
        return value.item()
    return tuple(map(as_python, value)) if type(value) is tuple else value
