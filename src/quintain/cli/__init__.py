"""The `quintain` command: one file a verb.

Verbs import the arena inside their functions, so that `quintain --help` answers at once.
"""

import sys

from quintain.cli.interrupts import heed

INTERRUPTED = 130  # as shells count it: 128 and the number of the signal


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets another one, not an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        heed()
        # In here, because somebody may be quick to press Ctrl-C.
        from quintain.cli.verbs import app

        app(prog_name="quintain")
    except KeyboardInterrupt:
        complain("stopped")
        sys.exit(INTERRUPTED)


def complain(words: str) -> None:
    line = " ".join(words.split())
    print(f"quintain: {line}", file=sys.stderr, flush=True)
