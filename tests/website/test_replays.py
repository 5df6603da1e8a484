"""Replays: every step through any eyes, the key moments, the file, and a fork from any step."""

import asyncio
from typing import Any

import pytest

from quintain import games
from quintain.core.replay import Replay
from quintain.datastore import Store
from quintain.datastore.thinning import deletes
from tests.datastore.contest_samples import rated_match
from tests.website.client import Browser, Site, Visit


@pytest.fixture
def finished(visit: Visit) -> tuple[Browser, str]:
    browser = visit("Ann")
    table = browser.post("/api/quickplay", game="jaffre", options={"target": 8})["table"]
    with browser.live(table) as socket:
        socket.play(0)
        return browser, socket.seen[-1]["match"]


def test_steps_through_all_eyes(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    info = browser.get(f"/api/matches/{match}")
    everything = browser.steps(match, texts=True)
    assert len(everything) == info["steps"] + 1
    assert everything[0]["entry"] is None
    assert everything[-1]["key"] == "end"
    rounds = [step for step in everything if any(event["type"] == "round scored" for event in step["events"])]
    assert [step["key"] for step in rounds] == ["round"] * (len(rounds) - 1) + ["end"]
    assert any(step["reasons"] for step in everything)
    assert all(step["text"] for step in everything)
    assert everything[5]["view"]["hands"] is not None
    for seat in range(4):
        steps = browser.steps(match, seat)
        assert {step["view"]["seat"] for step in steps} == {seat}
    assert browser.status("GET", f"/api/matches/{match}/steps?seat=4") == 404
    for wrong in ("-1", "x", "", "0x1", "²"):
        assert browser.status("GET", f"/api/matches/{match}/steps?seat={wrong}") == 422


def test_steps_come_in_pages(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    path = f"/api/matches/{match}/steps"
    everything = browser.steps(match)
    last = len(everything) - 1
    assert browser.get(path)["steps"] == everything[:20]
    assert browser.get(f"{path}?first={last - 1}&count=100") == {
        "first": last - 1,
        "last": last,
        "steps": everything[-2:],
    }
    assert browser.get(f"{path}?first={last + 1}")["steps"] == []
    for wrong in ("first=-1", "count=0", "count=101", "count=2001&views=false", "first=x", "texts=maybe"):
        assert browser.status("GET", f"{path}?{wrong}") == 422, wrong


def test_drawings_and_views_come_only_if_they_are_wanted(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    path = f"/api/matches/{match}/steps?seat=1&first=3&count=5"
    plain, drawn, light = (browser.get(path + more)["steps"] for more in ("", "&texts=true", "&views=false"))
    assert [step["text"] for step in plain] == [None] * 5
    assert all(step["text"] for step in drawn)
    assert [step["view"] for step in light] == [None] * 5
    for name in ("events", "lines", "reasons", "entry", "player", "key"):
        assert [step[name] for step in light] == [step[name] for step in plain]


def test_the_index_tells_when_and_whose_and_what_to_mark(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    steps = browser.steps(match, 2)
    index = browser.get(f"/api/matches/{match}/index?seat=2")
    assert index["at"] == [step["at"] for step in steps]
    assert index["seats"] == [step["entry"] and step["entry"]["seat"] for step in steps]
    marked = [(step["n"], step["key"], ", ".join(step["lines"])) for step in steps if step["key"]]
    assert [(key["n"], key["key"], key["text"]) for key in index["keys"]] == marked
    assert browser.status("GET", f"/api/matches/{match}/index?seat=4") == 404


def test_the_file_is_a_replay(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    answer = browser.request("GET", f"/api/matches/{match}/file")
    assert answer.headers["content-disposition"] == f'attachment; filename="jaffre-{match}.replay"'
    replay = Replay.from_bytes(answer.content)
    assert replay.match(games.load("jaffre")).outcome == replay.outcome
    assert str(replay.seed) == browser.get(f"/api/matches/{match}")["seed"]


def test_a_fork_plays_on_from_any_step(finished: tuple[Browser, str], visit: Visit) -> None:
    browser, match = finished
    steps = browser.steps(match, 2)
    eve = visit("Eve")
    for step in (0, len(steps) // 2):
        table = eve.post(f"/api/matches/{match}/fork", step=step, seats=[None, "beginner", "me", None])["table"]
        assert eve.get(f"/api/tables/{table}")["forked_from"] == match
        with eve.live(table) as socket:
            first = socket.until("sync")
            told = [event for each in steps[: step + 1] for event in each["events"]]
            assert first["events"][: len(told)] == told
            assert first["eyes"] == 2
            socket.send("resign", seat=2)
            forked = socket.until("ended")["match"]
            heard = str(first)
        info = eve.get(f"/api/matches/{forked}")
        assert (info["forked_from"], info["forked_step"]) == (match, step)
        again = eve.steps(forked, 2)
        assert [each["view"] for each in again[: step + 1]] == [each["view"] for each in steps[: step + 1]]
        (reseeded,) = [each["entry"] for each in again if each["entry"] and each["entry"]["type"] == "reseeded"]
        assert reseeded["seed"] != info["seed"]
        assert not any(seed in heard for seed in (reseeded["seed"], info["seed"]))


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"step": 10_000, "seats": [None] * 4}, 409),
        ({"step": -1, "seats": [None] * 4}, 422),
        ({"step": 3, "seats": [None] * 3}, 422),
        ({"step": 3, "seats": ["me", "me", None, None]}, 409),
        ({"step": 3, "seats": ["./x.py", None, None, None]}, 422),
        ({"step": 3, "seats": [5, None, None, None]}, 422),
        ({"step": 3}, 422),
    ],
)
def test_forks_that_make_no_sense(finished: tuple[Browser, str], wish: dict[str, Any], status: int) -> None:
    browser, match = finished
    assert browser.status("POST", f"/api/matches/{match}/fork", **wish) == status


def test_the_last_step_cannot_be_forked(finished: tuple[Browser, str]) -> None:
    browser, match = finished
    last = browser.get(f"/api/matches/{match}")["steps"]
    assert browser.status("POST", f"/api/matches/{match}/fork", step=last, seats=[None] * 4) == 409


async def store_without_replay(database: str) -> None:
    """A ladder match, as it is after `quintain thin`."""
    header, outcome = b'{"options":{},"seed":7}', b'{"ending":"normal","scores":[1,0],"ranks":[1,2]}'
    match = rated_match(1, "A", "B", id="thinned", header=header, outcome=outcome)
    async with await Store.open(database) as store:
        await store.add_matches([match], [deletes(["thinned"])])


def test_a_replay_that_was_not_kept_is_told_in_words(site: Site, visit: Visit) -> None:
    asyncio.run(store_without_replay(site.database))
    browser = visit("Ann")
    for part in ("index", "steps", "account", "file"):
        answer = browser.request("GET", f"/api/matches/thinned/{part}")
        assert answer.status_code == 410
        assert "was not kept" in answer.json()["error"]
    wish = {"step": 0, "seats": ["me", None, None, None]}
    assert browser.status("POST", "/api/matches/thinned/fork", **wish) == 410
    answer = browser.request("GET", "/api/matches/thinned")
    assert answer.is_success, answer.text
    assert answer.json()["outcome"]["ranks"] == [1, 2]
