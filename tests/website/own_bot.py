"""Bots of people, put into a database before a server opens it: with a version that is checked and plays."""

import asyncio
from datetime import UTC, datetime

from quintain.arbiter import kits
from quintain.arbiter.uploads.archives import packed, upload_of
from quintain.datastore import BotRow, Store, VersionRow

FIRST = """
import sys
from arena import play


def decide(turn):
    print("it is my turn", file=sys.stderr)
    return turn["legal"][0], "the first"


play(decide)
"""


def add_bot(database: str, bot: str, owner: str | None, source: str = FIRST, game: str = "jaffre") -> None:
    """A bot whose name and id are the same; its version is `<bot>-1`."""
    asyncio.run(_add(database, bot, owner, source, game))


async def _add(database: str, bot: str, owner: str | None, source: str, game: str) -> None:
    store = await Store.open(database)
    try:
        moment, version = datetime.now(UTC), f"{bot}-1"
        await store.create_bot(BotRow(id=bot, game=game, name=bot, owner_id=owner, created=moment))
        upload = upload_of(packed(kits.files_of(game, "python", source)), game)
        row = VersionRow(id=version, bot_id=bot, language="python", created=moment)
        await store.add_version(row, upload.source)
        while (claimed := await store.claim_version("test", 60.0)) is not None:
            await store.judge_version(claimed.id, "test", "ready", b"")
        await store.set_active(bot, version)
    finally:
        await store.close()


def add_person(database: str, id: str, name: str) -> None:
    """Somebody with an account, who owns bots and need not come."""
    asyncio.run(_add_person(database, id, name))


async def _add_person(database: str, id: str, name: str) -> None:
    store = await Store.open(database)
    try:
        await store.create_person(id, name, "no password")
    finally:
        await store.close()
