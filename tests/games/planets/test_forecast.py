"""What the board foretells is what the rules make of it, whatever the options."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.dice import random_below, seeded
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.options import Options
from quintain.games.planets.rules.space import rounded_way, square_between
from quintain.games.planets.rules.state import FARTHEST, LARGEST_MESSAGE, State, site
from quintain.games.planets.rules.turn import pass_turn
from tests.games.planets.skies import GAME
from tests.random_play import options
from tests.scripts import Script

BOARD = Path(__file__).parents[3] / "src/quintain/games/planets/board"
AHEAD = 12  # turns
Wish = dict[str, int]
# In one process, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("forecast")


@pytest.fixture(scope="module")
def forecast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    with Script(BOARD / "forecast.ts", tmp_path_factory.mktemp("forecast")) as script:
        yield script


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    with Script(BOARD / "plan.ts", tmp_path_factory.mktemp("plan")) as script:
        yield script


@st.composite
def wars(draw: st.DrawFn) -> Position:
    """A small war that has been fought at random for a while, under any options; half of them have allies."""
    chosen: Options = draw(options(GAME))
    small = msgspec.structs.replace(
        chosen,
        profile=draw(st.sampled_from(["team", "google"])),
        players=draw(st.integers(1, 3)),
        planets=min(chosen.planets, 14),
        ally_landing=draw(st.sampled_from(["fight", "reinforce"])),
    )
    seed = draw(st.integers(0, 10_000))
    position, rng = Position.start(GAME, small, seed), seeded("random war", seed)
    for _ in range(draw(st.integers(0, 10))):
        position = played(position, rng)
    return position


def played(position: Position, rng: Any) -> Position:
    """The next turn, in which each player sends some ships anywhere."""
    for seat in position.acting:
        for wish in some_wishes(position, seat, rng):
            position = position.play(seat, Launch(**wish), rng)
        position = position.play(seat, Done(), rng)
    return position


def some_wishes(position: Position, seat: int, rng: Any) -> list[Wish]:
    """Ships from every other planet or so of the seat to any other."""
    state, wishes = position.state, []
    for source in range(state.planets):
        if state.owners[source] != state.ids[seat] or state.ships[source] == 0 or random_below(rng, 2):
            continue
        target = (source + 1 + random_below(rng, state.planets - 1)) % state.planets
        ships = 1 + random_below(rng, state.ships[source])
        wishes.append({"source": source, "destination": target, "ships": ships})
    return wishes


@settings(max_examples=50)
@given(position=wars(), dice=st.integers(0, 1000))
def test_the_forecast_is_what_the_rules_make_of_the_view(forecast: Script, position: Position, dice: int) -> None:
    for seat in position.acting:
        wishes = some_wishes(position, seat, seeded("draft", dice))
        seen, view = position.seen_by(seat), position.view(seat)
        for wish in wishes:
            seen = seen.play(seat, Launch(**wish), seeded("unused"))
        record = seen.record.copy()
        state = record.view(State.layout)[0]
        for turns in range(1, AHEAD):
            pass_turn(state)
            for planet in view.planets[turns % 2 :: 2]:
                told, at = forecast("forecast", view, planet, turns, wishes), planet.number
                assert told == {"owner": state.owners[at], "ships": state.ships[at]}, (seat, at, turns)


@given(position=wars())
def test_a_fleet_is_in_time_if_it_lands_before_the_war_is_over(forecast: Script, position: Position) -> None:
    if not position.acting:
        return
    view, rng = position.view(position.acting[0]), seeded("unused")
    for turns in range(1, AHEAD):
        if not position.acting:
            break
        limit = position.state.turn < position.state.turn_limit
        for seat in position.acting:
            position = position.play(seat, Done(), rng)
        assert forecast("inTime", view, turns) is limit


PLACES = st.integers(-FARTHEST, FARTHEST)


@given(x=PLACES, y=PLACES, across=PLACES, along=PLACES)
def test_ways_are_as_long_as_the_rules_say(forecast: Script, x: int, y: int, across: int, along: int) -> None:
    square = square_between(site(x, y, 0), site(across, along, 0))
    one, other = {"x": x / 1000, "y": y / 1000}, {"x": across / 1000, "y": along / 1000}
    for up, profile in enumerate(("team", "google")):
        assert forecast("turnsBetween", one, other, profile) == rounded_way(square, up)


@pytest.mark.parametrize("x", [0, 1000, 999, 1001, 5000, 4999, 5001])
def test_ways_of_nearly_whole_turns(forecast: Script, x: int) -> None:
    one, other = {"x": 0, "y": 0}, {"x": x / 1000, "y": 0}
    for up, profile in enumerate(("team", "google")):
        assert forecast("turnsBetween", one, other, profile) == rounded_way(x * x, up)


@given(position=wars(), dice=st.integers(0, 1000))
def test_a_planet_has_as_many_ships_to_spare_as_the_rules_let_fly(plan: Script, position: Position, dice: int) -> None:
    for seat in position.acting:
        for wish in some_wishes(position, seat, seeded("draft", dice)):
            position = position.play(seat, Launch(**wish), seeded("unused"))
        view = position.view(seat)
        plans = plan("planned", view.orders, [])
        for planet in view.planets:
            if planet.owner == view.id:
                spare, target = plan("spare", planet, None, plans), (planet.number + 1) % len(view.planets)
                assert position.allows(seat, Launch(planet.number, target, spare))
                assert not position.allows(seat, Launch(planet.number, target, spare + 1))


@given(position=wars(), dice=st.integers(0, 1000))
def test_a_plan_is_one_turn_that_the_rules_allow(plan: Script, position: Position, dice: int) -> None:
    for seat in position.acting:
        view, wishes = position.view(seat), some_wishes(position, seat, seeded("draft", dice))
        message = dice if view.profile == "team" else None
        told = plan("turnOf", view, plan("planned", view.orders, wishes), message)
        turn = [msgspec.convert(action, Action) for action in told]
        after = position
        for action in turn:
            after = after.play(seat, action, seeded("unused"))
        assert turn[: len(wishes)] == [Launch(**wish) for wish in wishes]
        assert turn[len(wishes) :] == [*([] if message is None else [Send(message)]), Done()]


def test_the_largest_message_is_that_of_the_rules(forecast: Script) -> None:
    assert forecast("LARGEST_MESSAGE") == LARGEST_MESSAGE
