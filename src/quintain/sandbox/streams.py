"""Joins a program's streams to those of this process, for whoever runs one by hand."""

import os
import threading

from quintain.sandbox.running import Running

CHUNK = 1 << 16
A_WHILE = 3600.0  # seconds between looks at a program that may run for ever
LAST_WORDS = 30.0  # seconds for what is still in the pipes


def joined(running: Running) -> int:
    """Carry bytes both ways until the program exits; returns its status."""
    threading.Thread(target=carry_in, args=(running,), daemon=True).start()
    outward = [
        threading.Thread(target=carry, args=streams, daemon=True)
        for streams in ((running.stdout, 1), (running.stderr, 2))
    ]
    for thread in outward:
        thread.start()
    while (status := running.wait(A_WHILE)) is None:
        pass
    for thread in outward:  # its guard ends whoever else holds the pipes
        thread.join(LAST_WORDS)
    return status


def carry_in(running: Running) -> None:
    carry(0, running.stdin)
    running.close_stdin()


def carry(source: int, sink: int) -> None:
    """Until the source ends or nobody wants it any more."""
    try:
        while part := os.read(source, CHUNK):
            while part:
                part = part[os.write(sink, part) :]
    except OSError:
        return
