"""Compiling in other processes: in which order, how far it has come, and what goes wrong."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quintain.arbiter import compiling
from quintain.arbiter.compiling import LAST, Compilers, Progress
from tests.processes import PATIENCE, running


def compiler(code: str) -> tuple[str, ...]:
    """A process in the compiler's place."""
    return sys.executable, "-c", code


def test_what_somebody_waits_for_does_not_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys, time; print(1, 1, flush=True); time.sleep(600 if sys.argv[1] == 'a' else 0)"
    monkeypatch.setattr(compiling, "COMPILER", compiler(code))
    compilers, order = Compilers(["a", "b", "c"], jobs=1), list[str]()

    async def click() -> None:
        working = asyncio.create_task(compilers.run(lambda name, trouble: order.append(name)))
        while not compilers.progress["a"].done:
            await asyncio.sleep(0.01)
        compilers.want("c")
        while not order:
            await asyncio.sleep(0.01)
        working.cancel()
        await asyncio.wait([working])

    asyncio.run(click())
    assert order == ["c"]


def test_what_somebody_wants_before_anything_is_begun_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILER", compiler("print(1, 1)"))
    compilers, order = Compilers(["a", "b", "c"], jobs=1), list[str]()
    compilers.want("c")
    compilers.want("nothing")
    asyncio.run(compilers.run(lambda name, trouble: order.append(name)))
    assert sorted(order) == ["a", "b", "c"]
    assert order.index("c") < order.index("b")


def test_others_leave_the_machine_to_what_somebody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os, time; print(os.getpid(), 1, flush=True); time.sleep(600)"
    monkeypatch.setattr(compiling, "COMPILER", compiler(code))
    compilers = Compilers(["a", "b"], jobs=2)

    async def click() -> list[int]:
        working = asyncio.create_task(compilers.run(lambda name, trouble: None))
        while not all(progress.done for progress in compilers.progress.values()):
            await asyncio.sleep(0.01)
        compilers.want("a")
        nice = [os.getpriority(os.PRIO_PROCESS, compilers.progress[name].done) for name in "ab"]
        working.cancel()
        await asyncio.wait([working])
        return nice

    wanted, other = asyncio.run(click())
    assert (wanted, other) == (os.getpriority(os.PRIO_PROCESS, 0), LAST)


def test_it_is_known_how_far_a_game_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILER", compiler("print(1, 9, 'rules'); print(2, 9, 'random play')"))
    compilers = Compilers(["a"])
    assert compilers.progress["a"] == Progress(0, 0)
    asyncio.run(compilers.run(lambda name, trouble: None))
    assert compilers.progress["a"] == Progress(2, 9)


def test_a_game_that_cannot_be_compiled_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILER", compiler("raise ValueError('no such card')"))
    troubles: list[str] = []
    asyncio.run(Compilers(["a", "b"]).run(lambda name, trouble: troubles.append(trouble)))
    assert sorted(troubles) == [f"{name} cannot be compiled: ValueError: no such card" for name in "ab"]


WAITING = "import asyncio; from quintain.arbiter.compiling import Compilers; "
WAITING += "asyncio.run(Compilers(['jaffre'], jobs=1).run(print))"


def test_whoever_is_killed_leaves_no_compiler_behind(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with running([sys.executable, "-c", WAITING], env=environment) as waiting:
        children = Path(f"/proc/{waiting.pid}/task/{waiting.pid}/children")
        wait_until(lambda: bool(children.read_text().split()))
        (compiler,) = map(int, children.read_text().split())
        wait_until(lambda: b"attended" in Path(f"/proc/{compiler}/cmdline").read_bytes())
        waiting.kill()
    wait_until(lambda: not is_alive(compiler))
    assert list(tmp_path.rglob("*.nbi")) == [], "it ended at once, and not when it had something to tell"


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """A zombie that nobody has collected is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_whoever_leaves_takes_the_compiler_along(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os, time; print(os.getpid(), 9, flush=True); time.sleep(600)"
    monkeypatch.setattr(compiling, "COMPILER", compiler(code))
    compilers = Compilers(["a"])

    async def leave_early() -> None:
        working = asyncio.create_task(compilers.run(lambda name, trouble: None))
        while not compilers.progress["a"].done:
            await asyncio.sleep(0.01)
        working.cancel()
        await asyncio.wait([working])

    asyncio.run(leave_early())
    with pytest.raises(ProcessLookupError):
        os.kill(compilers.progress["a"].done, 0)
