"""Compilers and interpreters that are not where a confined program looks: in a home, by a version manager."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from quintain.sandbox.what_it_sees import PATH

RUSTUP = "rustup"  # what all tools of Rust are links to, where rustup has installed them
OWN_PYTHON = ("python", "python3")


class Tool(NamedTuple):
    """What to start, and what must be shown of this machine for it."""

    file: str
    places: tuple[Path, ...] = ()


def tool(name: str, folder: Path | None = None) -> Tool:
    """What a command's first word names; as it stands, if a confined program finds it anyway or nobody does."""
    if "/" in name or shutil.which(name, path=PATH):
        return Tool(name)
    if name in OWN_PYTHON:
        file = Path(os.path.realpath(sys.executable))
        return Tool(str(file), places_of(file))
    found = shutil.which(name)
    if found is None:
        return Tool(name)
    file = Path(found).resolve()
    if file.name == RUSTUP:
        file = Path(asked(found, "--print", "sysroot", folder=folder), "bin", name)
    return Tool(str(file), places_of(file))


def places_of(file: Path) -> tuple[Path, ...]:
    """What was installed with a tool, which is never a whole home."""
    root = file.parents[1] if file.parent.name == "bin" else file.parent
    return (file.parent,) if root in (Path.home(), Path("/")) else (root,)


def asked(*command: str, folder: Path | None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30, check=False)
    return done.stdout.strip()
