"""One server for the tests that do not break it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.website.client import Browser, Site, Visit


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with Site(folder / "quintain.db") as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Where a server of the test's own keeps everything."""
    return str(tmp_path / "quintain.db")


@pytest.fixture
def visit(site: Site) -> Iterator[Visit]:
    """Browsers at the server, closed after the test. Without a name they are nobody yet."""
    with ExitStack() as stack:
        yield lambda name=None: stack.enter_context(Browser(site, name))
