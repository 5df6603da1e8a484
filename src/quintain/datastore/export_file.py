"""The file of an export: lines of JSON, compressed by gzip.

The first line says what it is, in which format and of which schema. Each table has a line with its columns and their
kinds, one line a row, and a line with the number of its rows and their SHA-256. The last line has the number of all
rows and the SHA-256 of everything before it, so a file that was cut or changed by accident is recognised.
Moments are in UTC, and bytes in base64.
"""

import hashlib
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, LargeBinary, Table, Text
from sqlalchemy.types import TypeEngine

from .models import Model, UtcTime

FORMAT = 1
AT_ONCE = 1000  # rows in memory
FEW_AT_ONCE = {"sources": 16}  # of tables whose rows may have megabytes
LEFT_OUT = ("sessions", "servers")  # whoever restores a database signs in again, and who runs now will not then
# The kinds of columns: what they are in a database, and in Python.
KINDS: dict[str, tuple[TypeEngine[Any], type]] = {
    "moment": (UtcTime(), datetime),
    "bytes": (LargeBinary(), bytes),
    "truth": (Boolean(), bool),
    "number": (BigInteger(), int),
    "real": (Double(), float),
    "text": (Text(), str),
}


class Head(msgspec.Struct, frozen=True, kw_only=True):
    quintain: str = "export"
    format: int = FORMAT
    schema: str  # the revision of the database
    made: datetime
    tables: tuple[str, ...]


class TableHead(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]


class TableEnd(msgspec.Struct, frozen=True, kw_only=True):
    end: str
    rows: int
    sha256: str


class FileEnd(msgspec.Struct, frozen=True, kw_only=True):
    rows: int
    sha256: str
    quintain: str = "end"


class Sum:
    """Counts lines and sums them up."""

    def __init__(self) -> None:
        self.lines = 0
        self._digest = hashlib.sha256()

    def add(self, line: bytes) -> None:
        self.lines += 1
        self._digest.update(line)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def tables() -> list[Table]:
    """All that are exported, each after those that it refers to."""
    return [table for table in Model.metadata.sorted_tables if table.name not in LEFT_OUT]


def kind_of(column: Column[Any]) -> str:
    match column.type:
        case UtcTime():
            return "moment"
        case LargeBinary():
            return "bytes"
        case Boolean():
            return "truth"
        case Integer():
            return "number"
        case Double():
            return "real"
    return "text"


def row_type(kinds: tuple[str, ...]) -> Any:
    """What a line of such columns must be."""
    return tuple[*(KINDS[kind][1] | None for kind in kinds)]  # type: ignore[misc]
