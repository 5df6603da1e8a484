"""Zip archives as an enemy may have made them: Python finds the entries, and each is unpacked here, to the byte."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

from quintain.arbiter.uploads.entries import MOST, UNPACKED, Collection, File, Files, quoted, too_many
from quintain.core.errors import BadUpload

ENTRY = b"PK\x01\x02"  # begins every entry of the table of contents
HEAD = struct.Struct("<4s22xHH")  # before a file: a mark, then the lengths of its name and of what else is known of it
MARK = b"PK\x03\x04"
ENCRYPTED, UTF8 = 0x1, 0x800  # flags of an entry
KINDS = {0, stat.S_IFREG, stat.S_IFDIR}
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first day that a zip knows
UNIX = 3


def unzipped(content: bytes, *, ours: bool = False) -> Files:
    """All files, or BadUpload. One that we made ourselves may be small for its files."""
    if not ours and content.count(ENTRY) > MOST:  # counted before there is an object for each
        raise too_many()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, UnicodeError, ValueError, NotImplementedError, OverflowError, struct.error) as error:
        raise BadUpload(f"this is no zip archive that can be read: {error}") from None
    if sum(entry.compress_size for entry in entries) > len(content):
        raise BadUpload("the archive's entries lie over each other; that is a bomb, and it is not opened")
    collection = Collection(UNPACKED if ours else len(content))
    for entry in entries:
        take(entry, content, collection)
    return collection.files


def take(entry: ZipInfo, content: bytes, collection: Collection) -> None:
    name, mode = name_of(entry), entry.external_attr >> 16
    if stat.S_IFMT(mode) not in KINDS:
        raise BadUpload(f"the archive has {quoted(name)}, which is neither a file nor a folder; links are not taken")
    if entry.flag_bits & ENCRYPTED:
        raise BadUpload(f"{quoted(name)} is encrypted; send it without a password")
    folder = name.endswith("/")  # not as zipfile has it: without a letter before a zero byte it has no name at all
    path = collection.enter(name, folder=folder)
    if folder:
        return
    collection.expect(entry.file_size)
    collection.add(path, inflated(entry, name, content), bool(mode & 0o111))


def name_of(entry: ZipInfo) -> str:
    if not entry.flag_bits & UTF8 and not entry.orig_filename.isascii():
        raise BadUpload(f"the archive has {quoted(entry.orig_filename)}, a name that is not UTF-8; use plain letters")
    return entry.orig_filename  # the other one ends at a zero byte


def inflated(entry: ZipInfo, name: str, content: bytes) -> bytes:
    """The file; exactly as large as it says, or BadUpload."""
    packed = packed_part(entry, name, content)
    lies = BadUpload(f"{quoted(name)} is not what the archive says: its size or its check sum is wrong")
    if entry.compress_type == ZIP_STORED:
        unpacked = packed
    elif entry.compress_type == ZIP_DEFLATED:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            unpacked = inflater.decompress(packed, entry.file_size + 1)
        except zlib.error:
            raise lies from None
        if not inflater.eof or inflater.unused_data:
            raise lies
    else:
        raise BadUpload(f"{quoted(name)} is compressed in an unusual way; make the zip with deflate, as is usual")
    if len(unpacked) != entry.file_size or zlib.crc32(unpacked) != entry.CRC:
        raise lies
    return unpacked


def packed_part(entry: ZipInfo, name: str, content: bytes) -> bytes:
    """The bytes of an entry, which lie behind a head of their own."""
    at = entry.header_offset
    if not 0 <= at <= len(content) - 30:
        raise BadUpload(f"{quoted(name)} lies outside the archive")
    mark, name_length, extra_length = HEAD.unpack_from(content, at)
    begin = at + 30 + name_length + extra_length
    if mark != MARK or begin + entry.compress_size > len(content):
        raise BadUpload(f"{quoted(name)} lies outside the archive")
    return content[begin : begin + entry.compress_size]


def zipped(files: Mapping[str, File]) -> bytes:
    """The same bytes for the same files, always."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path in sorted(files):
            entry = ZipInfo(path, LONG_AGO)
            entry.create_system = UNIX
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if files[path].executable else 0o644)) << 16
            archive.writestr(entry, files[path].content)
    return written.getvalue()
