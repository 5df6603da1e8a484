"""The calendar may jump: whatever runs counts by a clock that nobody sets."""

import ast
from pathlib import Path

import pytest

import quintain

ROOT = Path(quintain.__file__).parent
# Where the calendar may be asked, and only to write down when something was.
DATED = {
    "datastore/database.py",
    "datastore/exporting.py",
    "website/administration.py",
    "website/arena.py",
    "website/events/field.py",
    "website/identity.py",
    "website/roster.py",
    "website/table.py",
}
# Files and leases are dated by the calendar: on these depend a cache, and what a page says is being played.
AGED = {"arbiter/uploads/workshop.py", "website/ladders.py"}
CALENDAR = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("datetime", "utcnow"), ("date", "today")}


def asks_the_calendar(path: Path) -> bool:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name)]
    return any((call.value.id, call.attr) in CALENDAR for call in named if isinstance(call.value, ast.Name))


@pytest.mark.parametrize("room", ["core", "arbiter", "bots", "games", "website", "datastore"])
def test_nothing_that_runs_asks_the_calendar(room: str) -> None:
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*.py") if asks_the_calendar(path)]
    assert set(files) <= DATED | AGED, "use time.monotonic for whatever is still running"
