"""A program that runs, with all that belongs to it."""

import select

from quintain.arbiter.programs.log import Log
from quintain.arbiter.programs.speech import Speech
from quintain.arbiter.programs.streams import Streams
from quintain.sandbox import Running


class Process:
    def __init__(self, running: Running, speech: Speech, pause: bool = False) -> None:
        self.running, self.speech = running, speech
        self.streams = Streams(running, Log())
        self.answered = False  # has it ever answered a question?
        self._pause = pause  # is it stopped while nobody asks it?

    @property
    def alive(self) -> bool:
        """Does it run, and can it still say something? One that was killed hangs up before its guard tells of it."""
        if self.running.exited() is not None:
            return False
        poll = select.poll()
        poll.register(self.running.stdout, 0)
        return not poll.poll(0)

    def wake(self) -> None:
        if self._pause:
            self.running.resume()

    def rest(self) -> None:
        if self._pause:
            self.running.pause()

    def end(self) -> None:
        """End all of it for certain."""
        self.streams.detach()
        self.running.end()
