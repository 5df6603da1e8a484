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
DEEP, DEEP_IN_A_HOME = 2, 3  # folders below / or a home, from where on a place is one tool's own


class Tool(NamedTuple):
    """What to start, and what must be shown of this machine for it."""

    file: str
    places: tuple[Path, ...] = ()


def tool(name: str) -> Tool:
    """What a command's first word names; as it stands, if a confined program finds it anyway or nobody does."""
    if "/" in name or shutil.which(name, path=PATH):
        return Tool(name)
    if name in OWN_PYTHON:
        file = Path(os.path.realpath(sys.executable))
        return Tool(str(file), places_of(file))
    found = shutil.which(name)
    if found is None or not Path(found).is_absolute():
        return Tool(name)
    file = Path(found).resolve()
    if file.name == RUSTUP:
        file = Path(asked(found, "--print", "sysroot"), "bin", name)
    return Tool(str(file), places_of(file))


def places_of(file: Path) -> tuple[Path, ...]:
    """What was installed with a tool, like ~/.pyenv/versions/3.11.7; but no place that holds other things as well."""
    root = file.parents[1] if file.parent.name == "bin" else file.parent
    above = Path.home() if root.is_relative_to(Path.home()) else Path("/")
    own = len(root.relative_to(above).parts) >= (DEEP_IN_A_HOME if above != Path("/") else DEEP)
    return (root if own else file.parent,)


def asked(*command: str) -> str:
    """What a tool says of itself: not in a bot's folder, where files may tell it to run something else."""
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=30, check=False)
    return done.stdout.strip()
