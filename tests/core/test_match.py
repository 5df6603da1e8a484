"""A match: acting, talking, time, faults and endings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quintain.core.clock import TimeControl
from quintain.core.errors import BadSetting, IllegalAction, MatchOver, OutOfTurn, WrongSeats
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Acted, Ended, Match, Reason, Said, Stopped, Struck, Warned, line
from quintain.core.outcome import Ending, Outcome
from quintain.core.replay import Replay
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import Bet, Skip
from tests.fingers import FINGERS, Show


def jaffre(**settings: Any) -> Match:
    """Seat 1 is to act."""
    return Match(JAFFRE, seed=1, **settings)


def over(match: Match) -> Outcome:
    assert match.outcome is not None
    return match.outcome


# --- acting


def test_an_action_moves_the_match_on_and_goes_on_record() -> None:
    match, reason = jaffre(), Reason("a strong hand", {"points": 9})
    match.act(1, Bet(9), at=2.5, reason=reason)
    assert match.position.acting == (2,)
    assert match.record == [Acted(1, Bet(9), 2.5, reason)]
    assert match.actions == 1


def test_an_illegal_action_changes_nothing() -> None:
    match = jaffre()
    before = match.position
    with pytest.raises(IllegalAction):
        match.act(1, Bet(99))
    assert match.position is before
    assert (match.record, match.actions, match.outcome) == ([], 0, None)
    assert not any(isinstance(event, Warned) for event in match.events(EVERYTHING))


def test_acting_out_of_turn_says_whose_turn_it_is() -> None:
    with pytest.raises(OutOfTurn, match="seat 3 cannot act now: it is the turn of seat 1"):
        jaffre().act(3, Skip())


@pytest.mark.parametrize("seat", [-1, 4, 64])
def test_a_seat_that_does_not_exist_cannot_act(seat: int) -> None:
    with pytest.raises(OutOfTurn):
        jaffre().act(seat, Skip())


def test_a_match_that_is_played_to_its_end_ends_normally() -> None:
    match = Match(JAFFRE, Options(target=1), seed=1)
    while not match.outcome:
        seat = match.position.acting[0]
        match.act(seat, JAFFRE.default(match.position.state, seat))
    assert over(match).ending == Ending.NORMAL
    assert over(match).fault is None
    ended = match.events(PUBLIC)[-1]
    assert ended == Ended(over(match))
    assert line(ended, match.position) == "the match is over: team 0 wins, 7 to 0"


# --- talking


def test_jaffre_is_silent() -> None:
    match = jaffre()
    with pytest.raises(IllegalAction, match="Jaffre is played in silence"):
        match.say(0, "I have the red zero")
    assert match.record == []


def test_team_talk_reaches_the_team_only() -> None:
    match = Match(FINGERS)
    match.say(0, "five?", at=1)
    heard = [seat for seat in range(4) if Said(0, "five?", 1) in match.events(seat)]
    assert heard == [0, 2]
    assert match.events(PUBLIC) == []


def test_table_talk_reaches_everybody() -> None:
    match = Match(replace(FINGERS, talk="table"))
    match.say(0, "hello")
    assert all(match.events(seat) == [Said(0, "hello", 0)] for seat in (0, 1, 2, 3, PUBLIC))


def test_long_words_are_cut() -> None:
    match = Match(FINGERS)
    match.say(0, "x" * 10_000)
    (said,) = match.events(0)
    assert len(said.words) == 500


def test_words_that_cannot_be_written_are_mended() -> None:
    """Half a letter would make a replay that cannot be stored."""
    match = Match(FINGERS)
    match.say(0, "a\ud800b")
    (said,) = match.events(0)
    assert said.words.encode()


def test_a_seat_may_talk_when_it_is_not_its_turn() -> None:
    match = Match(FINGERS)
    match.act(0, Show(3))
    match.say(0, "done")
    assert Said(0, "done", 0) in match.events(2)


# --- time


def test_acting_too_late_is_a_fault_not_an_action() -> None:
    match = jaffre(time_control=TimeControl(limit=2))
    match.act(1, Bet(9), at=2.5)
    assert over(match) == Outcome(
        ending=Ending.OUT_OF_TIME, scores=(0, 0, 0, 0), ranks=(1, 2, 1, 2), fault=1, why="its time was up"
    )
    assert match.actions == 0


def test_what_the_line_took_is_not_charged_and_stays_on_record() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.enter(match.acted(1, Bet(9), at=4.0, lag=0.5))
    match.enter(match.acted(2, Skip(), at=5.0))
    assert [clock.bank for clock in match.clocks] == [10, 6.5, 9, 10]
    again = Replay.from_bytes(Replay.of(match).to_bytes()).match(JAFFRE)
    assert [clock.bank for clock in again.clocks] == [10, 6.5, 9, 10]


def test_whoever_is_late_only_by_the_line_is_in_time() -> None:
    match = jaffre(time_control=TimeControl(limit=2))
    assert isinstance(match.acted(1, Bet(9), at=2.5, lag=0.5), Acted)
    assert isinstance(match.acted(1, Bet(9), at=2.6, lag=0.5), Stopped)


def test_acting_at_the_last_moment_is_in_time() -> None:
    match = jaffre(time_control=TimeControl(limit=2))
    match.act(1, Bet(9), at=2.0)
    assert match.outcome is None


def test_each_seat_is_charged_for_its_own_time() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.act(1, Skip(), at=4)
    match.act(2, Skip(), at=5)
    assert [clock.bank for clock in match.clocks] == [10, 6, 9, 10]


def test_a_tick_ends_what_has_gone_on_for_too_long() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.tick(9.9)
    assert match.outcome is None
    match.tick(10.1)
    assert (over(match).ending, over(match).fault) == (Ending.OUT_OF_TIME, 1)


def test_a_tick_finds_every_late_seat() -> None:
    match = Match(FINGERS, time_control=TimeControl(limit=1), strikes=1)
    match.act(2, Show(5), at=0.5)
    match.tick(1.5)
    assert match.strikes == [1, 1, 0, 1]
    assert match.position.acting == (0, 1, 2, 3)


def test_the_deadline_is_the_first_seat_to_run_out() -> None:
    match = Match(FINGERS, time_control=TimeControl(bank=10))
    assert match.deadline(4) == 6
    assert Match(FINGERS).deadline(4) is None


def test_clocks_stop_at_the_end() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.resign(1, at=3)
    assert all(clock.since is None for clock in match.clocks)


# --- faults


def test_a_fault_ends_the_match() -> None:
    match = jaffre()
    match.fault(1, Ending.CRASHED, "ValueError: oops", at=1)
    assert match.record == [Stopped(Ending.CRASHED, 1, "ValueError: oops", 1)]
    assert (over(match).fault, over(match).why) == (1, "ValueError: oops")


def test_a_forgiven_fault_is_a_strike_and_the_default_action() -> None:
    match = jaffre(strikes=1)
    match.fault(1, Ending.CRASHED, "oops", at=1)
    assert match.record == [Struck(1, Ending.CRASHED, "oops", Skip(), 1)]
    assert match.strikes == [0, 1, 0, 0]
    assert match.position.acting == (2,)


def test_the_last_strike_is_followed_by_the_end() -> None:
    match = Match(FINGERS, strikes=2)
    for _ in range(3):
        match.fault(0, Ending.ILLEGAL, "wrong")
        for seat in (1, 2, 3):
            if not match.outcome:
                match.act(seat, Show(1))
    assert match.strikes == [2, 0, 0, 0]
    assert (over(match).ending, over(match).fault) == (Ending.ILLEGAL, 0)


def test_strikes_are_counted_by_seat() -> None:
    match = Match(FINGERS, strikes=1)
    match.fault(0, Ending.ILLEGAL, "wrong")
    match.fault(1, Ending.CRASHED, "broken")
    assert match.strikes == [1, 1, 0, 0]
    assert match.outcome is None


def test_a_warning_does_not_tell_why() -> None:
    match = jaffre(strikes=1)
    match.fault(1, Ending.CRASHED, "KeyError: my hand is R0 R7")
    assert Warned(1, Ending.CRASHED, 1) in match.events(2)
    assert not any("R7" in str(event) for event in match.events(PUBLIC))


def test_only_who_owes_a_decision_can_be_at_fault() -> None:
    with pytest.raises(OutOfTurn):
        jaffre().fault(2, Ending.CRASHED, "oops")


# --- endings


def test_resigning_loses_whoever_is_to_act() -> None:
    match = jaffre()
    match.resign(2)
    assert (over(match).ending, over(match).fault, over(match).ranks) == (Ending.RESIGNED, 2, (2, 1, 2, 1))


def test_an_abandoned_match_is_nobodys_fault() -> None:
    match = jaffre()
    match.stop(Ending.ABANDONED)
    assert (over(match).fault, over(match).ranks) == (None, (1, 1, 1, 1))


def test_after_the_end_nothing_happens() -> None:
    match = Match(FINGERS)
    match.resign(0)
    deeds: list[Callable[[], None]] = [
        lambda: match.act(1, Show(1)),
        lambda: match.say(1, "well played"),
        lambda: match.resign(1),
        lambda: match.fault(1, Ending.CRASHED, ""),
        lambda: match.stop(Ending.ABANDONED),
        lambda: match.enter(Acted(1, Show(1), 0)),
    ]
    for deed in deeds:
        with pytest.raises(MatchOver):
            deed()
    match.tick(99)
    assert len(match.record) == 1


def test_a_match_stalls_after_its_longest() -> None:
    match = Match(FINGERS, longest=2)
    match.act(0, Show(1))
    match.act(1, Show(1))
    assert (over(match).ending, over(match).fault) == (Ending.STALLED, None)
    assert over(match).why == "it went on for 2 actions"
    assert len(match.record) == 2


def test_the_last_action_may_be_the_longest_one() -> None:
    match = Match(FINGERS, FINGERS.options_from({"rounds": 1}), longest=4)
    for seat in range(4):
        match.act(seat, Show(1))
    assert over(match).ending == Ending.NORMAL


# --- entries and events


@pytest.mark.parametrize("entry", [Acted(9, Skip(), 0), Struck(-1, Ending.CRASHED, "", Skip(), 0), Said(4, "hello", 0)])
def test_an_entry_of_a_seat_that_does_not_exist_is_refused(entry: Any) -> None:
    match = jaffre()
    with pytest.raises(WrongSeats, match="the last one is 3"):
        match.enter(entry)
    assert match.record == []


def test_an_entry_out_of_turn_is_refused() -> None:
    match = jaffre(strikes=3)
    for entry in (Acted(2, Skip(), 0), Struck(2, Ending.CRASHED, "", Skip(), 0)):
        with pytest.raises(OutOfTurn):
            match.enter(entry)
    assert (match.record, match.strikes) == ([], [0, 0, 0, 0])


def test_an_illegal_strike_is_refused_and_leaves_no_trace() -> None:
    match = jaffre(strikes=3)
    with pytest.raises(IllegalAction):
        match.enter(Struck(1, Ending.CRASHED, "", Bet(99), 0))
    assert (match.record, match.strikes) == ([], [0, 0, 0, 0])
    assert not any(isinstance(event, Warned) for event in match.events(EVERYTHING))


def test_events_can_be_asked_for_from_a_number_on() -> None:
    match = jaffre()
    seen = match.told
    match.act(1, Skip())
    assert [str(event) for event in match.events(0, seen)] == ["seat 1: skip"]
    assert match.told == seen + 1


def test_events_are_the_same_whenever_they_are_asked_for() -> None:
    late, early = jaffre(), jaffre()
    for match in (late, early):
        for action in (Skip(), Bet(8), Skip()):
            match.act(match.position.acting[0], action)
            if match is early:
                match.events(0)
    assert late.events(0) == early.events(0)


def test_they_are_the_same_if_old_positions_are_not_kept_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def bids() -> Match:
        match = jaffre()
        for action in (Bet(7), Bet(8), Skip(), Bet(9)):
            match.act(match.position.acting[0], action)
        return match

    patient = bids()
    monkeypatch.setattr("quintain.core.match.MOST_UNTOLD", 1)
    hasty = bids()
    assert len(hasty._untold) < len(patient._untold)
    for seat in (0, 1, PUBLIC, EVERYTHING):
        assert hasty.events(seat) == patient.events(seat)


def test_the_same_seed_gives_the_same_first_position() -> None:
    assert Match(JAFFRE, seed=5).position == Match(JAFFRE, seed=5).position
    assert Match(JAFFRE, seed=5).position != Match(JAFFRE, seed=6).position


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**30])
def test_a_seed_that_cannot_be_stored_is_refused(seed: int) -> None:
    with pytest.raises(BadSetting, match=f"the seed {seed} cannot be stored"):
        Match(JAFFRE, seed=seed)


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63), -1])
def test_any_other_seed_is_good(seed: int) -> None:
    assert Replay.from_bytes(Replay.of(Match(JAFFRE, seed=seed)).to_bytes()).seed == seed
