"""How quick the pages are: bytes of the first page, time until it can be used, time and memory of jumps in a replay.

`python bench/pages.py` with Debian's chromium, over a server of its own on this machine.
"""

import gzip
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

import hatch_build
from tests.website.client import QUINTAIN, Browser, Site, eventually
from tests.website.visitor import FLAGS, Visitor

RUNS = 10
JUMPS = 200
LEAFING = 1000  # jumps, for the memory
LONG = 500  # steps of a replay, at least
FORKS = 15


def first_page_bytes() -> int:
    """What the home page needs, compressed: everything but the boards."""
    files = [path for path in hatch_build.STATIC.rglob("*") if path.is_file() and not path.name.startswith("Board-")]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def long_match(site: Site) -> str:
    """The first one among bots that has so many steps."""
    with Browser(site, "Rita") as browser:
        while True:
            match = bots_alone(browser)
            if browser.get(f"/api/matches/{match}")["steps"] >= LONG:
                return match


def bots_alone(browser: Browser) -> str:
    wishes = {"game": "jaffre", "options": {"target": 75}, "pace": 0}
    table = browser.post("/api/tables", **wishes)["id"]
    for seat in range(4):
        browser.post(f"/api/tables/{table}/bot", seat=seat, player="advanced")
    browser.post(f"/api/tables/{table}/start")
    eventually(lambda: browser.get(f"/api/tables/{table}")["state"] == "over", 120)
    return str(browser.get(f"/api/tables/{table}")["match"])


def fork_times(site: Site, match: str) -> list[float]:
    """Seconds from asking to sitting at a table where the match goes on from its middle."""
    times = []
    for number in range(FORKS):
        with Browser(site, f"Fay {number}") as browser:  # one guest may not have so many running matches
            middle = browser.get(f"/api/matches/{match}")["steps"] // 2
            began = time.perf_counter()
            browser.post(f"/api/matches/{match}/fork", step=middle, seats=["me", None, None, None])
            times.append(time.perf_counter() - began)
    return times


def until_usable(visitor: Visitor) -> float:
    began = time.perf_counter()
    visitor.page.goto(visitor.url)
    visitor.page.get_by_role("button", name="QuickPlay").first.wait_for()
    return time.perf_counter() - began


def main() -> None:
    chromium = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder) / "bench.db", command=QUINTAIN) as site,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        fresh = [until_usable(Visitor(browser.new_context(), site.url)) for _ in range(RUNS)]
        visitor = Visitor(browser.new_context(), site.url)
        match = long_match(site)
        forks = fork_times(site, match)
        visitor.open(f"/matches/{match}")
        visitor.page.locator(".felt").wait_for()
        steps = int(visitor.page.locator("input[type=range]").first.get_attribute("max") or 0)
        jump = visitor.seek(JUMPS)
        before = visitor.memory()
        visitor.seek(LEAFING, every=20)
        grown = visitor.memory() - before
        browser.close()
    print(f"first page   {first_page_bytes() / 1000:6.1f} kB compressed (at most 150)")
    print(f"usable       {statistics.median(fresh) * 1000:6.0f} ms after the click, empty cache (at most 1000)")
    print(
        f"fork         {statistics.median(forks) * 1000:6.0f} ms until the match goes on from its middle (at most 200)"
    )
    print(f"jump         {jump:6.0f} ms until it is shown, in a replay of {steps} steps (at most 50)")
    print(f"memory       {grown / 1e6:+6.2f} MB after {LEAFING} jumps more (at most 5)")


if __name__ == "__main__":
    main()
