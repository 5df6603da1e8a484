"""Tournaments over HTTP: created, joined, begun and played to a champion; and everything that is refused, in words."""

import asyncio
import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from quintain.datastore import BotRow, Store
from tests.ranker.event_play import Decide, a_version, keep
from tests.website.client import Browser, Site, Visit, ask, eventually
from tests.website.own_bots import Bearer, account
from tests.website.test_administration import administrator

NUMBERS = itertools.count()
Event = dict[str, Any]


def an_event(host: Browser, **wishes: Any) -> Event:
    event: Event = host.post("/api/events", **{"game": "jaffre", "name": "Friday cup", **wishes})
    return event


def a_bot(owner: Browser, name: str = "Destrier", game: str = "jaffre", ready: bool = True) -> str:
    """A bot of this person, put into the database beside the server."""
    bot = BotRow(
        id=f"bot{next(NUMBERS)}{owner.person['id']}",
        game=game,
        name=f"{name} {next(NUMBERS)}",
        owner_id=owner.person["id"],
        created=datetime.now(UTC),
    )
    asyncio.run(stored(owner.site, bot, ready))
    return bot.id


async def stored(site: Site, bot: BotRow, ready: bool) -> None:
    async with await Store.open(site.database) as store:
        await store.create_bot(bot)
        if ready:
            await a_version(store, bot.id)


def in_order(*players: str) -> Decide:
    """Whoever is named first wins."""

    def decide(fixture: Any) -> Any:
        places = [players.index(player) for player in fixture.players]
        return tuple(1 + sorted(set(places)).index(place) for place in places), ()

    return decide


def played(site: Site, id: str, decide: Decide) -> Event:
    """Decide its matches until it is over; the server moves it on."""
    asyncio.run(play(site, id, decide))
    event: Event = ask(f"{site.url}/api/events/{id}").json()
    return event


async def play(site: Site, id: str, decide: Decide) -> None:
    async with await Store.open(site.database) as store:
        while (event := await store.event(id)) and event.state == "running":
            fixtures = await store.open_fixtures(event=id)
            await keep(store, fixtures, decide)
            await asyncio.sleep(0.05)


def refused(browser: Browser | Bearer, path: str, status: int, **body: Any) -> str:
    answer = browser.request("POST", f"/api/events/{path}", json=body)
    assert answer.status_code == status, (answer.status_code, answer.text)
    return str(answer.json()["error"])


def test_a_tournament_from_its_announcement_to_its_champion(visit: Visit) -> None:
    host, ann, bob = account(visit, "Host"), account(visit, "Ann"), account(visit, "Bob")
    event = an_event(host, format="knockout", name="  The   <b>cup</b> ", about="Be kind.", seeding="hand")
    path = f"/api/events/{event['id']}"
    assert (event["name"], event["state"], event["hosting"]) == ("The <b>cup</b>", "open", True)
    joined = [browser.post(f"{path}/join", bot=a_bot(browser, "<i>Wind")) for browser in (ann, bob)]
    assert [entrant["mine"] for entrant in joined[1]["entrants"]] == [False, True]
    host.post(f"{path}/house", players=["beginner", "advanced"])
    players = [entrant["player"] for entrant in host.get(path)["entrants"]]
    order = [players[2], players[1], players[0], players[3]]
    seeded = host.post(f"{path}/seeds", players=order)
    assert [entrant["seed"] for entrant in seeded["entrants"]] == [1, 2, 3, 4]
    started = host.post(f"{path}/start")
    assert (started["state"], started["table"]["expected"], started["table"]["rounds"]) == ("running", 6, 1)
    over = played(host.site, event["id"], in_order(players[1], *[each for each in players if each != players[1]]))
    assert (over["state"], over["champions"], over["table"]["played"]) == ("over", [1], 6)
    assert over["table"]["lines"][0]["entrant"] == 1
    assert [len([p for p in over["table"]["bracket"] if p["round"] == r]) for r in (0, 1)] == [2, 1]
    assert sum(cell["won"] for cell in over["table"]["cross"]) == 6
    final = bob.get(f"{path}/rounds?round=1")
    assert final["pairings"][0]["through"] == [1]
    match = final["matches"][0][0]
    assert bob.get(f"/api/matches/{match['id']}")["id"] == match["id"]
    listed = next(one for one in bob.get("/api/events?state=over") if one["id"] == event["id"])
    assert listed["champions"] == [over["entrants"][1]["name"]]
    assert listed["host"] == host.person["name"]


