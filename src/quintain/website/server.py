"""The website as a process: uvicorn, the address it listens at, and a clean end."""

import logging
import socket

import uvicorn

from quintain.core.errors import BadSetting
from quintain.website.app import create_app

LARGEST_FRAME = 64 * 1024  # bytes; larger messages end the connection
PING = 15.0  # seconds between pings, and again for the answer: a dead line is found within 30
GOODBYE = 10  # seconds for everybody to leave


class Server(uvicorn.Server):
    """Tells its address when it is ready, and closes the sockets before it waits for them."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            print(f"Quintain is open at {address(host, port)} (Ctrl-C closes it)", flush=True)


def address(host: str, port: int) -> str:
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise BadSetting(f"cannot listen at {host} port {port}: {error.strerror or error}") from None


def run(host: str, port: int, database: str, pace: float) -> None:
    logging.basicConfig(format="%(asctime)s %(name)s: %(message)s")
    config = uvicorn.Config(
        create_app(database, pace=pace),
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
    with listening(host, port) as sock:
        Server(config).run(sockets=[sock])
