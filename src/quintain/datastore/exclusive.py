"""One server at a time: locks that the operating system or PostgreSQL lets go of when their holder dies."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, event

from quintain.core.errors import StoreInUse

from .engine import is_sqlite
from .faults import plain_words

HANDOVER = 3.0  # seconds for the last holder, who may have died this very moment, to be gone
# Another number than that of the migrations, for they run while the server holds this one.
ADVISORY_LOCK = 0x7175_696E_7462


class Hold:
    """A database for one program alone, until it lets go or dies."""

    def __init__(self, url: URL, journal: Engine) -> None:
        self.file: int | None = None
        with plain_words("the lock"):
            if is_sqlite(url):
                self.file = locked_file(Path(f"{Path(url.database or '').resolve()}.lock"))
            else:
                # Whoever writes holds the lock: a connection that broke has lost it, and the next one takes it again.
                event.listen(journal, "connect", lock_session)
                journal.connect().close()

    def release(self) -> None:
        """The lock of PostgreSQL goes with the journal's connection."""
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


def lock_session(connection: Any, _: Any) -> None:
    def taken() -> bool:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (ADVISORY_LOCK,)).fetchone()
        connection.commit()
        return bool(row[0])

    wait_for(taken)


def wait_for(taken: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANDOVER
    while not taken():
        if time.monotonic() > deadline:
            raise StoreInUse(
                "another Quintain server uses this database: stop that one, or give this one its own with --database"
            )
        time.sleep(0.05)
