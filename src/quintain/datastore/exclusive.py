"""One server at a time on an SQLite file: a lock that the operating system lets go of when its holder dies."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import URL

from quintain.core.errors import StoreInUse

from .faults import plain_words

HANDOVER = 3.0  # seconds for the last holder, who may have died this very moment, to be gone


class Hold:
    """A database for one program alone, until it lets go or dies."""

    def __init__(self, url: URL) -> None:
        with plain_words("the lock"):
            self.file: int | None = locked_file(Path(f"{Path(url.database or '').resolve()}.lock"))

    def release(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None


def locked_file(path: Path) -> int:
    """The file stays when the lock is gone: whoever deletes it may delete the next one's."""
    file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        wait_for(lambda: lock(file))
    except BaseException:
        os.close(file)
        raise
    return file


def lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def wait_for(taken: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANDOVER
    while not taken():
        if time.monotonic() > deadline:
            raise StoreInUse(
                "another Quintain server uses this database: stop that one, or give this one its own with --database"
            )
        time.sleep(0.05)
