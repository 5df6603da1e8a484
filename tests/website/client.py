"""A browser without a screen: cookies, the CSRF token, and the live socket."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.processes import interruptible

PATIENCE = 120.0  # seconds, on a machine that has much else to do
QUINTAIN = (str(Path(sys.executable).with_name("quintain")),)
LEAN = (sys.executable, str(Path(__file__).with_name("serve_lean.py")))
WITH_EXTRA_GAMES = (sys.executable, str(Path(__file__).with_name("serve_extra.py")))
COMPILING = 900.0
LONG = {"bank": None, "limit": 3600}  # to decide: on a busy machine a look around may take minutes


class Site:
    """A server in a process of its own; the first one of its kind waits until the rules are compiled."""

    compiled: ClassVar[set[tuple[str, ...]]] = set()
    loose: ClassVar[set["Site"]] = (
        set()
    )  # those that nobody has promised to close: a test that fails leaves them behind

    def __init__(
        self,
        database: Path | str,
        pace: float = 0.0,
        port: int = 0,
        command: tuple[str, ...] = LEAN,
        ping: float = 15.0,
        proxy: str | None = "127.0.0.1",
        env: dict[str, str] | None = None,
        ladder: float | None = None,
    ) -> None:
        self.database, self.pace, self.command = str(database), pace, command
        self._settings: dict[str, Any] = {"ping": ping, "proxy": proxy, "env": env, "ladder": ladder}
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [
                *(*command, "serve", "--port", str(port), "--database", self.database),
                *("--pace", str(pace), "--ping", str(ping)),
                *(("--proxy", proxy) if proxy else ()),
                *(("--ladder-cores", str(ladder)) if ladder else ("--no-ladder",)),
            ],
            env={**os.environ, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=interruptible,
        )
        Site.loose.add(self)
        try:
            self.wait_until_open()
        except BaseException:
            self.kill()
            raise

    def wait_until_open(self) -> None:
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        assert "http://" in greeting, f"{greeting} {self.process.communicate(timeout=PATIENCE)}"
        self.url = greeting.split()[4]
        self.port = int(self.url.rpartition(":")[2])
        if self.command not in Site.compiled:
            eventually(self.is_ready, COMPILING, pause=1.0)
            Site.compiled.add(self.command)

    def is_ready(self) -> bool:
        return all(game["ready"] for game in ask(f"{self.url}/api/games").json())

    def kill(self) -> None:
        Site.loose.discard(self)
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def stand_still(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)

    def restarted(self) -> "Site":
        """Another process at the same address over the same database."""
        return Site(self.database, self.pace, self.port, self.command, **self._settings)

    def close(self) -> str:
        """Ctrl-C; returns what it complained about."""
        Site.loose.discard(self)
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGINT)
            self.go_on()
        try:
            return self.process.communicate(timeout=PATIENCE)[1]
        finally:
            self.process.kill()

    def __enter__(self) -> Self:
        Site.loose.discard(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.close()


def ask(url: str, **arguments: Any) -> httpx.Response:
    """As a stranger, without cookies."""
    return httpx.get(url, timeout=PATIENCE, **arguments)


def some_address() -> dict[str, str]:
    """The header of somebody at an address of their own: limits count by address, and tests are the server's proxy."""
    return {"x-forwarded-for": f"10.{'.'.join(str(random.randrange(256)) for _ in range(3))}"}


