"""A disk that is full or may only be read: who acts is told, nothing is half done, and play goes on when it works."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from quintain.arbiter.live import NotWritten
from quintain.core.outcome import Ending
from quintain.core.record import Player
from quintain.website.history import encode
from quintain.website.playing import Playing
from quintain.website.table import Table
from tests.website.sessions import with_arena

BOTS = [Player(name, timed=False) for name in ("intermediate", "advanced")]
MANY = 60  # more than the last page of the database has room for


async def change(playing: Playing, times: int = 1) -> None:
    """Another bot takes the last seat, so often."""
    for _ in range(times):
        await playing.replace(3, BOTS[playing.match.players[3] == BOTS[0]], Ending.ABANDONED, "why not")


@pytest.mark.parametrize(
    ("statement", "words"), [("PRAGMA max_page_count = 1", "full"), ("PRAGMA query_only = 1", "only be read")]
)
def test_what_cannot_be_stored_has_not_happened(tmp_path: Path, statement: str, words: str) -> None:
    def break_it(connection: Any, _: Any) -> None:
        connection.cursor().execute(statement)

    async def play(table: Table, _: list[object]) -> None:
        playing, engine = table.playing, table._store.journal.engine
        assert playing is not None
        event.listen(engine, "connect", break_it)
        engine.dispose()
        for _attempt in range(3):
            with pytest.raises(NotWritten, match=words):
                await change(playing, MANY)
            assert await table._store.entries(playing.id) == [encode(entry) for entry in playing.match.record]
        before = len(playing.match.record)
        event.remove(engine, "connect", break_it)
        engine.dispose()
        await change(playing, MANY)
        assert len(playing.match.record) == before + MANY
        assert await table._store.entries(playing.id) == [encode(entry) for entry in playing.match.record]

    with_arena(tmp_path, play)
