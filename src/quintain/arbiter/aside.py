"""Work that somebody waits for, but not at a table: it comes after matches of people and before those of the ladder."""

import os
from contextlib import suppress
from pathlib import Path

LATER = 10  # how nice
AUTOGROUP = Path("/proc/self/autogroup")  # where the system shares out the machine by sessions first


def step_aside() -> None:
    """Little more than what others leave; for a process that leads a session of its own."""
    with suppress(OSError):
        os.nice(LATER)
    with suppress(OSError):
        AUTOGROUP.write_text(str(LATER))
