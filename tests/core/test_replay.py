"""Replays: what goes in comes out, and what is damaged is refused in words."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
import zstandard

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.bots.chance import Chance
from quintain.core import replay as format
from quintain.core.clock import TimeControl
from quintain.core.errors import BadReplay, UnknownFormat, UnknownRules
from quintain.core.game import EVERYTHING
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Candidates, Heat, Player, Reason, Replaced, Resumed, Said, Struck
from quintain.core.replay import FORMAT, LARGEST, MAGIC, Replay
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import Bet, Skip
from tests.game_of_fingers import FINGERS, Show

WHY = Reason("why not", {"odds": 0.5}, (Heat({"A1": 0.5}), Candidates((("show 3", 1.0), ("show 2", 0.5)))))
HEAD = MAGIC + b"%d\n" % FORMAT


def jaffre(actions: int = 60) -> Match:
    """A match of chance with everything on record that Jaffre knows."""
    options = Options(target=99, brown_zero_points=-2)
    control = TimeControl(bank=100.0, increment=1.0)
    match = Match(
        JAFFRE,
        options,
        seed=8,
        players=["a", "b", "c", "d"],
        time_control=control,
        faults=FaultRule(1),
        longest=actions,
    )
    match.fault(1, Ending.CRASHED, "KeyError: 'x'", at=0.25)
    play(match, [InProcess(Chance(), bot_rng(1, seat)) for seat in range(4)])
    return match


def fingers() -> Match:
    """A match with talk, a pause and a change of seats, left by a player."""
    match = Match(FINGERS, seed=2)
    match.say(0, "héllo ✋", at=1)
    match.act(0, Show(3), at=2, reason=WHY)
    match.enter(Replaced(2, Player("Eva", "person", id="e"), 2.5, Ending.ABANDONED, "left", bank=30))
    match.enter(Resumed(2.75, 10))
    match.resign(1, at=3)
    return match


def packed(data: Any) -> bytes:
    """A file with these contents, and a good checksum."""
    return HEAD + zstandard.ZstdCompressor(write_checksum=True).compress(msgspec.msgpack.encode(data))


def contents(match: Match) -> Any:
    return msgspec.to_builtins(Replay.of(match))


# --- round trips


@pytest.mark.parametrize("match", [jaffre(), fingers(), Match(JAFFRE)], ids=["jaffre", "fingers", "not begun"])
def test_a_replay_is_the_match_again(match: Match) -> None:
    replay = Replay.from_bytes(Replay.of(match).to_bytes())
    again = replay.match(match.game)
    assert again.position == match.position
    assert again.outcome == match.outcome == replay.outcome
    assert again.players == match.players
    assert again.strikes == match.strikes
    assert again.record == match.record
    assert again.events(EVERYTHING) == match.events(EVERYTHING)


def test_a_replay_of_a_replay_has_the_same_bytes() -> None:
    replay = Replay.of(jaffre())
    assert Replay.of(Replay.from_bytes(replay.to_bytes()).match(JAFFRE)).to_bytes() == replay.to_bytes()


def test_any_moment_can_be_rebuilt() -> None:
    match = jaffre()
    replay, positions = Replay.of(match), []
    for _, step in replay.steps(JAFFRE):
        positions.append(step.position)
    for n in (0, 1, 17, len(match.record)):
        assert replay.match(JAFFRE, n).position == positions[n]
    assert positions[-1] == match.position


def test_steps_tell_which_entry_led_to_each() -> None:
    entries = [entry for entry, _ in Replay.from_bytes(Replay.of(fingers()).to_bytes()).steps(FINGERS)]
    assert entries[0] is None
    assert isinstance(entries[1], Said)
    assert isinstance(entries[2], Acted)
    assert entries[2].actions == (Show(3),)
    assert entries[2].reason == WHY


def test_an_unfinished_match_has_no_outcome() -> None:
    match = Match(JAFFRE)
    match.act(1, Skip())
    replay = Replay.from_bytes(Replay.of(match).to_bytes())
    assert replay.outcome is None
    assert replay.match(JAFFRE).position.acting == (2,)


def test_the_replay_of_a_stalled_match_is_stalled_again() -> None:
    match = jaffre(12)
    *_, (_, again) = Replay.of(match).steps(JAFFRE)
    assert again.outcome == match.outcome
    assert again.outcome is not None
    assert again.outcome.ending == Ending.STALLED


def test_json_tells_what_happened() -> None:
    data = msgspec.json.decode(Replay.of(jaffre()).to_json())
    assert (data["game"], data["rules_version"], data["seed"]) == ("jaffre", 2, "8")
    assert data["options"]["brown_zero_points"] == -2
    assert [player["name"] for player in data["players"]] == ["a", "b", "c", "d"]
    assert data["format"] == FORMAT
    first = data["entries"][0]
    assert (first["type"], first["seat"], first["ending"], first["at"]) == ("struck", 1, "crashed", 0.25)
    assert first["actions"] == [{"type": "skip"}]
    assert data["outcome"]["ending"] == "stalled"


# --- damage


def test_a_file_that_was_cut_anywhere_is_refused() -> None:
    data = Replay.of(jaffre(20)).to_bytes()
    for length in range(len(data)):
        with pytest.raises(BadReplay):
            Replay.from_bytes(data[:length])


def test_a_file_with_something_behind_it_is_refused() -> None:
    with pytest.raises(BadReplay):
        Replay.from_bytes(Replay.of(fingers()).to_bytes() + b"x")


def test_a_flipped_bit_is_found() -> None:
    replay = Replay.of(jaffre(20))
    data = replay.to_bytes()
    for place in range(len(data)):
        for bit in (1, 128):
            damaged = bytearray(data)
            damaged[place] ^= bit
            with suppress(BadReplay):
                assert msgspec.to_builtins(Replay.from_bytes(bytes(damaged))) == msgspec.to_builtins(replay)


def test_changed_contents_are_refused_or_harmless() -> None:
    """Somebody may write a good checksum on anything."""
    plain = msgspec.msgpack.encode(contents(jaffre(20)))
    packer = zstandard.ZstdCompressor(write_checksum=True)
    for place in range(len(plain)):
        damaged = bytearray(plain)
        damaged[place] ^= (1, 0x80, 0xFF)[place % 3]
        with suppress(BadReplay):
            list(Replay.from_bytes(HEAD + packer.compress(bytes(damaged))).steps(JAFFRE))


@pytest.mark.parametrize(
    "data", [b"", b"quintain", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"{}", MAGIC[:-1], MAGIC, MAGIC + b"x\n"]
)
def test_a_foreign_file_is_refused(data: bytes) -> None:
    with pytest.raises(BadReplay, match="this is not a Quintain replay"):
        Replay.from_bytes(data)


@pytest.mark.parametrize("data", [b"", b"rubbish", zstandard.compress(b"rubbish"), zstandard.compress(b"")])
def test_rubbish_behind_our_name_is_refused(data: bytes) -> None:
    with pytest.raises(BadReplay, match="damaged or cut short"):
        Replay.from_bytes(HEAD + data)


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zstandard.ZstdCompressor(level=19).compress(bytes(LARGEST + 1))
    assert len(bomb) < 100_000
    with pytest.raises(BadReplay, match="unpacks to more than"):
        Replay.from_bytes(HEAD + bomb)


def test_a_bomb_that_hides_its_size_is_not_unpacked() -> None:
    stream = zstandard.ZstdCompressor(level=1).compressobj()
    bomb = b"".join(stream.compress(bytes(2**20)) for _ in range(LARGEST // 2**20 + 1)) + stream.flush()
    with pytest.raises(BadReplay):
        Replay.from_bytes(HEAD + bomb)


def test_a_file_nested_without_end_is_refused() -> None:
    data = contents(fingers())
    nest: Any = 1
    for _ in range(500):
        nest = [nest]
    data["entries"][1]["actions"] = nest
    deep = msgspec.msgpack.encode(data).replace(b"\x91" * 500, b"\x91" * 100_000)
    with pytest.raises(BadReplay):
        list(Replay.from_bytes(HEAD + zstandard.compress(deep)).steps(FINGERS))


# --- versions


def test_a_newer_format_is_refused_in_words() -> None:
    data = Replay.of(fingers()).to_bytes().replace(HEAD, MAGIC + b"%d\n" % (FORMAT + 1))
    with pytest.raises(UnknownFormat, match=f"has format {FORMAT + 1}; this Quintain reads formats up to {FORMAT}"):
        Replay.from_bytes(data)


def test_an_older_format_is_refused_in_words() -> None:
    with pytest.raises(UnknownFormat, match=r"has format 1; Quintain reads it only up to version 0\.1"):
        Replay.from_bytes(MAGIC + b"1\n" + zstandard.compress(b"whatever"))


def test_an_older_format_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it will be when the next format comes."""
    old = contents(fingers())
    data = MAGIC + b"%d\n" % FORMAT + zstandard.compress(msgspec.msgpack.encode(old))
    header = Replay.of(fingers()).header()
    monkeypatch.setattr(format, "FORMAT", FORMAT + 2)
    monkeypatch.setitem(format.UPGRADES, FORMAT, lambda data: {**data, "seed": data["seed"] + "1"})
    monkeypatch.setitem(format.UPGRADES, FORMAT + 1, lambda data: {**data, "seed": data["seed"] + "0"})
    for replay in (Replay.from_bytes(data), Replay.from_journal(header, [])):
        assert (replay.format, replay.seed) == (FORMAT + 2, "210")


