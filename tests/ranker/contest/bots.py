"""Bots of people, in the database."""

import json
from datetime import UTC, datetime
from typing import Any

from quintain.arbiter.uploads.archives import packed, upload_of
from quintain.datastore import BotRow, Store, VersionRow, program_id

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "turn":
        ACT
"""
FIRST = "print(json.dumps({'type': 'act', 'number': message['number'], 'action': message['legal'][0]}), flush=True)"
CRASH = "sys.exit('I have had enough')"


def source(act: str = FIRST) -> bytes:
    """A program for Jaffre."""
    manifest = f'game = "jaffre"\nlanguage = "python"\nrun = {json.dumps("python3 bot.py")}\n'
    files = {"quintain.toml": manifest.encode(), "bot.py": BOT.replace("ACT", act).encode()}
    return upload_of(packed(files), "jaffre").source


async def person(store: Store, id: str) -> str:
    await store.create_person(id, id, "hash")
    return id


async def bot(store: Store, name: str, owner: str | None = None, act: str = FIRST) -> str:
    """A bot with one version that is ready and active; returns the version's player."""
    await store.create_bot(BotRow(id=name, game="jaffre", name=name, owner_id=owner, created=NOON))
    return program_id(await version(store, name, f"{name}-1", act))


async def version(store: Store, bot: str, id: str, act: str = FIRST) -> str:
    """One more version, which becomes the active one."""
    row: Any = VersionRow(id=id, bot_id=bot, language="python", created=NOON)
    await store.add_version(row, source(act))
    assert await store.claim_version("test", 60.0)
    assert await store.judge_version(id, "test", "ready", b"{}")
    await store.set_active(bot, id)
    return id
