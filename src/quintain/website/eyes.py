"""Who may see what: a person's own seat, what everybody may know, or everything."""

from typing import Literal

from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.website.data import TableData
from quintain.website.refusals import NotYours

Wanted = Literal["auto", "public", "all"] | int
Gaze = int | tuple[int, ...]  # a pair of eyes, or those of all the seats that one person holds


def own_seats(table: TableData, person: str | None) -> tuple[int, ...]:
    """The person's seats, also while bots stand in."""
    return tuple(seat for seat, chair in enumerate(table.chairs) if person is not None and chair.person == person)


def own_seat(table: TableData, person: str | None) -> int | None:
    """The first of them."""
    return next(iter(own_seats(table, person)), None)


def gaze_of(seats: tuple[int, ...]) -> Gaze:
    return seats if len(seats) > 1 else seats[0]


def gazes(table: TableData) -> list[tuple[int, ...]]:
    """The seats of each person who holds several."""
    people = {chair.person for chair in table.chairs}
    return sorted(seats for person in people if len(seats := own_seats(table, person)) > 1)


def seats_in(gaze: Gaze) -> tuple[int, ...]:
    return (gaze,) if isinstance(gaze, int) else gaze


def bots_only(table: TableData) -> bool:
    return all(chair.kind == "bot" and chair.person is None for chair in table.chairs)


def sees_everything(table: TableData) -> bool:
    """May onlookers see every hand? Where no person plays and the host lets them, or when nothing is left to hide."""
    return table.state == "over" or table.draft is not None or (table.watching == "everything" and bots_only(table))


def steps_behind(table: TableData, person: str | None) -> int:
    """By how many steps this person sees the match later. Those who play see it now; at the end everybody does."""
    return table.delay if table.state == "playing" and not own_seats(table, person) else 0


def eyes_for(table: TableData, person: str | None, wanted: Wanted) -> Gaze:
    """The eyes with which this person may look at the table's match; raises NotYours."""
    seats = own_seats(table, person)
    if seats and (wanted == "auto" or wanted in seats):
        return gaze_of(seats)
    if not seats and table.watching == "nobody" and table.host != person:
        raise NotYours("this table is not for watching")
    if sees_everything(table):
        return chosen(wanted, len(table.chairs))
    if wanted in ("auto", "public"):
        return PUBLIC
    if bots_only(table):
        raise NotYours("at this table onlookers see what everybody may know")
    raise NotYours("while people play, you see your own seat or what everybody may know")


def chosen(wanted: Wanted, seats: int) -> int:
    if wanted == "public":
        return PUBLIC
    if isinstance(wanted, int):
        if not 0 <= wanted < seats:
            raise NotYours(f"there is no seat {wanted}")
        return wanted
    return EVERYTHING
