"""Flow control under a live socket: bytes are read from the network no faster than the table takes messages."""

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SLICE = 1024  # bytes that are unpacked at a time: packed well, they are a thousand times as many

FAREWELL = 1.0  # seconds


class PacedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's own unpacks at once all that has arrived; a flood that is packed well would fill the memory."""

    unread = b""

    def data_received(self, data: bytes) -> None:
        self.unread += data
        self.read_on()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.read_on()
            if not self.read_paused:
                self.transport.resume_reading()
        return message

    def read_on(self) -> None:
        """Unpack until there is a message to deal with; the rest waits, and so does the other side."""
        while self.unread and not self.read_paused and not self.transport.is_closing():
            head, self.unread = self.unread[:SLICE], self.unread[SLICE:]
            super().data_received(head)
            # Headers that are too long for a handshake: uvicorn would leave the line open without a word.
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.close()

    def keepalive_timeout(self) -> None:
        """The answer to our ping may be among what we have not read yet: nobody is declared dead on our account."""
        if self.read_paused and not self.transport.is_closing():
            self.pong_timer = self.loop.call_later(self.ping_timeout or 0, self.keepalive_timeout)
        else:
            super().keepalive_timeout()
            # A client that does not answer does not read either: what is unsent would keep the socket open for ever.
            self.loop.call_later(FAREWELL, self.transport.abort)
