"""Ctrl-C stops what is going on, also where somebody else's code swallows it: a compiler's callback, a finalizer."""

import signal
from typing import Any

pressed = False


def heed() -> None:
    """From now on remember Ctrl-C; but where it was switched off, as shells do in the background, that was meant."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, press)


def press(*_: Any) -> None:
    global pressed
    pressed = True
    raise KeyboardInterrupt


def notice(*_: Any) -> None:
    """Stop now if Ctrl-C was pressed before and nothing came of it."""
    if pressed:
        raise KeyboardInterrupt
