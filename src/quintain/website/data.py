"""What of a table survives a restart."""

from typing import Any, Literal

import msgspec

from quintain.core.clock import TimeControl
from quintain.website.wire.tables import TableState, Watching


class Chair(msgspec.Struct):
    """A seat at a table, and who answers for it. With a person and the kind "bot", a bot stands in for the person."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    player: str | None = None
    person: str | None = None
    guest: bool = False  # has the person no account?


class TableData(msgspec.Struct, kw_only=True):
    id: str
    game: str
    options: dict[str, Any]
    time_control: TimeControl
    public: bool
    watching: Watching
    delay: int = 0  # steps by which onlookers see the match later
    pace: float
    grace: float
    host: str | None
    owner: str | None = None  # who made it: its matches and what its bots think are on this person's account
    by_guest: bool = False
    chairs: list[Chair]
    state: TableState = "waiting"
    match: str | None = None
    began: float | None = None
    forked_from: str | None = None
