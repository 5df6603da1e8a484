"""`quintain replay`: the same match again, as a seat saw it or with everything."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from quintain import games
from quintain.cli.story import Story
from quintain.cli.verbs import app
from quintain.core.record import Acted
from quintain.core.replay import Replay
from tests.cli.conftest import Run


def test_a_replay_shows_the_same_score(quintain: Run, saved: tuple[Path, str]) -> None:
    path, line = saved
    match = json.loads(line)
    done = quintain("replay", str(path))
    assert done.returncode == 0
    rows = [words for words in map(str.split, done.stdout.splitlines()) if len(words) == 5 and words[0] in "0123"]
    assert [int(row[3]) for row in rows] == match["outcome"]["scores"]


def test_json_has_every_step(saved: tuple[Path, str]) -> None:
    done = CliRunner().invoke(app, ["replay", str(saved[0]), "--json"])
    story = json.loads(done.stdout)
    match = json.loads(saved[1])
    assert story["outcome"] == match["outcome"]
    assert (story["game"], story["seed"], story["seat"]) == ("jaffre", "5", None)
    assert len(story["steps"]) == match["actions"] + 1
    step = story["steps"][1]
    assert set(step) == {"step", "kind", "seat", "at", "actions", "reason", "why", "events", "view"}
    assert step["view"]["hands"] is not None
    assert step["reason"]["text"]


def test_a_replay_of_other_rules_is_told_from_what_is_stored(saved: tuple[Path, str], tmp_path: Path) -> None:
    replay = Replay.from_bytes(saved[0].read_bytes())
    old = tmp_path / "old.replay"
    old.write_bytes(msgspec.structs.replace(replay, rules_version=99).to_bytes())
    done = CliRunner().invoke(app, ["replay", str(old)])
    assert done.exit_code == 0
    words = " ".join(done.stdout.split())
    assert "This replay needs version 99 of the jaffre rules; this Quintain has version 2" in words
    assert "seat 0: advanced" in words
    assert "share the first place" in words
    as_json = CliRunner().invoke(app, ["replay", str(old), "--json"])
    assert json.loads(as_json.stdout)["rules_version"] == 99
    for_a_seat = CliRunner().invoke(app, ["replay", str(old), "--seat", "1"])
    assert for_a_seat.exit_code != 0


def test_a_seat_sees_only_its_own(saved: tuple[Path, str]) -> None:
    done = CliRunner().invoke(app, ["replay", str(saved[0]), "--json", "--seat", "2"])
    story = json.loads(done.stdout)
    assert story["seed"] is None
    for step in story["steps"]:
        assert step["view"]["hands"] is None or step["view"]["phase"] == "over"
        assert step["seat"] == 2 or step["actions"] is step["reason"] is None
    told = [event["type"] for step in story["steps"] for event in step["events"]]
    assert told.count("dealt") == told.count("round began")


def test_in_words_a_seat_sees_no_reasons_of_others(saved: tuple[Path, str]) -> None:
    replay = Replay.from_bytes(saved[0].read_bytes())
    done = CliRunner().invoke(app, ["replay", str(saved[0]), "--seat", "2"])
    words = " ".join(done.stdout.split())
    assert done.exit_code == 0
    deeds = [entry for entry in replay.entries if isinstance(entry, Acted)]
    own = {str(entry.reason) for entry in deeds if entry.seat == 2}
    shown = [str(entry.reason) for entry in deeds[:8] if " ".join(str(entry.reason).split()) in words]
    assert len(shown) < 8
    assert shown == [str(entry.reason) for entry in deeds[:8] if str(entry.reason) in own]


def test_it_can_begin_later(saved: tuple[Path, str]) -> None:
    done = CliRunner().invoke(app, ["replay", str(saved[0]), "--json", "--step", "7"])
    assert json.loads(done.stdout)["steps"][0]["step"] == 7


def test_keys_walk_through_it(
    saved: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = iter(["", "n", "b", "x", "e", "3", "q"])
    prompts: list[str] = []

    def press(prompt: str) -> str:
        prompts.append(prompt.split("/")[0])
        return next(keys)

    monkeypatch.setattr("builtins.input", press)
    story = Story.read(saved[0], None, 0)
    assert isinstance(story, Story)
    story.walk()
    last = len(story.steps) - 1
    assert prompts == ["[0", "[1", "[2", "[1", "[1", f"[{last}", "[3"]
    assert "'x' is not a key here" in capsys.readouterr().out


# --- files that are no replays


def broken(data: bytes, kind: str) -> bytes:
    match kind:
        case "empty":
            return b""
        case "foreign":
            return b"PK\x03\x04 something else"
        case "truncated":
            return data[: len(data) // 2]
        case "flipped":
            return data[:-20] + bytes([data[-20] ^ 1]) + data[-19:]
    replay = Replay.from_bytes(data)
    changes: dict[str, dict[str, Any]] = {
        "unknown game": {"game": "jafre"},
        "other seed": {"seed": replay.seed + "1"},
        "other outcome": {"outcome": None},
        "bad option": {"options": {**replay.options, "target": -5}},
    }
    return msgspec.structs.replace(replay, **changes[kind]).to_bytes()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("empty", "not a Quintain replay"),
        ("foreign", "not a Quintain replay"),
        ("truncated", "damaged"),
        ("flipped", "damaged"),
        ("unknown game", "did you mean 'jaffre'"),
        ("other seed", "damaged"),
        ("other outcome", "damaged"),
        ("bad option", "target cannot be -5"),
    ],
)
def test_a_bad_file_is_named_in_one_line(kind: str, words: str, saved: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "bad.replay"
    path.write_bytes(broken(saved[0].read_bytes(), kind))
    done = CliRunner().invoke(app, ["replay", str(path)])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "bad.replay" in done.stderr
    assert words in done.stderr


def test_the_file_is_written_whole(saved: tuple[Path, str]) -> None:
    assert Replay.from_bytes(saved[0].read_bytes()).match(games.load("jaffre")).outcome is not None
    assert [path.name for path in saved[0].parent.iterdir()] == ["saved.replay"]
