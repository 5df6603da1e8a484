"""Drafts that are tried out at a table: whatever somebody writes, it plays alone and with what its seat may know."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quintain.core import cache
from quintain.sandbox.processes import descendants, exists
from tests.website.client import Browser, Site, Visit, eventually

PLAYS = """
import json, sys
from arena import play

def decide(turn):
    {deed}
    return turn["legal"][0], "the first"

play(decide)
"""
PLAYS_JS = """import { play } from "./arena.mjs";
play(({ legal }) => {
  DEED
  return [legal[0], "the first"];
});
"""
CLASS = """from typing import Any

from quintain.core.bot import Bot, Turn


class Draft(Bot):
    def act(self, turn: Turn) -> Any:
        print("I am a class")
        return turn.legal[0]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of our own, for we count its programs."""
    with Site(tmp_path_factory.mktemp("trials") / "quintain.db") as running:
        yield running


def tried(browser: Browser, source: str, language: str = "python", **wishes: Any) -> str:
    wishes = {"game": "jaffre", "opponent": "intermediate", **wishes}
    table: str = browser.post("/api/editor/test", language=language, source=source, **wishes)["table"]
    return table


def ended(browser: Browser, table: str) -> dict[str, Any]:
    """Wait for the end of a trial; returns its outcome."""
    with browser.live(table) as socket:
        outcome: dict[str, Any] = socket.until("ended")["outcome"]
        return outcome


def said(browser: Browser, table: str) -> dict[str, Any]:
    """What is known of the draft in seat 0."""
    log: dict[str, Any] = browser.get(f"/api/tables/{table}/logs")[0]
    return log


def drafts(site: Site) -> list[Path]:
    """The files of drafts that this server has unpacked."""
    return list((cache.built_home() / "drafts").glob(f"{site.process.pid}-*"))


def programs(site: Site) -> list[int]:
    """The processes of drafts that this server runs: below the keeper of its sandbox."""
    keeper = f"quintain.sandbox.keeper 3 {site.process.pid} ".encode()
    keepers = [pid for pid in pids() if command_of(pid).replace(b"\0", b" ").endswith(keeper)]
    return [pid for each in keepers for pid in descendants(each) if b"\0bot." in command_of(pid)]


def pids() -> list[int]:
    return [int(place.name) for place in Path("/proc").glob("[0-9]*")]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has just ended


def nothing_is_left(site: Site) -> None:
    eventually(lambda: not drafts(site) and not programs(site))


# --- what it does ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_template_plays_a_match_to_its_end(visit: Visit, site: Site, language: str) -> None:
    ann = visit("Ann")
    page = ann.get("/api/editor/jaffre")
    assert page["closed"] is None
    source = next(each["source"] for each in page["templates"] if each["language"] == language)
    table = tried(ann, source, language)
    outcome = ended(ann, table)
    assert (outcome["ending"], outcome["faults"]) == ("normal", [])
    first = said(ann, table)
    assert first["answers"] > 5
    assert first["mistakes"] == []
    match = ann.get(f"/api/tables/{table}")["match"]
    assert ann.get(f"/api/matches/{match}")["steps"] > 20  # it can be looked at again
    nothing_is_left(site)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", PLAYS.format(deed="return turn['legal'][0]")),
        ("javascript", PLAYS_JS.replace("DEED", "return legal[0];")),
    ],
)
def test_an_action_without_a_reason_will_do(visit: Visit, language: str, source: str) -> None:
    ann = visit("Ann")
    table = tried(ann, source, language)
    assert ended(ann, table)["ending"] == "normal"
    assert said(ann, table)["answers"] > 2
    assert said(ann, table)["mistakes"] == []


def test_a_class_plays_in_an_interpreter_of_its_own(visit: Visit, site: Site) -> None:
    ann = visit("Ann")
    table = tried(ann, CLASS)
    assert ended(ann, table)["ending"] == "normal"
    assert "I am a class" in said(ann, table)["log"]
    nothing_is_left(site)


def test_programs_of_every_game_have_a_template(visit: Visit) -> None:
    ann = visit("Ann")
    for game in ("jaffre", "planets"):
        page = ann.get(f"/api/editor/{game}")
        assert [each["language"] for each in page["templates"]] == ["python", "javascript"]
        assert all("your own ideas" in each["source"] for each in page["templates"])


# --- what went wrong, in words and with the line ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "language", "line", "words"),
    [
        ("import arena\n\nif:\n", "python", 3, "SyntaxError: invalid syntax"),
        (CLASS.replace("return turn", "return = turn"), "python", 9, "invalid syntax"),
        (PLAYS.format(deed="print(handsome)"), "python", 6, "NameError: name 'handsome' is not defined"),
        (CLASS.replace("turn.legal[0]", "turn.legal[999]"), "python", 9, "IndexError: list index out of range"),
        (PLAYS.format(deed="return {'type': 'dance'}, ''"), "python", None, "dance"),
        ("print('hello')\n", "python", None, "hello"),
        ("const a = ;\n", "javascript", 1, "SyntaxError"),
        (PLAYS_JS.replace("DEED", "handsome();"), "javascript", 3, "ReferenceError: handsome is not defined"),
    ],
    ids=["grammar", "grammar-class", "name", "index-class", "wrong-answer", "talk", "grammar-js", "name-js"],
)
def test_a_mistake_is_told_with_its_line(
    visit: Visit, source: str, language: str, line: int | None, words: str
) -> None:
    ann = visit("Ann")
    table = tried(ann, source, language)
    outcome = ended(ann, table)
    assert outcome["stopped_by"] in (0, 2)  # it stops there, so that one sees where
    found = [mistake for log in ann.get(f"/api/tables/{table}/logs") for mistake in log["mistakes"]]
    assert any(words in mistake["words"] and mistake["line"] == line for mistake in found), found
    assert "drafts" not in json.dumps(found)  # where we keep them is nobody's business


def test_what_is_no_draft_is_refused_in_words(visit: Visit) -> None:
    ann = visit("Ann")

    def refusal(**wishes: Any) -> tuple[int, str]:
        wishes = {"game": "jaffre", "language": "python", "source": "pass", "opponent": "advanced", **wishes}
        answer = ann.request("POST", "/api/editor/test", json=wishes)
        return answer.status_code, answer.text

    assert "nothing in it yet" in refusal(source=" \n")[1]
    assert "at most 200000" in refusal(source="x" * 200_001)[1]
    assert refusal(source="x" * 10_000_000)[0] == 413
    assert "zero byte" in refusal(source="a\0b")[1]
    assert refusal(language="cobol")[0] == 422
    assert "no house bot" in refusal(opponent="./etc.py")[1]
    assert refusal(game="chess")[0] == 404
    statuses = [refusal(source="")[0] for _ in range(20)]
    assert statuses[-1] == 429
    assert visit().status("POST", "/api/editor/test", game="jaffre", language="python", source="x", opponent="a") == 401


# --- hostile ones ----------------------------------------------------------------------------------------------------

ENDLESS = PLAYS.format(deed="while True: pass")
FLOOD = PLAYS.format(deed="sys.stderr.write('x' * 200_000_000)")
FORK_BOMB = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"


@pytest.mark.parametrize("source", [ENDLESS, FLOOD, FORK_BOMB], ids=["endless", "flood", "forks"])
def test_a_hostile_draft_leaves_the_server_serving_and_nothing_behind(visit: Visit, site: Site, source: str) -> None:
    mallory, ann = visit("Mallory"), visit("Ann")
    table = tried(mallory, source)
    other = ann.post("/api/quickplay", game="jaffre", options={"target": 5})
    with ann.live(other["table"]) as socket:
        assert socket.play(other["seat"])
    ended(mallory, table)
    assert len(said(mallory, table)["log"]) < 100_000
    nothing_is_left(site)


def test_a_draft_knows_what_its_seat_knows(visit: Visit) -> None:
    ann = visit("Ann")
    table = tried(ann, PLAYS.format(deed="print(json.dumps(turn), file=sys.stderr); sys.exit()"))
    ended(ann, table)
    told = [line for log in ann.get(f"/api/tables/{table}/logs") for line in log["log"].splitlines()]
    turn = json.loads(next(line for line in told if line.startswith("{")))
    cards = {(card["color"], card["value"]) for card in objects(turn) if {"color", "value"} <= card.keys()}
    hand = {(card["color"], card["value"]) for card in turn["view"]["hand"]}
    played = {(card["color"], card["value"]) for card in objects(turn["view"]["trick"]) if "color" in card}
    assert hand
    assert cards == hand | played
    assert "seed" not in json.dumps(turn)


def objects(thing: Any) -> Iterator[dict[str, Any]]:
    """All objects inside."""
    if isinstance(thing, dict):
        yield thing
    for part in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
        yield from objects(part)


# --- whose it is -----------------------------------------------------------------------------------------------------


def test_nobody_else_sees_a_trial(visit: Visit) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    table = tried(ann, PLAYS.format(deed="pass"))
    assert bob.status("GET", f"/api/tables/{table}") == bob.status("GET", f"/api/tables/{table}/logs") == 404
    assert bob.status("POST", f"/api/tables/{table}/start") == 404
    with bob.live(table) as socket:
        assert socket.closed()[0] == 4404
    lobby = json.dumps(bob.get("/api/lobby"))
    assert table not in lobby
    match = ann.get(f"/api/tables/{table}")["match"]
    ended(ann, table)
    assert match not in json.dumps(bob.get("/api/lobby"))


def test_another_trial_ends_the_one_before(visit: Visit, site: Site) -> None:
    ann = visit("Ann")
    first = tried(ann, ENDLESS)
    with ann.live(first) as socket:
        socket.until("sync")
        second = tried(ann, PLAYS.format(deed="pass"))
        assert socket.until("ended")["outcome"]["ending"] == "abandoned"
    assert ended(ann, second)["ending"] == "normal"
    nothing_is_left(site)


def test_a_killed_server_leaves_no_program_and_the_trial_goes_on_with_a_fresh_one(database: str) -> None:
    slow = PLAYS.format(deed="import time; time.sleep(0.2)")
    with Site(database) as site, Browser(site, "Ann") as ann:
        table = tried(ann, slow)
        with ann.live(table) as socket:
            while not (before := programs(site)):
                socket.until("sync", "step")
        site.kill()
        eventually(lambda: not any(map(exists, before)))
        with site.restarted() as again:
            ann.site, ann.http.base_url = again, again.url
            eventually(lambda: said(ann, table)["answers"] > 0)
            assert not drafts(site)  # a killed server's files go with the next draft
            assert again.close() == ""
            assert not programs(again)
            assert not drafts(again)
