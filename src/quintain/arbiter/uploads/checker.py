"""A process that tries one version out: `python -m quintain.arbiter.uploads.checker`.

Its input is an order, then nothing, for as long as somebody wants the answer: when the input ends, so does this. Its
output is the report as JSON.
"""

import os
import sys
from struct import Struct

import msgspec

from quintain.arbiter.aside import step_aside
from quintain.arbiter.preparing import end_when_left_alone
from quintain.arbiter.uploads.workshop import Terms, check_version
from quintain.core.errors import NotIsolated

COMMAND = (sys.executable, "-m", "quintain.arbiter.uploads.checker")
NO_SANDBOX = 3  # the exit status where strangers' programs cannot be confined
LENGTH = Struct("<Q")  # before an order: its bytes


class Order(msgspec.Struct, frozen=True, kw_only=True):
    version_id: str
    source: bytes
    terms: Terms


def frame(order: Order) -> bytes:
    packed = msgspec.msgpack.encode(order)
    return LENGTH.pack(len(packed)) + packed


def read_order(descriptor: int) -> Order:
    (length,) = LENGTH.unpack(exactly(descriptor, LENGTH.size))
    return msgspec.msgpack.decode(exactly(descriptor, length), type=Order)


def exactly(descriptor: int, count: int) -> bytes:
    """So many bytes; whoever sends fewer has gone, and so may we."""
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, count - len(parts))
        if not part:
            sys.exit(1)
        parts += part
    return bytes(parts)


def main() -> None:
    step_aside()
    order = read_order(0)
    end_when_left_alone()
    try:
        report = check_version(order.version_id, order.source, order.terms)
    except NotIsolated as error:
        print(error, file=sys.stderr)
        sys.exit(NO_SANDBOX)
    sys.stdout.buffer.write(msgspec.json.encode(report))


if __name__ == "__main__":
    main()