def test_the_report_can_be_kept_and_names_in_it_are_inert(visit: Visit) -> None:
    host = account(visit, "Host")
    event = an_event(host, per_owner=2)
    path = f"/api/events/{event['id']}"
    for name in ("<script>alert(1)</script>", "Plain"):
        host.post(f"{path}/join", bot=a_bot(host, name))
    host.post(f"{path}/start")
    assert "when the tournament has been played" in host.request("GET", f"{path}/report").json()["error"]
    players = [entrant["player"] for entrant in host.get(path)["entrants"]]
    played(host.site, event["id"], in_order(*players))
    answer = ask(f"{host.site.url}{path}/report")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert "&lt;script&gt;alert(1)" in answer.text
    assert "<script" not in answer.text
    assert "2 players" in answer.text


def test_joining_is_refused_in_words(visit: Visit) -> None:
    host, ann = account(visit, "Host"), account(visit, "Ann")
    id = an_event(host)["id"]
    mine, second = a_bot(ann), a_bot(ann)
    assert "no such bot" in refused(ann, f"{id}/join", 404, bot="nobody")
    assert "not yours" in refused(host, f"{id}/join", 403, bot=mine)
    assert "plays Planets, and this is a tournament of Jaffre" in refused(
        ann, f"{id}/join", 422, bot=a_bot(ann, game="planets")
    )
    assert "no version that is ready" in refused(ann, f"{id}/join", 409, bot=a_bot(ann, ready=False))
    ann.post(f"/api/events/{id}/join", bot=mine)
    assert "is in this tournament already" in refused(ann, f"{id}/join", 409, bot=mine)
    assert "everybody may enter 1 bot here" in refused(ann, f"{id}/join", 409, bot=second)
    refusals = {bot["id"]: bot["refusal"] for bot in ann.get(f"/api/events/{id}")["own"]}
    assert "already" in refusals[mine]
    assert "everybody may enter" in refusals[second]
    ann.post(f"/api/events/{id}/leave", bot=mine)
    host.post(f"/api/events/{id}/settings", joining=False)
    assert "lets nobody else join" in refused(ann, f"{id}/join", 409, bot=second)
    assert "no such tournament" in refused(ann, "nothing/join", 404, bot=second)


def test_only_the_host_runs_a_tournament_and_only_as_it_can_be_run(visit: Visit) -> None:
    host, ann = account(visit, "Host"), account(visit, "Ann")
    id = an_event(host)["id"]
    for deed, body in (("start", {}), ("stop", {}), ("seeds", {"players": []}), ("house", {"players": ["beginner"]})):
        assert "only the host" in refused(ann, f"{id}/{deed}", 403, **body)
    assert "at least 2 entrants; this one has none" in refused(host, f"{id}/start", 409)
    assert "has no house bot 'nobody'" in refused(host, f"{id}/house", 422, players=["nobody"])
    assert "no house bot" in refused(host, f"{id}/house", 422, players=["./bot.py"])
    host.post(f"/api/events/{id}/house", players=["beginner", "chance"])
    assert "already" in refused(host, f"{id}/house", 409, players=["chance"])
    assert "not the entrants" in refused(host, f"{id}/seeds", 409, players=["x"])
    host.post(f"/api/events/{id}/start")
    assert "has begun" in refused(host, f"{id}/start", 409)
    assert "has begun" in refused(ann, f"{id}/join", 409, bot=a_bot(ann))
    host.post(f"/api/events/{id}/stop")
    assert "was stopped" in refused(host, f"{id}/stop", 409)
    assert ann.get(f"/api/events/{id}")["state"] == "stopped"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"options": {"target": -5}}, "target"),
        ({"time_control": {"bank": None, "increment": 0, "limit": None}}, "needs a clock"),
        ({"time_control": {"bank": None, "increment": 0, "limit": 1e9}}, "at most 60 seconds"),
        ({"name": "\u202egnp"}, "invisible"),
        ({"name": "   "}, "needs a name"),
        ({"format": "lottery"}, "not as it should be"),
        ({"matches": 0}, "not as it should be"),
        ({"rated": True}, "administrators"),
    ],
)
def test_a_tournament_that_will_not_do_is_not_made(visit: Visit, wish: dict[str, Any], words: str) -> None:
    host = account(visit, "Host")
    answer = host.request("POST", "/api/events", json={"game": "jaffre", "name": "Cup", **wish})
    assert answer.status_code in (403, 404, 422)
    assert words in answer.json()["error"] + str(answer.json()["detail"])


