"""One attempt: run as a program, with the standard library alone; prints what it reached, or how it was refused."""

import errno
import json
import os
import sys
from collections.abc import Callable
from typing import Any

World = dict[str, Any]  # what the attempt is told of the world outside
Attempt = Callable[[World], str]


class Refused(Exception):
    """Nothing was reached, though no call said so."""


def attempts() -> dict[str, Attempt]:
    from quintain.sandbox.probes import calls, exchange, files, network, resources

    return {**files.ATTEMPTS, **network.ATTEMPTS, **calls.ATTEMPTS, **resources.ATTEMPTS, **exchange.ATTEMPTS}


def main() -> None:
    name, world = sys.argv[1], json.loads(sys.argv[2])
    try:
        print("open", attempts()[name](world))
    except OSError as error:
        print("blocked", errno.errorcode.get(error.errno or 0, str(error)))
    except MemoryError:
        print("blocked", "MemoryError")
    except Refused as refused:
        print("blocked", refused)
    sys.stdout.flush()
    os._exit(0)
