"""What a program writes to its standard error: the beginning and the end of it, whatever lies between."""

HEAD = 16 * 1024  # bytes of the beginning that are kept
REMARK = "quintain: "  # before a line of the arena's own
TAIL = 48 * 1024  # and of the end


class Log:
    """Bounded, however much is written. Only the program's owner may see it."""

    def __init__(self) -> None:
        self.size = 0  # bytes that were written
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, part: bytes) -> None:
        self.size += len(part)
        room = HEAD - len(self._head)
        self._head += part[:room]
        self._tail += part[room:]
        if len(self._tail) > 2 * TAIL:  # seldom, so that a flood of short parts is not copied for each of them
            del self._tail[:-TAIL]

    def note(self, words: str) -> None:
        """A remark of the arena's own."""
        self.add(f"{REMARK}{words}\n".encode(errors="replace"))

    @property
    def text(self) -> str:
        tail = bytes(self._tail[-TAIL:])
        left_out = self.size - len(self._head) - len(tail)
        gap = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out else b""
        return (bytes(self._head) + gap + tail).decode(errors="replace")

    def last_lines(self, count: int) -> list[str]:
        return self.text.splitlines()[-count:]
