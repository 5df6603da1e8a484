"""Sessions, forged requests, headers, rate limits: what strangers try first."""

import re
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.website.client import PATIENCE, Browser, Site, Visit, ask, new_table

PASSWORD = "correct horse battery"


def test_every_answer_has_the_headers(site: Site) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/anything", "/api/matches/x"):
        answer = ask(site.url + path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "server" not in answer.headers


def test_every_file_says_what_it_is_once(site: Site) -> None:
    page = ask(site.url)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for path in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
        assert ask(site.url + path).headers["content-type"].count("charset=utf-8") == 1, path


def test_the_session_cookie_cannot_be_read_by_scripts(site: Site) -> None:
    with Browser(site) as browser:
        answer = browser.request("POST", "/api/guest", json={"name": "Ann"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie


def test_a_change_needs_the_token_and_the_right_origin(visit: Visit) -> None:
    ann = visit("Ann")
    bare = {"quintain_session": ann.http.cookies["quintain_session"]}
    wish = {"game": "jaffre"}
    for headers, cookies in (
        ({}, dict(ann.http.cookies)),
        ({"x-csrftoken": "x"}, dict(ann.http.cookies)),
        ({"x-csrftoken": ann.csrf}, bare),
        ({"x-csrftoken": ann.csrf, "origin": "https://evil.example"}, dict(ann.http.cookies)),
        ({"x-csrftoken": ann.csrf, "origin": "null"}, dict(ann.http.cookies)),
    ):
        with httpx.Client(base_url=ann.site.url, cookies=cookies, timeout=PATIENCE) as client:
            answer = client.post("/api/tables", json=wish, headers=headers)
            assert answer.status_code == 403, (headers, answer.text)
            assert "error" in answer.json()


def test_a_page_of_another_site_gets_no_socket(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre")["table"]
    address = f"{ann.site.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    cookie = f"quintain_session={ann.http.cookies['quintain_session']}"
    headers = {"Cookie": cookie, "Origin": "https://evil.example"}
    elsewhere = connect(address, additional_headers=headers, open_timeout=PATIENCE)
    with elsewhere as socket, pytest.raises(Exception, match="another website"):
        socket.recv(PATIENCE)


@pytest.mark.parametrize("cookie", ["", "x", "0" * 43, "../../etc/passwd", "' OR 1=1 --", "é" * 20, "a" * 5000])
def test_a_forged_cookie_is_nobodys(site: Site, cookie: str) -> None:
    sent = ask(f"{site.url}/api/me", headers={b"cookie": f"quintain_session={cookie}".encode()})
    assert sent.json()["person"] is None


def test_a_forged_token_is_refused(site: Site) -> None:
    for value in ("Bearer x", "Bearer", "Basic eDp5", "Bearer ' OR 1=1 --"):
        answer = ask(f"{site.url}/api/me", headers={"authorization": value})
        assert answer.status_code == 401


def test_accounts_sessions_and_tokens(visit: Visit) -> None:
    ann, other = visit("Ann the guest"), visit()
    guest = ann.person["id"]
    account = ann.post("/api/signup", name="Ann Account", password=PASSWORD)
    assert account == {"id": guest, "name": "Ann Account", "guest": False}
    assert other.status("POST", "/api/signup", name="ann account", password=PASSWORD) == 409
    assert other.status("POST", "/api/signin", name="Ann Account", password="wrong password") == 401
    assert other.post("/api/signin", name="ann ACCOUNT", password=PASSWORD)["id"] == guest
    sessions = other.get("/api/me/sessions")
    assert [row["current"] for row in sessions].count(True) == 1
    for row in sessions:
        if not row["current"]:
            assert other.status("DELETE", f"/api/me/sessions/{row['id']}") == 204
    assert ann.get("/api/me")["person"] is None
    token = other.post("/api/me/tokens", label="my bot")
    bearer = {"authorization": f"Bearer {token['secret']}"}
    assert ask(f"{other.site.url}/api/me", headers=bearer).json()["person"]["id"] == guest
    made = httpx.post(f"{other.site.url}/api/tables", headers=bearer, json={"game": "jaffre"}, timeout=PATIENCE)
    assert made.status_code == 200
    assert "secret" not in str(other.get("/api/me/tokens"))
    assert other.status("DELETE", f"/api/me/tokens/{token['id']}") == 204
    assert ask(f"{other.site.url}/api/me", headers=bearer).status_code == 401
    other.post("/api/signout")
    assert other.get("/api/me")["person"] is None


def test_signing_out_closes_the_sockets(visit: Visit) -> None:
    ann = visit("Ann")
    table = ann.post("/api/quickplay", game="jaffre")["table"]
    with ann.live(table) as socket:
        socket.until("sync")
        ann.post("/api/signout")
        assert socket.closed() == (4401, "you have signed out")


def test_sign_in_is_limited_for_known_and_unknown_names(visit: Visit) -> None:
    ann, eve = visit(), visit()
    ann.post("/api/signup", name="Slow Ann", password=PASSWORD)
    for name in ("Slow Ann", "Nobody at all"):
        for _ in range(5):
            assert eve.status("POST", "/api/signin", name=name, password="wrong password") == 401
        answer = eve.request("POST", "/api/signin", json={"name": name, "password": "wrong password"})
        assert answer.status_code == 429
        assert "try again in" in answer.json()["error"]


def test_new_tables_are_limited(visit: Visit) -> None:
    ann = visit("Ann")
    statuses = [ann.status("POST", "/api/tables", game="jaffre") for _ in range(22)]
    assert statuses == [200] * 20 + [429] * 2


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u0000b", "a\u202eb", "\u200b", "a\nb\u0007"])
def test_names_that_will_not_do(visit: Visit, name: str) -> None:
    assert visit().status("POST", "/api/guest", name=name) == 422


@pytest.mark.parametrize("name", ["<script>alert(1)", "'; DROP TABLE x;--", "${7*7} {{7*7}}", "Ünïcödé ♥ 漢字"])
def test_names_come_back_as_they_went_in(visit: Visit, name: str) -> None:
    ann = visit(name)
    assert ann.get("/api/me")["person"]["name"] == name
    table = new_table(ann)
    answer = ann.request("GET", f"/api/tables/{table}")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["seats"][0]["name"] == name


def test_unguessable_ids(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    ids = [new_table(ann) for _ in range(3)]
    assert all(len(id) == 16 for id in ids)
    for id in ("1", "0", "x", "..", "%2e%2e", ids[0][:-1], ids[0] + "x", ids[0].swapcase()):
        assert eve.status("GET", f"/api/tables/{id}") in (200 if id in ids else 404, 404)


def test_an_unknown_table_closes_the_socket_with_words(visit: Visit) -> None:
    with visit("Ann").live("nothing", greet=False) as socket:
        assert socket.closed() == (4404, "there is no such table; it may have been cleared away")


def test_websocket_elsewhere_is_refused(site: Site) -> None:
    with pytest.raises(InvalidStatus), connect(site.url.replace("http", "ws", 1) + "/api/nothing"):
        pass


ROLES = ("nobody", "stranger", "seated", "host")
# method, path after the table, body -> the status for each role
MATRIX: list[tuple[str, str, dict[str, Any], tuple[int, int, int, int]]] = [
    ("GET", "", {}, (200, 200, 200, 200)),
    ("POST", "/sit", {"seat": 3}, (401, 409, 409, 200)),
    ("POST", "/stand", {}, (401, 409, 200, 200)),
    ("POST", "/bot", {"seat": 2, "player": "beginner"}, (401, 403, 403, 200)),
    ("POST", "/fill", {"player": "beginner"}, (401, 403, 403, 200)),
    ("POST", "/clear", {"seat": 3}, (401, 403, 403, 200)),
    ("POST", "/swap", {"a": 2, "b": 3}, (401, 403, 403, 200)),
    ("POST", "/settings", {"pace": 0}, (401, 403, 403, 200)),
    ("POST", "/start", {}, (401, 403, 403, 200)),
    ("POST", "/rematch", {}, (401, 403, 409, 409)),
    ("POST", "/leave", {}, (401, 200, 200, 200)),
    ("POST", "/takeback", {"seat": 1}, (401, 403, 409, 403)),
    ("POST", "/agree", {"agreed": True}, (401, 409, 409, 409)),
    ("GET", "/logs", {}, (401, 200, 200, 200)),
]


@pytest.mark.parametrize(("method", "path", "body", "expected"), MATRIX, ids=[row[1] or "/" for row in MATRIX])
def test_what_each_role_may_do_at_a_table(
    visit: Visit, method: str, path: str, body: dict[str, Any], expected: tuple[int, int, int, int]
) -> None:
    for role, status in zip(ROLES, expected, strict=True):
        host, seated = visit("Host"), visit("Seated")
        table = new_table(host, seated)
        people = {"nobody": visit(), "stranger": visit("Stranger"), "seated": seated, "host": host}
        assert people[role].status(method, f"/api/tables/{table}{path}", **body) == status, role


DRAFT = {"game": "jaffre", "language": "python", "source": ""}
ACCOUNT_ROUTES = [
    ("GET", "/api/me/tokens", {}, (401, 403, 200)),
    ("POST", "/api/me/tokens", {"label": "x"}, (401, 403, 200)),
    ("DELETE", "/api/me/tokens/x", {}, (401, 403, 404)),
    ("GET", "/api/me/sessions", {}, (401, 200, 200)),
    ("DELETE", "/api/me/sessions/x", {}, (401, 404, 404)),
    ("GET", "/api/me/matches", {}, (401, 200, 200)),
    ("GET", "/api/me/tables", {}, (200, 200, 200)),
    ("PATCH", "/api/me", {"name": "New"}, (401, 200, 403)),
    ("POST", "/api/tables", {"game": "jaffre"}, (401, 200, 200)),
    ("POST", "/api/quickplay", {"game": "jaffre"}, (200, 200, 200)),
    ("GET", "/api/lobby", {}, (200, 200, 200)),
    ("GET", "/api/games", {}, (200, 200, 200)),
    ("GET", "/api/ladder", {}, (200, 200, 200)),
    ("GET", "/api/ladder/jaffre", {}, (200, 200, 200)),
    ("GET", "/api/players/x", {}, (404, 404, 404)),
    ("GET", "/api/bots/x", {}, (404, 404, 404)),
    ("POST", "/api/bots/x/challenge", {}, (401, 404, 404)),
    ("GET", "/api/editor/jaffre", {}, (200, 200, 200)),
    ("POST", "/api/editor/test", {**DRAFT, "opponent": "advanced"}, (401, 422, 422)),
    ("POST", "/api/editor/submit", {**DRAFT, "name": "Charger"}, (401, 403, 422)),
    ("GET", "/api/tv", {}, (200, 200, 200)),
    ("GET", "/api/games/jaffre", {}, (200, 200, 200)),
    ("GET", "/api/games/nothing", {}, (404, 404, 404)),
    ("GET", "/api/matches/nothing", {}, (404, 404, 404)),
    ("GET", "/api/schema", {}, (200, 200, 200)),
]


def test_what_guests_and_accounts_may_do(visit: Visit) -> None:
    account = visit()
    account.post("/api/signup", name=f"Matrix {time.time():.0f}", password=PASSWORD)
    for method, path, body, expected in ACCOUNT_ROUTES:
        for browser, status in zip((visit(), visit("Guest"), account), expected, strict=True):
            assert browser.status(method, path, **body) == status, (method, path, status)
