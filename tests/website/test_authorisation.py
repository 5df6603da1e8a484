"""Who may do what: every operation of the API, for everybody from nobody to administrators, and for tokens."""

import asyncio
import itertools
import re
from typing import Any

import pytest

from quintain.arbiter.uploads.archives import normalised
from quintain.datastore import LogRow, Store, VersionRow, program_id
from tests.datastore.samples import DAWN, play
from tests.website.client import Browser, Site, Visit, ask
from tests.website.own_bots import Bearer, account, new_bot
from tests.website.test_administration import administrator
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
    ("GET", "/slowest?seat=0", {}, (409, 409, 409, 409)),
    ("POST", "/fork", FORK, (401, 409, 409, 409)),
]
OVER: list[Row] = [
    ("GET", "", {}, (200, 200, 200, 200)),
    ("GET", "/index", {}, (200, 200, 200, 200)),
    ("GET", "/steps", {}, (200, 200, 200, 200)),
    ("GET", "/account", {}, (200, 200, 200, 200)),
    ("GET", "/file", {}, (200, 200, 200, 200)),
    ("GET", "/slowest?seat=9", {}, (404, 404, 404, 404)),  # nobody sits there
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

EVENT_DEEDS = ("settings", "join", "leave", "house", "remove", "seeds", "start", "stop")
# What belongs to somebody with a bot, and to administrators: method, path, body -> the status for each of
PARTIES = ("nobody", "guest", "account", "owner", "admin", "read", "play", "bots")  # the last three: the owner's tokens
Everybody = tuple[int, int, int, int, int, int, int, int]
OWNERS: Everybody = (401, 403, 404, 200, 404, 403, 403, 200)
ADMINS: Everybody = (401, 403, 403, 403, 200, 403, 403, 403)
READERS: Everybody = (200, 200, 200, 200, 200, 200, 403, 403)
CONTEST: list[tuple[str, str, dict[str, Any], Everybody]] = [
    ("GET", "/api/me/bots", {}, (401, 403, 200, 200, 200, 403, 403, 200)),
    ("POST", "/api/me/bots", {"game": "jaffre", "name": "Charger {number}"}, (401, 403, 200, 200, 200, 403, 403, 200)),
    ("GET", "/api/me/bots/{bot}", {}, OWNERS),
    ("POST", "/api/me/bots/{bot}/versions?filename=a.zip", {"not": "a zip"}, (401, 403, 404, 422, 404, 403, 403, 422)),
    ("POST", "/api/me/bots/{bot}/activate", {"version": "{version}"}, OWNERS),
    ("POST", "/api/me/bots/{bot}/retire", {}, OWNERS),
    ("GET", "/api/versions/{version}", {}, OWNERS),
    ("GET", "/api/versions/{version}/source", {}, OWNERS),
    ("GET", "/api/versions/{version}/file", {}, OWNERS),
    ("GET", "/api/matches/{match}/log?seat=0", {}, OWNERS),
    ("GET", "/api/events", {}, READERS),
    ("POST", "/api/events", {"game": "jaffre", "name": "Cup {number}"}, (401, 403, 200, 200, 200, 403, 403, 200)),
    ("GET", "/api/events/{event}", {}, READERS),
    ("GET", "/api/events/{event}/rounds?round=0", {}, (409, 409, 409, 409, 409, 409, 403, 403)),
    ("GET", "/api/events/{event}/report", {}, (409, 409, 409, 409, 409, 409, 403, 403)),
    ("POST", "/api/events/{event}/settings", {"joining": True}, (401, 403, 403, 200, 200, 403, 403, 200)),
    ("POST", "/api/events/{event}/join", {"bot": "{bot}"}, (401, 403, 403, 409, 403, 403, 403, 409)),
    ("POST", "/api/events/{event}/leave", {"bot": "{bot}"}, (401, 403, 404, 404, 404, 403, 403, 404)),
    ("POST", "/api/events/{event}/house", {"players": ["beginner"]}, (401, 403, 403, 200, 409, 403, 403, 409)),
    ("POST", "/api/events/{event}/remove", {"player": "x"}, (401, 403, 403, 404, 404, 403, 403, 404)),
    ("POST", "/api/events/{event}/seeds", {"players": []}, (401, 403, 403, 409, 409, 403, 403, 409)),
    ("POST", "/api/events/{event}/start", {}, (401, 403, 403, 409, 409, 403, 403, 409)),
    ("POST", "/api/events/{event}/stop", {}, (401, 403, 403, 200, 409, 403, 403, 409)),
    ("GET", "/api/administration", {}, ADMINS),
    ("GET", "/api/administration/search?name=Ann", {}, ADMINS),
    ("GET", "/api/administration/log", {}, ADMINS),
    ("POST", "/api/administration/ladder", {"paused": False}, ADMINS),
    ("POST", "/api/administration/bots/{bot}", {"disabled": False}, ADMINS),
    ("POST", "/api/administration/people/{person}", {"disabled": False}, ADMINS),
    ("POST", "/api/administration/seasons", {"game": "jaffre", "name": "Season {number}"}, ADMINS),
]
# The scope that a token needs for each operation; what is missing here takes `read` to look at, and no token to change.
SCOPES = {
    ("GET", "/api/me"): "any",
    ("GET", "/api/me/tokens"): None,
    ("GET", "/api/me/sessions"): None,
    ("POST", "/api/quickplay"): "play",
    ("POST", "/api/tables"): "play",
    ("POST", "/api/matches/{id}/fork"): "play",
    **{("POST", f"/api/tables/{{id}}{path}"): "play" for method, path, *_ in MATRIX if method == "POST"},
    ("POST", "/api/tables/{id}/agree"): None,
    ("GET", "/api/tables/{id}/logs"): "bots",
    ("POST", "/api/editor/test"): "bots",
    ("POST", "/api/editor/submit"): "bots",
    ("POST", "/api/bots/{id}/challenge"): "play",
    ("GET", "/api/me/bots"): "bots",
    ("POST", "/api/me/bots"): "bots",
    ("GET", "/api/me/bots/{id}"): "bots",
    ("POST", "/api/me/bots/{id}/versions"): "bots",
    ("POST", "/api/me/bots/{id}/activate"): "bots",
    ("POST", "/api/me/bots/{id}/retire"): "bots",
    ("GET", "/api/versions/{id}"): "bots",
    ("GET", "/api/versions/{id}/source"): "bots",
    ("GET", "/api/versions/{id}/file"): "bots",
    ("GET", "/api/matches/{id}/log"): "bots",
    ("POST", "/api/events"): "bots",
    **{("POST", f"/api/events/{{id}}/{deed}"): "bots" for deed in EVENT_DEEDS},
    ("GET", "/api/administration"): None,
    ("GET", "/api/administration/search"): None,
    ("GET", "/api/administration/log"): None,
}


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


def test_what_owners_administrators_and_tokens_may_do(visit: Visit) -> None:
    owner = account(visit)
    things = things_of(owner)
    parties: dict[str, Browser | Bearer] = {
        "nobody": visit(),
        "guest": visit("Eve"),
        "account": account(visit),
        "owner": owner,
        "admin": administrator(visit),
        **{scope: Bearer(owner, scope) for scope in ("read", "play", "bots")},
    }
    for method, path, body, expected in CONTEST:
        for party, status in zip(PARTIES, expected, strict=True):
            names_now = {**things, "number": next(names)}
            wish = {key: value.format(**names_now) if isinstance(value, str) else value for key, value in body.items()}
            sent = {"json": wish} if method == "POST" else {}
            answer = parties[party].request(method, path.format(**names_now), **sent)
            assert (answer.status_code, path, party) == (status, path, party), answer.text


def things_of(owner: Browser) -> dict[str, Any]:
    """A bot of this owner with a version that is ready and has played, put into the database beside the server."""
    bot = new_bot(owner)
    things = {"bot": bot, "person": owner.person["id"], "version": f"version of {bot}", "match": f"match-of-{bot}"}
    asyncio.run(put(owner.site.database, **things))
    event = owner.post("/api/events", game="jaffre", name="Owner's cup")["id"]
    return {**things, "event": event}


async def put(database: str, bot: str, person: str, version: str, match: str) -> None:
    source = normalised("bot.js", b"0", "jaffre").source
    async with await Store.open(database) as store:
        row = VersionRow(id=version, bot_id=bot, language="javascript", state="ready", created=DAWN)
        await store.add_version(row, source)
        await play(store, match, 1)
        await store.write("the log", store.put_logs([LogRow(match, 0, program_id(version), b"hm")]))


def test_every_operation_takes_the_tokens_that_it_should(visit: Visit) -> None:
    """Whatever is sent: without the scope nothing of it is looked at, and with it the refusal is another one."""
    owner = account(visit)
    tokens = {scope: Bearer(owner, scope) for scope in ("read", "play", "bots")}
    for method, path in sorted(operations(owner.site)):
        needed = SCOPES.get((method, path), "read" if method == "GET" else None)
        for scope, token in tokens.items():
            answer = token.request(method, re.sub(r"\{\w+\}", "x", path), **({"json": {}} if method != "GET" else {}))
            refused = answer.status_code == 403 and "token is" in answer.json()["error"]
            assert (refused, scope, method, path) == (needed not in (scope, "any"), scope, method, path), answer.text


def operations(site: Site) -> set[tuple[str, str]]:
    paths = ask(f"{site.url}/api/schema").json()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_operation_has_its_row(site: Site) -> None:
    """A new route says who may use it before it goes out."""
    tabled = {(method, f"/api/tables/{{id}}{path}") for method, path, *_ in MATRIX}
    matched = {(method, f"/api/matches/{{id}}{path.partition('?')[0]}") for method, path, *_ in OVER}
    rest = {(method, generic(path)) for method, path, *_ in (*ACCOUNT_ROUTES, *WHO)}
    contest = {(method, re.sub(r"\{\w+\}", "{id}", path.partition("?")[0])) for method, path, *_ in CONTEST}
    assert operations(site) <= tabled | matched | rest | contest


def generic(path: str) -> str:
    """`/api/me/tokens/x` -> `/api/me/tokens/{id}`"""
    path = re.sub(r"/x(?=$|/)", "/{id}", path)
    path = re.sub(r"^/api/editor/jaffre", "/api/editor/{game}", path)
    path = re.sub(r"^/api/ladder/\w+", "/api/ladder/{game}", path)
    return re.sub(r"^/api/games/\w+", "/api/games/{name}", path)
