"""Nonsense gets a clear answer and leaves the table as it was."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.website.client import PATIENCE, Browser, Site, Visit, ask, cheapest, new_table

BODIES: list[tuple[bytes, int]] = [
    (b"", 422),
    (b"{", 400),
    (b"nonsense", 400),
    (b"[]", 422),
    (b"null", 422),
    (b'{"game": 5}', 422),
    (b'{"game": "jaffre", "colour": "red"}', 422),
    (b'{"game": "jaffre", "pace": "fast"}', 422),
    (b'{"game": "jaffre", "pace": 1e400}', 400),
    (b'{"game": "jaffre", "pace": -1}', 422),
    (b'{"game": "jaffre", "options": {"target": 0}}', 422),
    (b'{"game": "jaffre", "options": {"nothing": 0}}', 422),
    (b'{"game": "jaffre", "options": {"target": {"a": [1]}}}', 422),
    (b'{"game": "chess"}', 404),
    (b'{"game": "jaffre", "time_control": {"limit": -3}}', 422),
    (b'{"game": "jaffre", "time_control": {"limit": 1e300}}', 422),
    (b'{"game": "jaffre", "watching": "me"}', 422),
    (b'{"game": "jaffre", "watching": "all"}', 422),
    (b'{"game": "jaffre", "delay": -1}', 422),
    (b'{"game": "jaffre", "delay": 201}', 422),
    (b"[" * 60_000, 400),
    (b'{"game": "' + b"x" * 70_000 + b'"}', 413),
    (b'{"game": "\xff\xfe"}', 400),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=[str(body[:60]) for body, _ in BODIES])
def test_bad_bodies(visit: Visit, body: bytes, status: int) -> None:
    ann = visit("Ann")
    headers = {"x-csrftoken": ann.csrf, "content-type": "application/json"}
    answer = ann.http.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]
    assert "Traceback" not in answer.text


def test_an_unknown_field_is_named(visit: Visit) -> None:
    answer = visit("Ann").request("POST", "/api/tables", json={"game": "jaffre", "colour": "red"})
    assert "colour" in answer.json()["detail"]


MESSAGES: list[Any] = [
    "",
    "{",
    "nonsense",
    "[]",
    "null",
    "5",
    '{"type": "nothing"}',
    '{"type": "act"}',
    '{"type": "act", "seq": -1, "seat": 0, "actions": [{}]}',
    '{"type": "act", "seq": 0, "seat": "0", "actions": [{}]}',
    '{"type": "act", "seq": 0, "seat": 0, "actions": [{}], "more": 1}',
    '{"type": "act", "seq": 0, "seat": 0, "actions": null}',
    '{"type": "act", "seq": 0, "seat": 0, "actions": [{"type": "bet", "amount": 99}]}',
    '{"type": "act", "seq": 0, "seat": 0, "actions": [{"type": "bet", "amount": 7.5}]}',
    '{"type": "hello", "since": "x"}',
    '{"type": "say"}',
    '{"type": "say", "message": "x"}',
    '{"type": "say", "message": {"type": "request"}}',
    '{"type": "say", "words": ""}',
    '{"type": "say", "words": "' + "x" * 600 + '"}',
    '{"type": "ping", "t": "' + "x" * 20_000 + '"}',
    "[" * 10_000,
    b"\x00\xff binary",
]


def test_bad_messages_are_answered_and_the_connection_stays_open(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
    with ann.live(table) as socket:
        first = socket.until("sync")
        for message in MESSAGES:
            socket.socket.send(message)
            error = socket.until("error")
            assert error["error"] == "message", (message, error)
            assert error["detail"]
        socket.send("act", seq=first["seq"], seat=0, actions=[cheapest(first["legal"])["action"]])
        assert socket.until("step")["seq"] == first["seq"] + 1


def test_a_giant_message_ends_the_connection_and_nothing_else(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
    with ann.live(table) as socket:
        socket.until("sync")
        socket.socket.send("x" * 200_000)
        assert socket.closed()[0] == 1009
    with ann.live(table) as socket:
        assert socket.until("sync")["legal"]


def test_addresses_that_lead_nowhere(site: Site) -> None:
    for path in ("/api", "/api/nothing", "/api/tables", "/api/tables/x/y", "/assets/x.js"):
        answer = ask(site.url + path)
        assert answer.status_code in (404, 405)
        assert answer.json()["error"]
    assert ask(site.url + "/../../etc/passwd").status_code in (200, 503)  # the page, never a file


def test_a_head_is_the_answer_without_its_body(site: Site) -> None:
    """Over one connection: a body that nobody expects would be taken for the next answer."""
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as client:
        for path in ("/", "/rules", asset(client.get("/").text), "/assets/x.js", "/api/nothing"):
            head, whole = client.head(path), client.get(path)
            assert head.status_code == whole.status_code
            assert head.content == b""
            same = ("content-type", "content-length", "content-encoding", "cache-control")
            assert [head.headers.get(name) for name in same] == [whole.headers.get(name) for name in same]


def asset(page: str) -> str:
    """The address of a script of the page, if the pages are built."""
    found = re.search(r'src="(/assets/[^"]+)"', page)
    return found[1] if found else "/favicon.ico"


def test_a_locked_database_is_told_and_the_table_stays(tmp_path: Path) -> None:
    file = tmp_path / "quintain.db"
    with Site(file) as site, Browser(site, "Ann") as ann:
        table = new_table(ann, options={"first_dealer": 3})
        ann.post(f"/api/tables/{table}/start")
        with ann.live(table) as socket:
            first = socket.until("sync")
            action = cheapest(first["legal"])["action"]
            thief = sqlite3.connect(file)
            thief.execute("BEGIN IMMEDIATE")
            socket.send("act", seq=first["seq"], seat=0, actions=[action])
            error = socket.until("error")
            assert error["error"] == "busy"
            assert "locked" in error["detail"]
            assert ann.status("POST", "/api/guest", name="Bob") == 503
            thief.rollback()
            thief.close()
            socket.send("act", seq=first["seq"], seat=0, actions=[action])
            step = socket.until("step")
            assert (step["seq"], step["events"][0]["seat"]) == (first["seq"] + 1, 0)


def test_a_newer_database_is_refused_with_words(tmp_path: Path) -> None:
    file = tmp_path / "quintain.db"
    Site(file).close()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    database.close()
    command = [str(Path(sys.executable).with_name("quintain")), "serve", "--port", "0", "--database", str(file)]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "newer" in refused.stderr


def test_an_address_that_is_taken_is_told_in_one_line(site: Site, tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("quintain")), "serve", "--port", str(site.port)]
    refused = subprocess.run(
        [*command, "--database", str(tmp_path / "q.db")], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr == f"quintain: cannot listen at 127.0.0.1 port {site.port}: Address already in use\n"


def test_a_second_server_over_one_database_is_refused_with_words(site: Site) -> None:
    command = [str(Path(sys.executable).with_name("quintain")), "serve", "--port", "0", "--database", site.database]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert refused.returncode == 2
    words = "another Quintain server uses this database: stop that one, or give this one its own with --database"
    assert refused.stderr == f"quintain: {words}\n"
