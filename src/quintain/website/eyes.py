"""Who may see what: a person's own seat, what everybody may know, or everything."""

from typing import Literal

from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.website.data import TableData
from quintain.website.refusals import NotYours

Wanted = Literal["auto", "public", "all"] | int


def own_seat(table: TableData, person: str | None) -> int | None:
    """The person's seat, also while a bot stands in."""
    seats = [seat for seat, chair in enumerate(table.chairs) if person is not None and chair.person == person]
    return seats[0] if seats else None


def bots_only(table: TableData) -> bool:
    return all(chair.kind == "bot" and chair.person is None for chair in table.chairs)


def sees_everything(table: TableData) -> bool:
    """May strangers see every hand? Only where no person plays, or when there is nothing left to hide."""
    return table.state == "over" or bots_only(table)


def eyes_for(table: TableData, person: str | None, wanted: Wanted) -> int:
    """The eyes with which this person may look at the table's match; raises NotYours."""
    seat = own_seat(table, person)
    if wanted == "auto" and seat is not None:
        return seat
    if wanted == seat and seat is not None:
        return seat
    if seat is None and table.watching == "nobody" and table.host != person:
        raise NotYours("this table is not for watching")
    if sees_everything(table):
        return chosen(wanted, len(table.chairs))
    if wanted in ("auto", "public"):
        return PUBLIC
    raise NotYours("while people play, you see your own seat or what everybody may know")


def chosen(wanted: Wanted, seats: int) -> int:
    if wanted == "public":
        return PUBLIC
    if isinstance(wanted, int):
        if not 0 <= wanted < seats:
            raise NotYours(f"there is no seat {wanted}")
        return wanted
    return EVERYTHING
