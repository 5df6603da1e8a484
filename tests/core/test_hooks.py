"""What a game may add to the usual turn: seats that report, seats that are free to act, its own refusals and messages.

Tried on Admiral Radar, which has them all, and on Jaffre, which has none.
"""

import re
from typing import Any

import msgspec
import pytest
import zstandard

from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.errors import BadNotation, BadReplay, IllegalAction, OutOfTurn
from quintain.core.game import EVERYTHING
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.core.record import Acted, Said
from quintain.core.replay import FORMAT, MAGIC, Replay
from quintain.games.admiral.messages import Likely, PositionReport, Priorities, Request
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre.actions import Skip
from tests.games.admiral.boats import BLUE, GAME, act, boats, placed, play

REPORT = PositionReport(cells=4, bits=1.75, likely=(Likely("C6", 0.5), Likely("D6", 0.25)), sectors=(1.0, 0, 0, 0))


# --- who reports, who is free


def test_a_game_names_the_seats_that_report() -> None:
    match = placed()
    assert match.position.speaking == (1, 2, 3)
    assert match.position.seen_by(-1).speaking == (1, 2, 3)
    assert Position.start(JAFFRE).speaking == ()


def test_a_free_seat_may_act_though_nobody_waits_for_it() -> None:
    position = play(boats("A1", mines={BLUE: ["O1"]}), "move east")
    assert 0 not in position.acting
    assert position.may_act(0)
    assert [str(action) for action in position.legal(0)] == ["trigger O1"]
    assert position.allows(0, GAME.parse("trigger O1"))
    assert position.play(0, GAME.parse("trigger O1"), seeded(1)).acting == position.acting
    assert not position.may_act(4)
    assert not position.may_act(64)
    assert not position.may_act(-1)


def test_a_free_seat_goes_on_record_and_its_clock_stands_still() -> None:
    match = placed()
    match.position = play(boats("A1", mines={BLUE: ["O1"]}), "move east")
    match.act(0, GAME.parse("trigger O1"), at=7.0)
    assert match.record[-1] == Acted(0, (GAME.parse("trigger O1"),), 7.0)
    assert match.clocks[0].since is None


def test_where_nobody_is_free_only_acting_seats_may_act() -> None:
    position = Position.start(JAFFRE)
    assert [seat for seat in range(4) if position.may_act(seat)] == list(position.acting)


# --- refusals


def test_a_game_says_why_not() -> None:
    match = placed("A1", "O15")
    before = match.position
    with pytest.raises(IllegalAction, match=r"seat 0 may not move north now: OUT_OF_BOUNDS: that is off the map"):
        match.act(0, GAME.parse("move north"))
    with pytest.raises(OutOfTurn, match=r"seat 4 cannot move north now: NOT_YOUR_TURN: "):
        match.act(4, GAME.parse("move north"))
    with pytest.raises(OutOfTurn, match="WRONG_ROLE"):
        match.act(2, GAME.parse("move east"))
    assert match.position is before
    assert len(match.record) == 2


def test_a_game_without_reasons_of_its_own_lists_what_is_allowed() -> None:
    with pytest.raises(OutOfTurn, match="it is the turn of seat 1"):
        Position.start(JAFFRE).play(2, Skip(), seeded(1))
    assert Position.start(JAFFRE).why_not(2, Skip()) == ""


def test_why_not_is_found_from_what_the_seat_sees() -> None:
    """The same words, wherever the enemy is."""
    for red in ("A2", "B1", "O15"):
        assert re.match("TRAIL", boats("B1", red, trails={BLUE: ["A1"]}).why_not(0, GAME.parse("move west")))


# --- messages


def test_a_message_is_words_for_people_and_a_struct_for_programs() -> None:
    match = placed()
    match.say(3, REPORT, at=1.5)
    assert match.record[-1] == Said(3, str(REPORT), 1.5, REPORT)
    assert match.events(0)[-1] == match.record[-1]
    assert str(match.events(0)[-1]) == f"seat 3 says: {REPORT}"
    assert not any(isinstance(event, Said) for event in match.events(4))
    match.say(0, {"type": "priorities", "systems": ["torpedo", "mine"]})
    assert match.record[-1].message == Priorities(systems=("torpedo", "mine"))


@pytest.mark.parametrize(
    "rubbish",
    [
        None,
        7,
        {"type": "gossip"},
        {"type": "request", "what": "pizza"},
        {"type": "priorities", "systems": []},
        {"type": "position report", "cells": "many", "bits": 1, "likely": []},
        Request(what="pizza"),  # type: ignore[arg-type]
        object(),
    ],
)
def test_what_is_no_message_is_refused(rubbish: Any) -> None:
    match = placed()
    with pytest.raises(BadNotation, match="not a message of Admiral Radar"):
        match.say(0, rubbish)
    assert len(match.record) == 2


def test_a_game_without_messages_has_only_words() -> None:
    with pytest.raises(BadNotation, match="Jaffre has no messages"):
        JAFFRE.message(REPORT)


def test_a_bot_says_messages_and_words() -> None:
    turn = Turn(3, placed().position.seen_by(3), seeded(1))
    turn.say(REPORT)
    turn.say("hold on")
    assert turn.words == (REPORT, "hold on")
    with pytest.raises(BadNotation):
        turn.say({"type": "gossip"})


# --- in replays


def talkative() -> Match:
    match = placed("H8", "B13", map="openwater")
    match.say(3, REPORT, at=1.0)
    match.say(0, Request(what="drone", sector=2), at=2.0)
    match.say(1, "aye", at=3.0)
    return act(match, "move north")


def test_a_message_survives_the_file() -> None:
    match = talkative()
    again = Replay.from_bytes(Replay.of(match).to_bytes())
    *_, (_, replayed) = again.steps(GAME)
    assert replayed.record == match.record
    assert type(replayed.record[2].message) is PositionReport  # type: ignore[union-attr]
    for seat in (*range(8), -1, EVERYTHING):
        assert msgspec.json.encode(replayed.events(seat)) == msgspec.json.encode(match.events(seat))


def test_a_message_survives_json() -> None:
    match = talkative()
    again = msgspec.json.decode(Replay.of(match).to_json(), type=Replay)
    assert again.match(GAME).record == match.record


@pytest.mark.parametrize(
    "message",
    [{"type": "gossip"}, {"type": "position report"}, {}, {"type": "priorities", "systems": ["laser"]}],
)
def test_a_damaged_message_is_a_bad_replay(message: dict[str, Any]) -> None:
    contents = msgspec.to_builtins(Replay.of(talkative()))
    contents["entries"][2]["message"] = message
    packer = zstandard.ZstdCompressor(write_checksum=True)
    replay = Replay.from_bytes(MAGIC + b"%d\n" % FORMAT + packer.compress(msgspec.msgpack.encode(contents)))
    with pytest.raises(BadReplay, match="this replay is damaged: not a message of Admiral Radar"):
        replay.match(GAME)
    with pytest.raises(BadReplay):
        list(replay.steps(GAME))
