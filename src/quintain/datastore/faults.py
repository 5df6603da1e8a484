"""What goes wrong in a database, in plain words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quintain.core.errors import BadText, Duplicate, NameTaken, NotStored, StoreDamaged, StoreError, StoreUnavailable

# SQLite's names, by their beginning.
SQLITE_REASONS = {
    "SQLITE_BUSY": "another program has locked it",
    "SQLITE_LOCKED": "another program has locked it",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "it may only be read",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_IOERR": "the disk does not read or write",
    "SQLITE_PERM": "it may not be opened",
    "SQLITE_NOTADB": "it is not a database",
    "SQLITE_CORRUPT": "it is damaged",
}
# PostgreSQL's SQLSTATE codes, by their beginning.
POSTGRESQL_REASONS = {
    "08": "the connection broke",
    "25006": "it may only be read",
    "25P03": "it hung up, for this machine has too much else to do",
    "28": "the name or password is wrong",
    "3D": "there is no database of this name",
    "40": "two writers were in each other's way",
    "53100": "the disk is full",
    "53300": "it has too many connections",
    "53": "it is out of memory",
    "55P03": "another program has locked it",
    "57014": "it took too long",
    "57": "it was shut down",
    "58": "the disk does not read or write",
    "XX": "it is damaged",
}
# Of one that lets nobody in, the driver tells no code but what the server said.
REFUSALS = {
    "too many clients": "it has too many connections",
    "connection slots": "it has too many connections",
    "timeout expired": "it does not answer",
}
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX")
# What comes of a row that holds something else than its columns say.
MISREAD = (ValueError, TypeError, LookupError, OverflowError)
UNIQUE = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505")
ACCOUNT_NAMES = ("people.account", "uq_people_account", "looks.look", "pk_looks")
FOREIGN_KEY = ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")


def in_words(error: Exception) -> str:
    """On one line."""
    return " ".join(str(error).split()) or type(error).__name__


@contextmanager
def rows_in_words() -> Iterator[None]:
    """For reading: a row that is not what it should be is damage, not a mistake of ours."""
    try:
        yield
    except MISREAD as error:
        raise StoreDamaged(f"what is stored here cannot be read: {in_words(error)}") from error


@contextmanager
def plain_words(subject: str) -> Iterator[None]:
    """Turn what a driver raises into errors of our own; a mistake in a query stays what it is."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, psycopg.Error, OSError) as error:
        translated = translate(error, subject)
        if translated is None:
            raise
        raise translated from error


def translate(error: Exception, subject: str) -> StoreError | None:
    match error:
        case PoolTimeout():
            return StoreUnavailable("the database is too busy")
        case OSError():
            return StoreUnavailable(f"the database cannot be used: {error.strerror or error}")
        case IntegrityError():
            return clash(error, subject)
        case DBAPIError() | sqlite3.Error() | psycopg.Error():
            return unavailable(error)
        case StatementError(orig=BadText() as refused):
            return BadText(*refused.args)
    return None


def clash(error: IntegrityError, subject: str) -> StoreError | None:
    if code_of(error) in UNIQUE:
        if any(name in str(error.orig) for name in ACCOUNT_NAMES):
            return NameTaken("somebody has this name already")
        if any(name in str(error.orig) for name in ("bots.folded", "uq_bots_game")):
            return NameTaken("another bot of this game has this name already")
        return Duplicate(f"{subject} is stored already")
    if code_of(error) in FOREIGN_KEY:
        return NotStored(f"{subject} belongs to something that is not stored")
    return None


def unavailable(error: DBAPIError | sqlite3.Error | psycopg.Error) -> StoreUnavailable | None:
    code = code_of(error)
    for reasons in (SQLITE_REASONS, POSTGRESQL_REASONS):
        for beginning, reason in reasons.items():
            if code.startswith(beginning):
                kind = StoreDamaged if code.startswith(DAMAGED) else StoreUnavailable
                return kind(f"the database cannot be used: {reason}")
    if "decode to UTF-8" in str(error):
        return StoreDamaged("what is stored here cannot be read: it is not text")
    if isinstance(error, OperationalError) and (error.connection_invalidated or not code):
        return out_of_reach(error)
    if isinstance(error, psycopg.OperationalError) and not code:
        return out_of_reach(error)
    return None


def out_of_reach(error: Exception) -> StoreUnavailable:
    reasons = [reason for words, reason in REFUSALS.items() if words in str(error)]
    return StoreUnavailable(": ".join(["the database cannot be reached", *reasons]))


def took_us_for_dead(error: BaseException | None) -> bool:
    """Did PostgreSQL hang up because nothing came in the middle of a transaction?"""
    return isinstance(error, DBAPIError | psycopg.Error) and code_of(error) == "25P03"


def code_of(error: DBAPIError | sqlite3.Error | psycopg.Error) -> str:
    """SQLite's name or PostgreSQL's SQLSTATE; empty when the driver itself had no answer."""
    cause = error.driver_exception if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or "")
