"""Uploaded bots at tables, challenges, and matches of people that count for their ratings."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quintain.datastore import Store
from quintain.ranker.stored import rerate
from tests.datastore.samples import DAWN
from tests.website.client import Browser, Site, Visit, eventually
from tests.website.own_bot import FIRST, add_bot, add_person
from tests.website.own_bots import Bearer

CRASHES = FIRST.replace('    print("it is my turn", file=sys.stderr)\n', "    sys.exit('enough')\n")
PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    database = str(tmp_path_factory.mktemp("contest") / "quintain.db")
    add_person(database, "olga", "Olga")
    add_bot(database, "first", "olga")
    add_bot(database, "crashes", "olga", CRASHES)
    add_person(database, "nora", "Nora")
    add_bot(database, "outlaw", "nora")
    with Site(database) as running:
        yield running


def account(visit: Visit, name: str) -> Browser:
    browser = visit()
    browser.person = browser.post("/api/signup", name=name, password=PASSWORD)
    return browser


def played(browser: Browser, table: str, seat: int = 0) -> dict[str, Any]:
    """Play a seat to the end; returns the match."""
    with browser.live(table) as socket:
        socket.play(seat)
        match: dict[str, Any] = browser.get(f"/api/matches/{socket.seen[-1]['match']}")
        return match


def seated(host: Browser, *bots: str, **wishes: Any) -> str:
    """A Jaffre table with the host in seat 0 and these in the others."""
    table: str = host.table(**wishes)["id"]
    host.post(f"/api/tables/{table}/sit", seat=0)
    for seat, player in enumerate(bots, 1):
        host.post(f"/api/tables/{table}/bot", seat=seat, player=player)
    return table


def refusal(browser: Browser, path: str, **data: Any) -> str:
    answer = browser.request("POST", path, json=data)
    assert answer.is_client_error, answer.text
    return str(answer.json()["error"])


HOUSE = ("intermediate", "advanced", "intermediate")


# --- uploaded bots at tables -----------------------------------------------------------------------------------------


def test_a_challenge_is_a_match_against_the_bot_at_once_and_does_not_count(visit: Visit) -> None:
    gus = visit("Gus")
    table = gus.post("/api/bots/first/challenge", options={"target": 5})["table"]
    info = gus.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in info["seats"]][1::2] == ["first 1", "first 2"]
    assert info["seats"][1]["program"] == "program:first-1"
    match = played(gus, table)
    assert match["rated"] is False
    assert match["outcome"]["faults"] == []
    assert [each["label"] for each in match["players"][1]["sittings"]] == ["first 1"]
    assert gus.get(f"/api/tables/{table}/logs") == []  # what it said is its owner's business


def test_challenges_that_cannot_be_are_refused_in_words(visit: Visit) -> None:
    gus = visit("Gus")
    assert visit().status("POST", "/api/bots/first/challenge") == 401
    assert "no such bot" in refusal(gus, "/api/bots/nobody/challenge")
    assert "you have no such bot" in refusal(gus, "/api/bots/first/challenge", mine="crashes")
    assert "no such bot for Jaffre" in refusal(gus, f"/api/tables/{seated(gus)}/bot", seat=1, player="program:x")


def test_a_program_that_fails_is_replaced_and_it_alone_is_charged(visit: Visit) -> None:
    gus = visit("Gus")
    table = seated(gus, "program:crashes-1", "intermediate", "intermediate", options={"target": 5})
    gus.post(f"/api/tables/{table}/start")
    match = played(gus, table)
    assert [(fault["seat"], fault["ending"]) for fault in match["outcome"]["faults"]] == [(1, "crashed")]
    assert [each["label"] for each in match["players"][1]["sittings"]] == ["crashes", "crashes’s stand-in"]


def test_programs_at_once_are_bounded(visit: Visit) -> None:
    gus = visit("Gus")  # a guest may have two
    table = seated(gus, *["program:first-1"] * 3)
    assert "2 may at a time" in refusal(gus, f"/api/tables/{table}/start")


def test_bots_of_somebody_who_is_shut_out_play_at_no_table(visit: Visit, site: Site) -> None:
    gus = visit("Gus")
    table = seated(gus, "program:outlaw-1", "intermediate", "intermediate")
    asyncio.run(shut_out(site.database, "nora"))
    for path, wish in (
        (f"/api/tables/{table}/start", {}),
        (f"/api/tables/{table}/bot", {"seat": 2, "player": "program:outlaw-1"}),
        ("/api/bots/outlaw/challenge", {}),
    ):
        assert refusal(gus, path, **wish) == "outlaw does not play now"


async def shut_out(database: str, person: str) -> None:
    async with await Store.open(database) as store:
        await store.disable_person(person, DAWN)


# --- what counts -----------------------------------------------------------------------------------------------------


def ratings(site: Site) -> dict[str, Any]:
    async def read() -> dict[str, Any]:
        store = await Store.open(site.database)
        try:
            return {row.player.id: row for row in await store.ladder("jaffre")}
        finally:
            await store.close()

    return asyncio.run(read())


def test_a_match_counts_for_people_and_bots_alike(visit: Visit, site: Site) -> None:
    ann = account(visit, "Anna")
    table = seated(ann, "intermediate", "program:first-1", "intermediate")
    ann.post(f"/api/tables/{table}/settings", rated=True)
    ann.post(f"/api/tables/{table}/start")
    assert ann.get(f"/api/tables/{table}")["rated"]
    with ann.live(table) as socket:
        socket.until("sync")
        socket.send("resign", seat=0)
        socket.until("ended")
        match = ann.get(f"/api/matches/{socket.seen[-1]['match']}")
    assert match["rated"]
    change = next(each for each in match["changes"] if each["seats"] == [0])
    assert change["before"] == 1500
    assert change["after"] < 1500
    known = ratings(site)
    bot = next(id for id in known if id.startswith("bot:jaffre:") and id.endswith(":intermediate"))
    assert {f"person:{ann.person['id']}", "program:first-1", bot} <= {*known}
    assert round(known[f"person:{ann.person['id']}"].mu) == change["after"]
    assert match["id"] in [each["id"] for each in ann.get("/api/lobby")["replays"] if each["rated"]]


def test_the_wish_of_one_side_is_not_enough(visit: Visit) -> None:
    ann, bob = account(visit, "Berta"), account(visit, "Bob")
    table = seated(ann, "intermediate", "intermediate")
    bob.post(f"/api/tables/{table}/sit", seat=3)
    assert "only the host" in refusal(bob, f"/api/tables/{table}/settings", rated=True)
    assert "has not asked" in refusal(bob, f"/api/tables/{table}/agree", agreed=True)
    ann.post(f"/api/tables/{table}/settings", rated=True)
    assert "Bob has not agreed" in refusal(ann, f"/api/tables/{table}/start")
    bob.post(f"/api/tables/{table}/agree", agreed=True)
    # Other players are another match.
    ann.post(f"/api/tables/{table}/bot", seat=1, player="advanced")
    assert "Bob has not agreed" in refusal(ann, f"/api/tables/{table}/start")
    bob.post(f"/api/tables/{table}/agree", agreed=True)
    bob.post(f"/api/tables/{table}/agree", agreed=False)
    assert "Bob has not agreed" in refusal(ann, f"/api/tables/{table}/start")
    bob.post(f"/api/tables/{table}/agree", agreed=True)
    assert ann.post(f"/api/tables/{table}/start")["rated"]
    # Whoever leaves a match that counts does not come back to it, and is charged.
    bob.post(f"/api/tables/{table}/leave")
    assert "counts for ratings" in refusal(bob, f"/api/tables/{table}/takeback", seat=3)
    with ann.live(table) as socket:
        socket.until("sync")
        socket.send("resign", seat=0)
        outcome = socket.until("ended")["outcome"]
    assert {(fault["seat"], fault["ending"]) for fault in outcome["faults"]} == {(3, "abandoned"), (0, "resigned")}
    assert not any(fault["mended"] for fault in outcome["faults"])


def test_what_does_not_count(visit: Visit) -> None:
    gus, ann = visit("Gus"), account(visit, "Carla")
    own = seated(gus, *HOUSE)
    assert "a guest has no rating" in refusal(gus, f"/api/tables/{own}/settings", rated=True)
    hidden = seated(ann, *HOUSE, public=False)
    assert "public tables" in refusal(ann, f"/api/tables/{hidden}/settings", rated=True)
    short = seated(ann, *HOUSE, options={"target": 5})
    assert "options of its ladder" in refusal(ann, f"/api/tables/{short}/settings", rated=True)
    for control in ({"limit": 0.05}, {"limit": 60.0, "bank": 0.5}):
        hasty = seated(ann, *HOUSE, time_control=control)
        assert "at least 1 seconds for a decision" in refusal(ann, f"/api/tables/{hasty}/settings", rated=True)
    table = seated(ann, *HOUSE)
    ann.post(f"/api/tables/{table}/settings", rated=True)
    assert "played in public" in refusal(ann, f"/api/tables/{table}/settings", public=False)
    ann.post(f"/api/tables/{table}/clear", seat=1)
    gus.post(f"/api/tables/{table}/sit", seat=1)
    assert "guest" in refusal(gus, f"/api/tables/{table}/agree", agreed=True)
    assert "Gus is a guest" in refusal(ann, f"/api/tables/{table}/start")
    gus.post(f"/api/tables/{table}/stand")
    ann.post(f"/api/tables/{table}/bot", seat=1, player="search:iterations=5")
    assert "is not on the ladder" in refusal(ann, f"/api/tables/{table}/start")
    ann.post(f"/api/tables/{table}/bot", seat=1, player="advanced")
    ann.post(f"/api/tables/{table}/clear", seat=0)
    ann.post(f"/api/tables/{table}/bot", seat=0, player="advanced")
    assert "bots among themselves" in refusal(ann, f"/api/tables/{table}/start")
    quick = ann.post("/api/quickplay", game="jaffre")["table"]
    assert not ann.get(f"/api/tables/{quick}")["rated"]


def test_bots_of_one_owner_do_not_meet_at_a_table_for_rating(visit: Visit) -> None:
    """Whoever seats them: their owner need not be there."""
    ann = account(visit, "Frieda")
    table = seated(ann, "program:first-1", "intermediate", "program:crashes-1")
    ann.post(f"/api/tables/{table}/settings", rated=True)
    assert "first and crashes have the same owner" in refusal(ann, f"/api/tables/{table}/start")
    ann.post(f"/api/tables/{table}/settings", rated=False)
    assert not ann.post(f"/api/tables/{table}/start")["rated"]


def test_a_program_does_not_play_a_persons_rated_match(visit: Visit, site: Site) -> None:
    ann = account(visit, "Greta")
    program = Bearer(ann, "play")
    table = seated(ann, *HOUSE)
    ann.post(f"/api/tables/{table}/settings", rated=True)
    begun = program.request("POST", f"/api/tables/{table}/start")
    assert (begun.status_code, "cannot begin a rated match" in begun.text) == (403, True)
    ann.post(f"/api/tables/{table}/start")
    machine = visit()
    machine.http.cookies.clear()
    machine.address |= {"authorization": f"Bearer {program.token['secret']}"}
    with machine.live(table) as socket:
        socket.play(0, most=1)
        assert "a program cannot play it" in socket.until("error")["detail"]
    with ann.live(table) as socket:
        socket.play(0, most=1)
        assert socket.until("step", "error")["type"] == "step"
        socket.send("resign", seat=0)
        socket.until("ended")
    again = program.request("POST", f"/api/tables/{table}/rematch")
    assert (again.status_code, "cannot begin a rated match" in again.text) == (403, True)
    assert ann.post(f"/api/tables/{table}/rematch")["rated"]


def test_a_bot_does_not_count_against_its_owner(visit: Visit, tmp_path: Path) -> None:
    database = str(tmp_path / "own.db")
    with Site(database) as first, Browser(first) as ann:
        ann.person = ann.post("/api/signup", name="Dora", password=PASSWORD)
    add_bot(database, "mine", ann.person["id"])
    with Site(database) as again, Browser(again) as dora:
        dora.post("/api/signin", name="Dora", password=PASSWORD)
        table = seated(dora, "program:mine-1", "intermediate", "intermediate")
        dora.post(f"/api/tables/{table}/settings", rated=True)
        assert "bot of somebody who sits here" in refusal(dora, f"/api/tables/{table}/start")
        # And while she plays, she is not told what it writes down: that may be its hand.
        dora.post(f"/api/tables/{table}/settings", rated=False)
        dora.post(f"/api/tables/{table}/start")
        assert dora.get(f"/api/tables/{table}/logs") == []
        with dora.live(table) as socket:
            socket.until("sync")
            socket.send("resign", seat=0)
            socket.until("ended")
        assert [log["seat"] for log in dora.get(f"/api/tables/{table}/logs")] == [1]
        # But it may be watched, against another one; and its owner reads what it says.
        fight = dora.post("/api/bots/mine/challenge", mine="mine", options={"target": 5})["table"]
        with dora.live(fight) as socket:
            assert socket.until("ended")["outcome"]["faults"] == []
        assert "it is my turn" in dora.get(f"/api/tables/{fight}/logs")[0]["log"]
        match = dora.get(f"/api/tables/{fight}")["match"]
        eventually(lambda: "it is my turn" in dora.get(f"/api/matches/{match}/log?seat=0")["text"])


def test_what_was_rated_at_tables_is_what_the_ranker_says(site: Site) -> None:
    async def check() -> Any:
        store = await Store.open(site.database)
        try:
            return await rerate(store, "jaffre")
        finally:
            await store.close()

    report = asyncio.run(check())
    assert report.mended == 0
