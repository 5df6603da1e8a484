"""The log stays short: refusals are no faults, and nobody can fill it."""

import logging
import sys
from pathlib import Path

import pytest

from quintain.website.logs import A_SECOND, BURST, LONGEST_MESSAGE, LONGEST_TRACE, Bounded
from tests.website.client import Browser, Site, cheapest

SECONDS = 200


class Lines(logging.Handler):
    """Keeps what would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = list[str]()
        self.setFormatter(logging.Formatter("%(message)s"))

    def warning(self, message: str, *values: object) -> None:
        trace = sys.exc_info() if sys.exc_info()[0] else None
        self.handle(logging.LogRecord("somewhere", logging.WARNING, "", 0, message, values, trace))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += self.format(record).splitlines()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lines(clock: Clock) -> Lines:
    handler = Lines()
    handler.addFilter(Bounded(clock))
    return handler


def trouble(depth: int) -> None:
    if depth:
        trouble(depth - 1)
    raise ValueError("nothing\nforged line")


MANY_FUNCTIONS = "".join(f"def f{n}(): f{n + 1}()\n" for n in range(300)) + "def f300(): raise ValueError('x')\nf0()"


def test_a_flood_with_tracebacks_is_cut_to_a_rate(lines: Lines, clock: Clock) -> None:
    for tenth in range(10 * SECONDS):
        clock.now = tenth / 10
        for kind in range(8):
            try:
                trouble(kind)
            except ValueError:
                lines.warning(f"kind {kind}: %s", tenth)
    assert BURST < len(lines.lines) <= BURST + A_SECOND * SECONDS + LONGEST_TRACE
    assert not any(line.startswith("forged") for line in lines.lines)


def test_what_is_left_out_is_counted_and_hides_nothing_else(lines: Lines, clock: Clock) -> None:
    for number in range(1000):
        lines.warning("somebody sent %d", number)
    shown = len(lines.lines)
    lines.warning("something else")
    clock.now = 60.0
    lines.warning("somebody sent %d", 1000)
    assert lines.lines[shown:] == [
        "something else",
        f"somebody sent 1000 ({1000 - shown} more like this were left out)",
    ]


def test_one_message_is_one_line_and_not_long(lines: Lines) -> None:
    lines.warning("GET %s failed", "/x\n2026-01-01 root: all is well\u2028\x1b[31m" + "x" * 10_000)
    assert len(lines.lines) == 1
    assert lines.lines[0].startswith(r"GET /x\n2026-01-01 root: all is well\u2028\x1b[31mxxx")
    assert len(lines.lines[0]) <= LONGEST_MESSAGE + 1


def test_a_long_trace_keeps_its_ends(lines: Lines) -> None:
    try:
        exec(MANY_FUNCTIONS, {})
    except ValueError:
        lines.warning("deep")
    assert len(lines.lines) <= 2 + LONGEST_TRACE
    assert lines.lines[-1] == "  ValueError: x"


def test_refusals_leave_nothing_in_the_log(tmp_path: Path) -> None:
    """Acts that are stale, illegal, of another seat or not in turn; eyes that nobody may have; bad requests."""
    with Site(tmp_path / "quintain.db") as site, Browser(site, "Ann") as ann:
        table = ann.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
        with ann.live(table) as socket:
            first = socket.until("sync")
            action = cheapest(first["legal"])["action"]
            for seq, seat, actions in (
                (first["seq"] + 100, 0, [action]),
                (first["seq"], 0, [{"type": "play", "card": "nothing"}]),
                (first["seq"], 0, [action] * 3),
                (first["seq"], 1, [action]),
                (first["seq"], 60, [action]),
            ):
                socket.send("act", seq=seq, seat=seat, actions=actions)
                while socket.receive()["type"] != "error":
                    pass
            socket.send("act", seq=first["seq"], seat=0, actions=[action])
            socket.until("step")
            socket.send("act", seq=first["seq"], seat=0, actions=[action])
            while socket.receive()["type"] != "error":
                pass
            socket.send("hello", eyes="all")
            while socket.receive()["type"] != "error":
                pass
        for path in ("/api/nothing", "/api/tables/x", "/api/matches/x/steps?first=x"):
            assert ann.status("GET", path) >= 400
        assert ann.status("POST", "/api/tables", game=5) == 422
        assert site.close() == ""
