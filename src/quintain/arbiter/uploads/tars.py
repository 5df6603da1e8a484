"""Archives of the kind .tar.gz as an enemy may have made them: unpacked up to a limit, then read block by block."""

import tarfile
import zlib
from collections.abc import Iterator
from tarfile import TarInfo
from typing import NamedTuple

from quintain.arbiter.uploads.entries import MOST, UNPACKED, Collection, Files, quoted
from quintain.core.errors import BadUpload

BLOCK = 512
GZIP = zlib.MAX_WBITS | 16
OVERHEAD = 4 * BLOCK * MOST + 20 * BLOCK  # heads, long names, padding and the end
LONGEST_HEAD = 64 * 1024  # bytes of what is said of a file beside its head
ABOUT_A_FILE, ABOUT_ALL = b"x", b"g"  # what newer archives say of the next file, or of all
LONG_NAME, LONG_LINK = b"L", b"K"
FILES = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)


class Member(NamedTuple):
    head: TarInfo
    name: str
    content: bytes


def untarred(content: bytes) -> Files:
    """All files, or BadUpload."""
    collection = Collection(len(content))
    for member in members(gunzipped(content, collection), collection):
        if member.head.isdir():
            if member.name.strip("./"):
                collection.enter(member.name, folder=True)
            continue
        if member.head.type not in FILES:
            raise BadUpload(
                f"the archive has {quoted(member.name)}, which is neither a file nor a folder; links are not taken"
            )
        path = collection.enter(member.name)
        collection.add(path, member.content, bool(member.head.mode & 0o111))
    return collection.files


def gunzipped(content: bytes, collection: Collection) -> bytes:
    """The archive itself, if it is not too large."""
    most = collection.room + OVERHEAD
    inflater = zlib.decompressobj(GZIP)
    try:
        unpacked = inflater.decompress(content, most + 1)
    except zlib.error as error:
        raise BadUpload(f"this is no .tar.gz archive: {error}") from None
    if len(unpacked) > most:
        collection.expect(UNPACKED + 1)
    if not inflater.eof:
        raise BadUpload("the archive is cut off; send it again")
    return unpacked


def members(data: bytes, collection: Collection) -> Iterator[Member]:
    at, name = 0, ""
    while at + BLOCK <= len(data) and data[at : at + BLOCK] != bytes(BLOCK):
        head = head_of(data[at : at + BLOCK])
        begin = at + BLOCK
        if not 0 <= head.size <= len(data) - begin:
            raise BadUpload(f"the archive is cut off at {quoted(head.name)}, or says a wrong size of it")
        at = begin + -(-head.size // BLOCK) * BLOCK
        if head.type in (ABOUT_A_FILE, LONG_NAME, ABOUT_ALL, LONG_LINK):
            if head.size > LONGEST_HEAD:
                raise BadUpload("the archive says more about a file than any file needs")
            name = long_name(head.type, data[begin : begin + head.size]) or name
            continue
        collection.expect(head.size)
        yield Member(head, name or head.name, data[begin : begin + head.size])
        name = ""


def head_of(block: bytes) -> TarInfo:
    try:
        return TarInfo.frombuf(block, "utf-8", "strict")
    except UnicodeError:
        raise BadUpload("the archive has a name that is not UTF-8; use plain letters") from None
    except (tarfile.HeaderError, ValueError, OverflowError) as error:
        raise BadUpload(f"this is no .tar.gz archive that can be read: {error}") from None


def long_name(kind: bytes, said: bytes) -> str:
    """The next file's name, if this tells it."""
    try:
        if kind == LONG_NAME:
            return said.rstrip(b"\0").decode()
        return dict(records(said)).get(b"path", b"").decode() if kind == ABOUT_A_FILE else ""
    except UnicodeError:
        raise BadUpload("the archive has a name that is not UTF-8; use plain letters") from None
    except ValueError:
        raise BadUpload("the archive says something of a file that cannot be read") from None


def records(said: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Lines like `27 path=a/long/name.py`: the number is the length of the whole line."""
    at = 0
    while at < len(said):
        length = int(said[at : said.index(b" ", at)])
        line = said[at : at + length]
        key, _, value = line.partition(b" ")[2].removesuffix(b"\n").partition(b"=")
        if length <= 0 or len(line) < length or key == b"size":
            raise ValueError("a length that cannot be")
        yield key, value
        at += length
