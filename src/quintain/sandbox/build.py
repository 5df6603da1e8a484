"""A build step in the sandbox: strangers' set-up code may run, too, without network or home, and leaves files alone.

The program's folder is copied to the private /tmp, the command runs there, and what is then in it comes out as an
archive, which is unpacked here as if an enemy had packed it.
"""

import os
import select
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import msgspec

from quintain.core.errors import BadProgram
from quintain.sandbox.launch import start
from quintain.sandbox.program import MIB, Limits, Program
from quintain.sandbox.running import Running

LIMITS = Limits(memory=1024 * MIB, disk=256 * MIB, file_size=256 * MIB, cpu=120.0, files=1024, processes=128)
LOG = 64 * 1024  # bytes of what the build says that are kept: the last
MOST_FILES = 10_000
PADDING = 2  # an archive of many small files is larger than they are
SCRIPT = (
    'mkdir /tmp/work && cp -R /bot/. /tmp/work && cd /tmp/work && HOME=/tmp "$@" >&2 </dev/null '
    "&& exec tar --create --hard-dereference --file - ."
)


class Built(msgspec.Struct, frozen=True):
    """What became of a build: its status and the last words of it."""

    status: int
    log: str
    why: str = ""


def build(program: Program, into: Path, *, limits: Limits = LIMITS, seconds: float = 300.0) -> Built:
    """Run the command in a copy of its folder; if it succeeds, what is there then is put `into` a new folder."""
    if program.folder is None:
        raise BadProgram("a build needs a folder to build in")
    if into.exists():
        raise BadProgram(f"{into} exists already; a build makes a new folder")
    wrapped = msgspec.structs.replace(program, command=("/bin/sh", "-c", SCRIPT, "sh", *program.command))
    running = start(wrapped, limits, trusted=False)
    with tempfile.TemporaryFile() as archive:
        try:
            running.close_stdin()
            built = drained(running, archive, limits.disk * PADDING, seconds)
        finally:
            running.end()
        if built.status == 0:
            archive.seek(0)
            unpack(archive, into)
    return built


def drained(running: Running, archive: BinaryIO, most: int, seconds: float) -> Built:
    """Take what the build writes until it exits, is too slow or writes too much."""
    log = b""
    deadline = time.monotonic() + seconds
    for source, part in parts(running, deadline):
        if source == running.stderr:
            log = (log + part)[-LOG:]
        elif archive.tell() + len(part) > most:
            return Built(125, words(log), f"it made more than {most // MIB} MiB")
        else:
            archive.write(part)
    status = running.wait(max(deadline - time.monotonic(), 0.0))
    if status is None:
        return Built(124, words(log), f"it took more than {seconds:g} s")
    return Built(status, words(log), running.why())


def parts(running: Running, deadline: float) -> Iterator[tuple[int, bytes]]:
    """What it writes, by stream, until both are closed or it is too late."""
    poll = select.poll()
    still_open = {running.stdout, running.stderr}
    for source in still_open:
        poll.register(source, select.POLLIN)
    while still_open and (left := deadline - time.monotonic()) > 0:
        for source, _ in poll.poll(left * 1000):
            if part := os.read(source, 1 << 16):
                yield source, part
            else:
                poll.unregister(source)
                still_open.remove(source)


def words(log: bytes) -> str:
    return log.decode(errors="replace")


def unpack(archive: BinaryIO, into: Path) -> None:
    """Files, folders and links that stay inside; anything else in the archive is refused before a byte is written."""
    try:
        with tarfile.open(fileobj=archive, mode="r:") as opened:
            members = [member for member in opened if PurePosixPath(member.name) != PurePosixPath(".")]
            for member in members:
                check(member)
            if len(members) > MOST_FILES:
                raise BadProgram(f"the build made {len(members)} files, and {MOST_FILES} are allowed")
            into.mkdir(parents=True)
            # Links last: nothing can be written through one.
            for member in sorted(
                members, key=lambda member: (member.issym(), member.name.count("/"), not member.isdir())
            ):
                place(opened, member, into)
    except (tarfile.TarError, OSError, UnicodeError) as error:
        raise BadProgram(f"what the build made cannot be unpacked: {error}") from None


def check(member: tarfile.TarInfo) -> None:
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts:
        raise BadProgram(f"the build made {member.name!r}, which is outside its folder")
    if member.issym():
        target = PurePosixPath(member.linkname)
        inside = os.path.normpath(path.parent / target)
        if target.is_absolute() or inside.split("/")[0] == "..":
            raise BadProgram(f"the build made a link to {member.linkname!r}, which is outside its folder")
    elif not (member.isreg() or member.isdir()):
        raise BadProgram(f"the build made {member.name!r}, which is neither a file nor a folder")


def place(opened: tarfile.TarFile, member: tarfile.TarInfo, into: Path) -> None:
    spot = into / member.name
    if member.isdir():
        spot.mkdir(exist_ok=True)
    elif member.issym():
        spot.symlink_to(member.linkname)
    elif content := opened.extractfile(member):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(spot, flags, 0o755 if member.mode & 0o111 else 0o644), "wb") as written:
            while part := content.read(MIB):
                written.write(part)
