"""Small rows of the contest to store."""

from datetime import timedelta
from typing import Any

from quintain.datastore import BotRow, EventRow, FixtureRow, SeatRow, Store, VersionRow, bot_player
from quintain.datastore.rows import FinishedMatch, MatchRow
from tests.datastore.samples import DAWN


def a_version(id: str = "v", bot_id: str = "b", **changes: Any) -> VersionRow:
    return VersionRow(**{"id": id, "bot_id": bot_id, "language": "python", "created": DAWN, **changes})


def an_uploaded_bot(id: str = "b", name: str = "Bolt", **changes: Any) -> BotRow:
    return BotRow(**{"id": id, "game": "jaffre", "name": name, "owner_id": None, "created": DAWN, **changes})


def a_fixture(id: str = "m", **changes: Any) -> FixtureRow:
    plain = {"game": "jaffre", "set_id": "s", "players": ("x", "y z"), "seed": "1", "bot_seed": "2"}
    return FixtureRow(**{"id": id, **plain, "options": b"{}", "control": b"{}", "created": DAWN, **changes})


def an_event(id: str = "e", **changes: Any) -> EventRow:
    plain = {"game": "jaffre", "name": "Cup", "host_id": None, "format": "swiss", "settings": b"{}", "created": DAWN}
    return EventRow(**{"id": id, **plain, **changes})


def rated_match(number: int, *players: str, ranks: tuple[int, ...] = (1, 2), **changes: Any) -> FinishedMatch:
    """One that ended so many minutes after dawn; its seats have the ratings 1000 + number."""
    seats = tuple(
        SeatRow(i, one, bot_player("jaffre", 1, one), rank=rank, score=-rank, team=i, mu=1000.0 + number, sigma=9.0)
        for i, (one, rank) in enumerate(zip(players, ranks, strict=True))
    )
    ended = DAWN + timedelta(minutes=number)
    plain = {"game": "jaffre", "rules_version": 1, "header": b"{}", "began": DAWN, "ended": ended, "outcome": b"{}"}
    return FinishedMatch(MatchRow(**{"id": f"m{number}", **plain, "rated": True, "seats": seats, **changes}), b"r")


async def ready_version(store: Store, id: str = "v", bot_id: str = "b") -> None:
    await store.add_version(a_version(id, bot_id), b"source of " + id.encode())
    claimed = await store.claim_version("w", 60)
    assert claimed
    assert await store.judge_version(claimed.id, "w", "ready", b"{}")
