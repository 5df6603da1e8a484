"""One person at several seats of a team: sees from all of them, acts for each, and leaves them all at once."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from quintain.core.game import Seat
from quintain.core.match import Match
from quintain.datastore import Store
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.connection import Connection
from quintain.website.history import History
from quintain.website.limits import Limits
from quintain.website.refusals import NotNow, NotYours
from quintain.website.routes.live import Client, follow
from quintain.website.standing import Pass
from quintain.website.table import Table
from quintain.website.wire.live import Act, Hello, Resign, Say
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest
from tests.game_of_fingers import FINGERS, Show
from tests.processes import PATIENCE

ROLES = ("captain", "captain", "gunner", "gunner")
CREWS = replace(FINGERS, seating=lambda options: tuple(Seat(seat % 2, role) for seat, role in enumerate(ROLES)))
Play = Callable[[Arena, Table], Awaitable[None]]
AtATable = Callable[[Play], None]
ANN, BOB = Person(id="ann", name="Ann", guest=True), Person(id="bob", name="Bob", guest=True)


@pytest.fixture
def crews(monkeypatch: pytest.MonkeyPatch) -> None:
    """The website takes the game for one of its own; only the bots for any game play it."""
    monkeypatch.setattr("quintain.website.arena.game_named", lambda name: CREWS)
    monkeypatch.setattr("quintain.website.preparing.load", lambda name: None)
    bots = ModuleType("quintain.games.fingers.bots")
    bots.__path__ = []
    monkeypatch.setitem(sys.modules, "quintain.games.fingers", ModuleType("quintain.games.fingers"))
    monkeypatch.setitem(sys.modules, "quintain.games.fingers.bots", bots)


@pytest.fixture
def at_a_table(crews: None, tmp_path: Path) -> AtATable:
    async def run(play: Play) -> None:
        store = await Store.open(tmp_path / "quintain.db")
        for person in (ANN, BOB):
            await store.create_person(person.id, person.name)
        arena = Arena(store, pace=5.0)
        try:
            await play(arena, arena.new_table(TableRequest(game="fingers", grace=0.05), ANN))
        finally:
            await arena.close()

    return lambda play: asyncio.run(run(play))


async def tell(table: Table, connection: Connection, message: Any, person: Person = ANN) -> None:
    await follow(message, Client(table, connection, person, Limits(), Pass()))


def news(connection: Connection) -> list[dict[str, Any]]:
    """What it would be sent now."""
    messages = []
    while (message := connection._next()) is not None:
        messages.append(json.loads(message))
    return [message for message in messages if message["type"] in ("sync", "step")]


async def seated(arena: Arena, table: Table) -> tuple[Connection, Connection]:
    """Ann at both seats of a crew, Bob at both of the other; the match has begun."""
    for person, seats in ((ANN, (0, 2)), (BOB, (1, 3))):
        for seat in seats:
            seating.sit(table, person, seat, also=True)
    await arena.start(table)
    ann, bob = Connection(table, "ann"), Connection(table, "bob")
    for connection, person in ((ann, ANN), (bob, BOB)):
        await tell(table, connection, Hello(), person)
    return ann, bob


def test_a_person_adds_seats_of_one_team_or_moves(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        seating.sit(table, ANN, 0, also=True)
        seating.sit(table, ANN, 2, also=True)
        assert table.info("ann").you.seats == (0, 2)
        with pytest.raises(NotNow, match="only in one team"):
            seating.sit(table, ANN, 1, also=True)
        seating.sit(table, ANN, 1)
        assert table.info("ann").you.seats == (1,)
        seating.sit(table, ANN, 3, also=True)
        seating.stand(table, ANN)
        assert table.info("ann").you.seats == ()

    at_a_table(play)


def test_a_person_gives_one_seat_back(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        for person, seats in ((ANN, (0, 2)), (BOB, (1, 3))):
            for seat in seats:
                seating.sit(table, person, seat, also=True)
        seating.clear(table, BOB, 1)
        assert table.info("bob").you.seats == (3,)
        with pytest.raises(NotYours):
            seating.clear(table, BOB, 0)
        seating.clear(table, ANN, 3)  # the host may
        assert table.info("bob").you.seats == ()

    at_a_table(play)


def test_no_swap_brings_a_person_into_both_teams(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        for seat in (0, 2):
            seating.sit(table, ANN, seat, also=True)
        with pytest.raises(NotNow, match="only in one team"):
            seating.swap(table, ANN, 0, 1)
        seating.swap(table, ANN, 0, 2)
        assert table.info("ann").you.seats == (0, 2)
        seating.clear(table, ANN, 2)
        seating.swap(table, ANN, 0, 1)
        assert table.info("ann").you.seats == (1,)

    at_a_table(play)


def test_without_roles_a_person_has_one_seat(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        table.places = FINGERS.seating(FINGERS.options())
        seating.sit(table, ANN, 0, also=True)
        with pytest.raises(NotNow, match="where seats have roles"):
            seating.sit(table, ANN, 2, also=True)

    at_a_table(play)


def test_every_seat_is_seen_and_may_act(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        ann, bob = await seated(arena, table)
        (sync,) = news(ann)
        assert (sync["eyes"], [other["seat"] for other in sync["others"]]) == (0, [2])
        assert len(sync["legal"]) == len(sync["others"][0]["legal"]) == 6
        await tell(table, ann, Act(seq=0, seat=2, actions=[{"type": "show", "fingers": 4}]))
        (step,) = news(ann)
        assert step["seq"] == 1
        assert [event["type"] for event in step["events"]] == ["noted"]  # told to seat 2 alone
        assert (step["view"]["mine"], step["others"][0]["view"]["mine"]) == (None, 4)
        # Seat 0 was asked with step 0, and still is.
        await tell(table, ann, Act(seq=0, seat=0, actions=[{"type": "show", "fingers": 1}]))
        for seat in (1, 3):
            with pytest.raises(NotYours, match="yours is 0 and 2"):
                await tell(table, ann, Act(seq=2, seat=seat, actions=[{"type": "show", "fingers": 1}]))
            shown = news(bob)[-1]["seq"]
            await tell(table, bob, Act(seq=shown, seat=seat, actions=[{"type": "show", "fingers": 0}]), BOB)
        last = news(ann)[-1]
        assert [event["type"] for event in last["events"]] == ["counted"]  # told to both seats, and once
        assert last["view"]["last"] == [1, 0, 4, 0]

    at_a_table(play)


def test_nothing_of_the_other_crew_is_seen(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        ann, bob = await seated(arena, table)
        await tell(table, bob, Act(seq=0, seat=3, actions=[{"type": "show", "fingers": 5}]), BOB)
        for message in news(ann):
            assert message["view"]["mine"] is None
            assert message["others"][0]["view"]["mine"] is None
            assert "noted" not in [event["type"] for event in message["events"]]

    at_a_table(play)


def test_talk_and_resignation_for_any_seat(at_a_table: AtATable) -> None:
    async def play(arena: Arena, table: Table) -> None:
        ann, _ = await seated(arena, table)
        await tell(table, ann, Say(words="ready", seat=2))
        said = [event for message in news(ann) for event in message["events"] if event["type"] == "said"]
        assert [(event["seat"], event["words"]) for event in said] == [(2, "ready")]
        await tell(table, ann, Resign(seat=2))
        assert table.playing
        assert table.playing.match.outcome
        assert table.playing.match.outcome.stopped_by == 2

    at_a_table(play)


@pytest.mark.parametrize("way", ["leaves", "stays away"])
def test_bots_stand_in_for_all_seats(at_a_table: AtATable, way: str) -> None:
    async def play(arena: Arena, table: Table) -> None:
        ann, _ = await seated(arena, table)
        if way == "leaves":
            await seating.leave(table, ANN)
        else:
            table.part(ann)
            async with asyncio.timeout(PATIENCE):
                while table.data.chairs[2].kind != "bot":
                    await asyncio.sleep(0.01)
        assert [chair.kind for chair in table.data.chairs] == ["bot", "person", "bot", "person"]
        assert table.info("ann").you.seats == (0, 2)
        assert table.data.host == "bob"
        await seating.take_back(table, ANN, 2)
        assert [chair.kind for chair in table.data.chairs] == ["bot", "person", "person", "person"]

    at_a_table(play)


def test_numbers_are_the_same_after_a_restart() -> None:
    """They follow from the record, for a person with several seats as for everybody."""
    match = Match(CREWS, seed=3)
    shown, crew = History(match, [(0, 2)]), (0, 2)
    for seat in (1, 2, 3, 0, 2):
        match.act(seat, Show(seat), 1.0)
        shown.add(match.record[-1], 1.0)
    again = Match(CREWS, seed=3)
    repeated = History(again, [(0, 2)])
    for entry in match.record:
        again.enter(entry)
        repeated.add(entry, 1.0)
    assert shown.latest == repeated.latest
    messages = [[history.message(crew, seq) for seq in range(1, 6)] for history in (shown, repeated)]
    assert messages[0] == messages[1]
