"""Building a bot: its own build command, run in the sandbox on a copy of its folder.

The folder itself is never written to. What was built is kept beside the compiled kernels, one copy for each folder, and
used again until a file of the folder changes.
"""

import hashlib
import io
import os
import select
import shutil
import tarfile
import time
from pathlib import Path

import msgspec

from quintain.arbiter.manifest import Manifest
from quintain.arbiter.programs.log import Log
from quintain.arbiter.programs.tools import tool
from quintain.core import cache
from quintain.core.errors import BadBuild
from quintain.sandbox import Limits, Program, Running, start
from quintain.sandbox.program import MIB
from quintain.sandbox.what_it_sees import PATH

PATIENCE = 300.0  # seconds for a build
LIMITS = Limits(memory=2048 * MIB, processes=512, files=1024, disk=1024 * MIB, file_size=512 * MIB, cpu=600.0)
LARGEST = 256 * MIB  # bytes of all that a build leaves
MOST_FILES = 2000
LARGEST_SOURCE = 64 * MIB
PART = 1 << 16
SHOWN = 12  # lines of a compiler's complaints

# Compilers want a home and a place for their own caches; both are gone afterwards.
SCRIPT = """
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/home" "$work/bot" && cp -R . "$work/bot" && cd "$work/bot" || exit 1
export HOME="$work/home" TMPDIR="$work/home" GOFLAGS=-mod=mod GO111MODULE=off
"$@" >&2 </dev/null || exit
tar -cf - .
"""


class Built(msgspec.Struct, frozen=True):
    """What came of a build."""

    folder: Path  # in which the bot can be started
    seconds: float
    log: str  # what the compiler had to say


def built(folder: Path, manifest: Manifest, *, trusted: bool, anew: bool = False) -> Built:
    """The bot, ready to run; raises BadBuild with the end of what the compiler said."""
    if not manifest.build:
        return Built(folder, 0.0, "")
    place = place_of(folder, manifest)
    if anew or not place.is_dir():
        return build(folder, manifest, place, trusted)
    return Built(place, 0.0, "")


def build(folder: Path, manifest: Manifest, place: Path, trusted: bool) -> Built:
    began, log = time.monotonic(), Log()
    running = start(builder(folder, manifest), LIMITS, trusted=trusted)
    try:
        archive = output_of(running, log)
        check_end(running, manifest, log)
    finally:
        running.end()
    with cache.locked(place.parent):
        unpack(archive, place)
    return Built(place, time.monotonic() - began, log.text)


def builder(folder: Path, manifest: Manifest) -> Program:
    first, *rest = manifest.build_command
    compiler = tool(first, folder)
    path = {"PATH": f"{Path(compiler.file).parent}:{PATH}"} if compiler.places else {}
    command = ("sh", "-c", SCRIPT, "build", compiler.file, *rest)
    return Program(command=command, folder=folder, readable=compiler.places, environment=path)


def output_of(running: Running, log: Log) -> bytes:
    """What it writes until it ends; nobody waits for the end of a stream, which a grandchild may hold open."""
    output, deadline = bytearray(), time.monotonic() + PATIENCE
    poll = select.poll()
    for stream in (running.stdout, running.stderr, running.fileno()):
        os.set_blocking(stream, False)
        poll.register(stream, select.POLLIN)
    while True:
        ended = running.exited() is not None
        poll.poll(50)
        parts = [part_of(stream) for stream in (running.stdout, running.stderr)]
        output += parts[0]
        log.add(parts[1])
        if ended and not any(parts):
            return bytes(output)
        if len(output) > LARGEST:
            raise BadBuild(f"what it builds is larger than {LARGEST // MIB} MiB")
        if time.monotonic() > deadline:
            raise BadBuild(f"it is not done after {PATIENCE:.0f} seconds")


def part_of(stream: int) -> bytes:
    try:
        return os.read(stream, PART)
    except OSError:
        return b""


def check_end(running: Running, manifest: Manifest, log: Log) -> None:
    status = running.exited()
    if status == 0:
        return
    why = running.why() or f"`{manifest.build}` ended with the exit status {status}"
    said = "\n".join(log.last_lines(SHOWN))
    raise BadBuild(f"{why}" + (f"\n{said}" if said else ""))


def unpack(archive: bytes, place: Path) -> None:
    """Put the files in their place, whole or not at all; older copies of the same folder go."""
    draft = place.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            members = files.getmembers()
            if len(members) > MOST_FILES:
                raise BadBuild(f"it builds more than {MOST_FILES} files")
            files.extractall(draft, members, filter="data")  # neither links to elsewhere nor devices
    except (tarfile.TarError, OSError) as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise BadBuild(f"what it built cannot be kept: {error}") from None
    for older in place.parent.glob(f"{place.name.partition('-')[0]}-*"):
        if older != draft:
            shutil.rmtree(older, ignore_errors=True)
    draft.rename(place)


def place_of(folder: Path, manifest: Manifest) -> Path:
    """Where the built copy of a folder is, as the folder is now."""
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    digest = hashlib.sha256(msgspec.json.encode(manifest))
    size = 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        content = path.read_bytes()
        size += len(content)
        if size > LARGEST_SOURCE:
            raise BadBuild(f"{folder} has more than {LARGEST_SOURCE // MIB} MiB in it; is it the right folder?")
        digest.update(f"{path.relative_to(folder)} {len(content)} {os.access(path, os.X_OK)} ".encode())
        digest.update(content)
    return cache.built_home() / f"{name}-{digest.hexdigest()[:16]}"
