"""A person at a real browser: opens pages, clicks what may be clicked, and notices when the page complains."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.website.client import LONG

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules/axe-core/axe.min.js"
SCREENSHOTS = ROOT / "build/screenshots"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
MOST_CLICKS = 600
WIDTHS = (320, 768, 1920)
PATIENCE = 120_000  # milliseconds, on a machine that has much else to do
# Milliseconds from the input to the frame that shows it, for so many jumps; the middle one.
SEEK = """async ([jumps, every]) => {
    const bar = document.querySelector('input[type=range]'), times = [];
    for (let i = 0; i < jumps; i++) {
        bar.value = (i * 37) % Number(bar.max);
        const began = performance.now();
        bar.dispatchEvent(new Event('input', { bubbles: true }));
        await (i % every ? null : new Promise(done => requestAnimationFrame(() => setTimeout(done))));
        times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[jumps >> 1];
}"""

expect.set_options(timeout=PATIENCE)


MOST_TABS = 100
# What a screen reader would call the focused thing, more or less.
FOCUSED = """() => {
    const at = document.activeElement;
    return (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').trim();
}"""
TAP = """selector => {
    const found = document.querySelector(selector);
    found?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return !!found;
}"""
CHOICES = ".hand button.legal, .auction button"


class Visitor:
    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: self._asked(asked.url))

    def _asked(self, url: str) -> None:
        if not url.startswith((self.url, self.url.replace("http", "ws", 1), "data:", "blob:")):
            self.strangers.append(url)

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        expect(self.page.locator("h1").first).to_be_visible()
        return self.page

    def quickplay(self) -> Page:
        """From the home page to a board, with one click."""
        self.open()
        self.quickplay_of("Jaffre").click()
        expect(self.page.get_by_role("group", name="Your hand")).to_be_visible()
        return self.page

    def quickplay_of(self, title: str) -> Locator:
        return self.page.get_by_role("article").filter(has_text=title).get_by_role("button", name="QuickPlay")

    def post(self, path: str, **data: Any) -> Any:
        """A request of this very person, past the page."""
        token = self.context.request.get(f"{self.url}/api/me").json()["csrf"]
        answer = self.context.request.post(self.url + path, data=data, headers={"x-csrftoken": token})
        assert answer.ok, (path, answer.status, answer.text())
        return answer.json()

    def table(self, game: str = "jaffre", bots: str = "intermediate", start: bool = True, **wishes: Any) -> str:
        """A table whose host is this person in seat 0, with bots in the others; returns its path."""
        if self.context.request.get(f"{self.url}/api/me").json()["person"] is None:
            self.post("/api/guest", name="Hanna")
        made = self.post("/api/tables", game=game, **{"time_control": LONG, **wishes})
        path = f"/api/tables/{made['id']}"
        self.post(f"{path}/sit", seat=0)
        for seat in range(1, len(made["seats"])):
            self.post(f"{path}/bot", seat=seat, player=bots)
        if start:
            self.post(f"{path}/start")
        return f"/tables/{made['id']}"

    # --- playing

    def play(self, most: int = MOST_CLICKS) -> int:
        """Do what may be done, the first thing each time, until the match is over; returns how often."""
        ready = self.page.locator(".hand button.legal, .auction button, .outcome")
        for clicks in range(most):
            ready.first.wait_for()
            if self.over:
                return clicks
            self.act()
        return most

    @property
    def over(self) -> bool:
        return self.page.locator(".outcome").count() > 0

    def act(self) -> None:
        """Skip, or else the first bet or card; the board then has something else to say."""
        before = self.moment()
        choices = self.page.locator(".auction button.skip, .auction .bets button, .hand button.legal")
        skip = self.page.locator(".auction button.skip")
        (skip if skip.count() else choices).first.click()
        self.wait_for_news(before)

    def wait_for_news(self, before: str | None, patience: float = PATIENCE) -> None:
        """Until the board shows another moment than this, or the end."""
        self.page.wait_for_function(
            "before => document.querySelector('.outcome') || "
            "document.querySelector('[data-seq]')?.dataset.seq !== before",
            arg=before,
            timeout=patience,
        )

    def moment(self) -> str | None:
        return self.page.locator("[data-seq]").first.get_attribute("data-seq")

    # --- the keyboard

    def tab_to(self, name: str) -> None:
        """Press Tab until this is focused."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUSED).lower() == name.lower():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {name!r}")

    def tab_until(self, wanted: Locator) -> None:
        """Press Tab until one of these is focused."""
        for _ in range(MOST_TABS):
            if wanted.evaluate_all("all => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {wanted}")

    def press_on(self, name: str) -> None:
        self.tab_to(name)
        self.page.keyboard.press("Enter")

    # --- the sockets

    def tap_the_sockets(self) -> list[WebSocketRoute]:
        """The live sockets that the page opens from now on, for tests that cut them."""
        opened: list[WebSocketRoute] = []

        def tap(socket: WebSocketRoute) -> None:
            socket.connect_to_server()
            opened.append(socket)

        self.page.route_web_socket(re.compile("/live$"), tap)
        return opened

    def rewrite_messages(self, rewrite: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
        """Change what the server says before the page hears it; returns what the page says, as it comes."""
        said: list[dict[str, Any]] = []

        def tap(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def to_page(text: str | bytes) -> None:
                message = json.loads(text)
                rewrite(message)
                socket.send(json.dumps(message))

            def to_server(text: str | bytes) -> None:
                said.append(json.loads(text))
                server.send(text)

            server.on_message(to_page)
            socket.on_message(to_server)

        self.page.route_web_socket(re.compile("/live$"), tap)
        return said

    def until(self, true: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // 100):
            if true():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("it never became true")

    # --- looking

    def overflow(self) -> int:
        """Pixels that stick out to the right."""
        script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(script))

    def barriers(self, *rules: str) -> list[str]:
        """What axe finds that keeps people out, serious and critical only; by these rules, or by all."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        only = {"runOnly": list(rules)} if rules else {}
        found: dict[str, Any] = self.page.evaluate(
            "wanted => axe.run(document, {resultTypes: ['violations'], ...wanted})", only
        )
        return [
            f"{rule['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
            for rule in found["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]

    def inspect(self, name: str) -> None:
        """What is shown now keeps nobody out, in both colour schemes, and fits into a screen of any width."""
        size = self.page.viewport_size or {"width": 0, "height": 0}
        for scheme, rules in (("light", ()), ("dark", ("color-contrast",))):
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            self.screenshot(f"{name}-{size['width']}-{scheme}")
            found = self.barriers(*rules)
            assert found == [], (name, scheme, found)
        self.page.emulate_media(color_scheme="light")
        for width in (*WIDTHS, size["width"]):
            self.page.set_viewport_size({**size, "width": width})
            assert self.overflow() <= 0, (name, width)

    def seek(self, jumps: int, every: int = 1) -> float:
        """Jump about in a replay; returns how many milliseconds it took until the page showed where, as a median.

        With `every`, only each so-many-th jump waits for the page to be painted.
        """
        return float(self.page.evaluate(SEEK, [jumps, every]))

    def memory(self) -> int:
        """Bytes that the page's script holds on to."""
        tools = self.context.new_cdp_session(self.page)
        tools.send("HeapProfiler.collectGarbage")
        used = int(tools.send("Runtime.getHeapUsage")["usedSize"])
        tools.detach()
        return used

    def screenshot(self, name: str) -> None:
        """For people to look at, if they want to."""
        if "QUINTAIN_SCREENSHOTS" not in os.environ:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def content(self) -> None:
        """Nothing went wrong, and nobody else was asked for anything."""
        assert self.complaints == [], self.complaints
        assert self.strangers == [], self.strangers


def tap(page: Page, selector: str) -> bool:
    """Click the first of these, if there is one; nothing happens between the look and the click."""
    return bool(page.evaluate(TAP, selector))


class Come(Protocol):
    def __call__(self, width: int = 1280, height: int = 900, **settings: Any) -> Visitor: ...
