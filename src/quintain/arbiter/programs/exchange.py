"""One question to a program and its answer, with the clock between them."""

import asyncio

from quintain.arbiter.actors import Answer, Failure
from quintain.arbiter.programs.charging import BEAT, GRACE, Meter, activity
from quintain.arbiter.programs.process import Process
from quintain.arbiter.programs.speech import LONGEST_ANSWER, MOST_LINES
from quintain.core.outcome import Ending

STARTING = 10.0  # seconds that a program has to start, which no clock counts
SLACK = 1.0  # of them, seconds in which it need not be busy
LONGEST_START = (
    30.0  # seconds by the wall clock, for processes that hinder each other wait for a processor all the time
)
SOONEST = 0.01  # seconds until the next look at a program whose time seems to be up


class Exchange:
    """`reply` is the answer or a Failure; of a greeting it is nothing, once the program is ready."""

    def __init__(self, process: Process, budget: float, *, greeting: bool = False) -> None:
        self.reply: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._process, self._budget, self._greeting = process, budget, greeting
        self._unheard = not (greeting or process.answered or process.speech.ready)  # has it never said anything?
        self._meter = Meter(process.running)
        self._size = self._lines = 0
        self._timer: asyncio.TimerHandle | None = None

    async def of(self, question: bytes) -> Answer | None:
        """Ask, and wait for the answer."""
        self.open(question)
        return await self.reply

    def open(self, question: bytes = b"") -> None:
        streams = self._process.streams
        streams.heard, streams.ended = self._heard, self._ended
        self._process.wake()
        streams.send(question)
        self._meter = Meter(self._process.running)
        self._wait()
        streams.ask()
        if streams.over:
            self._ended(streams.over)

    def close(self) -> None:
        """Nobody waits for it any more."""
        if self._timer:
            self._timer.cancel()
        self._process.streams.asked = False
        self._process.speech.missed()
        self._process.rest()
        if self.reply.done() and not self.reply.cancelled():
            self.reply.exception()  # it has been seen
        self.reply.cancel()

    # --- what comes

    def _heard(self, line: bytes) -> None:
        speech = self._process.speech
        self._size, self._lines = self._size + len(line) + 1, self._lines + 1
        if self._size > LONGEST_ANSWER or self._lines > MOST_LINES:
            bounds = f"{LONGEST_ANSWER} bytes or {MOST_LINES} lines"
            self._fail(Ending.ILLEGAL, f"it wrote more than {bounds} for one answer", hopeless=True)
            return
        greeted = speech.ready
        try:
            answer = speech.heard(line)
        except Failure as failure:
            self._fail(failure.ending, failure.why, hopeless=failure.hopeless)
            return
        if answer:
            answer.spent = self._charge()
            self._process.answered = True
            self._settle(answer)
        elif speech.ready and not greeted:
            self._greeted()

    def _greeted(self) -> None:
        if self._greeting:
            self._settle(None)
        self._unheard = False
        self._meter = Meter(self._process.running)

    def _ended(self, why: str) -> None:
        flooded = self._process.streams.flooded
        self._fail(Ending.ILLEGAL if flooded else Ending.CRASHED, why, hopeless=True)

    # --- time

    @property
    def _starting(self) -> float:
        """Seconds that count as its start: as long as it has said nothing, all that it has been busy."""
        return min(STARTING, SLACK + activity(self._process.running)) if self._unheard else 0.0

    def _charge(self) -> float:
        starting = self._starting
        return max(self._meter.charge(self._budget + starting) - starting, 0.0)

    @property
    def _late(self) -> bool:
        late = self._meter.over(self._budget)
        if (self._greeting or (self._unheard and late)) and self._meter.wall > LONGEST_START:
            return True
        return late and self._meter.over(self._budget + self._starting)

    def _wait(self) -> None:
        left = self._budget + GRACE - self._meter.wall
        delay = min(max(left, SOONEST), BEAT)
        self._meter.expect(delay)
        self._timer = asyncio.get_running_loop().call_later(delay, self._look)

    def _look(self) -> None:
        self._meter.look()
        if self._late:
            self._process.streams.catch_up()  # it may have answered while we were held up
            if not self.reply.done():
                self._fail(Ending.OUT_OF_TIME, f"it did not answer within {self._budget:.3g} seconds")
        if not self.reply.done():
            self._wait()

    # --- the end of it

    def _fail(self, ending: Ending, why: str, *, hopeless: bool = False) -> None:
        if not self.reply.done():
            spent = max(self._meter.spent() - self._starting, 0.0)
            self._process.streams.asked = False
            self.reply.set_exception(Failure(ending, why, hopeless, spent))

    def _settle(self, answer: Answer | None) -> None:
        if not self.reply.done():
            self._process.streams.asked = False
            self.reply.set_result(answer)
