"""Reports of tournaments: anybody may ask for them, and each is made once."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from quintain.datastore import Store
from quintain.website.events import shown
from quintain.website.events.shown import REPORTS, EventPages


def test_a_report_is_made_once_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is made of thousands of replays."""
    made: list[str] = []
    now = 0

    async def field_of(_: Store, id: str) -> Any:
        event = SimpleNamespace(id=id, state="over")
        return SimpleNamespace(event=event, settings=SimpleNamespace(players=("a", "b")), entered=[])

    async def nothing(*_: Any) -> list[Any]:
        nonlocal now
        now += 1
        await asyncio.sleep(0)
        assert now == 1, "others read theirs meanwhile"
        now -= 1
        return []

    async def played_of(_: Store, id: str) -> int:
        return 5

    def report(event: Any, *_: Any) -> bytes:
        made.append(event.id)
        return f"report of {event.id}".encode()

    for name, fake in (("field_of", field_of), ("event_matches", nothing), ("replays_of", nothing)):
        monkeypatch.setattr(shown, name, fake)
    monkeypatch.setattr(shown, "played_of", played_of)
    monkeypatch.setattr(shown, "report", report)

    async def ask() -> list[bytes]:
        pages = EventPages(cast(Store, None))
        told = await asyncio.gather(*(pages.report(id) for id in ("a", "b", "a", "b", "a")))
        for number in range(REPORTS):
            await pages.report(str(number))
        assert len(pages._reports) == REPORTS
        return told

    assert asyncio.run(ask()) == [b"report of a", b"report of b", b"report of a", b"report of b", b"report of a"]
    assert made[:2] == ["a", "b"]
    assert len(made) == 2 + REPORTS
