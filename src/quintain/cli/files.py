"""Files are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from quintain.core.errors import BadSetting


def check_writable(path: Path) -> None:
    """Refuse a place where a file cannot be written, before any work is done for it."""
    folder = path.parent
    if not folder.is_dir():
        raise BadSetting(f"cannot write {path}: there is no folder {folder}")
    if path.is_dir():
        raise BadSetting(f"cannot write {path}: it is a folder; name a file in it")
    if not os.access(folder, os.W_OK):
        raise BadSetting(f"cannot write {path}: the folder {folder} is not writable")


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the place and then move there, so that nobody ever sees half a file."""
    check_writable(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(0o666 & ~umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadSetting(f"cannot write {path}: {error.strerror}") from None


def read_whole(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadSetting(f"there is no file {path}") from None
    except OSError as error:
        raise BadSetting(f"cannot read {path}: {error.strerror}") from None


def read_text(path: Path) -> str:
    try:
        return read_whole(path).decode()
    except UnicodeDecodeError:
        raise BadSetting(f"{path} is not text in UTF-8") from None


def umask() -> int:
    """The permissions that new files of this process do without; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
