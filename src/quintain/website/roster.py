"""Bots of people: a name, versions that never change, and which of them plays. What is not its owner's is not there."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from quintain.arbiter.uploads.archives import Upload, normalised, packed, upload_of
from quintain.core.errors import BadBot, NameTaken
from quintain.datastore import BotRow, Store, VersionRow
from quintain.website.catalogue import bots_of, game_named
from quintain.website.checks import Checks
from quintain.website.names import clean_name, clean_text, looks
from quintain.website.own_bots import bot_shown, version_shown
from quintain.website.refusals import BadRequest, Closed, NotNow, NotThere
from quintain.website.wire.bots import NewBot, OwnBot, OwnBots, SeatLog, Version
from quintain.website.wire.people import Person

MOST_BOTS = 20  # of one person
MOST_VERSIONS = 200  # of one bot
MOST_WAITING = 5  # versions of one bot that are not checked yet
LISTED = 10  # versions of a bot among all bots: the latest
AT_ONCE = 2  # uploads that are unpacked at a time


class Roster:
    """What owners do with their bots. The editor comes through the same doors."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.checks = Checks(store)
        self._naming = asyncio.Lock()
        self._unpacking = asyncio.Semaphore(AT_ONCE)

    # --- making

    async def create(self, person: Person, wish: NewBot) -> OwnBot:
        game, name = game_named(wish.game), clean_name(wish.name)
        if any(looks(name) & looks(house) for house in bots_of(game)):
            raise NotNow("a bot of the house has this name, or one that looks like it")
        row = BotRow(
            id=secrets.token_urlsafe(12),
            game=game.name,
            name=name,
            owner_id=person.id,
            created=datetime.now(UTC),
            about=clean_text(wish.about),
        )
        async with self._naming:
            await self._check_new(row)
            try:
                await self.store.create_bot(row)
            except NameTaken as error:
                raise NotNow(str(error)) from None
        return bot_shown(row, [])

    async def _check_new(self, row: BotRow) -> None:
        if len(await self.store.bots_of(row.owner_id or "")) >= MOST_BOTS:
            raise NotNow(f"you have {MOST_BOTS} bots, which is the most; send a new version of one of them")
        if any(looks(row.name) & looks(other.name) for other in await self.store.bots_in(row.game)):
            raise NotNow("another bot of this game has this name, or one that looks like it")

    async def submit(self, person: Person, bot_id: str, filename: str, content: bytes) -> Version:
        """A new version from a file or an archive; it waits for its check."""
        bot = await self.open_for(person, bot_id)
        return await self._add(bot, lambda: normalised(filename, content, bot.game))

    async def submit_files(self, person: Person, bot_id: str, contents: Mapping[str, bytes]) -> Version:
        """The same from the files of an editor, a quintain.toml among them."""
        bot = await self.open_for(person, bot_id)
        return await self._add(bot, lambda: upload_of(packed(contents), bot.game))

    async def open_for(self, person: Person, bot_id: str) -> BotRow:
        """The bot, if this person may send another version of it now."""
        bot = await self.own(person, bot_id)
        if why := await self.checks.why_closed():
            raise Closed(f"this server takes no programs of strangers: {why}")
        if bot.disabled:
            raise NotNow("an administrator has shut this bot out")
        versions = await self.store.versions_of(bot.id)
        if len(versions) >= MOST_VERSIONS:
            raise NotNow(f"a bot has at most {MOST_VERSIONS} versions; make a new bot")
        if sum(row.state in ("waiting", "checking") for row in versions) >= MOST_WAITING:
            raise NotNow(f"{MOST_WAITING} versions of this bot wait for their check; wait until one of them has had it")
        return bot

    async def _add(self, bot: BotRow, unpack: Callable[[], Upload]) -> Version:
        try:
            async with self._unpacking:
                upload = await asyncio.to_thread(unpack)
        except BadBot as error:
            raise BadRequest(str(error)) from None
        row = VersionRow(
            id=secrets.token_urlsafe(12),
            bot_id=bot.id,
            language=clean_text(upload.manifest.language),
            created=datetime.now(UTC),
        )
        stored = await self.store.add_version(row, upload.source)
        self.checks.wake()
        return version_shown(bot, stored)

    # --- looking

    async def own(self, person: Person, bot_id: str) -> BotRow:
        bot = await self.store.bot(bot_id)
        if bot is None or bot.owner_id != person.id:
            raise NotThere("you have no such bot")
        return bot

    async def own_version(self, person: Person, version_id: str) -> tuple[BotRow, VersionRow]:
        version = await self.store.version(version_id)
        bot = await self.store.bot(version.bot_id) if version else None
        if version is None or bot is None or bot.owner_id != person.id:
            raise NotThere("you have no such version of a bot")
        return bot, version

    async def one(self, person: Person, bot_id: str) -> OwnBot:
        bot = await self.own(person, bot_id)
        return bot_shown(bot, await self.store.versions_of(bot.id))

    async def all(self, person: Person) -> OwnBots:
        bots = await self.store.bots_of(person.id)
        shown = [bot_shown(bot, (await self.store.versions_of(bot.id))[-LISTED:]) for bot in bots]
        return OwnBots(bots=tuple(shown), most=MOST_BOTS, closed=self.checks.closed)

    async def source(self, person: Person, version_id: str) -> tuple[BotRow, VersionRow, bytes]:
        bot, version = await self.own_version(person, version_id)
        source = await self.store.source(version.id)
        if source is None:
            raise NotThere("the files of this version are not there any more")
        return bot, version, source

    async def log(self, person: Person, match_id: str, seat: int) -> SeatLog:
        """Of the owner's own program, and of nobody else's."""
        row = await self.store.log(match_id, seat)
        if row is None:
            raise NotThere("there is no log of yours for this seat of this match")
        version_id = row.player_id.partition(":")[2]
        try:
            await self.own_version(person, version_id)
        except NotThere:
            raise NotThere("there is no log of yours for this seat of this match") from None
        return SeatLog(match=match_id, seat=seat, text=row.text.decode(errors="replace"))

    # --- which one plays

    async def activate(self, person: Person, bot_id: str, version_id: str) -> OwnBot:
        """This version plays from now on, whichever did before."""
        bot, version = await self.own_version(person, version_id)
        if bot.id != bot_id:
            raise NotThere("this bot has no such version")
        if bot.disabled:
            raise NotNow("an administrator has shut this bot out")
        if version.state != "ready":
            raise NotNow(
                f"version {version.number} is {version.state}, and only one that has passed its check can play"
            )
        await self.store.set_active(bot.id, version.id)
        return await self.one(person, bot.id)

    async def retire(self, person: Person, bot_id: str) -> OwnBot:
        """No version of it plays any more, and what was to be played is not."""
        bot = await self.own(person, bot_id)
        await self.store.set_active(bot.id, None)
        await self.store.drop_fixtures(await self.fixtures_of([bot]))
        return await self.one(person, bot.id)

    async def fixtures_of(self, bots: list[BotRow]) -> list[str]:
        """What these bots are yet to play on the ladder."""
        players = {version.player_id for bot in bots for version in await self.store.versions_of(bot.id)}
        found = [row for game in {bot.game for bot in bots} for row in await self.store.open_fixtures(game)]
        return [row.id for row in found if row.event_id is None and players & {*row.players}]
