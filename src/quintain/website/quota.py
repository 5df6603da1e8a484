"""How much one person may have: matches that run, tables that wait, and options of a size that makes sense."""

from collections.abc import Iterable
from typing import Any

from quintain.website.data import TableData
from quintain.website.refusals import BadRequest, NotNow

MOST_RUNNING = 12  # matches at a time on the tables that a person has made
MOST_RUNNING_GUEST = 6
MOST_WAITING = 20  # tables on which nothing has begun
MOST_PROGRAMS = 4  # at a time, in the matches on the tables of one person
MOST_PROGRAMS_GUEST = 2
MOST_PROGRAMS_IN_ALL = 16
LONGEST_TEXT = 20_000  # characters of an option
LARGEST_NUMBER = 2**53  # of an option: beyond that, pages count differently


def check_running(table: TableData, tables: Iterable[TableData]) -> None:
    """May another match begin on this table?"""
    most = MOST_RUNNING_GUEST if table.by_guest else MOST_RUNNING
    running = sum(other.state == "playing" and other.owner == table.owner for other in tables)
    if table.owner and running >= most:
        account = f"; with an account it is {MOST_RUNNING}" if table.by_guest else ""
        raise NotNow(
            f"{running} matches run already on tables of yours, which is the most at a time{account}; "
            "this one can begin when another has ended"
        )


def programs_at(table: TableData) -> int:
    return sum(chair.program is not None for chair in table.chairs)


def room_for_programs(guest: bool) -> int:
    """How many programs one person may have at tables at a time."""
    return MOST_PROGRAMS_GUEST if guest else MOST_PROGRAMS


def check_programs(table: TableData, tables: Iterable[TableData]) -> None:
    """May the programs of this table begin to play?"""
    wanted = programs_at(table)
    if not wanted:
        return
    running = [other for other in tables if other.state == "playing" and other.id != table.id]
    own, most = (
        sum(programs_at(other) for other in running if other.owner == table.owner),
        room_for_programs(table.by_guest),
    )
    if own + wanted > most:
        raise NotNow(
            f"{own + wanted} programs would run on tables of yours, and {most} may at a time; "
            "wait until a match has ended, or seat fewer"
        )
    if wanted + sum(map(programs_at, running)) > MOST_PROGRAMS_IN_ALL:
        raise NotNow("as many programs play at tables now as this server can hold; try again in a minute")


def check_waiting_tables(owner: str, tables: Iterable[TableData]) -> None:
    """May this person make another table?"""
    waiting = sum(other.state == "waiting" and other.owner == owner for other in tables)
    if waiting >= MOST_WAITING:
        raise NotNow(f"you have made {waiting} tables on which nothing has begun yet; begin there, or wait a while")


def check_options(options: dict[str, Any]) -> None:
    """Whatever a game makes of its options, none is larger than any game could need."""
    for name, value in options.items():
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise BadRequest(f"{name[:40]} has {len(value)} characters, and an option has at most {LONGEST_TEXT}")
        if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:
            raise BadRequest(f"{name[:40]} is a number that no game knows what to do with")
        if isinstance(value, dict | list):
            raise BadRequest(f"{name[:40]} is one of many things at once; an option is a number, yes or no, or a text")
