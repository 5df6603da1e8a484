"""What tests of the ranker share: an event loop, and a database of SQLite."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from quintain.datastore import Store


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "store.db") as store:
        yield store
