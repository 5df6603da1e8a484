"""Numbers for whoever runs the server, in the text format that Prometheus reads, and who may read them."""

import asyncio
import ipaddress
import os
import resource
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.types import Message, Scope

TEXT = "text/plain; version=0.0.4"  # Litestar adds the charset
TOKEN = "QUINTAIN_METRICS_TOKEN"  # the environment variable
PULSE = 0.5  # seconds between two looks at how late the event loop is
# What proxies add: a request that has one of these does not come from this machine.
FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
LOCAL_NAMES = {"localhost", "127.0.0.1", "[::1]", "::1"}

AnyConnection = ASGIConnection[Any, Any, Any, Any]
Labels = tuple[tuple[str, str], ...]


class Metric(NamedTuple):
    name: str
    kind: str  # counter or gauge
    help: str
    values: Mapping[Labels, float]


class Metrics:
    """What is counted while the server runs."""

    def __init__(
        self, token: str | None = None, *, behind_proxy: bool = False, left_out: Callable[[], int] = int
    ) -> None:
        self.token, self.behind_proxy, self.left_out = token or None, behind_proxy, left_out
        self.answers: Counter[Labels] = Counter()
        self.lag = 0.0  # seconds that the event loop was late when last looked at

    def may_be_read(self, connection: AnyConnection) -> bool:
        """With the token; or from this machine, if no proxy stands before us that makes everybody look like it."""
        given = connection.headers.get("authorization", "")
        if self.token and secrets.compare_digest(given.encode(), f"Bearer {self.token}".encode()):
            return True
        return not self.behind_proxy and "authorization" not in connection.headers and is_local(connection)

    def count(self, method: str, status: int) -> None:
        known = method if method in ("GET", "HEAD", "POST", "PATCH", "DELETE") else "other"
        self.answers[(("method", known), ("status", str(status)))] += 1

    async def watch_the_loop(self, told: Callable[[float], None] = lambda lag: None) -> None:
        """How late a task is that should run now: what everybody waits for."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            self.lag = max(0.0, loop.time() - due)
            told(self.lag)

    def own(self) -> list[Metric]:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return [
            Metric("quintain_http_answers_total", "counter", "HTTP requests that were answered.", self.answers),
            single("quintain_event_loop_lag_seconds", "How late the event loop was when last looked at.", self.lag),
            single("quintain_log_left_out_total", "Messages that the log left out.", self.left_out(), "counter"),
            single("process_cpu_seconds_total", "Processor time.", usage.ru_utime + usage.ru_stime, "counter"),
            single("process_resident_memory_bytes", "Memory.", resident_memory()),
            single("process_open_fds", "Open file handles.", open_handles()),
            single("process_max_fds", "File handles there may be.", resource.getrlimit(resource.RLIMIT_NOFILE)[0]),
        ]


def is_local(connection: AnyConnection) -> bool:
    host, _, port = connection.headers.get("host", "").rpartition(":")
    name = host if port.isdecimal() else connection.headers.get("host", "")
    forwarded = any(header in connection.headers for header in FORWARDED)
    return name in LOCAL_NAMES and not forwarded and is_loopback(connection.client.host if connection.client else "")


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def count_answer(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start" and "metrics" in scope["litestar_app"].state:
        scope["litestar_app"].state.metrics.count(str(scope.get("method", "")), message["status"])


def single(name: str, help: str, value: float, kind: str = "gauge") -> Metric:
    return Metric(name, kind, help, {(): value})


def written(metrics: Iterable[Metric]) -> str:
    return "".join(f"{line}\n" for metric in metrics for line in lines_of(metric))


def lines_of(metric: Metric) -> list[str]:
    head = [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
    return head + [f"{metric.name}{labelled(labels)} {value:g}" for labels, value in sorted(metric.values.items())]


def labelled(labels: Labels) -> str:
    """Names of ours, which need no escaping."""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""


def resident_memory() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def open_handles() -> float:
    try:
        return float(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 (one call, and many entries)
    except OSError:
        return float("nan")


def token_set() -> str | None:
    return os.environ.get(TOKEN)
