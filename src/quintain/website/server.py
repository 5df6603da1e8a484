"""The website as a process: uvicorn, the address it listens at, and a clean end."""

import asyncio
import contextlib
import ipaddress
import re
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType

import uvicorn
from litestar import Litestar

from quintain.arbiter.preparing import begin_interpreted
from quintain.core.errors import BadSetting
from quintain.datastore import Store
from quintain.ranker.contest.zygote import niceness
from quintain.website import logs
from quintain.website.app import create_app
from quintain.website.flow import PacedWebSocket
from quintain.website.forwarding import Forwarding
from quintain.website.intake import BACKLOG, BoundedHttp, Crowd, connections_at_most
from quintain.website.metrics import Metrics, token_set
from quintain.website.preparing import Preparation

LARGEST_FRAME = 64 * 1024  # bytes; larger messages end the connection
PING = 15.0  # seconds between pings, and again for the answer: a dead connection is found within 30
IDLE = 15  # seconds that a connection without a request is kept
SWITCH = 0.0005  # seconds
GOODBYE = 2  # seconds for everybody to leave
LAST_CALL = 4.5  # seconds after Ctrl-C at which the system ends whatever is left
TELL = 0.5  # seconds between two looks at the compilers


class Server(uvicorn.Server):
    """Tells its address when it is ready, and everybody at the tables when it closes."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.server_state = Crowd(connections_at_most())
        self.app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            print(f"Quintain is open at {address(host, port)} (Ctrl-C closes it)", flush=True)
            self._telling = asyncio.create_task(tell(self.app.state.arena.preparation))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        end_soon()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if "arena" in self.app.state:
            await self.app.state.arena.say_goodbye()
        await super().shutdown(sockets)


async def tell(preparation: Preparation) -> None:
    """Show on a terminal how far the games have been compiled."""
    if not sys.stdout.isatty():
        return
    while words := preparation.words():
        print(f"\r\033[Kcompiling meanwhile: {words}", end="", flush=True)
        await asyncio.sleep(TELL)
    print("\r\033[KAll games are compiled.", flush=True)


def end_soon() -> None:
    """Closing takes a moment, and nothing may make it take longer: what is acknowledged is in the journal already."""
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, LAST_CALL)


def address(host: str, port: int) -> str:
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        raise BadSetting(f"cannot listen at {host} port {port}: {why}") from None


async def prepare(database: str) -> None:
    """Open and upgrade the database once before anything else, so that its trouble is reported in one line."""
    await (await Store.open(database, exclusive=True)).close()


def believed(proxies: Sequence[str]) -> list[str]:
    """The addresses or networks whose word on where a request comes from is taken."""
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise BadSetting(
                f"--proxy takes an address or a network, such as 127.0.0.1 or 10.0.0.0/8: {error}"
            ) from None
    return list(proxies)


def reached(host: str, port: int, wanted: str | None = None) -> str:
    """Where other servers on the same database reach this one: as it was said, or where it listens."""
    if wanted is None:
        name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
    if not re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}", wanted):
        raise BadSetting(f"--reach takes a host and a port, such as 10.0.0.5:8000, not {wanted!r}")
    return wanted


def run(
    host: str,
    port: int,
    database: str,
    pace: float,
    ping: float = PING,
    proxies: Sequence[str] = (),
    ladder_cores: float | None = None,
    reach: str | None = None,
) -> None:
    log = logs.set_up()
    believed(proxies)
    reached(host, port, reach)
    niceness()
    # Games are got ready in a thread: let the one that talks to people have its turn soon.
    sys.setswitchinterval(SWITCH)
    begin_interpreted()
    asyncio.run(prepare(database))
    metrics = Metrics(token_set(), behind_proxy=bool(proxies), left_out=lambda: log.left_out)
    # uvicorn passes Ctrl-C on when it has closed everything; that is how this ends, not an error.
    with listening(host, port) as sock, contextlib.suppress(KeyboardInterrupt):
        reach = reached(host, sock.getsockname()[1], reach)
        app = create_app(database, pace=pace, metrics=metrics, ladder_cores=ladder_cores, reach=reach)
        Server(configured(app, ping, proxies), app).run(sockets=[sock])


def configured(app: Litestar, ping: float, proxies: Sequence[str]) -> uvicorn.Config:
    return uvicorn.Config(
        Forwarding(app),
        http=BoundedHttp,
        # Whoever is not configured could claim any address, and so have as many limits as they like.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=believed(proxies),
        ws=PacedWebSocket,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        log_config=None,
        log_level="warning",
        access_log=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
