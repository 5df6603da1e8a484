"""Where a program cannot be confined it is not run, and the reason is told."""

import contextlib
import doctest
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintain.core.errors import NotIsolated
from quintain.sandbox import Limits, Program, confined, isolated, isolation, start
from tests.sandbox.conftest import PATIENCE, Start, line_of

TRUE = Program(command=("/bin/true",))


@pytest.fixture(autouse=True)
def tried_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered from other tests, nor for them."""
    for module, name in ((isolation, "isolated"), (confined, "bubblewrap")):
        getattr(module, name).cache_clear()
        monkeypatch.setattr(module, name, getattr(module, name))


@contextlib.contextmanager
def wrapper(script: str) -> Iterator[str]:
    """Something in the place of bubblewrap, where any user finds it."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "bwrap")
        made.write_text(f"#!/bin/sh\n{script}\n")
        made.chmod(0o755)
        Path(folder).chmod(0o755)
        yield str(made)


def refusal(monkeypatch: pytest.MonkeyPatch, module: object, name: str, value: object) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(module, name, value)
        with pytest.raises(NotIsolated) as refused:
            start(TRUE, Limits(), trusted=False)
    isolation.isolated.cache_clear()
    confined.bubblewrap.cache_clear()
    return str(refused.value)


def test_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "install bubblewrap" in refusal(monkeypatch, shutil, "which", lambda *_, **__: None)
    assert "only be confined on Linux" in refusal(monkeypatch, sys, "platform", "darwin")
    assert "this is aarch64" in refusal(monkeypatch, platform, "machine", lambda: "aarch64")


@pytest.mark.usefixtures("confinement")
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "No permissions to create new namespace"),
        ("echo 'bwrap: Unknown option --size' >&2; exit 1", "bubblewrap is too old"),
        ("cat /proc/self/status /proc/net/dev", "would not be confined here"),
        ("sed 's/NoNewPrivs:.*/NoNewPrivs:\t1/;s/Seccomp:.*/Seccomp:\t2/;s/CapEff:.*/CapEff:\t0/;"
         "s/NSpid:.*/NSpid:\t2/' /proc/self/status; cat /proc/net/dev; echo '  eth0: 0'", "it sees the network"),
    ],
)  # fmt: skip
def test_walls_that_do_not_stand(monkeypatch: pytest.MonkeyPatch, script: str, words: str) -> None:
    with wrapper(script) as found:
        assert words in refusal(monkeypatch, shutil, "which", lambda *_, **__: found)


def test_trusted_programs_need_no_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    running = start(TRUE, Limits(), trusted=True)
    assert running.wait(PATIENCE) == 0
    assert running.end()


@pytest.mark.usefixtures("confinement")
def test_isolated_says_nothing_where_all_is_well() -> None:
    isolated()


def test_the_example_of_the_docs(started: Start) -> None:
    assert line_of(started("/bin/echo", "ready")) == "ready"
    page = Path(__file__).parents[2] / "docs" / "sandbox.md"
    examples = doctest.DocTestParser().get_doctest(page.read_text(), {}, page.name, str(page), 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
