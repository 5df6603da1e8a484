"""A file of these tests is run whole by one process, so its servers and browsers are started once."""

import os

import pytest


def test_the_tests_of_a_file_stay_together(request: pytest.FixtureRequest) -> None:
    """Or everything passes all the same, and takes half as long again."""
    marker = request.node.get_closest_marker("xdist_group")
    assert marker is not None
    assert marker.args == ("test_groups",)
    if "PYTEST_XDIST_WORKER" in os.environ:
        assert request.node.nodeid.endswith("@test_groups")
