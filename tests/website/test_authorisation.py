"""Who may do what: every operation of the API, for everybody from nobody to the owner. There are no administrators."""

import itertools
import re
from typing import Any

import pytest

from tests.website.client import Browser, Site, Visit, ask
from tests.website.test_security import ACCOUNT_ROUTES, MATRIX, PASSWORD

names = itertools.count()
ROLES = ("nobody", "guest", "account", "player")
Row = tuple[str, str, dict[str, Any], tuple[int, int, int, int]]

FORK = {"step": 0, "seats": ["me", None, None, None]}
# method, path after the match, body -> the status for each role
RUNNING: list[Row] = [
    ("GET", "", {}, (200, 200, 200, 200)),
    ("GET", "/index", {}, (409, 409, 409, 409)),
    ("GET", "/steps", {}, (409, 409, 409, 409)),
    ("GET", "/account", {}, (409, 409, 409, 409)),
    ("GET", "/file", {}, (409, 409, 409, 409)),
    ("POST", "/fork", FORK, (401, 409, 409, 409)),
]
OVER: list[Row] = [
    ("GET", "", {}, (200, 200, 200, 200)),
    ("GET", "/index", {}, (200, 200, 200, 200)),
    ("GET", "/steps", {}, (200, 200, 200, 200)),
    ("GET", "/account", {}, (200, 200, 200, 200)),
    ("GET", "/file", {}, (200, 200, 200, 200)),
    ("POST", "/fork", FORK, (401, 200, 200, 200)),
]
# Becoming somebody else: for nobody, a guest and an account.
WHO: list[tuple[str, str, dict[str, Any], tuple[int, int, int]]] = [
    ("GET", "/api/me", {}, (200, 200, 200)),
    ("POST", "/api/guest", {"name": "Somebody"}, (200, 200, 200)),
    ("POST", "/api/signup", {"name": "Somebody {}", "password": PASSWORD}, (200, 200, 409)),
    ("POST", "/api/signin", {"name": "Nobody at all {}", "password": PASSWORD}, (401, 401, 401)),
    ("POST", "/api/signout", {}, (200, 200, 200)),
    ("POST", "/api/me/password", {"old": "not the password", "new": PASSWORD}, (401, 403, 401)),
]


def an_account(visit: Visit) -> Browser:
    browser = visit()
    browser.post("/api/signup", name=f"Account {next(names)}", password=PASSWORD)
    return browser


@pytest.mark.parametrize(("rows", "over"), [(RUNNING, False), (OVER, True)], ids=["running", "over"])
def test_what_each_role_may_do_with_a_match(visit: Visit, rows: list[Row], over: bool) -> None:
    player = visit("Ann")
    seated = player.post("/api/quickplay", game="jaffre")
    match = player.get(f"/api/tables/{seated['table']}")["match"]
    if over:
        with player.live(seated["table"]) as socket:
            socket.send("resign", seat=0)
            socket.until("ended")
    people = {"nobody": visit(), "guest": visit("Eve"), "account": an_account(visit), "player": player}
    for method, path, body, expected in rows:
        for role, status in zip(ROLES, expected, strict=True):
            assert people[role].status(method, f"/api/matches/{match}{path}", **body) == status, (path, role)


@pytest.mark.parametrize(("method", "path", "body", "expected"), WHO, ids=[row[1] for row in WHO])
def test_who_may_become_somebody(
    visit: Visit, method: str, path: str, body: dict[str, Any], expected: tuple[int, int, int]
) -> None:
    for browser, status in zip((visit(), visit("Eve"), an_account(visit)), expected, strict=True):
        wish = {key: value.format(next(names)) for key, value in body.items()}
        assert browser.status(method, path, **wish) == status, browser.person


def test_every_change_needs_the_token_against_forgeries(visit: Visit) -> None:
    """Even for the owner, on every operation that there is."""
    ann = visit("Ann")
    for method, path in operations(ann.site):
        if method != "GET":
            address = re.sub(r"\{\w+\}", "x", path)
            answer = ann.http.request(method, address, json={})
            assert (answer.status_code, method, path) == (403, method, path)
            assert "x-csrftoken" in answer.json()["error"]


def operations(site: Site) -> set[tuple[str, str]]:
    paths = ask(f"{site.url}/api/schema").json()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_operation_has_its_row(site: Site) -> None:
    """A new route says who may use it before it goes out."""
    tabled = {(method, f"/api/tables/{{id}}{path}") for method, path, *_ in MATRIX}
    matched = {(method, f"/api/matches/{{id}}{path}") for method, path, *_ in OVER}
    rest = {(method, generic(path)) for method, path, *_ in (*ACCOUNT_ROUTES, *WHO)}
    assert operations(site) <= tabled | matched | rest


def generic(path: str) -> str:
    """`/api/me/tokens/x` -> `/api/me/tokens/{id}`"""
    path = re.sub(r"/x$", "/{id}", path)
    return re.sub(r"^/api/games/\w+", "/api/games/{name}", path)
