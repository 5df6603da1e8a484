"""The streams of a running program in an event loop: reading that is bounded, writing that never waits.

Nobody waits for the end of a stream, for a grandchild may hold it open: that the program has ended is told by its
guard. What it writes while nobody asks is left in the pipe as soon as there is much of it.
"""

import asyncio
import os
import signal
from collections.abc import Callable

from quintain.arbiter.programs.log import Log
from quintain.arbiter.programs.speech import LONGEST_LINE
from quintain.sandbox import Running

SIGNALLED = 128  # is added to the number of a signal, as shells do
SIGNALS = {number.value: number.name for number in signal.Signals}
PART = 64 * 1024  # bytes that are read at a time
UNASKED = 64 * 1024  # bytes that are kept of what it says while nobody asks
UNREAD = 8 << 20  # bytes that may wait for a program which does not read
LAST_WORDS = 16  # parts that a program may have left in the pipe when it ended, which is as much as fits into one
REST = 0.01  # seconds until a stream is looked at again that brought a whole part


class Streams:
    """What a program says comes to `heard`, line by line, as long as it is `asked`; that it can say no more, to
    `ended`."""

    def __init__(self, running: Running, log: Log) -> None:
        self.running, self.log = running, log
        self.heard: Callable[[bytes], None] = lambda line: None
        self.ended: Callable[[str], None] = lambda why: None
        self.asked = False
        self.flooded = False  # has it written a line without an end?
        self.over = ""  # why nothing more will come
        self._said = bytearray()
        self._searched = 0  # bytes of it in which there is no end of a line
        self._unsent = bytearray()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timers: set[asyncio.TimerHandle] = set()
        for stream in (running.stdin, running.stdout, running.stderr):
            os.set_blocking(stream, False)

    # --- in an event loop

    def attach(self) -> None:
        self._loop = loop = asyncio.get_running_loop()
        loop.add_reader(self.running.stdout, self._read_answer)
        loop.add_reader(self.running.stderr, self._read_errors)
        loop.add_reader(self.running.fileno(), self._look)

    def detach(self) -> None:
        """Stop listening; the program may go on in another event loop."""
        loop, self._loop, self.asked = self._loop, None, False
        if loop is None:
            return
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._read_last_errors()
        if not loop.is_closed():
            for stream in (self.running.stdout, self.running.stderr, self.running.fileno()):
                if stream >= 0:
                    loop.remove_reader(stream)
            loop.remove_writer(self.running.stdin)

    # --- what it is sent

    def send(self, content: bytes) -> None:
        if not self._unsent:
            content = content[self._written(content) :]
        if content and self._loop and not self.over:
            if not self._unsent:
                self._loop.add_writer(self.running.stdin, self._send_rest)
            self._unsent += content
            if len(self._unsent) > UNREAD:
                self._end("it does not read what it is sent")

    def _written(self, content: bytes | bytearray) -> int:
        try:
            return os.write(self.running.stdin, content)
        except BlockingIOError:
            return 0
        except OSError:
            self._end("it closed its input")
            return len(content)

    def _send_rest(self) -> None:
        del self._unsent[: self._written(self._unsent)]
        if not self._unsent and self._loop:
            self._loop.remove_writer(self.running.stdin)

    def hang_up(self) -> None:
        """Let the program read that nothing more will come."""
        if self._loop:
            self._loop.remove_writer(self.running.stdin)
        nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        # In the place of the pipe, for whoever ends the program closes that descriptor once more.
        os.dup2(nowhere, self.running.stdin, inheritable=False)
        os.close(nowhere)

    # --- what it says

    def ask(self) -> None:
        """Listen again; what it has said in the meantime comes first."""
        self.asked = True
        if self._loop and not self.over:
            self._loop.add_reader(self.running.stdout, self._read_answer)
        self._tell()

    def catch_up(self) -> None:
        """Take in at once what is in the pipe."""
        if not self.over:
            self._read_answer()

    def _read_answer(self) -> None:
        part = self._part(self.running.stdout)
        if part is None:
            return
        if not part:
            self._end("it closed its output")
            return
        self._said += part
        self._tell()
        if self.asked and len(self._said) > LONGEST_LINE:
            self.flooded = True
            self._end(f"it wrote a line of more than {LONGEST_LINE} bytes")
        elif not self.asked and len(self._said) > UNASKED and self._loop:
            self._loop.remove_reader(self.running.stdout)

    def _tell(self) -> None:
        """Hand on whole lines for as long as somebody wants them."""
        begin = 0
        while self.asked:
            end = self._said.find(b"\n", max(begin, self._searched))
            if end < 0:
                self._searched = len(self._said)
                break
            line = bytes(self._said[begin:end])
            begin = end + 1
            self.heard(line)
        del self._said[:begin]
        self._searched = max(0, self._searched - begin)

    def _read_last_answers(self) -> None:
        """What it has said so far, whether it is asked by now or only later."""
        for _ in range(0 if self.flooded else LAST_WORDS):
            if part := self._part(self.running.stdout):
                self._said += part
                self._tell()

    def _read_errors(self) -> None:
        part = self._part(self.running.stderr)
        if part:
            self.log.add(part)
        if part is not None and self._loop and len(part) in (0, PART):
            # The end of it, or a flood: nobody is to be kept busy by what a program mutters.
            self._loop.remove_reader(self.running.stderr)
            if part:
                self._later(self._read_errors_again)

    def _read_last_errors(self) -> None:
        """What it has muttered so far, of which there is at most what fits into a pipe."""
        for _ in range(LAST_WORDS):
            if part := self._part(self.running.stderr):
                self.log.add(part)

    def _read_errors_again(self) -> None:
        if self._loop:
            self._loop.add_reader(self.running.stderr, self._read_errors)

    def _later(self, call: Callable[[], None]) -> None:
        assert self._loop is not None

        def ring() -> None:
            self._timers.discard(timer)
            call()

        timer = self._loop.call_later(REST, ring)
        self._timers.add(timer)

    @staticmethod
    def _part(stream: int) -> bytes | None:
        """What is in the pipe; nothing at the end of it, None if there is nothing now."""
        try:
            return os.read(stream, PART)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    # --- its end

    def _look(self) -> None:
        """Its guard has something to say."""
        if self.running.exited() is None:
            return
        if self._loop:
            self._loop.remove_reader(self.running.fileno())
        self._end(ended_how(self.running))

    def _end(self, why: str) -> None:
        if not self.over:
            self.over = why
            self._read_last_answers()
            if self._loop:
                self._loop.remove_reader(self.running.stdout)
                self._loop.remove_writer(self.running.stdin)
            self.ended(why)


def ended_how(running: Running) -> str:
    """How a program has ended, in words."""
    status = running.exited()
    if why := running.why():
        return why
    if status is None:
        return "it was ended"
    if status > SIGNALLED and status - SIGNALLED in SIGNALS:
        return f"it was killed by {SIGNALS[status - SIGNALLED]}"
    return f"it ended with the exit status {status}" if status else "it ended before the match did"
