"""A program as the arbiter sees it: an actor whose answers come over a pipe."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from quintain.arbiter.actors import NO_DICE, Answer, Failure, Terms
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.charging import activity
from quintain.arbiter.programs.exchange import STARTING, Exchange
from quintain.arbiter.programs.process import Process
from quintain.arbiter.programs.streams import ended_how
from quintain.core.bot import Turn
from quintain.core.errors import QuintainError
from quintain.core.outcome import Ending, Outcome

IDLE = 1.0  # seconds without doing anything, after which a program that has not greeted us is waiting for us
REPORTING = 2.0  # seconds for a report, which is on nobody's clock
PARTING = 0.2  # seconds to end by itself after the match
LAST_WORDS = 0.2  # seconds in which a program that hangs up usually ends


class ProgramActor:
    """Answers with what a program says. A program that fails or is too late is its player's fault and nobody else's."""

    rng = NO_DICE
    punctual = True
    immediate = False
    volunteers = False

    def __init__(
        self, begin: Callable[[Terms], Process], part: Callable[[Process], None], account: Account, timed: bool = True
    ) -> None:
        self.timed, self.account = timed, account
        self._begin, self._part = begin, part  # how it gets a process, and who takes it back if it wants to be kept
        self._process: Process | None = None
        self._gone: Failure | None = None  # why it cannot play any more
        self._begun = False
        self._asking = asyncio.Lock()

    @property
    def listens(self) -> bool:
        return self._process is None or self._process.speech.listens

    @property
    def speaks(self) -> bool:
        # Before it has started nobody knows: it is asked, which starts it, and then it is known.
        return self._process.speech.reports if self._process else not self._begun

    # --- the beginning

    async def start(self, terms: Terms) -> None:
        """Start it, or go on with one that was kept, and wait until it is ready; no clock runs."""
        self.account.seat, self._begun = terms.seat, True
        try:
            process = await asyncio.to_thread(self._started, terms)
        except QuintainError as error:
            raise self._lost(Failure(Ending.CRASHED, str(error), hopeless=True)) from None
        process.streams.log = self.account.log
        process.streams.attach()
        process.streams.send(process.speech.hello(terms))
        if process.speech.greets:
            await self._greeted(process)
        self.account.called = process.speech.called

    def _started(self, terms: Terms) -> Process:
        process = self._process = self._begin(terms)
        assert process.running.pid  # it waits until the program runs
        return process

    async def _greeted(self, process: Process) -> None:
        """Until it says that it is ready. One that does nothing is waiting for its first turn, and may not know of
        greetings."""
        greeting, idle = Exchange(process, STARTING, greeting=True), Idleness(process)
        try:
            greeting.open()
            while not greeting.reply.done() and not idle.for_long():
                await asyncio.wait([greeting.reply], timeout=IDLE / 4)
            if greeting.reply.done():
                greeting.reply.result()
        except Failure as failure:
            if failure.ending is not Ending.OUT_OF_TIME:
                raise await self._blamed(process, failure) from None
        finally:
            greeting.close()

    # --- the questions

    async def answer(self, turn: Turn) -> Answer:
        async with self._asking:
            process = self._present()
            budget = process.speech.patience if turn.clock is None else turn.clock
            answer = await self._exchange(process, process.speech.turn(turn, budget), budget)
            for words in process.speech.warnings:
                self.account.warn(words)
            process.speech.warnings.clear()
            self.account.answered(answer.spent or 0.0)
            if not self.timed:
                answer.spent = 0.0
            return answer

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        async with self._asking:
            process = self._present()
            if not process.speech.reports:
                return ()
            return (await self._exchange(process, process.speech.report(turn, REPORTING), REPORTING)).words

    def _present(self) -> Process:
        if self._gone or self._process is None:
            raise self._gone or Failure(Ending.CRASHED, "it has not started", hopeless=True)
        return self._process

    async def _exchange(self, process: Process, question: bytes, budget: float) -> Answer:
        exchange = Exchange(process, budget)
        try:
            answer = await exchange.of(question)
            assert answer is not None, "only a greeting has no answer"
            return answer
        except Failure as failure:
            raise await self._blamed(process, failure) from None
        finally:
            exchange.close()

    # --- faults

    async def _blamed(self, process: Process, failure: Failure) -> Failure:
        """Note a failure, tell the program of it, and if it cannot go on, let go of it."""
        over = process.streams.over
        if not over:
            process.streams.send(process.speech.error(failure.why))
        elif not process.streams.flooded:
            # One that ends after a mistake has made that mistake all the same.
            why = await last_words(process) if failure.why == over else failure.why
            failure = Failure(failure.ending, why, hopeless=True, spent=failure.spent)
        if not self.timed:
            failure.spent = 0.0
        if failure.hopeless:
            return self._lost(failure)
        self.account.blame(failure.why)
        return failure

    def _lost(self, failure: Failure) -> Failure:
        """It will not be asked any more."""
        self._gone = failure
        self.account.blame(failure.why)
        self.leave()
        return failure

    # --- the end

    async def finish(self, outcome: Outcome) -> None:
        """Tell it how the match ended. It may end by itself, or wait for the next match if it wants to."""
        process = self._process
        if process is None:
            return
        process.wake()
        process.streams.send(process.speech.end(outcome))
        if not self._keeps(process):
            process.streams.hang_up()
            await until_ended(process, PARTING)
            process.streams.detach()
            await asyncio.to_thread(process.running.end)

    def _keeps(self, process: Process) -> bool:
        """Does it play the next match, too?"""
        return process.speech.keep

    def leave(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self.account.cpu, self.account.memory = process.running.cpu(), process.running.memory()
        if self._keeps(process) and not self._gone and not process.streams.over:
            process.streams.detach()
            self._part(process)
        else:
            process.end()


class Idleness:
    """Has a program done nothing for a while, and not even wanted to?"""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._since, self._seen = time.monotonic(), 0.0

    def for_long(self) -> bool:
        active = activity(self._process.running)
        if active - self._seen > IDLE / 100:
            self._since, self._seen = time.monotonic(), active
        return time.monotonic() - self._since > IDLE


async def last_words(process: Process) -> str:
    """Why a program says no more: it usually ends a moment after its output does."""
    await until_ended(process, LAST_WORDS)
    return process.streams.over if process.running.exited() is None else ended_how(process.running)


async def until_ended(process: Process, seconds: float) -> None:
    """Wait for a program to end by itself, at most so long."""
    deadline = time.monotonic() + seconds
    while process.running.exited() is None and time.monotonic() < deadline:
        await asyncio.sleep(0.002)