def test_seeds_that_were_numbers_are_texts_now() -> None:
    """Format 2 had them as numbers of 64 bits."""
    old = {**contents(fingers()), "format": 2, "seed": -7}
    data = MAGIC + b"2\n" + zstandard.compress(msgspec.msgpack.encode(old))
    header = msgspec.json.encode({**old, "entries": ()})
    for replay in (Replay.from_bytes(data), Replay.from_journal(header, [])):
        assert (replay.format, replay.seed) == (FORMAT, "-7")
        assert replay.new_match(FINGERS).seed == -7


def test_a_large_seed_survives() -> None:
    match = Match(FINGERS, seed=2**128 - 1)
    replay = Replay.of(match)
    assert Replay.from_bytes(replay.to_bytes()) == Replay.from_journal(replay.header(), []) == replay
    assert replay.match(FINGERS).position == match.position


@pytest.mark.parametrize("seed", ["", "seven", "1e3", "0x7", "1_000", " 7", "9" * 40, 7, None])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(BadReplay, match="damaged"):
        Replay.from_bytes(packed({**contents(fingers()), "seed": seed}))


def test_a_journal_is_the_match_again() -> None:
    match = fingers()
    lines = [msgspec.json.encode(entry) for entry in match.record]
    replay = Replay.from_journal(Replay.of(match).header(), lines)
    assert replay.match(FINGERS).record == match.record
    assert [clock.bank for clock in replay.match(FINGERS).clocks] == [clock.bank for clock in match.clocks]


