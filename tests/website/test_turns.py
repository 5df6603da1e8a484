"""A turn is one message, one entry of the journal and one step, all of it or nothing, however bad the message is."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintain.website.refusals import NotNow
from quintain.website.table import Table
from tests.website.client import Browser, Socket, Visit
from tests.website.sessions import with_arena

DONE = {"type": "done"}
DUEL = {"map": "duel"}


@dataclass
class War:
    """Planets against somebody who never acts."""

    ann: Browser
    table: str
    socket: Socket
    first: dict[str, Any]

    def act(self, *actions: Any) -> None:
        self.socket.send("act", seq=self.first["seq"], seat=0, actions=actions)

    def is_as_it_was(self) -> bool:
        """Does somebody who comes anew find the match as it was?"""
        with self.ann.live(self.table) as socket:
            return {**socket.until("sync"), "clocks": []} == {**self.first, "clocks": []}

    def acts(self) -> list[Any]:
        """What seat 0 has done, by the journal; the match is over then."""
        self.socket.send("resign", seat=0)
        self.socket.until("ended")
        entries = [step["entry"] for step in self.ann.steps(self.first["match"], views=False)[1:]]
        return [entry["actions"] for entry in entries if entry["type"] == "acted" and entry["seat"] == 0]


def launches(message: dict[str, Any], *ships: int) -> list[dict[str, Any]]:
    """So many ships each, from home to elsewhere."""
    view = message["view"]
    home = next(n for n, planet in enumerate(view["planets"]) if planet["owner"] == view["id"])
    return [{"type": "launch", "source": home, "destination": (home + 1) % 5, "ships": n} for n in ships]


@pytest.fixture
def war(visit: Visit) -> Iterator[War]:
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.table("planets", options=DUEL)["id"]
    for seat, browser in enumerate((ann, bob)):
        browser.post(f"/api/tables/{table}/sit", seat=seat)
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        yield War(ann, table, socket, socket.until("sync"))


def test_a_turn_is_one_entry_and_one_step(war: War) -> None:
    turn = [*launches(war.first, 1, 1), DONE]
    war.act(*turn)
    step = war.socket.until("step")
    assert step["seq"] == war.first["seq"] + 1
    assert (len(step["view"]["orders"]), step["view"]["done"]) == (2, True)
    assert war.acts() == [turn]


def test_a_turn_is_one_commit(tmp_path: Path) -> None:
    async def play(table: Table, commits: list[object]) -> None:
        playing = table.playing
        assert playing
        before, home = len(commits), playing.match.position.view(0)
        turn = [*launches({"view": msgspec.to_builtins(home)}, 1, 1), DONE]
        await playing.act(0, 0, turn)
        assert len(commits) == before + 1
        assert len(playing.match.record) == 1

    with_arena(tmp_path, play, game="planets", options=DUEL)


BAD: list[tuple[list[Any], str, str]] = [
    ([], "message", "a turn has between 1 and 1000 actions; this one has 0"),
    ([0] * 5000, "message", "a turn has between 1 and 1000 actions; this one has 5000"),
    ([DONE, DONE], "illegal", "action 1 of 2: done is the last of its turn; nothing can follow it"),
    (["good", "launch", DONE], "message", "action 2 of 3 is not an action of Planets: "),
    (["good", {"type": "launch", "source": 0, "destination": 0, "ships": 1}, DONE], "illegal", "action 2 of 3: "),
]


@pytest.mark.parametrize(("turn", "code", "detail"), BAD, ids=[detail[-24:] for _, _, detail in BAD])
def test_a_bad_turn_is_refused_whole(war: War, turn: list[Any], code: str, detail: str) -> None:
    good = launches(war.first, 1)[0]
    war.act(*(good if action == "good" else action for action in turn))
    error = war.socket.until("error")
    assert (error["error"], error["seq"]) == (code, war.first["seq"])
    assert error["detail"].startswith(detail)
    assert war.is_as_it_was()
    war.act(good, DONE)
    assert len(war.socket.until("step")["view"]["orders"]) == 1
    assert war.acts() == [[good, DONE]]


def test_a_hundred_thousand_actions_end_the_connection_and_change_nothing(war: War) -> None:
    war.act(*launches(war.first, *[1] * 100_000))
    code, reason = war.socket.closed()
    assert code == 1009
    assert "65536" in reason
    assert war.is_as_it_was()


def test_of_two_messages_with_one_number_one_counts(war: War) -> None:
    turns = [[*launches(war.first, ships), DONE] for ships in (1, 2)]
    for turn in turns:
        war.act(*turn)
    war.socket.until("step")
    error = war.socket.until("error")
    assert error["error"] in ("stale", "turn")
    assert error["seq"] == war.first["seq"]
    assert war.acts() == turns[:1]


def test_an_action_for_a_seat_that_was_just_replaced(war: War) -> None:
    war.ann.post(f"/api/tables/{war.table}/leave")
    war.act(DONE)
    while (error := war.socket.receive())["type"] != "error":
        pass
    assert (error["error"], error["seq"]) == ("now", war.first["seq"])
    assert error["detail"] == "a bot plays for you; take your seat back first"
    war.ann.post(f"/api/tables/{war.table}/takeback", seat=0)
    war.act(DONE)  # decided before somebody else had the seat
    assert war.socket.until("error")["error"] == "stale"


def test_a_message_that_is_overtaken_by_a_replacement(tmp_path: Path) -> None:
    """All at the same time: what is entered first decides about the rest."""

    async def play(table: Table, _: list[object]) -> None:
        playing = table.playing
        assert playing
        requests = (
            table.stand_in_for("ann"),
            playing.act(0, 0, [DONE]),
            playing.say(0, "wait"),
            playing.resign(0),
        )
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), NotNow, NotNow, NotNow]
        assert [type(entry).__name__ for entry in playing.match.record] == ["Replaced"]

    with_arena(tmp_path, play, game="planets", options=DUEL)
