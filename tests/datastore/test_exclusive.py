"""An SQLite file belongs to one server at a time, and to the next one as soon as that one is gone."""

import sys
from pathlib import Path

import pytest

from quintain.core.errors import StoreInUse
from quintain.datastore import Store, exclusive
from tests.datastore.samples import a_match
from tests.processes import running

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
HOLDER = """
import asyncio, sys
from quintain.datastore import Store
async def hold():
    await Store.open(sys.argv[1], exclusive=True)
    print("held", flush=True)
    await asyncio.sleep(600)
asyncio.run(hold())
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusive, "HANDOVER", 0.2)


@pytest.mark.usefixtures("impatient")
async def test_the_second_one_is_told_and_the_first_goes_on(path: Path) -> None:
    async with await Store.open(path, exclusive=True) as first:
        for _ in range(2):
            with pytest.raises(StoreInUse, match="stop that one, or give this one its own with --database"):
                await Store.open(path, exclusive=True)
        async with await Store.open(path) as guest:  # others may look on
            await first.create_match(a_match(), ())
            assert await guest.match("m")
    async with await Store.open(path, exclusive=True):
        pass


async def test_a_killed_holder_holds_nothing(path: Path) -> None:
    for _ in range(2):
        command = [sys.executable, "-c", HOLDER, str(path)]
        with running(command, cwd=ROOT) as holder:
            assert holder.stdout
            assert holder.stdout.readline() == "held\n"
            holder.kill()
    async with await Store.open(path, exclusive=True):
        pass


@pytest.mark.usefixtures("impatient")
async def test_one_file_by_two_names_is_one_database(path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    async with await Store.open(path, exclusive=True):
        with pytest.raises(StoreInUse):
            await Store.open(link, exclusive=True)
