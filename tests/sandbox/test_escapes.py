"""Every attempt to get out of the sandbox fails, while the same attempt succeeds without one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.sandbox import Limits, Program, Running, in_force, start, trials
from tests.sandbox.conftest import PATIENCE

# What a kernel need not have, or what nobody can do; their control may fail.
MAY_FAIL_ANYWHERE = {
    "AF_ALG, the kernel's ciphers",
    "AF_VSOCK, to the host of a virtual machine",
    "change a file through /proc/self/mem",
    "load a module",
    "kexec",
    "perf_event_open",
    "io_uring",
    "userfaultfd",
    "keyctl",
    "open devices",
    "32-bit system calls",
    "x32 system calls",
    "output that nobody reads",
    "change control groups",
    "dump core",
    "use set-user-id programs",
    "list the home folders",
}
ALWAYS = {
    "read a secret file outside",
    "write outside",
    "links, /proc/PID/root and cwd",
    "descriptors left open",
    "secrets in the environment",
    "see processes of the host",
    "signal a process of the host",
    "IPv4: TCP",
    "IPv4: UDP",
    "unix socket",
    "abstract unix socket",
    "ptrace",
    "more memory",
    "more processes",
    "more disk",
    "more CPU time",
    "leave a daemon behind",
    "another program's files",
    "another program's abstract socket",
    "another program's lock on a system file",
    "another program's lock on a part of one",
}


@pytest.mark.usefixtures("confinement")
def test_no_attempt_gets_out() -> None:
    """The verb's own table: one run of all of them."""
    command = [sys.executable, "-c", "from quintain.cli import main; main()", "sandbox", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    told = json.loads(done.stdout)
    reached = {trial["attempt"]: trial for trial in told["trials"]}
    table = "\n".join(f"{name}: {trial['without']} | {trial['confined']}" for name, trial in reached.items())
    print(table)
    assert not [name for name, trial in reached.items() if trial["confined"]["open"]]
    assert told["escapes"] == 0
    # The same attempts without a sandbox, or the test could not fail.
    succeeding = set(reached) - MAY_FAIL_ANYWHERE if os.geteuid() == 0 else ALWAYS
    assert {name for name in succeeding if not reached[name]["without"]["open"]} == set()
    assert {line["what"] for line in told["in_force"]} == {line.what for line in in_force.in_force()}


def test_every_attempt_of_the_list_is_made() -> None:
    from quintain.sandbox.probes.attempt import attempts

    assert set(attempts()) >= MAY_FAIL_ANYWHERE | ALWAYS


@pytest.mark.usefixtures("confinement")
def test_an_escape_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is only trusted gets out, and the table says so."""

    def unconfined(program: Program, limits: Limits, *, trusted: bool) -> Running:
        return start(program, limits, trusted=not trusted)

    monkeypatch.setattr(trials, "start", unconfined)
    found = list(trials.trials(("read a secret file outside", "another program's files")))
    assert [trial.confined.open for trial in found] == [True, True]


FALLBACKS = ("read a secret file outside", "IPv4: TCP", "more memory", "more processes", "more CPU time", "more disk")
SYSTEM_PYTHON = Path("/usr/bin/python3")
ANOTHER_USER = 61234
SCRIPT = """
import json, os, sys
sys.path[:0] = json.loads(sys.argv[1])
from quintain.sandbox import trials, groups
assert os.geteuid() != 0 and not groups.trees(), groups.trees()
for trial in trials.trials(tuple(json.loads(sys.argv[2]))):
    print(json.dumps([trial.attempt, trial.without.open, trial.confined.open, trial.confined.words]))
"""


def another_user_can_run_it() -> bool:
    """Whether the system's interpreter is of our kind, and our code open to all."""
    if os.geteuid() != 0 or not SYSTEM_PYTHON.exists():
        return False
    paths = [path for path in sys.path if path]
    wanted = f"import sys; sys.path[:0] = {paths!r}; import msgspec, quintain.sandbox; assert sys.version_info[:2] == "
    command = [str(SYSTEM_PYTHON), "-c", wanted + str(sys.version_info[:2])]
    done = subprocess.run(
        command, capture_output=True, check=False, user=ANOTHER_USER, group=ANOTHER_USER, extra_groups=[]
    )
    return done.returncode == 0


if another_user_can_run_it():

    @pytest.mark.usefixtures("confinement")
    def test_without_groups_and_root_limits_hold_too() -> None:
        command = [
            str(SYSTEM_PYTHON),
            "-c",
            SCRIPT,
            json.dumps([path for path in sys.path if path]),
            json.dumps(FALLBACKS),
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE,
            user=ANOTHER_USER, group=ANOTHER_USER, extra_groups=[], env={"PATH": "/usr/bin:/bin"}, cwd="/",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        told = {line[0]: line[1:] for line in map(json.loads, done.stdout.splitlines())}
        assert {name: reached[:2] for name, reached in told.items()} == {name: [True, False] for name in FALLBACKS}
        assert told["more processes"][2].endswith("then EAGAIN")
