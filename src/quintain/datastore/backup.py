"""A copy of a live SQLite database."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from quintain.core.errors import StoreError


def copy_database(source: Path, target: Path) -> None:
    """Copy the database as it is at one moment, while others write; the target is whole or absent."""
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the database itself; choose another file for the backup")
    if Path(f"{target}-wal").exists():
        raise StoreError(f"{target} is in use; choose another file for the backup")
    partial = Path(f"{target}.partial")
    try:
        partial.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(partial)) as copy:
            live.backup(copy)
            # One file, without a log beside it.
            copy.execute("PRAGMA journal_mode = delete")
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"no backup to {target}: {error}") from error
