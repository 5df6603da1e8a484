"""What every test shares: how skips count, and how long an example may take."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# The first example pays for compiling the rules.
settings.register_profile("quintain", deadline=None)
settings.load_profile("quintain")

NO_SKIPS = bool(os.environ.get("QUINTAIN_NO_SKIPS"))


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


def forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that tells its reason, where skips are forbidden."""
    if NO_SKIPS and report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Skips are forbidden here. {reason}"
