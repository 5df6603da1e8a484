"""Several programs at one SQLite file, and a program that is killed."""

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from quintain.datastore import Store
from tests.datastore.samples import DAWN
from tests.datastore.writer import content
from tests.processes import PATIENCE, running

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
WRITERS = 8
COMMITS = 200
KILLS = 5


def writer(path: Path, matches: str, entries: int, *options: str) -> AbstractContextManager[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.datastore.writer", str(path), matches, str(entries), *options]
    return running(command, cwd=ROOT, stderr=subprocess.STDOUT)


def sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_eight_programs_write_at_once_and_none_finds_it_locked(path: Path) -> None:
    matches = [f"m{n}" for n in range(WRITERS)]
    with writer(path, ",".join(matches), COMMITS, "--processes") as process:
        output, _ = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        assert process.returncode == 0, output
    async with await Store.open(path) as store:
        for match_id in matches:
            assert await store.entries(match_id) == [content(match_id, n) for n in range(COMMITS)]
    assert sound(path)


def killed_after(path: Path, matches: list[str], lines: int) -> dict[str, int]:
    """Kill a writer in full swing; the number of entries that it had acknowledged, by match."""
    with writer(path, ",".join(matches), 1_000_000, "--checkpoint") as process:
        assert process.stdout
        said = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        # What it managed to say before it died counts, too; a line that was cut off does not.
        said += [line for line in process.stdout if line.count(" ") == 2 and line.endswith("\n")]
    return dict(Counter(line.split()[0] for line in said))


async def test_what_a_killed_program_had_acknowledged_is_there(path: Path) -> None:
    for kill in range(KILLS):
        matches = [f"k{kill}m{n}" for n in range(10)]
        acknowledged = await asyncio.to_thread(killed_after, path, matches, 300 + 70 * kill)
        assert sound(path)
        async with await Store.open(path) as store:
            for match_id in matches:
                entries = await store.entries(match_id)
                assert len(entries) >= acknowledged.get(match_id, 0)
                assert entries == [content(match_id, n) for n in range(len(entries))]
                await store.append(match_id, len(entries), b"on it goes")
                await store.finish_match(match_id, DAWN, b"{}", b"", ())
