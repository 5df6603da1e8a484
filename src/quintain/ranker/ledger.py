"""The results of a tournament in a file that survives whatever stops it: a line for each match, and never half of one.

The first line says which tournament it is. Every line ends with a check of the rest, so that it is noticed if
somebody edits it. A last line that was cut off is dropped, and its match is played again.
"""

import fcntl
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from quintain.core.errors import BadResults
from quintain.ranker.jobs import Pace
from quintain.ranker.result import Result
from quintain.ranker.tournament import Tournament

FILE = "matches.jsonl"
SEAM = b',"check":"'


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One finished match. Lists have an item for each seat."""

    result: Result
    actions: int
    paces: tuple[Pace, ...]
    at: float  # seconds of play when it was finished, all sittings together
    faults: tuple[str, ...] = ()  # in words


Kind = TypeVar("Kind", Entry, Tournament)


class Ledger:
    """An open file of results. Only one process at a time may have it."""

    def __init__(self, path: Path, tournament: Tournament, descriptor: int, entries: list[Entry]) -> None:
        self.path, self.tournament = path, tournament
        self.entries = {entry.result.id: entry for entry in entries}
        self._descriptor = descriptor

    @classmethod
    def create(cls, folder: Path, tournament: Tournament) -> "Ledger":
        """Begin a tournament in this folder, which is made if there is none."""
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise BadResults(f"{folder} holds a tournament already; --resume {folder} goes on with it")
            beside = folder / f".{FILE}.{os.getpid()}"
            beside.write_bytes(line_of(tournament, tournament.id))
            descriptor = locked(beside, folder)
            os.fsync(descriptor)
            beside.rename(path)
            sync_folder(folder)
        except OSError as error:
            raise BadResults(f"cannot write {path}: {error.strerror}") from None
        return cls(path, tournament, descriptor, [])

    @classmethod
    def resume(cls, folder: Path) -> "Ledger":
        path = folder / FILE
        if not path.is_file():
            raise BadResults(f"there is no tournament in {folder}: it has no {FILE}")
        try:
            descriptor = locked(path, folder)
            try:
                tournament, entries, whole = read(path)
                os.ftruncate(descriptor, whole)
            except BaseException:
                os.close(descriptor)
                raise
        except OSError as error:
            raise BadResults(f"cannot write {path}: {error.strerror}") from None
        return cls(path, tournament, descriptor, entries)

    def append(self, entries: Iterable[Entry]) -> None:
        """Keep these; they are on the disk when this returns. Whatever is kept already is not kept again."""
        new = [entry for entry in entries if entry.result.id not in self.entries]
        data = b"".join(line_of(entry, self.tournament.id) for entry in new)
        try:
            write(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as error:
            raise BadResults(f"cannot write {self.path}: {error.strerror}; what is in it stays good") from None
        self.entries |= {entry.result.id: entry for entry in new}

    def close(self) -> None:
        os.close(self._descriptor)


# --- reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Tournament, list[Entry], int]:
    """The tournament, its results, and how many bytes of the file are whole lines."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines(keepends=True)
    if not lines:
        raise BadResults(f"{path} is empty or cut in its first line: there is nothing to resume, so begin anew")
    tournament = header(path, lines[0])
    entries: dict[str, Entry] = {}
    for number, line in enumerate(lines[1:], 2):
        entry = checked(line, tournament.id, Entry)
        if entry is None:
            raise BadResults(f"{path} line {number}: {complaint(line, tournament.id)}")
        entries.setdefault(entry.result.id, entry)  # each match counts once
    return tournament, [*entries.values()], whole


def header(path: Path, line: bytes) -> Tournament:
    body = line.rpartition(SEAM)[0] + b"}"
    try:
        tournament = msgspec.json.decode(body, type=Tournament)
    except msgspec.DecodeError:
        raise BadResults(f"{path} line 1: this is not the beginning of a tournament") from None
    if checked(line, tournament.id, Tournament) is None:
        raise BadResults(f"{path} line 1: it was edited, so nobody knows any more which tournament this is")
    return tournament


def complaint(line: bytes, tournament: str) -> str:
    """What is wrong with a line that fails its check."""
    try:
        id = msgspec.json.decode(line)["result"]["id"]
        other = not id.startswith(f"{tournament}.")
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        other = False
    if other:
        return "this match is of another tournament; take the line out"
    return "it was edited or damaged; take the line out, and its match will be played again"


def checked(line: bytes, tournament: str, kind: type[Kind]) -> Kind | None:
    """What a line holds, or none if it is not as we wrote it."""
    body, seam, rest = line.rpartition(SEAM)
    if not seam or rest != check(body + b"}", tournament) + b'"}\n':
        return None
    try:
        return msgspec.json.decode(body + b"}", type=kind)
    except msgspec.DecodeError:
        return None


# --- writing ---------------------------------------------------------------------------------------------------------


def line_of(thing: Entry | Tournament, tournament: str) -> bytes:
    body = msgspec.json.encode(thing)
    return body[:-1] + SEAM + check(body, tournament) + b'"}\n'


def check(body: bytes, tournament: str) -> bytes:
    return blake2b(body, digest_size=8, key=tournament.encode()).hexdigest().encode()


def write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def locked(path: Path, folder: Path) -> int:
    """The file, open for appending, and nobody else's."""
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise BadResults(f"another process is playing the tournament in {folder}; wait for it or stop it") from None
    return descriptor


def sync_folder(folder: Path) -> None:
    """A file's name is on the disk when its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
