"""The log, kept readable: strangers cannot fill it, nor write lines of their own into it."""

import logging
import math
import time
import traceback
from collections import Counter, OrderedDict
from collections.abc import Callable

A_SECOND = 10.0  # lines, of all kinds together, after a first
BURST = 600
OF_ONE_KIND = 2.0  # lines a second of one kind: a flood of one does not hide the others
BURST_OF_ONE_KIND = 120
MOST_KINDS = 500
LONGEST_MESSAGE = 500  # letters
LONGEST_TRACE = 60  # lines; of a longer one, the beginning and the end


class Allowance:
    """So many lines a second, after a first burst; what is not used is kept up to the burst."""

    def __init__(self, a_second: float, burst: float, now: Callable[[], float]) -> None:
        self.a_second, self.burst, self.now = a_second, burst, now
        self._left, self._since = burst, now()

    def is_left(self) -> bool:
        now = self.now()
        self._left = min(self.burst, self._left + (now - self._since) * self.a_second)
        self._since = now
        return self._left >= 1

    def spend(self, lines: int) -> None:
        """The last that is let through may be long: then it is longer until the next."""
        self._left -= lines


class Bounded(logging.Filter):
    """Lets through no more lines than people can read, and tells how many were left out.

    Messages are of one kind if they come from the same place in the program, whatever names are in them.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.now = now
        self.left_out = 0  # of all kinds, ever
        self._all = Allowance(A_SECOND, BURST, now)
        self._kinds: OrderedDict[tuple[str, str], Allowance] = OrderedDict()
        self._missing: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.name, str(record.msg)
        allowance = self._allowance(kind)
        if not (self._all.is_left() and allowance.is_left()):
            self.left_out += 1
            self._missing[kind] += 1
            return False
        lines = self._put_in_bounds(record, self._missing.pop(kind, 0))
        self._all.spend(lines)
        allowance.spend(lines)
        return True

    def _put_in_bounds(self, record: logging.LogRecord, missing: int) -> int:
        """Returns how many lines it will have."""
        message = one_line(record.getMessage())
        record.msg, record.args = message + (f" ({missing} more like this were left out)" if missing else ""), None
        if not record.exc_info:
            return 1
        record.exc_text = shortened(traceback.format_exception(*record.exc_info))
        return 2 + record.exc_text.count("\n")

    def _allowance(self, kind: tuple[str, str]) -> Allowance:
        if kind not in self._kinds:
            self._kinds[kind] = Allowance(OF_ONE_KIND, BURST_OF_ONE_KIND, self.now)
        self._kinds.move_to_end(kind)
        if len(self._kinds) > MOST_KINDS:
            forgotten, _ = self._kinds.popitem(last=False)
            self._missing.pop(forgotten, None)
        return self._kinds[kind]


def one_line(message: str) -> str:
    """Names and addresses may hold anything, line ends too."""
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in message)
    return shown if len(shown) <= LONGEST_MESSAGE else f"{shown[:LONGEST_MESSAGE]}…"


def shortened(trace: list[str]) -> str:
    """Indented, for what an error says may look like a line of the log."""
    lines = [f"  {one_line(line)}" for line in "".join(trace).splitlines()]
    if len(lines) > LONGEST_TRACE:
        half = math.floor(LONGEST_TRACE / 2)
        lines = [*lines[:half], f"… {len(lines) - 2 * half} lines …", *lines[-half:]]
    return "\n".join(lines)


def set_up() -> Bounded:
    """Everything that is logged goes to standard error, within bounds."""
    logging.basicConfig(format="%(asctime)s %(name)s: %(message)s")
    bounded = Bounded()
    for handler in logging.getLogger().handlers:
        handler.addFilter(bounded)
    return bounded
