"""What a seat of Admiral Radar may imagine in place of what it does not know."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.dice import seeded
from quintain.core.kernel import PUBLIC, count
from quintain.core.position import Position
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.state import PLACING
from quintain.games.admiral.view import cells_of, holds
from tests.games.admiral.boats import BLUE, FULL, GAME, RED, act, boats, placed, play, trail, work
from tests.random_play import Walk

NAMES = ["alpha", "compact", "tiny", "random"]


def sensible(world: Position) -> None:
    """A state that the rules could have made."""
    state = world.state
    water = tuple(state.water)
    for team in (BLUE, RED):
        if not state.placed[team]:
            assert state.subs[team] == -1
            continue
        assert all(holds(water, cell) for cell in range(256) if holds(tuple(state.trails[team]), cell))
        assert cells_of(tuple(state.possible[team])), "somewhere it must be"
        assert holds(tuple(state.trails[team]), state.subs[team])
        assert not set(cells_of(tuple(state.mines[team]))) - set(cells_of(water))
        assert all(0 <= gauge <= most for gauge, most in zip(state.gauges[team], state.capacity, strict=True))
        assert all(count(state.boards[team] >> section * 6 & 63) < 6 for section in range(4))
        assert broken_colors(state.wiring, state.boards[team]) == state.broken[team]


@settings(max_examples=80)
@given(st.integers(0, 2**40), st.integers(0, 120), st.sampled_from(NAMES), st.booleans())
def test_imagined_worlds_are_sensible(seed: int, steps: int, name: str, small: bool) -> None:
    chosen = {"map": name, "gauges": "boardgame" if small else "seed"}
    truth = Walk(GAME, GAME.options_from(chosen), seed, seed).steps(steps).position
    for seat in (*range(8), PUBLIC):
        world = truth.seen_by(seat).imagined(seat, seeded(seed))
        sensible(world)
        assert world.seen_by(seat) == truth.seen_by(seat)
        state = world.state
        for team in (BLUE, RED):
            if state.placed[team]:
                assert holds(tuple(state.possible[team]), state.subs[team]), "it agrees with all that was heard"


@settings(max_examples=60)
@given(st.integers(0, 2**40), st.integers(2, 120))
def test_a_captain_imagines_the_enemy_where_it_can_be(seed: int, steps: int) -> None:
    truth = Walk(GAME, GAME.options_from({"gauges": "boardgame"}), seed, seed).steps(steps).position
    if truth.state.phase == PLACING:
        return
    for dice in range(4):
        world = truth.seen_by(0).imagined(0, seeded(dice))
        assert holds(tuple(truth.state.possible[RED]), world.state.subs[RED])


def test_without_a_stealth_it_imagines_every_cell_that_fits_and_no_other() -> None:
    match = placed("D4", "D4", map="compact")
    for way, other in (("east", "west"), ("south", "south"), ("south", "south")):
        act(match, f"move {way}")
        act(match, *work(match.position), "end", f"move {other}")
        act(match, *work(match.position), "end")
    seen, rng = match.position.seen_by(0), seeded(5)
    fitting = set(cells_of(tuple(match.position.state.possible[RED])))
    drawn = Counter(seen.imagined(0, rng).view(4).boats[RED].cell for _ in range(40 * len(fitting)))
    assert set(drawn) == fitting
    assert min(drawn.values()) > 10
    assert max(drawn.values()) < 90
    for _ in range(50):
        world = seen.imagined(0, rng)
        assert len(trail(world, RED)) == 4, "start and three courses"
        assert world.view(0) == match.position.view(0)


def test_a_way_with_stealths_does_not_cross_itself() -> None:
    position = boats("A1", "H8", turn=RED, map="openwater", gauges={RED: FULL})
    position = play(position, "stealth north 2")
    seen = position.seen_by(0)
    ways: Counter[tuple[int, int]] = Counter()
    for dice in range(300):
        world = seen.imagined(0, seeded(dice))
        ways[world.state.heading, world.state.steps] += 1
        assert len(trail(world, RED)) == world.state.steps + 1
    assert len(ways) == 20, "four ways of up to four cells, and none"


def test_an_engineer_imagines_the_stealth_that_it_knows() -> None:
    position = play(boats("A1", "H8", turn=RED, map="openwater", gauges={RED: FULL}), "stealth north 2")
    for dice in range(30):
        world = position.seen_by(6).imagined(6, seeded(dice))
        assert (world.state.heading, world.state.steps) == (0, 2)
        assert len(trail(world, RED)) == 3


def test_gauges_and_mines_come_from_courses() -> None:
    """A boat that has set five courses has charged five spaces; nobody imagines a torpedo."""
    match = placed("A1", "O15", map="openwater")
    for _ in range(4):
        act(match, "move east")
        act(match, *work(match.position), "end", "move north")
        act(match, *work(match.position), "end")
    for dice in range(40):
        world = match.position.seen_by(0).imagined(0, seeded(dice))
        assert sum(world.state.gauges[RED]) == 4
        assert world.state.mines[RED] == [0, 0, 0, 0]
        north, south = (count(world.state.boards[RED] >> section * 6 & 63) for section in (0, 2))
        assert (north, south) == (4, 0), "the marks that the courses force"


def test_drones_that_asked_about_the_own_boat_are_imagined_truly() -> None:
    position = boats("A1", "O15", gauges={BLUE: FULL | {"mine": 1}})
    position = play(position, "move east", "mark east 5", "charge mine", "drone 4")
    for dice in range(10):
        world = position.seen_by(4).imagined(4, seeded(dice))
        assert world.view(0).boats[RED].heard[-1].answer is True
    assert {
        position.seen_by(5).imagined(5, seeded(dice)).view(0).boats[RED].heard[-1].answer for dice in range(40)
    } == {
        True,
        False,
    }


@pytest.mark.parametrize("steps", [0, 1, 5, 40, 90])
def test_a_position_without_secrets_is_imagined_as_it_is(steps: int) -> None:
    position = Walk(GAME, seed=3, dice=3).steps(steps).position
    assert position.imagined(0, seeded(1)) == position
