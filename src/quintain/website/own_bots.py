"""Bots and their versions as their owner sees them."""

from collections.abc import Sequence
from typing import get_args

import msgspec

from quintain.arbiter.programs.languages import title
from quintain.arbiter.uploads.archives import files_of
from quintain.datastore import BotRow, VersionRow
from quintain.website.wire.bots import CheckReport, OwnBot, Source, SourceFile, Version, VersionState

LARGEST_TEXT = 256 * 1024  # bytes of a file that an editor shows
LARGEST_TEXTS = 1024 * 1024  # bytes of all of them


def bot_shown(bot: BotRow, versions: Sequence[VersionRow]) -> OwnBot:
    return OwnBot(
        id=bot.id,
        game=bot.game,
        name=bot.name,
        about=bot.about,
        created=bot.created.timestamp(),
        active=bot.active,
        disabled=bot.disabled is not None,
        versions=tuple(version_shown(bot, row) for row in reversed(versions)),
    )


def version_shown(bot: BotRow, row: VersionRow) -> Version:
    return Version(
        id=row.id,
        bot=bot.id,
        number=row.number,
        language=title(row.language),
        state=state_of(row.state),
        created=row.created.timestamp(),
        active=row.id == bot.active,
        player=row.player_id,
        note=row.note,
        report=msgspec.json.decode(row.report, type=CheckReport) if row.report else None,
    )


def state_of(text: str) -> VersionState:
    assert text in get_args(VersionState), text
    return msgspec.convert(text, VersionState)  # type: ignore[no-any-return]


def source_shown(version: VersionRow, source: bytes) -> Source:
    """Its files, and of those that are text and not too long, the text."""
    room, files = LARGEST_TEXTS, []
    for path, file in sorted(files_of(source).items()):
        size = len(file.content)
        text = text_of(file.content) if size <= min(LARGEST_TEXT, room) else None
        room -= size if text is not None else 0
        files.append(SourceFile(path=path, size=size, text=text))
    return Source(version=version.id, bot=version.bot_id, files=tuple(files))


def text_of(content: bytes) -> str | None:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
