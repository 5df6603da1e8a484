"""The files of an upload: which names they may have, and how many and how large they may be."""

import unicodedata
from pathlib import PurePosixPath

import msgspec

from quintain.core.errors import BadUpload
from quintain.sandbox.program import MIB

LARGEST = 4 * MIB  # bytes of what is sent
UNPACKED = 16 * MIB  # bytes of all its files
RATIO = 100  # how many times larger than the archive its files may be
MOST = 500  # files and folders
LONGEST_PATH = 200  # bytes
LONGEST_PART = 100  # bytes of one name in it
DEEPEST = 12  # names in a path
CLUTTER = {"__MACOSX", ".DS_Store"}  # what one system puts into every archive
SHOWN = 60  # letters of a name that are quoted


class File(msgspec.Struct, frozen=True):
    """One file of a bot."""

    content: bytes
    executable: bool = False


Files = dict[str, File]  # by their paths


class Collection:
    """Files as they come out of an archive; raises BadUpload as soon as they are too many, too large or ill-named."""

    def __init__(self, sent: int) -> None:
        self._room = min(UNPACKED, sent * RATIO)
        self._sent = sent
        self._count = 0
        self._seen: dict[str, bool] = {}  # paths that look alike are one; is it a folder?
        self.files: Files = {}

    @property
    def room(self) -> int:
        """Bytes that may still come."""
        return self._room

    def expect(self, size: int) -> None:
        """A file of that size is about to be read."""
        if size > self._room and self._sent * RATIO < UNPACKED:
            raise BadUpload(
                f"the archive unpacks to more than {RATIO} times its size; that is a bomb, and it is not opened"
            )
        if size > self._room:
            raise BadUpload(f"the archive unpacks to more than {UNPACKED // MIB} MiB, which is too much")

    def enter(self, name: str, *, folder: bool = False) -> str:
        """The path of the next one, if it may have this name."""
        self._count += 1
        if self._count > MOST:
            raise too_many()
        path = checked_path(name)
        alike = unicodedata.normalize("NFC", path).casefold()
        if alike in self._seen and not (folder and self._seen[alike]):
            raise BadUpload(f"the archive has {quoted(path)} twice (capital and small letters count as the same)")
        for above in map(str, PurePosixPath(alike).parents):
            if self._seen.setdefault(above, True) is False:
                raise BadUpload(f"the archive has {quoted(path)} in something that is a file")
        self._seen[alike] = folder
        return path

    def add(self, path: str, content: bytes, executable: bool) -> None:
        self.expect(len(content))
        self._room -= len(content)
        if not CLUTTER & {*path.split("/")}:
            self.files[path] = File(content, executable)


def too_many() -> BadUpload:
    return BadUpload(f"the archive has more than {MOST} files; send sources alone, without what is built from them")


def checked_path(name: str) -> str:
    """A path below the bot's folder, and nothing that means something else elsewhere."""
    path = name.removeprefix("./").rstrip("/")
    parts = path.split("/")
    if name.startswith("/") or path[1:2] == ":":
        raise BadUpload(f"the archive has {quoted(name)}, an absolute path; paths begin in the bot's folder")
    if ".." in parts or "\\" in path:
        raise BadUpload(f"the archive has {quoted(name)}, which leads out of the bot's folder")
    if not path or any(part in ("", ".") for part in parts):
        raise BadUpload(f"the archive has {quoted(name)}, which is no name for a file")
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn", "Cf", "Zl", "Zp") for letter in path):
        raise BadUpload(f"the archive has {quoted(name)}, a name with control characters or invisible letters")
    if len(path.encode()) > LONGEST_PATH or len(parts) > DEEPEST or any(len(p.encode()) > LONGEST_PART for p in parts):
        raise BadUpload(
            f"the archive has {quoted(name)}; a path has at most {LONGEST_PATH} bytes and {DEEPEST} folders, "
            f"and each name {LONGEST_PART} bytes"
        )
    return path


def quoted(name: str) -> str:
    return ascii(name if len(name) <= SHOWN else f"{name[:SHOWN]}…")
