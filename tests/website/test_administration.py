"""Administrators: what they may do, that it is done at once, and that the audit log has all of it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from quintain.cli.verbs import app
from quintain.core.errors import StoreError
from quintain.datastore import BotRow, FixtureRow, Store, VersionRow, program_id
from quintain.website import administration
from quintain.website.arena import Arena
from quintain.website.refusals import NotNow, NotThere
from quintain.website.wire.administration import DisableRequest, SeasonRequest
from quintain.website.wire.people import Person
from tests.datastore.samples import DAWN
from tests.website.client import Browser, Site, Visit, ask
from tests.website.own_bots import PASSWORD, Bearer, account, new_bot

ADA = Person(id="ada", name="Ada", guest=False)
OUT, IN = DisableRequest(disabled=True, why="  it cheats\n"), DisableRequest(disabled=False)


def appoint(site: Site, browser: Browser, *words: str) -> None:
    done = CliRunner().invoke(app, ["appoint", browser.person["name"], "--database", site.database, *words])
    assert done.exit_code == 0, done.output


def administrator(visit: Visit) -> Browser:
    ada = account(visit, "Ada")
    appoint(ada.site, ada)
    return ada


def test_an_administrator_is_made_while_the_server_runs(visit: Visit) -> None:
    ada = account(visit, "Ada")
    assert not ada.get("/api/me")["admin"]
    assert ada.status("GET", "/api/administration") == 403
    appoint(ada.site, ada)
    assert ada.get("/api/me")["admin"]
    assert ada.status("GET", "/api/administration") == 200
    assert Bearer(ada).request("GET", "/api/administration").status_code == 403
    entry = ada.get("/api/administration/log")["entries"][0]
    assert (entry["person"], entry["act"], entry["detail"]) == (ada.person["name"], "appoint", "on the server")
    appoint(ada.site, ada, "--dismiss")
    assert ada.status("GET", "/api/administration") == 403


def test_nobody_is_appointed_who_has_no_account(site: Site) -> None:
    done = CliRunner().invoke(app, ["appoint", "Nobody at all", "--database", site.database])
    assert done.exit_code == 2
    assert "no account is called 'Nobody at all'" in done.output


def test_the_ladder_is_paused_and_resumed(visit: Visit) -> None:
    ada = administrator(visit)
    assert ada.post("/api/administration/ladder", paused=True)["paused"]
    assert ada.get("/api/administration")["paused"]
    assert not ada.post("/api/administration/ladder", paused=False)["paused"]
    acts = [entry["act"] for entry in ada.get("/api/administration/log")["entries"][:2]]
    assert acts == ["resume", "pause"]


def test_whoever_is_shut_out_is_out_everywhere_at_once(visit: Visit) -> None:
    ada, eve = administrator(visit), account(visit, "Eve")
    bot, token = new_bot(eve), Bearer(eve)
    table = eve.post("/api/quickplay", game="jaffre")["table"]
    name, id = eve.person["name"], eve.person["id"]
    (found, *bots) = ada.get(f"/api/administration/search?name={name}")
    assert (found["kind"], found["id"], [other["id"] for other in bots]) == ("person", id, [bot])
    with eve.live(table) as socket:
        socket.until("sync")
        assert ada.post(f"/api/administration/people/{id}", disabled=True, why="rude")["disabled"]
        assert socket.closed() == (4401, "an administrator has shut this account out")
    assert eve.get("/api/me")["person"] is None
    assert token.request("GET", "/api/me").status_code == 401
    refused = eve.request("POST", "/api/signin", json={"name": name, "password": PASSWORD})
    assert (refused.status_code, "shut this account out" in refused.json()["error"]) == (403, True)
    assert eve.status("POST", "/api/signin", name=name, password="wrong password") == 401
    entry = ada.get("/api/administration/log")["entries"][0]
    assert (entry["act"], entry["subject"], entry["detail"]) == ("disable", f"person {name}", f"{id}: rude")
    assert not ada.post(f"/api/administration/people/{id}", disabled=False)["disabled"]
    assert eve.post("/api/signin", name=name, password=PASSWORD)["id"] == id
    assert token.request("GET", "/api/me").status_code == 200


def test_no_administrator_shuts_themself_out(visit: Visit) -> None:
    ada = administrator(visit)
    assert ada.status("POST", f"/api/administration/people/{ada.person['id']}", disabled=True) == 409
    assert ada.status("POST", "/api/administration/people/nobody", disabled=True) == 404
    assert ada.status("POST", "/api/administration/bots/nothing", disabled=True) == 404
    assert ada.status("POST", "/api/administration/seasons", game="chess", name="Spring") == 404


def test_a_season_begins(visit: Visit) -> None:
    ada = administrator(visit)
    season = ada.post("/api/administration/seasons", game="jaffre", name="Spring")
    assert (season["game"], season["name"]) == ("jaffre", "Spring")
    assert season in ada.get("/api/administration")["seasons"]
    entry = ada.get("/api/administration/log")["entries"][0]
    assert (entry["act"], entry["subject"], entry["detail"]) == ("start a season", "jaffre", "Spring")


def test_a_revoked_token_is_refused_everywhere(visit: Visit) -> None:
    """Even where nobody needs one; and a socket that it has opened is closed."""
    ann = account(visit, "Ann")
    program = Bearer(ann)
    headers = {"authorization": f"Bearer {program.token['secret']}"}
    paths = ["/api/me", "/api/games", "/api/lobby", "/api/me/bots", "/api/matches/nothing", "/api/schema"]
    assert all(program.request("GET", path).status_code in (200, 404) for path in paths)
    machine = visit()
    machine.http.cookies.clear()
    machine.address |= headers
    with machine.live(ann.post("/api/quickplay", game="jaffre")["table"]) as socket:
        socket.until("sync")
        assert ann.status("DELETE", f"/api/me/tokens/{program.token['id']}") == 204
        assert socket.closed()[0] == 4401
    for path in paths:
        assert ask(f"{ann.site.url}{path}", headers=headers).status_code == 401, path
    for path in ("/api/quickplay", "/api/tables", "/api/me/bots", "/api/me/bots/x/versions?filename=a.py"):
        assert program.request("POST", path, json={"game": "jaffre"}).status_code == 401, path


@pytest.mark.parametrize("scope", ["read", "bots"])
def test_a_token_that_is_not_for_playing_opens_no_socket(visit: Visit, scope: str) -> None:
    ann = account(visit, "Ann")
    table = ann.post("/api/quickplay", game="jaffre")["table"]
    program = Bearer(ann, scope)
    ann.http.cookies.clear()
    ann.address = ann.address | {"authorization": f"Bearer {program.token['secret']}"}
    with ann.live(table, greet=False) as socket, pytest.raises(ConnectionClosed) as refused:
        socket.receive()
    assert refused.value.rcvd is not None
    assert refused.value.rcvd.code == 4403


# --- behind the doors ------------------------------------------------------------------------------------------------


def alone(folder: Path, look: Callable[[Arena], Awaitable[None]]) -> None:
    async def run() -> None:
        arena = Arena(await Store.open(folder / "quintain.db"))
        try:
            await arena.store.create_person(ADA.id, ADA.name, "hash")
            await arena.store.create_person("eve", "Eve", "hash")
            await look(arena)
        finally:
            await arena.close()

    asyncio.run(run())


async def with_fixtures(store: Store) -> None:
    """Eve's bot and another one are to play."""
    for bot, owner in (("b", "eve"), ("c", ADA.id)):
        await store.create_bot(BotRow(id=bot, game="jaffre", name=bot, owner_id=owner, created=DAWN))
        await store.add_version(VersionRow(id=f"v{bot}", bot_id=bot, language="c", created=DAWN), b"")
    common: dict[str, Any] = {"seed": "1", "bot_seed": "2", "options": b"{}", "control": b"{}", "created": DAWN}
    for id, bot in (("mine", "b"), ("other", "c")):
        players = (program_id(f"v{bot}"), "bot:x")
        await store.add_fixtures([FixtureRow(id=id, game="jaffre", set_id=id, players=players, **common)])


