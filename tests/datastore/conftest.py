"""Both kinds of database, real ones: an SQLite file, and a PostgreSQL of our own on loopback."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from quintain.datastore import Store
from tests.datastore.postgresql import Postgresql


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.empty()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as store:
        yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[Store]:
    """A store in an SQLite file that soon loses patience."""
    async with await Store.open(path, patience=0.3) as store:
        yield store
