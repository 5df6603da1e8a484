"""Archives for the tests, good and evil."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

MANIFEST = b'game = "jaffre"\nlanguage = "python"\nrun = "python3 bot.py"\n'
GOOD = {"quintain.toml": MANIFEST, "bot.py": b"print(1)\n"}

Entry = tuple[str | zipfile.ZipInfo, bytes]


def zip_of(files: Mapping[str, bytes] | Iterable[Entry], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files.items() if isinstance(files, Mapping) else files:
            archive.writestr(name, content)
    return made.getvalue()


def tar_of(files: Mapping[str, bytes], *others: tarfile.TarInfo, format: int = tarfile.PAX_FORMAT) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz", format=format) as archive:
        for name, content in files.items():
            archive.addfile(member(name, size=len(content)), io.BytesIO(content))
        for other in others:
            archive.addfile(other)
    return made.getvalue()


def member(name: str, **fields: Any) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def entry(name: str, mode: int = 0o100644, **fields: Any) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.create_system, made.external_attr = 3, mode << 16
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def zeros(size: int) -> bytes:
    """A .gz of so many zeros, made in small steps."""
    made = io.BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", mtime=0) as packed:
        for _ in range(size >> 20):
            packed.write(bytes(1 << 20))
    return made.getvalue()


def zip_bomb(size: int) -> bytes:
    """A zip with one file of so many zeros."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("quintain.toml", MANIFEST)
        with archive.open("zeros", "w") as file:
            for _ in range(size >> 20):
                file.write(bytes(1 << 20))
    return made.getvalue()