@pytest.mark.parametrize("header", [b"", b"{", b"[]", b"7", b"{}"])
def test_a_damaged_journal_is_refused(header: bytes) -> None:
    with pytest.raises(BadReplay):
        Replay.from_journal(header, [])


def test_a_replay_of_other_rules_can_still_be_told() -> None:
    data = {**contents(fingers()), "rules_version": 7}
    data["entries"][1]["actions"] = [{"type": "wave", "hands": 2}]
    account = list(Replay.from_bytes(packed(data)).account(FINGERS))
    assert account == [
        "seat 0 says: héllo ✋",
        'seat 0: {"type":"wave","hands":2}',
        "Eva takes over seat 2",
        "the match is stopped: resigned",
    ]
    assert list(Replay.of(fingers()).account(FINGERS))[1] == "seat 0: show 3"


# --- tampering


def test_rules_of_another_version_are_refused_in_words() -> None:
    data = {**contents(jaffre()), "rules_version": 7}
    with pytest.raises(UnknownRules, match=r"needs version 7 of the jaffre rules; this Quintain has version 2"):
        Replay.from_bytes(packed(data)).match(JAFFRE)


def test_a_replay_of_another_game_is_refused() -> None:
    with pytest.raises(UnknownRules, match="fingers"):
        Replay.of(fingers()).match(JAFFRE)


@pytest.mark.parametrize(
    "action",
    [None, 7, "skip", [], {}, [7], [None], [{"type": "fold"}], [{"type": "bet", "amount": 99}]],
    ids=str,
)
def test_a_tampered_action_is_refused(action: Any) -> None:
    data = contents(jaffre())
    data["entries"][1]["actions"] = action
    with pytest.raises(BadReplay, match="this replay is damaged"):
        Replay.from_bytes(packed(data)).match(JAFFRE)


def test_an_illegal_action_is_refused() -> None:
    match = Match(JAFFRE)
    match.act(1, Bet(9))
    data = contents(match)
    data["entries"] = (
        *data["entries"],
        {"type": "acted", "seat": 2, "actions": [{"type": "bet", "amount": 8}], "at": 0},
    )
    with pytest.raises(BadReplay, match="seat 2 may not bet 8 now"):
        Replay.from_bytes(packed(data)).match(JAFFRE)


def test_entries_after_the_end_are_refused() -> None:
    data = contents(fingers())
    data["entries"] = (*data["entries"], data["entries"][0])
    with pytest.raises(BadReplay, match="the match is over"):
        Replay.from_bytes(packed(data)).match(FINGERS)


def test_another_outcome_is_found_out() -> None:
    data = contents(jaffre())
    data["outcome"] = {**data["outcome"], "scores": [99, 0, 99, 0]}
    with pytest.raises(BadReplay, match="played again, it ends otherwise"):
        list(Replay.from_bytes(packed(data)).steps(JAFFRE))


@pytest.mark.parametrize("options", [{"target": -1}, {"goal": 5}, {"target": "x"}])
def test_impossible_options_are_refused(options: Any) -> None:
    with pytest.raises(BadReplay, match="this replay is damaged"):
        Replay.from_bytes(packed({**contents(jaffre()), "options": options})).match(JAFFRE)


def test_an_impossible_seed_is_refused() -> None:
    with pytest.raises(BadReplay, match="this replay is damaged: the seed"):
        Replay.from_bytes(packed({**contents(fingers()), "seed": str(2**128)})).match(FINGERS)


def test_a_strike_without_end_is_still_only_a_strike() -> None:
    """The record is trusted about faults: a strike more than the event forgave plays on."""
    match = Match(JAFFRE)
    match.enter(Struck(1, Ending.CRASHED, "", (Skip(),), 0))
    assert Replay.from_bytes(Replay.of(match).to_bytes()).match(JAFFRE).strikes == [0, 1, 0, 0]
