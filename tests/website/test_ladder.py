"""The ladder beside the website: it moves in every game, tells how it is, pauses, and ends with the server."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from quintain.sandbox.processes import descendants, exists
from tests.website.client import COMPILING, Site, ask, eventually
from tests.website.test_health import numbers


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("ladder") / "quintain.db", proxy=None, ladder=2.0) as site:
        yield site


def test_the_ladder_of_every_game_moves_and_ends_with_the_server(site: Site) -> None:
    counts = [name for name in numbers(site) if name.startswith("quintain_ladder_matches_total")]
    assert len(counts) >= 2
    eventually(lambda: all(numbers(site)[count] >= 1 for count in counts), COMPILING, pause=0.5)
    health = ask(f"{site.url}/healthz").json()
    assert health["ladder"] == "on"
    assert datetime.fromisoformat(health["ladder_last"]) <= datetime.now(UTC)
    found = numbers(site)
    assert found["quintain_ladder_errors_total"] == found["quintain_ladder_refused_total"] == 0
    pids = descendants(site.process.pid)
    site.kill()
    eventually(lambda: not any(map(exists, pids)))