@pytest.mark.parametrize("act", [administration.disable_bot, administration.disable_person])
def test_bots_of_those_who_are_shut_out_have_nothing_more_to_play(tmp_path: Path, act: Any) -> None:
    async def look(arena: Arena) -> None:
        await with_fixtures(arena.store)
        subject = "b" if act is administration.disable_bot else "eve"
        assert (await act(arena, ADA, subject, OUT)).disabled
        assert [row.id for row in await arena.store.open_fixtures()] == ["other"]
        assert (await arena.store.audit(1))[0].detail == f"{subject}: it cheats"
        assert not (await act(arena, ADA, subject, IN)).disabled

    alone(tmp_path, look)


def test_an_act_that_cannot_be_noted_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The act and its entry in the log are one."""

    def broken(*_: object) -> Callable[[object], None]:
        def fail(_: object) -> None:
            raise StoreError("the log is full")

        return fail

    async def look(arena: Arena) -> None:
        await with_fixtures(arena.store)
        monkeypatch.setattr(arena.store, "audited", broken)
        season = SeasonRequest(game="jaffre", name="Spring")
        for act in (
            administration.pause(arena, ADA, paused=True),
            administration.disable_bot(arena, ADA, "b", OUT),
            administration.disable_person(arena, ADA, "eve", OUT),
            administration.start_season(arena, ADA, season),
        ):
            with pytest.raises(StoreError, match="the log is full"):
                await act
        assert not (await administration.overview(arena)).paused
        assert not (await administration.found_bot(arena, "b")).disabled
        assert not (await administration.found_person(arena, "eve")).disabled
        assert await arena.store.seasons("jaffre") == []
        assert len(await arena.store.open_fixtures()) == 2

    alone(tmp_path, look)


def test_the_log_is_read_page_by_page(tmp_path: Path) -> None:
    async def look(arena: Arena) -> None:
        for number in range(administration.ENTRIES + 5):
            await arena.store.note_act(ADA.id, "act", f"subject {number}")
        first = await administration.log_page(arena, None)
        rest = await administration.log_page(arena, first.entries[-1].id)
        assert (len(first.entries), first.more, len(rest.entries), rest.more) == (50, True, 5, False)
        subjects = [entry.subject for entry in (*first.entries, *rest.entries)]
        assert subjects == [f"subject {number}" for number in reversed(range(administration.ENTRIES + 5))]
        assert abs(first.entries[0].at - datetime.now(UTC).timestamp()) < 3600

    alone(tmp_path, look)


def test_what_is_not_there_cannot_be_shut_out(tmp_path: Path) -> None:
    async def look(arena: Arena) -> None:
        with pytest.raises(NotThere):
            await administration.disable_bot(arena, ADA, "x", OUT)
        with pytest.raises(NotThere):
            await administration.disable_person(arena, ADA, "x", OUT)
        with pytest.raises(NotNow):
            await administration.disable_person(arena, ADA, ADA.id, OUT)
        assert await arena.store.audit(10) == []

    alone(tmp_path, look)
