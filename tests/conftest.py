"""What every test shares: how skips count, how long an example may take, a PostgreSQL and a place for built bots."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from quintain.core.errors import NotIsolated
from quintain.sandbox import isolated

if TYPE_CHECKING:
    from tests.datastore.postgresql import Postgresql

# The first example pays for compiling the rules.
settings.register_profile("quintain", deadline=None)
settings.load_profile("quintain")

# Ranked matches stand behind all else on a machine: beside work that never ends, tests would wait for them for ever.
os.environ.setdefault("QUINTAIN_LADDER_NICE", "0")

NO_SKIPS = bool(os.environ.get("QUINTAIN_NO_SKIPS"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator["Postgresql"]:
    # Here, for a new game's own tests come without it.
    from tests.datastore.postgresql import Postgresql, temporary

    if Postgresql.programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with temporary() as server:
        yield server


@pytest.fixture(scope="session")
def confinement() -> None:
    """Skip, loudly, where nothing can be confined."""
    try:
        isolated()
    except NotIsolated as lack:
        pytest.skip(str(lack))


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where built bots are kept: apart from those of whoever runs the tests. Kernels are not."""
    home = tmp_path_factory.mktemp("built")
    monkeypatch.setattr("quintain.core.cache.built_home", lambda: home)
    return home


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if not hasattr(report, "wasxfail"):
        forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    forbid_skip(report)
    return report


class Herald:
    """Tells what fails as soon as it has, and why: nobody waits for the last test to learn of the first."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            reason = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
            self.terminal.write_line("\n".join([f"\nFAILED {report.nodeid} ({report.when})", *reason]), red=True)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Herald(terminal))


def forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that tells its reason, where skips are forbidden."""
    if NO_SKIPS and report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Skips are forbidden here. {reason}"
