"""A match: acting, talking, time, faults and endings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quintain.core.clock import TimeControl
from quintain.core.errors import BadSetting, IllegalAction, MatchOver, OutOfTurn, WrongSeats
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Ended, FaultRule, Match, TookOver, Warned, sentence
from quintain.core.outcome import Ending, Fault, Outcome
from quintain.core.record import Acted, Player, Reason, Replaced, Reseeded, Resumed, Said, Stopped, Struck
from quintain.core.replay import Replay
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import Bet, Skip
from quintain.games.planets import GAME as PLANETS
from quintain.games.planets.actions import Done
from tests.game_of_fingers import FINGERS, Show


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
    assert match.record == [Acted(1, (Bet(9),), 2.5, 2.5, reason)]
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
    with pytest.raises(OutOfTurn, match="seat 3 cannot skip now: it is the turn of seat 1"):
        jaffre().act(3, Skip())


@pytest.mark.parametrize("seat", [-1, 4, 64])
def test_a_seat_that_does_not_exist_cannot_act(seat: int) -> None:
    with pytest.raises(OutOfTurn):
        jaffre().act(seat, Skip())


def test_a_match_that_is_played_to_its_end_ends_normally() -> None:
    match = Match(JAFFRE, Options(target=1), seed=1)
    while not match.outcome:
        seat = match.position.acting[0]
        match.act(seat, JAFFRE.default(match.position, seat))
    assert over(match).ending == Ending.NORMAL
    assert over(match).stopped_by is None
    ended = match.events(PUBLIC)[-1]
    assert ended == Ended(over(match))
    assert sentence(ended, match.position) == "the match is over: team 0 wins, 7 to 3"


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
        ending=Ending.OUT_OF_TIME,
        scores=(0, 0, 0, 0),
        ranks=(1, 3, 1, 2),
        stopped_by=1,
        faults=(Fault(1, "seat 1", Ending.OUT_OF_TIME, "its time was up"),),
    )
    assert match.actions == 0


def test_what_is_charged_is_on_record() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.enter(match.acted(1, Bet(9), at=4.0, spent=3.5))
    match.enter(match.acted(2, Skip(), at=5.0))
    assert [clock.bank for clock in match.clocks] == [10, 6.5, 9, 10]
    again = Replay.from_bytes(Replay.of(match).to_bytes()).match(JAFFRE)
    assert [clock.bank for clock in again.clocks] == [10, 6.5, 9, 10]


def test_only_what_is_charged_can_be_too_late() -> None:
    match = jaffre(time_control=TimeControl(limit=2))
    assert isinstance(match.acted(1, Bet(9), at=2.5, spent=2.0), Acted)
    assert isinstance(match.acted(1, Bet(9), at=2.6, spent=2.1), Stopped)


def test_acting_at_the_last_moment_is_in_time() -> None:
    match = jaffre(time_control=TimeControl(limit=2))
    match.act(1, Bet(9), at=2.0)
    assert match.outcome is None


def test_each_seat_is_charged_for_its_own_time() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.act(1, Skip(), at=4)
    match.act(2, Skip(), at=5)
    assert [clock.bank for clock in match.clocks] == [10, 6, 9, 10]


def test_a_bank_is_never_less_than_empty() -> None:
    match = jaffre(time_control=TimeControl(bank=10, increment=2), faults=FaultRule(1))
    match.act(1, Skip(), at=99)
    assert match.clocks[1].bank == 2


def test_a_player_without_a_clock_is_never_late_and_never_charged() -> None:
    players = [Player(name, timed=name != "b") for name in "abcd"]
    match = jaffre(time_control=TimeControl(bank=10, limit=2), players=players)
    match.act(1, Skip(), at=50)
    assert match.clocks[1].bank == 10
    match.act(2, Skip(), at=51)
    assert (match.clocks[2].bank, match.outcome) == (9, None)


def test_after_a_pause_whoever_thinks_gets_time_back() -> None:
    match = jaffre(time_control=TimeControl(bank=30))
    match.act(1, Skip(), at=4)
    match.enter(Resumed(at=20, credit=10))
    match.act(2, Skip(), at=21)
    match.enter(Resumed(at=22, credit=10))
    match.act(3, Skip(), at=23)
    assert [clock.bank for clock in match.clocks] == [30, 26, 23, 29], "never more than was spent"


def test_clocks_stop_at_the_end() -> None:
    match = jaffre(time_control=TimeControl(bank=10))
    match.resign(1, at=3)
    assert all(clock.since is None for clock in match.clocks)


# --- faults


def test_a_fault_ends_the_match() -> None:
    match = jaffre()
    match.fault(1, Ending.CRASHED, "ValueError: oops", at=1)
    assert match.record == [Stopped(Ending.CRASHED, 1, "ValueError: oops", 1)]
    assert (over(match).stopped_by, over(match).why) == (1, "ValueError: oops")


def test_a_forgiven_fault_is_a_strike_and_the_default_action() -> None:
    match = jaffre(faults=FaultRule(1))
    match.fault(1, Ending.CRASHED, "oops", at=1)
    assert match.record == [Struck(1, Ending.CRASHED, "oops", (Skip(),), 1, 1)]
    assert match.strikes == [0, 1, 0, 0]
    assert match.position.acting == (2,)


def test_the_last_strike_is_followed_by_the_end() -> None:
    match = Match(FINGERS, faults=FaultRule(2))
    for _ in range(3):
        match.fault(0, Ending.ILLEGAL, "wrong")
        for seat in (1, 2, 3):
            if not match.outcome:
                match.act(seat, Show(1))
    assert match.strikes == [2, 0, 0, 0]
    assert (over(match).ending, over(match).stopped_by) == (Ending.ILLEGAL, 0)


def test_strikes_are_counted_by_seat() -> None:
    match = Match(FINGERS, faults=FaultRule(1))
    match.fault(0, Ending.ILLEGAL, "wrong")
    match.fault(1, Ending.CRASHED, "broken")
    assert match.strikes == [1, 1, 0, 0]
    assert match.outcome is None


def test_a_warning_does_not_tell_why() -> None:
    match = jaffre(faults=FaultRule(1))
    match.fault(1, Ending.CRASHED, "KeyError: my hand is R0 R7")
    assert Warned(1, Ending.CRASHED, 1) in match.events(2)
    assert not any("R7" in str(event) for event in match.events(PUBLIC))


def test_a_fault_where_nothing_is_owed_is_no_strike() -> None:
    match = jaffre(faults=FaultRule(3))
    match.fault(2, Ending.CRASHED, "oops")
    assert (over(match).ending, match.strikes) == (Ending.CRASHED, [0, 0, 0, 0])


# --- stand-ins

LENIENT = FaultRule(strikes=1, stand_in="advanced")
FOUR = ["Anna", "Ben", "Cleo", "Dora"]


def test_a_stand_in_follows_the_last_strike_and_the_match_goes_on() -> None:
    match = Match(FINGERS, players=FOUR, faults=LENIENT)
    match.fault(0, Ending.ILLEGAL, "wrong", at=1)
    for seat in (1, 2, 3):
        match.act(seat, Show(1))
    match.fault(0, Ending.CRASHED, "KeyError: 'x'", at=2)
    assert match.record[-1] == Replaced(0, Player("advanced", timed=False), 2, Ending.CRASHED, "KeyError: 'x'")
    assert match.outcome is None
    assert match.position.acting == (0, 1, 2, 3), "the stand-in has yet to act"
    assert match.players[0].name == "advanced"
    assert match.seatings[0] == [(0, Player("Anna")), (5, Player("advanced", timed=False))]
    assert TookOver(0, "advanced", Ending.CRASHED) in match.events(PUBLIC)
    assert not any("KeyError" in str(event) for event in match.events(PUBLIC))


def played_on(match: Match) -> Outcome:
    while not match.outcome:
        match.act(match.position.acting[0], Show(1))
    return match.outcome


def test_only_the_player_who_failed_is_charged() -> None:
    match = Match(FINGERS, players=FOUR, faults=FaultRule(stand_in="advanced"))
    match.fault(0, Ending.CRASHED, "oops")
    outcome = played_on(match)
    assert (outcome.ending, outcome.stopped_by) == (Ending.NORMAL, None)
    assert outcome.faults == (Fault(0, "Anna", Ending.CRASHED, "oops"),)
    assert outcome.charged == {0}
    # Every round of four fingers falls on seat 0: the stand-in's point, and Cleo's as her partner.
    assert outcome.ranks == (3, 2, 1, 2)


def test_a_player_who_comes_back_is_not_charged() -> None:
    match = Match(FINGERS, players=FOUR)
    match.enter(Replaced(0, Player("advanced"), 1, Ending.ABANDONED, "left"))
    match.enter(Replaced(0, Player("Anna"), 2))
    outcome = played_on(match)
    assert outcome.faults == (Fault(0, "Anna", Ending.ABANDONED, "left", mended=True),)
    assert (outcome.charged, outcome.ranks) == (frozenset(), (1, 2, 1, 2))
    assert [player.name for _, player in match.seatings[0]] == ["Anna", "advanced", "Anna"]


def test_a_newcomer_has_no_strikes() -> None:
    match = Match(FINGERS, players=FOUR, faults=LENIENT)
    match.fault(0, Ending.ILLEGAL, "wrong")
    match.enter(Replaced(0, Player("Eva", "person"), 1))
    assert match.strikes[0] == 0


def test_a_stand_in_that_fails_is_always_forgiven() -> None:
    match = Match(FINGERS, players=FOUR, faults=FaultRule(stand_in="advanced"))
    match.fault(0, Ending.CRASHED, "oops")
    for _ in range(3):
        match.fault(0, Ending.CRASHED, "again")
        for seat in (1, 2, 3):
            match.act(seat, Show(1))
    assert over(match).ending == Ending.NORMAL
    assert len(over(match).faults) == 1


def test_a_newcomer_finds_time_on_the_clock() -> None:
    match = jaffre(time_control=TimeControl(bank=40))
    match.enter(Replaced(1, Player("Eva"), at=39, bank=30))
    match.act(1, Skip(), at=44)
    assert match.clocks[1].bank == 35, "the time of the one before is not charged"
    match.enter(Replaced(2, Player("Finn"), at=50, bank=60))
    assert match.clocks[2].left(50) == 60


# --- turns of several actions


def planets(**options: Any) -> Match:
    return Match(PLANETS, PLANETS.options_from({"map": "duel", **options}), seed=1)


def launches(match: Match, *ships: int) -> list[Any]:
    view = match.position.view(0)
    home = max((planet for planet in view.planets if planet.owner == view.id), key=lambda planet: planet.ships)
    return [PLANETS.parse(f"launch {n} from {home.number} to {(home.number + 1) % 3}") for n in ships]


def test_a_turn_of_several_actions_is_one_entry() -> None:
    match, single = planets(), planets()
    turn = [*launches(match, 1, 1), Done()]
    match.act(0, turn, at=2)
    for action in turn:
        single.act(0, action)
    assert match.record == [Acted(0, tuple(turn), 2, 2)]
    assert match.position == single.position
    assert match.events(EVERYTHING) == single.events(EVERYTHING)
    assert match.actions == single.actions == 3


def test_a_turn_with_one_illegal_action_does_not_happen_at_all() -> None:
    match = planets()
    before, dice, events = match.position, match.rng.copy(), match.event_count
    with pytest.raises(IllegalAction, match=r"^action 2 of 3: seat 0 may not .* now: planet \d+ has \d+ ships"):
        match.act(0, [*launches(match, 1, 30_000), Done()])
    assert match.position is before
    assert (match.rng == dice).all()
    assert (match.record, match.actions, match.event_count) == ([], 0, events)


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ([], "a turn needs at least one action, and this one is empty"),
        ([Done()] * 100_000, "a turn has at most 1000 actions, and this one has 100000"),
        ([Done(), Done()], "action 1 of 2: done is the last of its turn; nothing can follow it"),
        ([Done(), "rubbish"], "'rubbish' is not an action of Planets"),
        ([None], "None is not an action of Planets"),
    ],
    ids=["empty", "endless", "after the end", "rubbish", "nothing"],
)
def test_what_is_no_turn_is_refused(turn: list[Any], why: str) -> None:
    match = planets()
    with pytest.raises(IllegalAction, match=why):
        match.act(0, turn)
    assert match.record == []


def test_a_game_of_single_actions_takes_no_others() -> None:
    with pytest.raises(
        IllegalAction, match="action 1 of 2: skip is a turn of its own in Jaffre; nothing can follow it"
    ):
        jaffre().act(1, [Skip(), Skip()])


# --- endings


def test_resigning_loses_whoever_is_to_act() -> None:
    match = jaffre()
    match.resign(2)
    assert (over(match).ending, over(match).stopped_by, over(match).ranks) == (Ending.RESIGNED, 2, (2, 1, 3, 1))


def test_an_abandoned_match_is_nobodys_fault() -> None:
    match = jaffre()
    match.stop(Ending.ABANDONED)
    assert (over(match).stopped_by, over(match).ranks) == (None, (1, 1, 1, 1))


def test_after_the_end_nothing_happens() -> None:
    match = Match(FINGERS)
    match.resign(0)
    deeds: list[Callable[[], None]] = [
        lambda: match.act(1, Show(1)),
        lambda: match.say(1, "well played"),
        lambda: match.resign(1),
        lambda: match.fault(1, Ending.CRASHED, ""),
        lambda: match.stop(Ending.ABANDONED),
        lambda: match.enter(Acted(1, (Show(1),), 0)),
    ]
    for deed in deeds:
        with pytest.raises(MatchOver):
            deed()
    assert len(match.record) == 1


def test_a_match_stalls_after_its_longest() -> None:
    match = Match(FINGERS, longest=2)
    match.act(0, Show(1))
    match.act(1, Show(1))
    assert (over(match).ending, over(match).stopped_by) == (Ending.STALLED, None)
    assert over(match).charged == frozenset()
    assert len(match.record) == 2


def test_the_last_action_may_be_the_longest_one() -> None:
    match = Match(FINGERS, FINGERS.options_from({"rounds": 1}), longest=4)
    for seat in range(4):
        match.act(seat, Show(1))
    assert over(match).ending == Ending.NORMAL


# --- entries and events


@pytest.mark.parametrize(
    "entry",
    [
        Acted(9, (Skip(),), 0),
        Struck(-1, Ending.CRASHED, "", (Skip(),), 0),
        Said(4, "hello", 0),
        Replaced(4, Player("x"), 0),
    ],
)
def test_an_entry_of_a_seat_that_does_not_exist_is_refused(entry: Any) -> None:
    match = jaffre()
    with pytest.raises(WrongSeats, match="the last one is 3"):
        match.enter(entry)
    assert match.record == []


def test_an_entry_out_of_turn_is_refused() -> None:
    match = jaffre(faults=FaultRule(3))
    for entry in (Acted(2, (Skip(),), 0), Struck(2, Ending.CRASHED, "", (Skip(),), 0)):
        with pytest.raises(OutOfTurn):
            match.enter(entry)
    assert (match.record, match.strikes) == ([], [0, 0, 0, 0])


def test_an_illegal_strike_is_refused_and_leaves_no_trace() -> None:
    match = jaffre(faults=FaultRule(3))
    with pytest.raises(IllegalAction):
        match.enter(Struck(1, Ending.CRASHED, "", (Bet(99),), 0))
    assert (match.record, match.strikes) == ([], [0, 0, 0, 0])
    assert not any(isinstance(event, Warned) for event in match.events(EVERYTHING))


def test_events_can_be_asked_for_from_a_number_on() -> None:
    match = jaffre()
    seen = match.event_count
    match.act(1, Skip())
    assert [str(event) for event in match.events(0, seen)] == ["seat 1: skip"]
    assert match.event_count == seen + 1


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


def one_round(match: Match) -> list[int]:
    """Play until new cards are dealt, and return them."""
    for _ in range(36):
        seat = match.position.acting[0]
        match.act(seat, JAFFRE.default(match.position, seat))
    hands: list[int] = match.position.state.hands
    return hands


def test_a_match_with_another_seed_deals_what_the_first_cannot_tell() -> None:
    plain, other, same = (Match(JAFFRE, Options(target=1000), seed=1) for _ in range(3))
    assert one_round(plain) == one_round(other) == one_round(same)
    other.enter(Reseeded(str(2**128 - 1), 3.0))
    assert one_round(plain) == one_round(same) != one_round(other)
    replay = Replay.from_bytes(Replay.of(other).to_bytes())
    assert replay.match(JAFFRE).position == other.position


def test_dice_depend_on_the_seed_and_the_number_of_the_action_alone() -> None:
    """Not on words, nor on how actions are put together, nor on what was tried in vain."""
    plain, busy = (Match(FINGERS, seed=1) for _ in range(2))
    plain.act(0, Show(1))
    busy.say(1, "hello")
    with pytest.raises(IllegalAction):
        busy.act(0, Show(99))
    busy.act(0, Show(2))
    assert (plain.rng == busy.rng).all()
    assert not (plain.rng == Match(FINGERS, seed=1).rng).all()


@pytest.mark.parametrize("seed", [2**128, -(2**128) - 1, 10**40])
def test_a_seed_that_cannot_be_stored_is_refused(seed: int) -> None:
    with pytest.raises(BadSetting, match=f"the seed {seed} cannot be stored"):
        Match(JAFFRE, seed=seed)


@pytest.mark.parametrize("seed", [2**128 - 1, -(2**128), 2**63, -1])
def test_any_other_seed_is_good(seed: int) -> None:
    assert Replay.from_bytes(Replay.of(Match(JAFFRE, seed=seed)).to_bytes()).seed == str(seed)
