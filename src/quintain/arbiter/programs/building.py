"""Building a bot: its own build command, run in the sandbox on a copy of its folder.

The folder itself is never written to. What was built is kept, one copy for each folder, and used again until a file of
the folder changes.
"""

import hashlib
import os
import shutil
import subprocess
import time
from pathlib import Path

import msgspec

from quintain import sandbox
from quintain.arbiter.manifest import Manifest
from quintain.arbiter.programs.tools import tool
from quintain.core import cache
from quintain.core.errors import BadBuild, BadProgram
from quintain.sandbox import Program
from quintain.sandbox.program import MIB
from quintain.sandbox.what_it_sees import PATH

PATIENCE = 300.0  # seconds for a build
LARGEST_SOURCE = 64 * MIB
SHOWN = 12  # lines of a compiler's complaints


class Built(msgspec.Struct, frozen=True):
    """What came of a build."""

    folder: Path  # in which the bot can be started
    seconds: float


def built(folder: Path, manifest: Manifest, *, trusted: bool, anew: bool = False, patience: float = PATIENCE) -> Built:
    """The bot, ready to run; raises BadBuild with the end of what the compiler said."""
    if not manifest.build:
        return Built(folder, 0.0)
    place, began = place_of(folder, manifest), time.monotonic()
    if place.is_dir() and not anew:
        return Built(place, 0.0)
    # Others need not wait for this one, which may take minutes.
    with cache.locked(cache.built_home() / "locks" / name_of(folder)):
        if anew or not place.is_dir():
            draft = place.with_name(f"{place.name}.new")
            shutil.rmtree(draft, ignore_errors=True)
            build(folder, manifest, draft, trusted=trusted, patience=patience)
            put(draft, place)
    return Built(place, time.monotonic() - began)


def build(folder: Path, manifest: Manifest, into: Path, *, trusted: bool, patience: float) -> None:
    try:
        if trusted:
            made = build_here(folder, manifest, into, patience)
        else:
            made = sandbox.build(builder(folder, manifest), into, seconds=patience)
    except BadProgram as error:
        raise BadBuild(str(error)) from None
    if made.status != 0:
        why = made.why or f"`{manifest.build}` ended with the exit status {made.status}"
        said = made.log.splitlines()[-SHOWN:]
        raise BadBuild("\n".join([why, *said]))


def builder(folder: Path, manifest: Manifest) -> Program:
    first, *rest = manifest.build_command
    compiler = tool(first)
    path = {"PATH": f"{Path(compiler.file).parent}:{PATH}"} if compiler.places else {}
    return Program(command=(compiler.file, *rest), folder=folder, readable=compiler.places, environment=path)


def build_here(folder: Path, manifest: Manifest, into: Path, patience: float) -> sandbox.Built:
    """The same without a sandbox, for one's own bots where there is none."""
    shutil.copytree(folder, into)
    try:
        done = subprocess.run(
            manifest.build_command,
            cwd=into,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return sandbox.Built(124, "", f"it took more than {patience:g} s")
    except OSError as error:
        return sandbox.Built(127, "", f"{manifest.build_command[0]} cannot be started: {error.strerror}")
    return sandbox.Built(done.returncode, done.stdout.decode(errors="replace"))


def put(draft: Path, place: Path) -> None:
    """Put a built copy in its place; older ones of the same folder go."""
    for older in place.parent.glob(f"{place.name.partition('-')[0]}-*"):
        if older != draft:
            shutil.rmtree(older, ignore_errors=True)
    draft.rename(place)


def forget(folder: Path) -> None:
    """The folder is no more, and what was built of it goes, too."""
    for copy in (*cache.built_home().glob(f"{name_of(folder)}-*"), cache.built_home() / "locks" / name_of(folder)):
        shutil.rmtree(copy, ignore_errors=True)


def name_of(folder: Path) -> str:
    """How the names of its built copies begin."""
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]


def place_of(folder: Path, manifest: Manifest) -> Path:
    """Where the built copy of a folder is, as the folder is now."""
    digest = hashlib.sha256(msgspec.json.encode(manifest))
    size = 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        content = path.read_bytes()
        size += len(content)
        if size > LARGEST_SOURCE:
            raise BadBuild(f"{folder} has more than {LARGEST_SOURCE // MIB} MiB in it; is it the right folder?")
        digest.update(f"{path.relative_to(folder)} {len(content)} {os.access(path, os.X_OK)} ".encode())
        digest.update(content)
    return cache.built_home() / f"{name_of(folder)}-{digest.hexdigest()[:16]}"
