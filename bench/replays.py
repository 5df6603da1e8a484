"""How light replays are: bytes and time until one can be looked at, and the time of jumps to steps not fetched yet.

`PYTHONPATH=. python bench/replays.py` with Debian's chromium, over a server of its own on this machine. The matches are
played by bots first, which takes a few minutes.
"""

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, sync_playwright

from tests.website.client import QUINTAIN, Browser, Site, eventually
from tests.website.visitor import FLAGS, Visitor

RUNS = 5
JUMPS = 40
PATIENCE = 900.0  # seconds for the bots
# Milliseconds from the jump to the frame that shows its step, wherever it had to come from.
JUMP = """async to => {
    const bar = document.querySelector('input[type=range]'), began = performance.now();
    const asked = () => performance.getEntriesByType('resource').filter(entry => entry.name.includes('/steps')).length;
    const before = asked();
    bar.value = to;
    bar.dispatchEvent(new Event('input', { bubbles: true }));
    const there = () => bar.getAttribute('aria-valuetext').startsWith(`Step ${to}:`);
    while (!there()) await new Promise(done => requestAnimationFrame(done));
    return [performance.now() - began, asked() - before];
}"""


@dataclass(frozen=True)
class Contest:
    game: str
    player: str
    options: dict[str, Any]
    board: str  # what is there when the board is drawn
    most: int  # bytes that opening it may send


CONTESTS = (
    Contest("planets", "dual_team", {"players": 5, "planets": 99}, "svg", 1_000_000),
    Contest("admiral", "veteran", {}, "svg", 300_000),
    Contest("jaffre", "advanced", {"target": 75}, ".felt", 300_000),
)


def bots_alone(browser: Browser, contest: Contest) -> str:
    """The id of a finished match."""
    table = browser.post("/api/tables", game=contest.game, options=contest.options, pace=0)
    path = f"/api/tables/{table['id']}"
    for seat in range(len(table["seats"])):
        browser.post(f"{path}/bot", seat=seat, player=contest.player)
    browser.post(f"{path}/start")
    eventually(lambda: browser.get(path)["state"] == "over", PATIENCE, pause=0.5)
    return str(browser.get(path)["match"])


class Traffic:
    """Bytes that a page was sent by the API: as they came, and unpacked."""

    def __init__(self, session: CDPSession) -> None:
        self.sent = self.unpacked = self.requests = 0
        self._api = set[str]()
        self._session = session
        session.send("Network.enable")
        session.on("Network.responseReceived", self._received)
        session.on("Network.dataReceived", self._data)
        session.on("Network.loadingFinished", self._finished)

    def stop(self) -> None:
        self._session.detach()

    def _received(self, event: dict[str, Any]) -> None:
        if "/api/" in event["response"]["url"]:
            self._api.add(event["requestId"])

    def _data(self, event: dict[str, Any]) -> None:
        self.unpacked += event["dataLength"] if event["requestId"] in self._api else 0

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._api:
            self.sent += int(event["encodedDataLength"])
            self.requests += 1


def opened(chromium: Chromium, site: Site, match: str, contest: Contest) -> tuple[float, Traffic, Visitor]:
    """Seconds until the board is drawn with empty caches in the browser, and what that took."""
    visitor = Visitor(chromium.new_context(), site.url)
    traffic = Traffic(visitor.context.new_cdp_session(visitor.page))
    began = time.perf_counter()
    visitor.page.goto(f"{site.url}/matches/{match}")
    visitor.page.locator(f".board {contest.board}").first.wait_for()
    seconds = time.perf_counter() - began
    visitor.page.wait_for_load_state("networkidle")
    traffic.stop()
    return seconds, traffic, visitor


def jumps(visitor: Visitor) -> Iterator[tuple[float, bool]]:
    """Milliseconds of each jump, and whether its page had to be fetched."""
    last = int(visitor.page.locator("input[type=range]").first.get_attribute("max") or 0)
    for number in range(JUMPS):
        took, asked = visitor.page.evaluate(JUMP, str(number * 7919 % last))
        yield took, asked > 0


def measure(chromium: Chromium, site: Site, browser: Browser, contest: Contest) -> None:
    match = bots_alone(browser, contest)
    steps = browser.get(f"/api/matches/{match}")["steps"]
    cold, traffic, visitor = opened(chromium, site, match, contest)  # nobody has looked at this match before
    times = [*jumps(visitor)]
    warm = [opened(chromium, site, match, contest)[0] for _ in range(RUNS)]
    print(f"{contest.game}: {steps} steps")
    usual = statistics.median(warm) * 1000
    print(f"  opens      {cold * 1000:6.0f} ms the first time, {usual:.0f} ms after that (at most 1000)")
    print(
        f"  sends      {traffic.sent / 1000:6.0f} kB, unpacked {traffic.unpacked / 1000:.0f} kB, "
        f"in {traffic.requests} requests (at most {contest.most // 1000} kB)"
    )
    for name, asked in (("fetched", True), ("at hand", False)):
        some = [took for took, fetched in times if fetched is asked]
        print(
            f"  jump       {statistics.median(some):6.0f} ms to a step {name} ({len(some)})" if some else "", flush=True
        )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder) / "bench.db", command=QUINTAIN) as site,
        sync_playwright() as driver,
    ):
        chromium = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        with Browser(site, "Rita") as browser:
            for contest in CONTESTS:
                measure(chromium, site, browser, contest)
        chromium.close()


if __name__ == "__main__":
    main()
