"""Whether this machine holds a program that nobody trusts: tried once, before the first of them is started."""

import os
import re
from functools import cache

from quintain.core.errors import NotIsolated
from quintain.sandbox.confined import confined_plan
from quintain.sandbox.keeping import guarded
from quintain.sandbox.program import Limits, Program

TRIAL = Program(command=("/bin/cat", "/proc/self/status", "/proc/net/dev"))
PATIENCE = 60.0  # seconds, on the busiest machine
IN_FORCE = {
    r"^NoNewPrivs:\s+1$": "new privileges are not ruled out",
    r"^Seccomp:\s+2$": "system calls are not filtered",
    r"^CapEff:\s+0+$": "it has capabilities",
    r"^NSpid:\s+\d$": "it has no process space of its own",
}
HINT = (
    "bubblewrap must be allowed to make user namespaces: sysctl kernel.unprivileged_userns_clone=1, "
    "on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0, in a container more privileges"
)


@cache
def isolated() -> None:
    """Raise NotIsolated unless a trial program is confined as it should be."""
    running = guarded(TRIAL, Limits(), confined_plan(TRIAL, Limits()))
    try:
        status = running.wait(PATIENCE)
        told, complaint = (os.read(stream, 1 << 16).decode() for stream in (running.stdout, running.stderr))
    finally:
        running.end()
    if status != 0:
        words = " ".join((complaint or running.why() or "no answer").split())
        if "Unknown option" in words:
            raise NotIsolated(f"programs that nobody trusts cannot be confined here: bubblewrap is too old ({words})")
        raise NotIsolated(f"programs that nobody trusts cannot be confined here ({words}): {HINT}")
    for pattern, lack in IN_FORCE.items():
        if not re.search(pattern, told, re.MULTILINE):
            raise NotIsolated(f"a program that nobody trusts would not be confined here: {lack}")
    devices = re.findall(r"^\s*(\S+):", told.partition("Inter-|")[2], re.MULTILINE)
    if devices != ["lo"]:
        raise NotIsolated(f"a program that nobody trusts would not be confined here: it sees the network ({devices})")
