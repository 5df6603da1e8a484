"""The driver for matches with people: each seat in its own time, and a journal before every deed.

Bots pause before they act; those in this process think in threads. People act whenever they like, by `enter`. An
entry is decided, written to the journal, entered and announced, in this order and one at a time; what has not been
written has not happened.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

from quintain.arbiter.actors import NO_DICE, Actor, Answer, Failure, Terms
from quintain.arbiter.loop import without_waiting
from quintain.arbiter.turns import Turns
from quintain.core.bot import Turn
from quintain.core.errors import IllegalAction, QuintainError
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.position import Position
from quintain.core.record import Entry, Player, Replaced

LAG = 0.6  # seconds a decision that are forgiven on account of the line and of this machine
RETRY = 1.0  # seconds after which an entry that could not be written is tried again

log = logging.getLogger(__name__)
T = TypeVar("T")
Journal = Callable[[int, Entry], Awaitable[Entry]]  # writes entry number n, and returns what stands there then
Casting = Callable[[int, Player], Actor]  # who answers when this player has this seat


class NotWritten(Exception):
    """The journal could not take the entry; nothing has happened, and it may be tried again."""


class Person:
    """Somebody who acts of their own accord: nobody asks, and what they do comes by `Live.enter`."""

    rng = NO_DICE
    timed = True
    punctual = False
    immediate = False
    volunteers = True
    listens = False
    speaks = False

    async def start(self, terms: Terms) -> None: ...

    async def answer(self, turn: Turn) -> Answer:
        raise RuntimeError("a person is not asked")

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        return ()

    async def finish(self, outcome: Outcome) -> None: ...

    def leave(self) -> None: ...


class Live:
    """A match that is being played now. Who answers for a seat follows from the match's players."""

    def __init__(
        self,
        match: Match,
        journal: Journal,
        announce: Callable[[Entry], None],
        casting: Casting,
        *,
        at: float = 0.0,
        pace: float = 1.0,
        threads: Executor | None = None,
    ) -> None:
        self.match = match
        self.pace = pace  # a bot's mean pause before it acts, in seconds
        self._journal, self._announce, self._casting, self._threads = journal, announce, casting, threads
        self._zero = time.monotonic() - at
        self._turns = Turns(match)
        self._actors = [casting(seat, player) for seat, player in enumerate(match.players)]
        self._started = [False for _ in match.seats]
        self._asked: dict[int, asyncio.Task[None]] = {}  # seats that are thinking
        self._blamed: set[tuple[int, Player]] = set()  # players whose failing has been logged
        self._tasks: set[asyncio.Task[Any]] = set()
        self._briefing: asyncio.Task[None] | None = None  # reports before anybody acts
        self._briefed: Position | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._writing = asyncio.Lock()
        self._closed = False

    @property
    def now(self) -> float:
        """Seconds since the match began."""
        return time.monotonic() - self._zero

    def wake(self) -> None:
        """See who has to act, ask them, and set the clocks going."""
        if self._closed or self.match.outcome:
            self._rest()
            return
        self._brief()
        for seat in self.match.position.acting:
            actor = self._actors[seat]
            if not actor.volunteers and seat not in self._asked:
                self._asked[seat] = self._spawn(self._ask(seat, actor))
        self._set_alarm()

    async def close(self) -> None:
        """Let nobody act any more; what is being written is finished first."""
        self._closed = True
        self._rest()
        async with self._writing:
            pass
        if not self.match.outcome:
            for actor in self._actors:
                actor.leave()

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
            if isinstance(entry, Replaced):
                self._recast(entry.seat)
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

    def _recast(self, seat: int) -> None:
        """Somebody else answers for the seat: in the first turn they are told all that the seat has been told."""
        if thinking := self._asked.pop(seat, None):
            thinking.cancel()
        self._actors[seat].leave()
        self._actors[seat] = self._casting(seat, self.match.players[seat])
        self._started[seat] = False
        self._turns.begin_again(seat)

    def spent(self, seat: int, took: float | None = None) -> float:
        """Seconds that a person's act costs: `took` is what they say they thought for. As far as we forgive, neither
        what the line took besides nor an act that is only just late counts."""
        clock = self.match.clocks[seat]
        ran, budget = clock.running(self.now), clock.budget
        spent = ran if took is None else max(min(took, ran), ran - LAG)
        return budget if budget < spent <= budget + LAG else spent

    # --- asking

    async def _ask(self, seat: int, actor: Actor) -> None:
        try:
            await self._pause(seat)
            if self._briefing:
                await asyncio.wait([self._briefing])
            await self._follow(seat, actor, await self._answer(seat, actor))
        finally:
            if self._asked.get(seat) is asyncio.current_task():
                del self._asked[seat]
        self.wake()

    async def _pause(self, seat: int) -> None:
        """People want to see what happens; but where nothing is decided, they do not want to wait."""
        if not self._trifling(seat):
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace)

    def _trifling(self, seat: int) -> bool:
        seen, trifling = self.match.position.seen_by(seat), self.match.game.trifling
        return len(seen.legal(seat)) == 1 or bool(trifling and trifling(seen, seat))

    async def _answer(self, seat: int, actor: Actor) -> Answer | Failure:
        try:
            turn = await self._turn(seat, actor)
            return await self._thinking(actor, lambda: actor.answer(turn))
        except Failure as failure:
            return failure

    async def _turn(self, seat: int, actor: Actor) -> Turn:
        if not self._started[seat]:
            self._started[seat] = True
            await self._thinking(actor, lambda: actor.start(self._turns.terms(seat)))
        return self._turns.turn(seat, actor, self.now)

    async def _thinking(self, actor: Actor, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Whoever waits for nothing keeps a processor busy, and does so in a thread."""
        if not actor.immediate:
            return await work()
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: without_waiting(work()))

    # --- reports before anybody acts

    def _brief(self) -> None:
        """Let those who may report do so, once for each position."""
        position = self.match.position
        if position is self._briefed:
            return
        self._briefed = position
        speakers = [seat for seat in position.speaking if self._actors[seat].speaks]
        self._briefing = self._spawn(self._report(position, speakers)) if speakers else None

    async def _report(self, position: Position, speakers: list[int]) -> None:
        for seat in speakers:
            for words in await self._words(seat, self._actors[seat]):
                await self._insist(lambda seat=seat, words=words: self._said(seat, words, position))  # type: ignore[misc]

    async def _words(self, seat: int, actor: Actor) -> tuple[Any, ...]:
        """What the seat reports; one that fails at it has said nothing."""
        try:
            turn = await self._turn(seat, actor)
            return await self._thinking(actor, lambda: actor.report(turn))
        except Failure:
            return ()

    def _said(self, seat: int, words: Any, position: Position | None = None) -> Entry | None:
        if self.match.outcome or position not in (None, self.match.position):
            return None
        return self.match.said(seat, words, self.now)

    # --- following the answers

    async def _follow(self, seat: int, actor: Actor, answer: Answer | Failure) -> None:
        """Let an answer happen, if the rules allow it."""
        if isinstance(answer, Failure):
            await self._insist(lambda: self._fault(seat, actor, answer))
            return
        for words in answer.words if self.match.game.talk != "none" else ():
            await self._insist(lambda words=words: self._said(seat, words) if self._owes(seat, actor) else None)  # type: ignore[misc]
        try:
            await self._insist(lambda: self._deed(seat, actor, answer))
        except IllegalAction as error:
            failure = Failure(Ending.ILLEGAL, str(error))
            await self._insist(lambda: self._fault(seat, actor, failure))

    def _owes(self, seat: int, actor: Actor) -> bool:
        """Is this still the actor whose decision the match waits for?"""
        match = self.match
        return not match.outcome and seat in match.position.acting and self._actors[seat] is actor

    def _deed(self, seat: int, actor: Actor, answer: Answer) -> Entry | None:
        if not self._owes(seat, actor):
            return None
        return self.match.acted(seat, answer.actions, self.now, answer.reason, charged(actor, answer))

    def _fault(self, seat: int, actor: Actor, failure: Failure) -> Entry | None:
        if not self._owes(seat, actor):
            return None
        player, spent = self.match.players[seat], charged(actor, failure)
        if (seat, player) not in self._blamed:
            self._blamed.add((seat, player))
            log.warning("%s: the bot %s of seat %d failed: %s", self.match.game.name, player, seat, failure.why)
        return self.match.faulted(seat, failure.ending, failure.why, self.now, spent, hopeless=failure.hopeless)

    # --- time

    def _set_alarm(self) -> None:
        """Wake up when the first of those who think has no time left."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        clocks = [self.match.clocks[seat] for seat in self.match.position.acting if self._watched(self._actors[seat])]
        left = [seconds for clock in clocks if (seconds := clock.left(self.now)) is not None]
        if left:
            self._alarm = asyncio.get_running_loop().call_later(max(min(left) + LAG, 0) + 0.005, self._ring)

    @staticmethod
    def _watched(actor: Actor) -> bool:
        """Is it our business to see that its time is up?"""
        return actor.timed and not actor.punctual

    def _ring(self) -> None:
        for seat in filter(lambda seat: self._watched(self._actors[seat]), self.match.position.acting):
            self._spawn(self._insist(lambda seat=seat: self._overdue(seat)))  # type: ignore[misc]
        self._set_alarm()

    def _overdue(self, seat: int) -> Entry | None:
        match, ran = self.match, self.match.clocks[seat].running(self.now)
        if match.outcome or seat not in match.position.acting or not match.late(seat, ran - LAG):
            return None
        return match.faulted(seat, Ending.OUT_OF_TIME, "its time was up", self.now, ran)

    # --- inside

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        # A refusal is no fault, and whoever asked is told of it.
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, QuintainError | NotWritten):
            log.error("a seat's turn failed", exc_info=error)

    def _rest(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        current = asyncio.current_task()
        for thinking in (*self._asked.values(), *([self._briefing] if self._briefing else [])):
            if thinking is not current:
                thinking.cancel()
        self._asked.clear()
        if self.match.outcome:
            self._part(self.match.outcome)

    def _part(self, outcome: Outcome) -> None:
        """Tell the actors how it ended; one that fails now fails alone."""
        for seat, actor in enumerate(self._actors):
            if self._started[seat]:
                self._started[seat] = False
                self._spawn(self._finish(actor, outcome))

    async def _finish(self, actor: Actor, outcome: Outcome) -> None:
        try:
            await self._thinking(actor, lambda: actor.finish(outcome))
        except Failure as failure:
            log.warning("a bot failed after the match: %s", failure.why)
        finally:
            actor.leave()


def charged(actor: Actor, answer: Answer | Failure) -> float | None:
    """Seconds that a decision costs: as the actor has measured them, or else all that the clock has run."""
    if answer.spent is not None:
        return answer.spent
    return None if actor.timed else 0.0
