"""The async driver: people and bots at one match, each seat in its own time, and a journal before every deed.

Bots think in threads and have a timer each. People act whenever they like, by `enter`. An entry is decided, written to
the journal, entered and announced, in this order and one at a time; what has not been written has not happened.
"""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from math import inf
from typing import Any, TypeVar

from quintain.arbiter.actors import Answer, Fault, InProcess, bot_rng
from quintain.core.bot import Bot, Turn
from quintain.core.errors import IllegalAction
from quintain.core.match import Entry, Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.position import Position

LAG = 0.6  # seconds a decision that are forgiven on account of the line and of this machine
INSTANT = 1e-6
RETRY = 1.0  # seconds after which an entry that could not be written is tried again

log = logging.getLogger(__name__)
T = TypeVar("T")
Journal = Callable[[int, Entry], Awaitable[Entry]]  # writes entry number n, and answers what stands there then


class NotWritten(Exception):
    """The journal could not take the entry; nothing has happened, and it may be tried again."""


class Live:
    """A match that is being played now."""

    def __init__(
        self,
        match: Match,
        journal: Journal,
        announce: Callable[[Entry], None],
        *,
        at: float = 0.0,
        pace: float = 1.0,
        threads: Executor | None = None,
    ) -> None:
        self.match = match
        self.pace = pace  # a bot's mean pause before it acts, in seconds
        self._journal, self._announce, self._threads = journal, announce, threads
        self._zero = time.monotonic() - at
        self._bots: dict[int, InProcess] = {}
        self._turns: dict[int, asyncio.Task[None]] = {}  # bots at work
        self._tasks: set[asyncio.Task[Any]] = set()
        self._briefing: asyncio.Task[None] | None = None  # bots' reports before anybody acts
        self._briefed: Position | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._writing = asyncio.Lock()
        self._closed = False

    @property
    def now(self) -> float:
        """Seconds since the match began."""
        return time.monotonic() - self._zero

    # --- who answers for a seat

    def seat_bot(self, seat: int, bot: Bot) -> None:
        """From now on this bot answers; in its first turn it is told all that the seat has been told."""
        self.seat_person(seat)
        self._bots[seat] = InProcess(bot, bot_rng(secrets.randbits(63), seat))

    def seat_person(self, seat: int) -> None:
        """From now on a person answers, with `enter`."""
        self._bots.pop(seat, None)
        if turn := self._turns.pop(seat, None):
            turn.cancel()

    def wake(self) -> None:
        """See who has to act, and set the clocks going. To be called after seats have changed hands."""
        if self._closed or self.match.outcome:
            self._rest()
            return
        self._brief()
        for seat in self.match.position.acting:
            if seat in self._bots and seat not in self._turns:
                self._turns[seat] = self._spawn(self._bot_turn(seat, self._bots[seat]))
        self._set_alarm()

    async def close(self) -> None:
        """Let nobody act any more; what is being written is finished first."""
        self._closed = True
        self._rest()
        async with self._writing:
            pass

    # --- entries

    async def enter(self, decide: Callable[[], Entry | None]) -> Entry | None:
        """Decide, write down, let happen, announce. Once begun it is finished, whoever stops waiting for it."""
        return await asyncio.shield(self._spawn(self._enter(decide)))

    async def _enter(self, decide: Callable[[], Entry | None]) -> Entry | None:
        async with self._writing:
            entry = None if self._closed else decide()
            if entry is None:
                return None
            self.match.check(entry)
            entry = await self._journal(len(self.match.record), entry)
            self.match.enter(entry)
            self._announce(entry)
        self.wake()
        return entry

    async def _insist(self, decide: Callable[[], Entry | None]) -> None:
        """Enter, as often as it takes until it is written."""
        while True:
            try:
                await self.enter(decide)
                return
            except NotWritten:
                await asyncio.sleep(RETRY)

    def stamp(self, seat: int, lag: float = LAG) -> float:
        """When the seat's act counts as done: now, or if it is only just late, at the last instant."""
        now = self.now
        left = self.match.clocks[seat].left(now)
        return now + left - INSTANT if left is not None and -lag <= left <= 0 else now

    def lag(self, seat: int, at: float, took: float | None) -> float:
        """What the line took of the time until `at`, if the person thought for `took` seconds: as far as we forgive."""
        since = self.match.clocks[seat].since
        return 0.0 if took is None or since is None else min(max(at - since - took, 0.0), LAG)

    # --- bots

    async def _bot_turn(self, seat: int, actor: InProcess) -> None:
        try:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace)
            if self._briefing:
                await asyncio.wait([self._briefing])
            await self._follow(seat, await self._thought(seat, actor))
        finally:
            if self._turns.get(seat) is asyncio.current_task():
                del self._turns[seat]
        self.wake()

    def _brief(self) -> None:
        """Let the bots that may report do so, once for each position."""
        position = self.match.position
        if position is self._briefed:
            return
        self._briefed = position
        speakers = [seat for seat in position.speaking if seat in self._bots and self._bots[seat].speaks]
        self._briefing = self._spawn(self._report(position, speakers)) if speakers else None

    async def _report(self, position: Position, speakers: list[int]) -> None:
        for seat in speakers:
            if actor := self._bots.get(seat):
                for words in await self._words(seat, actor):
                    await self._insist(lambda seat=seat, words=words: self._said(seat, words, position))  # type: ignore[misc]

    async def _words(self, seat: int, actor: InProcess) -> tuple[Any, ...]:
        """What the bot reports; one that fails at it has said nothing."""
        try:
            turn = await self._turn(seat, actor)
            return await self._in_thread(lambda: actor.words_of(turn))
        except Fault:
            return ()

    def _said(self, seat: int, words: Any, position: Position | None = None) -> Entry | None:
        if self.match.outcome or position not in (None, self.match.position):
            return None
        return self.match.said(seat, words, self.now)

    async def _thought(self, seat: int, actor: InProcess) -> Answer | Fault:
        try:
            turn = await self._turn(seat, actor)
            return await self._in_thread(lambda: actor.answer_to(turn))
        except Fault as fault:
            return fault

    async def _turn(self, seat: int, actor: InProcess) -> Turn:
        if not actor.started:
            await self._in_thread(lambda: actor.start(self.match.game, seat))
        turn = actor.turn(self.match, seat, self.now)
        # Read here and not in the thread, where the match may move on meanwhile.
        _ = turn.events
        return turn

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def _follow(self, seat: int, answer: Answer | Fault) -> None:
        """Let a bot's answer happen, as far as the rules allow it. House bots are never late: their pauses are ours."""
        if isinstance(answer, Fault):
            await self._insist(lambda: self._struck(seat, answer))
            return
        for words in answer.words if self.match.game.talk != "none" else ():
            await self._insist(lambda words=words: self._said(seat, words))  # type: ignore[misc]
        for action in answer.actions or [None]:
            try:
                await self._insist(lambda action=action: self._deed(seat, action, answer))  # type: ignore[misc]
            except IllegalAction as error:
                fault = Fault(Ending.ILLEGAL, str(error))
                await self._insist(lambda fault=fault: self._struck(seat, fault))  # type: ignore[misc]
                return

    def _deed(self, seat: int, action: Any, answer: Answer) -> Entry | None:
        if self.match.outcome or seat not in self.match.position.acting:
            return None
        return self.match.acted(seat, action, self.stamp(seat, inf), answer.reason)

    def _struck(self, seat: int, fault: Fault) -> Entry | None:
        if self.match.outcome or seat not in self.match.position.acting:
            return None
        return self.match.faulted(seat, fault.ending, fault.why, self.now)

    # --- people's time

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        now, people = self.now, [seat for seat in self.match.position.acting if seat not in self._bots]
        left = [seconds for seat in people if (seconds := self.match.clocks[seat].left(now)) is not None]
        self._alarm = None
        if left:
            self._alarm = asyncio.get_running_loop().call_later(max(min(left) + LAG, 0) + 0.005, self._ring)

    def _ring(self) -> None:
        for seat in self.match.position.acting:
            self._spawn(self._insist(lambda seat=seat: self._overdue(seat)))  # type: ignore[misc]
        self._set_alarm()

    def _overdue(self, seat: int) -> Entry | None:
        match, now = self.match, self.now
        if match.outcome or seat in self._bots or seat not in match.position.acting or not match.late(seat, now - LAG):
            return None
        return match.faulted(seat, Ending.OUT_OF_TIME, "its time was up", now)

    # --- inside

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, IllegalAction | NotWritten):
            log.error("a seat's turn failed", exc_info=error)

    def _rest(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        current = asyncio.current_task()
        for turn in (*self._turns.values(), *([self._briefing] if self._briefing else [])):
            if turn is not current:
                turn.cancel()
        self._turns.clear()
        if self.match.outcome:
            self._part(self.match.outcome)

    def _part(self, outcome: Outcome) -> None:
        """Tell the bots how it ended; one that fails now fails alone."""
        for actor in self._bots.values():
            if actor.started:
                self._spawn(self._in_thread(lambda actor=actor: _finished(actor, outcome)))  # type: ignore[misc]
        self._bots.clear()


def _finished(actor: InProcess, outcome: Outcome) -> None:
    try:
        actor.finish(outcome)
    except Fault as fault:
        log.warning("a bot failed after the match: %s", fault.why)
