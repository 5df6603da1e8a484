"""How much one person may have: refused in words where it is too much, and only there."""

from typing import Any

import pytest

from quintain import games
from quintain.core.errors import UnknownPlayer
from quintain.website.catalogue import house_player
from quintain.website.data import TableData
from quintain.website.quota import MOST_RUNNING, MOST_RUNNING_GUEST, MOST_WAITING, check_running, check_waiting_tables
from quintain.website.refusals import NotNow
from tests.website.client import Browser, Visit

TABLE: dict[str, Any] = {
    "id": "a",
    "game": "jaffre",
    "options": {},
    "time_control": None,
    "public": True,
    "watching": "public",
    "pace": 1.0,
    "grace": 1.0,
    "host": "ann",
    "chairs": [],
}


def tables(count: int, **changes: Any) -> list[TableData]:
    return [TableData(**TABLE | {"owner": "ann"} | changes) for _ in range(count)]


@pytest.mark.parametrize(("most", "guest"), [(MOST_RUNNING, False), (MOST_RUNNING_GUEST, True)])
def test_matches_that_run_are_bounded_by_who_made_their_tables(most: int, guest: bool) -> None:
    (new,) = tables(1, by_guest=guest)
    others = tables(50, state="playing", owner="bob") + tables(50, state="over")
    check_running(new, tables(most - 1, state="playing") + others)
    with pytest.raises(NotNow, match=f"{most} matches run already"):
        check_running(new, tables(most, state="playing") + others)


def test_tables_that_wait_are_bounded() -> None:
    check_waiting_tables("ann", tables(MOST_WAITING - 1) + tables(50, owner="bob"))
    with pytest.raises(NotNow, match="nothing has begun yet"):
        check_waiting_tables("ann", tables(MOST_WAITING))


def test_a_guest_is_told_when_enough_matches_run_and_may_go_on_when_one_has_ended(visit: Visit) -> None:
    ann = visit("Ann")
    for _ in range(MOST_RUNNING_GUEST):
        last = ann.post("/api/quickplay", game="jaffre")["table"]
    answer = ann.request("POST", "/api/quickplay", json={"game": "jaffre"})
    assert answer.status_code == 409
    assert "6 matches run already on tables of yours" in answer.json()["error"]
    with ann.live(last) as socket:
        socket.until("sync")
        socket.send("resign", seat=0)
        socket.until("ended")
    ann.post("/api/quickplay", game="jaffre")


def test_leaving_a_table_does_not_make_room_for_another_while_its_bots_play_on(visit: Visit) -> None:
    ann = visit("Ann")
    for _ in range(MOST_RUNNING_GUEST):
        table = ann.post("/api/quickplay", game="jaffre", options={"target": 1000})["table"]
        ann.post(f"/api/tables/{table}/settings", pace=5.0)
        ann.post(f"/api/tables/{table}/leave")
    assert ann.status("POST", "/api/quickplay", game="jaffre") == 409


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("planets", {"file": "x" * 30_000}, "file has 30000 characters, and an option has at most 20000"),
        ("jaffre", {"target": 10**30}, "target is a number that no game knows"),
        ("jaffre", {"target": [1] * 1000}, "target is one of many things at once"),
        ("jaffre", {"made_pays": "x" * 10_000}, "made_pays cannot be 'xxx"),
        ("jaffre", {"x" * 10_000: 1}, "has no option"),
    ],
)
def test_options_have_a_size_that_makes_sense(visit: Visit, game: str, options: dict[str, Any], words: str) -> None:
    ann = visit("Ann")
    for path in ("/api/tables", "/api/quickplay"):
        answer = ann.request("POST", path, json={"game": game, "options": options})
        assert answer.status_code == 422
        assert words in answer.json()["error"]
        assert len(answer.text) < 500


@pytest.mark.parametrize(
    "player",
    ["sage2:budget=2.1", "search:iterations=10001", "rollout:worlds=100000", "sage:budget=nan", "sage2:budget=-inf"],
)
def test_bots_settings_are_bounded(player: str) -> None:
    with pytest.raises(UnknownPlayer, match=r"at most|thinks for"):
        house_player(games.load("planets"), player)
    house_player(games.load("planets"), "sage2:budget=2")


def test_the_largest_table_that_a_guest_may_make_is_still_allowed(visit: Visit) -> None:
    hog: Browser = visit("Hog")
    table = hog.post("/api/tables", game="planets", options={"players": 10, "planets": 99})["id"]
    # Nobody begins the match: its bots would think beside all tests that follow.
    seats = hog.post(f"/api/tables/{table}/fill", player="search:iterations=10000")["seats"]
    assert [seat["player"] for seat in seats] == ["search:iterations=10000"] * 20
