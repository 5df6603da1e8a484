"""The kernel border: records, modes, the cache and sets."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core import cache
from quintain.core.kernel import Cells, Record, bound, cell, cells, compiled, count, lowest
from tests.processes import PATIENCE


class Sample(Record):
    one: int = cell()
    few: Cells = cells(3)
    grid: Cells = cells(2, 2)
    last: int = cell()


def ran(code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Another process with other settings."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


# --- records


def test_a_record_has_its_fields_in_a_row() -> None:
    assert Sample.size == 9
    record = Sample.blank()
    state = record.view(Sample.layout)[0]
    state.one, state.few[1], state.grid[1, 0], state.last = 1, 2, 3, 4
    assert record.tolist() == [1, 0, 2, 0, 0, 0, 3, 0, 4]


def test_a_record_is_read_as_plain_numbers_and_lists() -> None:
    plain: Any = Sample.read(np.arange(9))
    assert (plain.one, plain.few, plain.grid, plain.last) == (0, [1, 2, 3], [[4, 5], [6, 7]], 8)
    assert type(plain.one) is int


def test_reading_a_record_is_a_copy() -> None:
    record = Sample.blank()
    Sample.read(record).few[0] = 7
    assert not record.any()


@pytest.mark.parametrize("name", ["size", "shape", "item", "copy", "sum", "view"])
def test_a_name_that_numpy_uses_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"NumPy's records use the name '{name}' themselves; choose another"):
        type("Wrong", (Record,), {name: cell()})


# --- compiling


@compiled
def doubled(record: Cells) -> int:
    return int(record[0] * 2)


helper: Any = None


def template(record: Cells) -> int:
    return int(helper(record) + 1)


def test_a_compiled_function_gives_what_python_gives() -> None:
    assert doubled(np.array([21])) == 42


class Pair(NamedTuple):
    row: Cells
    number: int


@compiled
def paired(n: int) -> Pair:
    return Pair(np.full(n, 7), n)


@compiled
def at_most_two(n: int) -> int:
    if n > 2:
        raise ValueError("too many")
    return n


@compiled
def checked_sum(n: int) -> int:
    return at_most_two(n) + 1


def test_a_kernel_gives_python_arrays_and_tuples_of_them() -> None:
    pair = paired(3)
    assert (pair.row.tolist(), pair.number) == ([7, 7, 7], 3)


def test_what_an_inner_kernel_raises_arrives() -> None:
    assert checked_sum(2) == 3
    with pytest.raises(ValueError, match="too many"):
        checked_sum(3)


def test_a_bound_template_calls_what_it_was_given() -> None:
    assert bound(template, "test", helper=doubled)(np.array([21])) == 43


def test_an_unknown_mode_is_refused_in_words() -> None:
    done = ran("import quintain.core.kernel", QUINTAIN_KERNELS="quick")
    assert done.returncode == 1
    assert "QUINTAIN_KERNELS is 'quick'; it must be one of fast, checked, interpreted" in done.stderr


def test_interpreted_mode_does_without_a_compiler() -> None:
    code = "import sys; from quintain import games; games.load('jaffre'); print('numba' in sys.modules)"
    assert ran(code, QUINTAIN_KERNELS="interpreted").stdout == "False\n"


def test_checked_mode_finds_a_cell_that_is_not_there() -> None:
    code = (
        "from quintain.games.jaffre.rules.tricks import best_card\n"
        "from quintain.games.jaffre.rules.state import State\n"
        "try: best_card(State.blank().view(State.layout)[0], 40, 4)\n"
        "except IndexError: print('found')"
    )
    assert ran(code, QUINTAIN_KERNELS="checked").stdout == "found\n"


def test_the_cache_without_a_writable_home_is_elsewhere() -> None:
    code = (
        "from quintain.core.dice import random_below, seeded\n"
        "from quintain.core.cache import folder_of\n"
        "assert random_below(seeded(1), 1) == 0\n"
        "print(folder_of(frozenset(['quintain.core.kernel'])).is_dir())"
    )
    done = ran(code, XDG_CACHE_HOME="/dev/null/nowhere")
    assert done.stdout == "True\n", done.stderr


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache home and a package of its own, in which nothing is remembered."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    package = tmp_path / "quintain"
    for folder in ("core", "games/chess/bots", "games/go", "bots"):
        (package / folder).mkdir(parents=True)
        (package / folder / "code.py").write_text("one")
    for file in cache.CORE_KERNELS:
        (package / "core" / file).write_text("one")
    monkeypatch.setattr(cache, "PACKAGE", package)
    return package


def folder(*modules: str) -> Path:
    cache.sources_of.cache_clear()
    cache.folder_of.cache_clear()
    try:
        return cache.folder_of(frozenset(modules))
    finally:
        cache.sources_of.cache_clear()
        cache.folder_of.cache_clear()


def test_the_cache_is_in_the_cache_home(fresh_cache: Path) -> None:
    assert folder("quintain.games.chess.rules").parent == fresh_cache.parent / "cache" / "quintain"


def test_each_mode_has_a_cache_of_its_own(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for mode in ("fast", "checked"):
        monkeypatch.setattr(cache, "MODE", mode)
        found.add(folder("quintain.games.chess.rules").name)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("edited", "again"),
    [
        ("games/chess/code.py", True),
        ("core/kernel.py", True),
        ("core/code.py", False),
        ("games/go/code.py", False),
        ("games/chess/bots/code.py", False),
        ("bots/code.py", False),
    ],
)
def test_an_edit_gives_a_new_cache_to_what_it_may_have_changed(fresh_cache: Path, edited: str, again: bool) -> None:
    path = fresh_cache / edited
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("one")
    before = folder("quintain.games.chess.rules")
    path.write_text("two")
    assert (folder("quintain.games.chess.rules") != before) == again


def test_the_files_of_the_core_with_kernels_are_known() -> None:
    files = Path(cache.__file__).parent.glob("*.py")
    with_kernels = {path.name for path in files if re.search(r"@compiled|\bbound\(", path.read_text())}
    assert with_kernels == {*cache.CORE_KERNELS}


# --- sets


@given(st.sets(st.integers(0, 61), min_size=1))
def test_sets_are_masks(members: set[int]) -> None:
    mask = sum(1 << member for member in members)
    assert lowest(mask) == min(members)
    assert count(mask) == len(members)


def test_an_empty_set_has_no_members() -> None:
    assert count(0) == 0
    assert count(-1) == 64


TINY = """
import sys
from quintain.core.kernel import compilations, compiled

@compiled
def doubled(number):
    return number + number

with compilations() as made:
    print(doubled(eval(sys.argv[1])), sum(made.values()))
"""


@pytest.mark.skipif(
    not shutil.which("bwrap"), reason="bubblewrap is not installed (Debian: apt-get install bubblewrap)"
)
def test_a_cache_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    home, script = tmp_path / "cache", tmp_path / "tiny.py"
    home.mkdir()
    script.write_text(TINY)
    locked = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(home), str(home)]

    def run(argument: str, *before: str) -> str:
        command = [*before, sys.executable, str(script), argument]
        environment = os.environ | {"XDG_CACHE_HOME": str(home), "QUINTAIN_KERNELS": "fast"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300).stdout

    assert run("21") == "42 1\n"
    kept = sorted(path.name for path in home.rglob("*"))
    assert run("21", *locked) == "42 0\n"
    assert run("0.5", *locked) == "1.0 1\n"  # compiled, and not kept
    assert sorted(path.name for path in home.rglob("*")) == kept