def test_nobody_has_too_many_tournaments_at_a_time(visit: Visit) -> None:
    host = account(visit, "Host")
    events = [an_event(host)["id"] for _ in range(5)]
    answer = host.request("POST", "/api/events", json={"game": "jaffre", "name": "One more"})
    assert (answer.status_code, "which is the most" in answer.json()["error"]) == (409, True)
    host.post(f"/api/events/{events[0]}/stop")
    an_event(host)


def test_what_administrators_do_to_others_tournaments_is_in_the_audit_log(visit: Visit) -> None:
    host, ada = account(visit, "Host"), administrator(visit)
    id = an_event(host)["id"]
    host.post(f"/api/events/{id}/house", players=["beginner", "chance", "advanced"])
    host.post(f"/api/events/{id}/start")
    player = ada.get(f"/api/events/{id}")["entrants"][0]["player"]
    out = ada.post(f"/api/events/{id}/remove", player=player)
    assert [entrant["out"] for entrant in out["entrants"]] == [True, False, False]
    assert "out already" in refused(host, f"{id}/remove", 409, player=player)
    ada.post(f"/api/events/{id}/stop")
    entries = [entry for entry in ada.get("/api/administration/log")["entries"] if entry["subject"] == f"event {id}"]
    assert [entry["act"] for entry in entries] == ["stop a tournament", "remove an entrant"]
    assert ada.post("/api/events", game="jaffre", name="Masters", rated=True)["rated"]
    # An administrator's token is not an administrator.
    answer = Bearer(ada, "bots").request("POST", "/api/events", json={"game": "jaffre", "name": "M", "rated": True})
    assert answer.status_code == 403


def test_whoever_is_taken_out_loses_the_rest(visit: Visit) -> None:
    host, ann = account(visit, "Host"), account(visit, "Ann")
    id, bot = an_event(host, seeding="hand")["id"], a_bot(ann)
    ann.post(f"/api/events/{id}/join", bot=bot)
    host.post(f"/api/events/{id}/house", players=["beginner", "chance"])
    players = [entrant["player"] for entrant in host.post(f"/api/events/{id}/start")["entrants"]]
    ann.post(f"/api/events/{id}/leave", bot=bot)
    over = played(host.site, id, in_order(*players))
    assert over["champions"] == [1]
    assert over["table"]["lines"][-1]["entrant"] == 0
    states = [
        m["state"] for r in range(3) for p in host.get(f"/api/events/{id}/rounds?round={r}")["matches"] for m in p
    ]
    assert sorted(states) == ["forfeited"] * 4 + ["over"] * 2


def test_two_who_join_at_once_with_one_place_left_do_not_both_get_it(visit: Visit) -> None:
    host, ann = account(visit, "Host"), account(visit, "Ann")
    id = an_event(host)["id"]
    bots = [a_bot(ann) for _ in range(4)]

    async def all_at_once() -> list[int]:
        joins = [asyncio.to_thread(ann.status, "POST", f"/api/events/{id}/join", bot=bot) for bot in bots]
        return await asyncio.gather(*joins)

    assert sorted(asyncio.run(all_at_once())) == [200, 409, 409, 409]
    eventually(lambda: len(host.get(f"/api/events/{id}")["entrants"]) == 1)
