"""Versions that wait for their check: tried out one after the other, in a process that comes after people's tables."""

import asyncio
import contextlib
import logging
import secrets
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from subprocess import PIPE

import msgspec

from quintain import games
from quintain.arbiter.programs.findings import Report, failure
from quintain.arbiter.uploads.checker import COMMAND, NO_SANDBOX, Order, frame
from quintain.arbiter.uploads.workshop import Terms
from quintain.core.errors import NotIsolated, StoreError
from quintain.datastore import BotRow, PlayerRow, Store, VersionRow
from quintain.ranker.contest.keeping import shown
from quintain.ranker.contest.setup import control_of, options_of
from quintain.sandbox import isolated

PATIENCE = 300.0  # seconds for a build and its matches
LEASE = 60.0  # seconds after which another server may check what this one has not finished, unless it says that it will
RENEW = LEASE / 4
POLL = 5.0  # seconds between two looks for versions that other servers were sent, or left half-checked
AGAIN = 60.0  # seconds after trouble of our own
LAST_WORDS = 4000  # letters of a checker's complaints that are logged
TOO_LONG = (
    f"building it and two matches took more than {PATIENCE:g} seconds in all, and then it was stopped; does its build "
    "end, and does it answer quickly?"
)
BROKEN = "the check broke down on our side, and that has been noted; send it once more"

log = logging.getLogger(__name__)
Try = Callable[[Order], Awaitable[Report]]


class Checks:
    """One at a time: whatever people send, they never have more of the machine."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.worker = secrets.token_urlsafe(12)
        self.closed: str | None = None  # why nothing can be checked here
        self.lease, self.renew, self.poll = LEASE, RENEW, POLL
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """There is something new to check."""
        self._wake.set()

    async def why_closed(self) -> str | None:
        """Why strangers' programs cannot be run here; None if they can."""
        try:
            await asyncio.to_thread(isolated)
            self.closed = None
        except NotIsolated as error:
            self.closed = str(error)
        return self.closed

    async def work(self) -> None:
        """Until the server closes."""
        if why := await self.why_closed():
            log.warning("bots of people are not taken here: %s", why)
        while self.closed and await self.why_closed():
            await asyncio.sleep(AGAIN)
        while True:
            self._wake.clear()
            try:
                while version := await self.store.claim_version(self.worker, self.lease):
                    await self.check(version)
            except (StoreError, NotIsolated, OSError) as error:
                log.error("bots cannot be checked for now: %s", error)
                await asyncio.sleep(AGAIN)
            except Exception:  # whatever one version does, the others are checked
                log.exception("a check failed on our side")
                await asyncio.sleep(AGAIN)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.poll):
                    await self._wake.wait()

    async def check(self, version: VersionRow) -> None:
        """Try it out, and store what came of it, if it is still ours."""
        bot, source = await self.store.bot(version.bot_id), await self.store.source(version.id)
        if bot is None or source is None:
            report = failure("It cannot be checked.", "its files are not there any more; send it once more")
        else:
            order = Order(version_id=version.id, source=source, terms=terms_of(bot, version))
            report = await self._while_ours(version, tried(order))
        state = "ready" if report.passed else "refused"
        await self.store.judge_version(version.id, self.worker, state, msgspec.json.encode(report))

    async def _while_ours(self, version: VersionRow, work: Awaitable[Report]) -> Report:
        renewing = asyncio.create_task(self._renew(version))
        try:
            return await work
        finally:
            renewing.cancel()

    async def _renew(self, version: VersionRow) -> None:
        while True:
            await asyncio.sleep(self.renew)
            with contextlib.suppress(StoreError):
                await self.store.renew_version(version.id, self.worker, self.lease)


def terms_of(bot: BotRow, version: VersionRow) -> Terms:
    """Those of the ladder's matches: whoever behaves well in the check alone is not told which it is."""
    game = games.load(bot.game)
    player = PlayerRow(version.player_id, "program", bot.name, game=bot.game, version=str(version.number))
    return Terms(called=shown(player), options=options_of(game), control=control_of(game))


async def tried(order: Order) -> Report:
    """What another process finds out about a version."""
    checker = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    try:
        async with asyncio.timeout(PATIENCE):
            said, complaints = await conversation(checker, frame(order))
    except TimeoutError:
        return failure("It took too long.", TOO_LONG)
    finally:
        # Its end is the end of all that it has started.
        if checker.returncode is None:
            checker.kill()
            await checker.wait()
    if checker.returncode == NO_SANDBOX:
        raise NotIsolated(complaints.strip())
    try:
        return msgspec.json.decode(said, type=Report)
    except msgspec.MsgspecError:
        log.error("the check of version %s broke down: %s", order.version_id, complaints[-LAST_WORDS:])
        return failure("It could not be checked.", BROKEN)


async def conversation(checker: Process, order: bytes) -> tuple[bytes, str]:
    """All that it says. Its input stays open: that is how it knows that somebody waits."""
    assert checker.stdin
    assert checker.stdout
    assert checker.stderr
    with contextlib.suppress(ConnectionError):  # what has become of it, its exit status says
        checker.stdin.write(order)
        await checker.stdin.drain()
    said, complaints = await asyncio.gather(checker.stdout.read(), checker.stderr.read())
    await checker.wait()
    return said, complaints.decode(errors="replace")
