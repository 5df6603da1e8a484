"""What the server tells whoever runs it, and what it does not tell strangers; and whose word it takes on addresses."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.website.client import PATIENCE, Browser, Site, ask, some_address

TOKEN = "a token for the numbers"
BEARER = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server without a proxy in front of it."""
    folder = tmp_path_factory.mktemp("alone")
    with Site(folder / "quintain.db", proxy=None, env={"QUINTAIN_METRICS_TOKEN": TOKEN}) as site:
        yield site


def numbers(site: Site, **headers: str) -> dict[str, float]:
    answer = ask(f"{site.url}/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{\w+="\w+"(,\w+="\w+")*\})? \S+', line) for line in lines)
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_a_server_that_works_says_so(alone: Site) -> None:
    answer = ask(f"{alone.url}/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "ladder": "off", "ladder_last": None})


def test_metrics_count_what_goes_on(alone: Site) -> None:
    before = numbers(alone)
    with Browser(alone, "Ann") as ann, ann.live(ann.post("/api/quickplay", game="jaffre")["table"]) as socket:
        socket.until("sync")
        after = numbers(alone)
    assert after['quintain_tables{state="playing"}'] == before['quintain_tables{state="playing"}'] + 1
    assert after["quintain_sockets"] == after["quintain_people"] == 1
    posts = 'quintain_http_answers_total{method="POST",status="200"}'
    assert after[posts] == before.get(posts, 0) + 2
    assert after["process_resident_memory_bytes"] > 10_000_000
    assert after["quintain_event_loop_lag_seconds"] >= 0


@pytest.mark.parametrize(
    "headers",
    [some_address(), {"host": "arena.example.org"}, {"via": "1.1 x"}, {"authorization": "Bearer wrong"}],
    ids=lambda headers: next(iter(headers)),
)
def test_strangers_find_no_metrics(alone: Site, headers: dict[str, str]) -> None:
    answer = ask(f"{alone.url}/metrics", headers=headers)
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_behind_a_proxy_metrics_need_the_token(alone: Site, site: Site) -> None:
    assert ask(f"{site.url}/metrics").status_code == 404
    assert numbers(alone, **BEARER, **some_address())


def test_an_address_is_believed_only_from_a_configured_proxy(alone: Site, site: Site) -> None:
    """Claiming another address every time makes new limits only where a proxy is to be believed."""
    for server, expected in ((alone, 429), (site, 200)):
        with Browser(server) as browser:
            asked = (
                browser.http.post(
                    "/api/guest", json={"name": "Eve"}, headers={"x-csrftoken": browser.csrf, **some_address()}
                )
                for _ in range(61)
            )
            assert [answer.status_code for answer in asked][-1] == expected


def test_a_proxy_is_an_address(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("quintain")), "serve", "--port", "0", "--proxy", "nginx"]
    refused = subprocess.run(
        [*command, "--database", str(tmp_path / "q.db")], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith(
        "quintain: --proxy takes an address or a network, such as 127.0.0.1 or 10.0.0.0/8:"
    )


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/nothing/at/all", "/api/Games"])
def test_unknown_addresses_of_the_api_are_told_in_json(site: Site, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        with Browser(site) as browser:
            answer = browser.request(method, path)
        assert answer.status_code == 404, (method, answer.text)
        assert answer.headers["content-type"] == "application/json"
        assert method == "HEAD" or answer.json()["error"]
