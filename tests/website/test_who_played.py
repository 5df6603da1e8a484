"""Who played each seat: a stand-in's deeds are its own, and a person who leaves does not win by them."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from quintain.core.record import Replaced
from quintain.website import seating
from quintain.website.credits import match_players
from quintain.website.table import Table
from tests.website.client import Browser, Site, Visit, new_table
from tests.website.leaving import match_without
from tests.website.sessions import ANN, opened, with_arena


def sittings(match: dict[str, Any], seat: int = 0) -> list[tuple[str, str]]:
    return [(sitting["kind"], sitting["label"]) for sitting in match["players"][seat]["sittings"]]


def played_by_a_bot(ann: Browser, table: str, most: int = 4) -> None:
    """Ann has played a little, and has left."""
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        socket.play(0, most=most)
    ann.post(f"/api/tables/{table}/leave")


def test_a_person_who_left_is_not_credited_with_the_rest(visit: Visit) -> None:
    ann = visit("Ann")
    match = match_without(ann, visit("Bob"))
    assert sittings(match) == [("person", "Ann"), ("bot", "Ann’s stand-in")]
    assert sittings(match, 1) == [("person", "Bob"), ("bot", "Bob’s stand-in"), ("person", "Bob")]
    assert [sittings(match, seat) for seat in (2, 3)] == [[("bot", f"Bot {n} (intermediate)")] for n in (3, 4)]
    faults = [(fault["player"], fault["ending"], fault["mended"]) for fault in match["outcome"]["faults"]]
    assert faults == [("Bob", "abandoned", True), ("Ann", "abandoned", False), ("Bob", "resigned", False)]
    assert match["outcome"]["ranks"][0] == 3  # after both teams, though it was the others who gave up
    (listed,) = [row for row in ann.get("/api/me/matches") if row["id"] == match["id"]]
    assert sittings(listed) == sittings(match)


def test_each_step_says_who_played(visit: Visit) -> None:
    ann = visit("Ann")
    match = match_without(ann, visit("Bob"))
    change = match["players"][0]["sittings"][1]["since"]
    steps = ann.steps(match["id"], views=False)
    assert steps[change]["entry"]["type"] == "replaced"
    for step in steps[1:]:
        if step["entry"]["seat"] == 0:
            assert step["player"] == ("Ann" if step["n"] < change else match["players"][0]["sittings"][1]["name"])
    assert not any(step["reasons"] for step in steps[1:change] if step["entry"]["seat"] == 0)


def test_a_person_who_comes_back_in_time_is(visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann, options={"target": 500}, pace=0.01)
    played_by_a_bot(ann, table)
    ann.post(f"/api/tables/{table}/takeback", seat=0)
    with ann.live(table) as socket:
        socket.play(0, most=1)
        socket.send("resign", seat=0)
        match = ann.get(f"/api/matches/{socket.until('ended')['match']}")
    assert sittings(match) == [("person", "Ann"), ("bot", "Ann’s stand-in"), ("person", "Ann")]
    assert [(fault["ending"], fault["mended"]) for fault in match["outcome"]["faults"]] == [
        ("abandoned", True),
        ("resigned", False),
    ]


def test_a_running_match_does_not_say_how_many_entries_it_has(visit: Visit) -> None:
    """Their number would tell who has ended a secret turn."""
    ann = visit("Ann")
    table = new_table(ann, pace=5)
    played_by_a_bot(ann, table, most=0)
    match = ann.get(f"/api/matches/{ann.get(f'/api/tables/{table}')['match']}")
    assert sittings(match) == [("person", "Ann"), ("bot", "Ann’s stand-in")]
    assert [sitting["since"] for sitting in match["players"][0]["sittings"]] == [0, None]


def test_a_fork_credits_those_who_played_before(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    match = match_without(ann, visit("Bob"))
    step = match["players"][0]["sittings"][1]["since"] + 1  # Ann's stand-in has the seat already
    fork = eve.post(f"/api/matches/{match['id']}/fork", step=step, seats=["me", "shark", None, "intermediate"])["table"]
    with eve.live(fork) as socket:
        socket.send("resign", seat=0)
        forked = eve.get(f"/api/matches/{socket.until('ended')['match']}")
    assert sittings(forked) == [("person", "Ann"), ("bot", "Ann’s stand-in"), ("person", "Eve")]
    assert sittings(forked, 3) == [("bot", "Bot 4 (intermediate)")]  # the same bot plays on
    assert [name["name"] for name in forked["players"][2]["sittings"]] == ["intermediate", "shark"]
    assert [fault["player"] for fault in forked["outcome"]["faults"]] == ["Eve"]


def test_a_rematch_without_the_person_has_a_plain_bot(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = new_table(ann, bob, pace=5)
    ann.post(f"/api/tables/{table}/start")
    ann.post(f"/api/tables/{table}/leave")
    with bob.live(table) as socket:
        socket.send("resign", seat=1)
        socket.until("ended")
        seats = bob.post(f"/api/tables/{table}/rematch")["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats[:2]] == [("bot", "Bot 1 (shark)"), ("person", "Bob")]


def test_after_a_crash_the_chairs_follow_from_the_journal(database: str) -> None:
    site = Site(database, pace=5.0)
    try:
        with Browser(site, "Ann") as ann, Browser(site, "Bob") as bob:
            table = new_table(ann, bob)
            ann.post(f"/api/tables/{table}/start")
            before = ann.post(f"/api/tables/{table}/leave")
            assert before["host"] == bob.person["id"]
            site.kill()
            site = site.restarted()
            after = ann.get(f"/api/tables/{table}")
            assert [seat["kind"] for seat in after["seats"]] == ["bot", "person", "bot", "bot"]
            assert after["seats"][0]["person"] == ann.person["id"]
            assert ann.post(f"/api/tables/{table}/takeback", seat=0)["seats"][0]["kind"] == "person"
    finally:
        assert site.close() == ""


def test_the_journal_counts_whatever_was_saved_of_the_table(tmp_path: Path) -> None:
    """As after a crash between an entry and the saving of the table."""

    async def recovered() -> None:
        arena = await opened(tmp_path)
        try:
            await arena.recover()
            (table,) = arena.tables.values()
            assert [chair.kind for chair in table.data.chairs] == ["bot"] * 4
            assert (table.data.chairs[0].person, table.data.state) == ("ann", "playing")
        finally:
            await arena.close()

    async def play(table: Table, _: list[object]) -> None:
        saved = msgspec.json.decode(table.row().data)
        await table.stand_in_for("ann")
        await asyncio.sleep(0)
        await table.changed()
        await table._store.save_table(msgspec.structs.replace(table.row(), data=json.dumps(saved).encode()))
        assert saved["chairs"][0]["kind"] == "person"

    with_arena(tmp_path, play)
    asyncio.run(recovered())


def test_two_who_take_a_seat_back_at_once(tmp_path: Path) -> None:
    async def play(table: Table, _: list[object]) -> None:
        await table.stand_in_for("ann")
        await asyncio.gather(*(seating.take_back(table, ANN, 0) for _ in range(3)), table.stand_in_for("ann"))
        assert table.playing
        names = [entry.player.name for entry in table.playing.match.record if isinstance(entry, Replaced)]
        assert names[:2] == ["shark", "Ann"]
        assert all(one != other for one, other in pairwise(names)), "each change is one"
        assert table.data.chairs[0].kind == ("person" if names[-1] == "Ann" else "bot")

    with_arena(tmp_path, play)


def test_a_match_whose_options_are_gone_is_listed_all_the_same(tmp_path: Path) -> None:
    async def play(table: Table, _: list[object]) -> None:
        assert table.playing
        row = await table._store.match(table.playing.id)
        assert row
        head = {**msgspec.json.decode(row.header), "options": {"sail": "blue"}}
        for header in (head, {"options": {}, "seed": 1}):
            strange = msgspec.structs.replace(row, header=msgspec.json.encode(header))
            assert [player.seat for player in match_players(strange)] == [0, 1, 2, 3]
            assert match_players(strange)[0].sittings[0].label == "Ann"
        assert match_players(msgspec.structs.replace(row, game="chess"))[1].sittings[0].label == "Bot 2 (intermediate)"

    with_arena(tmp_path, play)
