"""Orders that make no sense are refused with the reason, and nothing of them happens."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.errors import BadNotation, IllegalAction, MatchOver, OutOfTurn
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.rules.sky import most_fleets
from quintain.games.planets.rules.state import WORDS, State
from tests.games.planets.wars import DICE, GAME, ordered, told, turn, turns, war

PLANETS = "P 1 0 0 1 1 10, P 2 9 0 1 2 4, P 3 5 0 1 0 4"


def refused(position: Position, seat: int, action: Any) -> str:
    before = position.record.tobytes()
    assert not position.allows(seat, action)
    with pytest.raises(IllegalAction) as refusal:
        position.play(seat, action, DICE)
    with pytest.raises(IllegalAction):
        position.check(seat, action)
    assert position.record.tobytes() == before
    return str(refusal.value)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Launch(1, 0, 1), "planet 1 is player 2's"),
        (Launch(2, 0, 1), "planet 2 is nobody's"),
        (Launch(3, 0, 1), "there is no planet 3; the last one is 2"),
        (Launch(0, 3, 1), "there is no planet 3"),
        (Launch(-1, 0, 1), "there is no planet -1"),
        (Launch(0, 127, 1), "there is no planet 127"),
        (Launch(0, 1 << 33, 1), "there is no planet"),
        (Launch(0, 0, 1), "a fleet cannot fly to where it is"),
        (Launch(0, 1, 11), "planet 0 has 10 ships"),
        (Launch(0, 1, 1 << 32), "planet 0 has 10 ships"),
        (Launch(0, 1, -3), "-3 is not a number of ships"),
        (Send(-1), "a message is a number from 0 to 4294967295"),
        (Send(1 << 32), "a message is a number from 0 to 4294967295"),
    ],
    ids=str,
)
def test_the_reason_is_told(action: Action, why: str) -> None:
    text = refused(war(PLANETS), 0, action)
    assert text.startswith(f"seat 0 may not {action} now: ")
    assert why in text


@pytest.mark.parametrize("thing", [None, 7, "launch", Launch(0, 1, 1 << 70), Launch(0, 1, 1.5), Launch(0, "1", 2)])  # type: ignore[arg-type]
def test_what_is_no_order_at_all_is_refused(thing: Any) -> None:
    assert "is not an action of Planets" in refused(war(PLANETS), 0, thing)


def test_several_orders_from_one_planet_are_summed() -> None:
    position = ordered(war(PLANETS), "1: 1>2 4", "1: 1>3 5")
    assert "planet 0 has 10 ships and 9 of them are ordered away already" in refused(position, 0, Launch(0, 2, 2))
    assert told(turn(position, "1: 1>2 1")).startswith("1:1:1 ")


def test_after_the_end_of_the_turn_nothing_more_can_be_ordered() -> None:
    position = war(PLANETS).play(0, Done(), DICE)
    for action in (Launch(0, 1, 1), Send(1), Done()):
        with pytest.raises(OutOfTurn, match="it has ended its turn"):
            position.play(0, action, DICE)


def test_the_dead_cannot_order_anything() -> None:
    planets = "P 1 0 0 0 1 9, P 2 1 0 0 3 1, P 3 300 0 0 2 1, P 4 900 900 0 4 1"
    position = turn(war(planets), "1: 1>2 5")
    with pytest.raises(OutOfTurn, match="it has no planets any more"):
        position.play(2, Launch(1, 0, 1), DICE)


def test_after_the_last_turn_nobody_can() -> None:
    with pytest.raises(MatchOver):
        turns(war(PLANETS, turn_limit=2), 2).play(0, Done(), DICE)


SMALL = st.integers(-2, 5)


@given(st.lists(st.tuples(SMALL, SMALL, st.integers(-2, 12)), max_size=8), st.sampled_from(["team", "google"]))
def test_what_is_allowed_is_exactly_what_has_no_reason_against_it(
    launches: list[tuple[int, int, int]], profile: str
) -> None:
    planets = PLANETS if profile == "team" else "P 0 0 1 10 1, P 9 0 2 4 1, P 5 0 0 4 1"
    position = war(planets, profile=profile)
    for numbers in launches:
        action = Launch(*numbers)
        assert position.allows(0, action) == (position.why_not(0, action) == "")
        if position.allows(0, action):
            position = position.play(0, action, DICE)
    assert position.view(0).planets == war(planets, profile=profile).view(0).planets


# --- 9.7: programs that order what is not there


@pytest.mark.parametrize("ships", [7, -3])
def test_who_orders_more_than_it_has_loses_to_a_single_rival(ships: int) -> None:
    """Planets with 6 ships."""
    options = GAME.options(profile="google", file="P 0 0 1 6 1\nP 3 4 2 6 1")
    match = Match(GAME, options, seed=1)
    with pytest.raises(IllegalAction) as refusal:
        match.act(0, [Launch(0, 1, ships), Done()])
    match.fault(0, Ending.ILLEGAL, str(refusal.value))
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1)
    assert match.outcome.charged == {0}


def test_in_a_team_its_planets_stay_and_grow() -> None:
    options = GAME.options(players=2, map="crossroads", turn_limit=3)
    match = Match(GAME, options, seed=1, faults=FaultRule(strikes=100))
    view = match.position.view(0)
    own = [i for i, planet in enumerate(view.planets) if planet.owner == view.id]
    before = [view.planets[i].ships for i in own]
    while not match.outcome:
        match.fault(0, Ending.CRASHED, "it is gone", hopeless=True)
        for seat in match.position.acting:
            match.act(seat, Done())
    after = [match.position.view(0).planets[i].ships for i in own]
    assert own
    assert all(more > fewer for more, fewer in zip(after, before, strict=True))
    assert match.outcome.ending is Ending.NORMAL


# --- more fleets than there is room for

CROWDED = "P 1 0 0 0 1 1000, P 2 60 0 0 2 1000, " + ", ".join(f"P {i} {i} 9 0 0 5" for i in range(3, 60))


def test_a_player_may_have_its_share_of_the_fleets_and_no_more() -> None:
    position = war(CROWDED)
    share = WORDS // 2
    assert position.view(0).room == share
    orders = [f"1: 1>{3 + i % 57} 1" for i in range(share)]
    position = ordered(position, *orders)
    assert position.view(0).room == 0
    assert f"it has {share} fleets, and nobody may have more" in refused(position, 0, Launch(0, 1, 1))
    assert position.allows(0, Launch(0, 1, 0))
    assert position.allows(1, Launch(1, 0, 1)), "the other has a share of its own"


def test_fleets_that_land_together_are_merged_when_room_gets_scarce() -> None:
    share = WORDS // 2
    few = turn(war(CROWDED), *["1: 1>2 1"] * (share // 2))
    assert len(few.view(0).fleets) == share // 2
    many = turn(war(CROWDED), *["1: 1>2 1"] * (share // 2 + 1))
    assert [fleet.ships for fleet in many.view(0).fleets] == [share // 2 + 1]
    assert many.view(0).room == share - 1


def test_merging_changes_nothing_but_the_list() -> None:
    apart = turns(turn(war(CROWDED), *["1: 1>2 2"] * 100), 60)
    merged = turns(turn(war(CROWDED), *["1: 1>2 1"] * 200), 60)
    assert told(apart) == told(merged)
    assert told(apart).split()[1] == "2:2:800"


def test_the_list_never_overflows() -> None:
    """All shares together are what there is room for, however many play."""
    for players in range(2, 21, 2):
        homes = ", ".join(f"P {i} {i} 0 1 {i} 5" for i in range(1, players + 1))
        state = war(homes).record.view(State.layout)[0]
        assert most_fleets(state) * players <= WORDS


# --- words


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("launch 12 from 3 to 7", Launch(3, 7, 12)),
        ("  Launch  12 FROM 3 to 7 ", Launch(3, 7, 12)),
        ("12 from 3 to 7", Launch(3, 7, 12)),
        ("3 7 12", Launch(3, 7, 12)),
        ("launch 3 7 12", Launch(3, 7, 12)),
        ("send 99", Send(99)),
        ("done", Done()),
        ("go", Done()),
        (".", Done()),
    ],
)
def test_orders_are_read_from_words(text: str, action: Action) -> None:
    assert GAME.parse(text) == action


@pytest.mark.parametrize(
    "text", ["", "launch", "launch 1", "1 2", "1 2 3 4", "send", "send x", "launch x from 1 to 2", "9" * 400 + " 1 1"]
)
def test_other_words_are_no_orders(text: str) -> None:
    with pytest.raises(BadNotation, match="is not an order; write 'launch 12 from 3 to 7'"):
        GAME.parse(text)
