"""Starting a program, confined or trusted."""

import os
import sys
from pathlib import Path
from typing import Any

from quintain.sandbox.checked import checked, found
from quintain.sandbox.confined import confined_plan
from quintain.sandbox.isolation import isolated
from quintain.sandbox.keeping import guarded
from quintain.sandbox.program import Limits, Program
from quintain.sandbox.running import Running

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")  # of our own environment, for trusted programs

LOOK_EVERY = 1000  # milliseconds between looks at how much memory a trusted program has


def start(program: Program, limits: Limits, *, trusted: bool) -> Running:
    """Start a program: confined, or as one of our own if it is trusted.

    Returns at once; `Running.pid` waits until it has begun. NotIsolated says why this machine confines nobody.
    """
    if not trusted:
        isolated()
    checked(program, trusted=trusted)
    return guarded(program, limits, trusted_plan(program) if trusted else confined_plan(program, limits))


def trusted_plan(program: Program) -> dict[str, Any]:
    """The plan for a program of our own: it may do what we may, but is ended for certain."""
    return {
        "file": str(found(program)),
        "command": program.command,
        "environment": {name: os.environ[name] for name in KEPT if name in os.environ} | program.environment,
        "folder": str((program.folder or Path.cwd()).absolute()),
        "rlimits": {"RLIMIT_CORE": 0},
        "own_user": False,
        "stage": None,
        "places": [],
        "groups": [],
        "watch_memory": sys.platform == "linux",
        "look_every": LOOK_EVERY,
        "data": {},
    }
