"""What is to be run, and how much of the machine it may have."""

from pathlib import Path

import msgspec

MIB = 1 << 20


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the machine one program with all its processes may have."""

    memory: int = 512 * MIB  # bytes, of all its processes together where control groups can be made
    processes: int = 64  # threads count, too
    files: int = 256  # open at a time, in each process
    disk: int = 16 * MIB  # bytes of its private /tmp
    file_size: int = 64 * MIB  # bytes of one file
    cpu: float = 3600.0  # seconds of CPU time, of all its processes together
    address_space: int = 256 * 1024 * MIB  # bytes each process may map; engines reserve far more than they use


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A command, the folder it is started in, and what else it may read."""

    command: tuple[str, ...]
    folder: Path | None = None  # a confined program finds it, read-only, as /bot
    readable: tuple[Path, ...] = ()  # further places, e.g. an interpreter's own installation, under their own names
    environment: dict[str, str] = {}