class Browser:
    def __init__(self, site: Site, name: str | None = None) -> None:
        self.site = site
        self.sockets: list[Socket] = []
        self.address = some_address()
        self.http = httpx.Client(base_url=site.url, timeout=PATIENCE, headers=self.address)
        self.csrf: str = self.get("/api/me")["csrf"]
        self.person: dict[str, Any] = self.post("/api/guest", name=name) if name else {}

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        headers = {"x-csrftoken": self.csrf} if hasattr(self, "csrf") else {}
        return self.http.request(method, path, headers=headers, **arguments)

    def get(self, path: str) -> Any:
        return self.request("GET", path).raise_for_status().json()

    def post(self, path: str, **data: Any) -> Any:
        answer = self.request("POST", path, json=data)
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json()

    def table(self, game: str = "jaffre", **wishes: Any) -> dict[str, Any]:
        """A new one, at which nobody is late."""
        made: dict[str, Any] = self.post("/api/tables", game=game, **{"time_control": LONG, **wishes})
        return made

    def steps(self, match: str, seat: str | int = "all", **wishes: Any) -> list[dict[str, Any]]:
        """All the steps of a replay, page by page."""
        steps: list[dict[str, Any]] = []
        query = "".join(f"&{name}={json.dumps(value)}" for name, value in wishes.items())
        while True:
            page = self.get(f"/api/matches/{match}/steps?seat={seat}&first={len(steps)}&count=100{query}")
            steps += page["steps"]
            if len(steps) > page["last"]:
                return steps

    def status(self, method: str, path: str, **data: Any) -> int:
        return self.request(method, path, **({"json": data} if method != "GET" else {})).status_code

    def live(self, table: str, url: str | None = None, **hello: Any) -> "Socket":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = self.address | ({"Cookie": cookies} if cookies else {})
        socket = Socket(url or self.site.url, table, headers, **hello)
        self.sockets.append(socket)
        return socket

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Socket:
    def __init__(
        self, url: str, table: str, headers: dict[str, str], greet: bool = True, packed: bool = True, **hello: Any
    ) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            # Like a browser it takes in whatever comes, and pings too, while the test looks elsewhere.
            connect(
                address,
                additional_headers=headers,
                compression="deflate" if packed else None,
                max_size=None,
                max_queue=None,
                ping_interval=None,
                open_timeout=PATIENCE,
            )
        )
        self.texts: list[str] = []  # all that was received, as it came
        self.seen: list[dict[str, Any]] = []
        if greet:
            self.send("hello", **hello)

    def send(self, type: str, **fields: Any) -> None:
        """Whom the server has hung up on, perhaps before the first word, learns why by reading."""
        with suppress(ConnectionClosed):
            self.socket.send(json.dumps({"type": type, **fields}))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout, decode=True)
        message: dict[str, Any] = json.loads(text)
        self.texts.append(text)
        self.seen.append(message)
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = self.receive()
            if message["type"] in types:
                return message
            assert message["type"] != "error", message

    def closed(self) -> tuple[int, str]:
        """Read until the server hangs up: the code and the reason."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "")

    def play(self, seat: int, choose: Any = None, most: int | None = None) -> list[dict[str, Any]]:
        """Answer every question of this seat until the match is over, or `most` times; returns the steps."""
        steps, answered = [], 0
        while most is None or answered < most:
            message = self.until("sync", "step", "ended")
            if message["type"] == "ended":
                break
            steps.append(message)
            if message["legal"]:
                legal = message["legal"]
                self.send("act", seq=message["seq"], seat=seat, actions=[(choose or cheapest)(legal)["action"]])
                answered += 1
        return steps

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Visit(Protocol):
    def __call__(self, name: str | None = None) -> Browser: ...


def new_table(host: Browser, *others: Browser, bots: str = "intermediate", **wishes: Any) -> str:
    """A Jaffre table: the host in seat 0, the others in 1, 2, …, bots in the rest; not begun.

    Not with `beginner`: every twentieth match with three of them never ends.
    """
    table = host.table(**wishes)
    id: str = table["id"]
    for seat, browser in enumerate((host, *others)):
        browser.post(f"/api/tables/{id}/sit", seat=seat)
    for seat in range(1 + len(others), len(table["seats"])):
        host.post(f"/api/tables/{id}/bot", seat=seat, player=bots)
    return id


def cheapest(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Skip where that is allowed, or the first card."""
    return next((choice for choice in legal if choice["text"] == "skip"), legal[0])


def eventually(true: Any, seconds: float = PATIENCE, pause: float = 0.02) -> None:
    """Wait until it is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never became true"
        time.sleep(pause)
