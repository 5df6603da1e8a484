"""A bad connection to the server: slow, late or dead. It carries TCP, in a thread of its own."""

import asyncio
import random
import socket
import threading
from typing import Self

from tests.processes import PATIENCE

CHUNK = 65536
SMALL = 4096  # bytes that a slow connection holds on the way


class BadConnection:
    """Each packet is late by a time between the two, and none overtakes another."""

    def __init__(self, port: int, delay: tuple[float, float] = (0.0, 0.0), bytes_a_second: float | None = None) -> None:
        self.target, self.delay, self.bytes_a_second = port, delay, bytes_a_second
        self.hurries = False  # from now on it is as quick as any
        self.dead = False  # from now on nothing arrives, and nobody is told
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._end, self._tasks = asyncio.Event(), set[asyncio.Task[None]]()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"http://localhost:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._end.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner = socket.socket()
        if self.bytes_a_second:
            inner.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        inner.setblocking(False)
        await self._loop.sock_connect(inner, ("127.0.0.1", self.target))
        far_reader, far_writer = await asyncio.open_connection(sock=inner, limit=SMALL)
        for source, sink, rate in ((reader, far_writer, None), (far_reader, writer, self.bytes_a_second)):
            self._tasks.add(asyncio.create_task(self._pump(source, sink, rate)))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, rate: float | None) -> None:
        packets: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(self._deliver(packets, sink))
        try:
            while data := await source.read(CHUNK if rate is None or self.hurries else int(rate / 10)):
                packets.put_nowait((self._loop.time() + random.uniform(*self.delay), data))
                if rate is not None and not self.hurries:
                    await asyncio.sleep(len(data) / rate)
            packets.put_nowait((0.0, b""))
            await delivering
        except OSError:
            pass
        finally:
            delivering.cancel()
            sink.close()

    async def _deliver(self, packets: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter) -> None:
        while (packet := await packets.get())[1]:
            await asyncio.sleep(packet[0] - self._loop.time())
            if not self.dead:
                sink.write(packet[1])
