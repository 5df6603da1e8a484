"""One server for the tests that do not break it, and people with browsers."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

from tests.website.client import QUINTAIN, Browser, Site, Visit, some_address
from tests.website.visitor import FLAGS, PATIENCE, Come, Visitor

HERE = Path(__file__).parent
# Those that wait longest for servers, checks and browsers: begun first, nobody waits for them in the end.
LONG = (
    "test_bots",
    "test_browser",
    "test_recovery",
    "test_browser_bottlebats",
    "test_browser_editor",
    "test_postgresql",
    "test_checks",
    "test_damage",
    "test_bad_bots",
    "test_trials",
    "test_servers",
    "test_contest_kills",
    "test_browser_admiral",
    "test_browser_events",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file of these tests has servers and browsers of its own, so one process runs it whole; and they come first,
    for others find something to do while they wait."""

    def turn(item: pytest.Item) -> int:
        if not item.path.is_relative_to(HERE):
            return len(LONG) + 1
        item.add_marker(pytest.mark.xdist_group(item.path.stem))
        return LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG)

    items.sort(key=turn)


@pytest.fixture(scope="session")
def everybodys_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with Site(folder / "quintain.db", command=QUINTAIN) as running:
        yield running


@pytest.fixture(scope="module")
def site(everybodys_site: Site) -> Iterator[Site]:
    """It stands still while no test asks it: matches that tests have left behind would go on and on beside others."""
    everybodys_site.go_on()
    yield everybodys_site
    everybodys_site.stand_still()


@pytest.fixture(autouse=True)
def no_server_is_left_behind() -> Iterator[None]:
    """Also by a test that fails."""
    yield
    for site in list(Site.loose):
        site.kill()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Where a server of the test's own keeps everything."""
    return str(tmp_path / "quintain.db")


@pytest.fixture
def visit(site: Site) -> Iterator[Visit]:
    """Browsers at the server, closed after the test. Without a name they are nobody yet."""
    with ExitStack() as stack:
        yield lambda name=None: stack.enter_context(Browser(site, name))


# --- a real browser; each module has its own, for its event loop gets in the way of other tests ----------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    # The shell is the same engine without windows and menus, which take half of the processor time.
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def come(chromium: Chromium, request: pytest.FixtureRequest) -> Iterator[Come]:
    """People with a browser each; none of their pages may have complained, or asked a stranger, when they leave.

    They come to the server of the module, if it has one of its own, else to everybody's.
    """
    site: Site = request.getfixturevalue(getattr(request.module, "SITE", "site"))
    with ExitStack() as stack:
        visitors = []

        def come(width: int = 1280, height: int = 900, **settings: Any) -> Visitor:
            settings = {"reduced_motion": "reduce", "extra_http_headers": some_address(), **settings}
            context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
            stack.callback(context.close)
            visitors.append(Visitor(context, site.url))
            return visitors[-1]

        yield come
        for visitor in visitors:
            visitor.content()


@pytest.fixture(scope="module")
def replay(site: Site) -> str:
    """A finished match."""
    with Browser(site, "Rita") as browser:
        seated = browser.post("/api/quickplay", game="jaffre", options={"target": 20})
        with browser.live(seated["table"]) as socket:
            socket.play(seated["seat"])
            return str(socket.seen[-1]["match"])
