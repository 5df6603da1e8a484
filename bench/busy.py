"""T50: the test command several times in a row, beside three other busy processes and started with SIGINT ignored.

    python bench/busy.py --runs 3

A run takes two to three times as long as on a quiet machine. What it prints goes into a file of its own; at the first
that fails, the end of it is shown, and it is over.
"""

import argparse
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = ("make", "test")
LAST_LINES = 30


def spin(parent: int) -> None:
    while os.getppid() == parent:
        pass


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Beside so many processes that do nothing but take time, and end with this one."""
    others = [multiprocessing.Process(target=spin, args=(os.getpid(),), daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()


def run(log: Path) -> tuple[bool, float]:
    """Did it pass, and how many seconds did it take?"""
    began = time.monotonic()
    with log.open("wb") as file:
        tests = subprocess.Popen(
            COMMAND,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=os.environ | {"QUINTAIN_NO_SKIPS": "1"},
            process_group=0,
            preexec_fn=ignore_interrupts,
        )
    try:
        return tests.wait() == 0, time.monotonic() - began
    finally:
        with suppress(ProcessLookupError):
            os.killpg(tests.pid, signal.SIGKILL)


def ignore_interrupts() -> None:
    """In the child: as nohup and some CI systems start it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--beside", type=int, default=3, help="busy processes")
    wish = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="quintain-busy-"))
    with busy(wish.beside):
        for number in range(1, wish.runs + 1):
            log = folder / f"{number}.log"
            passed, seconds = run(log)
            print(f"run {number}: {'passed' if passed else 'FAILED'} after {seconds / 60:.1f} min, {log}", flush=True)
            if not passed:
                print("\n".join(log.read_text(errors="replace").splitlines()[-LAST_LINES:]))
                sys.exit(1)


if __name__ == "__main__":
    main()
