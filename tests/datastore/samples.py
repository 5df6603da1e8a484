"""Small rows to store."""

from datetime import UTC, datetime, timedelta
from typing import Any

from quintain.datastore import MatchRow, SeatRow, Store, bot_player, person_player

DAWN = datetime(2026, 5, 1, 6, 0, tzinfo=UTC)


def a_match(id: str = "m", **changes: Any) -> MatchRow:
    values: dict[str, Any] = {"game": "jaffre", "rules_version": 1, "header": b'{"seed":7}', "began": DAWN}
    return MatchRow(id=id, **(values | changes))


def a_bot(seat: int) -> SeatRow:
    return SeatRow(seat, f"Bot {seat}", bot_player("jaffre", 1, "shark:budget=0.1"))


def a_person(seat: int, id: str = "1", name: str = "Ann") -> SeatRow:
    return SeatRow(seat, name, person_player(id, name))


async def play(store: Store, id: str, minutes: int, seats: tuple[SeatRow, ...] = (), **changes: Any) -> None:
    """A whole match that ends so many minutes after dawn."""
    await store.create_match(a_match(id, **changes), seats)
    await store.finish_match(
        id, DAWN + timedelta(minutes=minutes), b'{"scores":[1,0]}', b"replay of " + id.encode(), seats
    )
