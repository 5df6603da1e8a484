"""What a view tells of marks and explosions is what comes of them, whatever the options."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.dice import random_below
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.admiral.actions import Mark
from quintain.games.admiral.forecast import Effect
from quintain.games.admiral.rules.state import BOARD, CELLS, FIRED, State
from quintain.games.admiral.rules.systems import explode
from quintain.games.admiral.words import COLORS, label
from tests.games.admiral.boats import BLUE, DICE, GAME, RED, boats, changed, play
from tests.random_play import Walk, seeds, walks

ENGINEERS = (2, 6)
ALMOST_FULL = "east 0, east 1, east 2, east 3, east 4"


@given(walk=walks(GAME), marks=st.integers(0, (1 << BOARD) - 1))
def test_a_mark_does_what_the_engineer_is_told(walk: Walk, marks: int) -> None:
    position = walk.position
    for seat in ENGINEERS:
        team = seat // 4
        fuller = changed(position, boards=(team, marks))
        told = fuller.view(seat).boats[team].marks
        legal = [action for action in fuller.legal(seat) if isinstance(action, Mark)]
        assert [effect.node for effect in told or ()] == [action.node for action in legal]
        for effect, action in zip(told or (), legal, strict=True):
            assert seen_effect(fuller, seat, action) == effect


def seen_effect(position: Position, seat: int, action: Mark) -> Effect:
    """What has happened when the mark was made."""
    team, after = seat // 4, position.play(seat, action, DICE)
    was, now = broken(position, team), broken(after, team)
    hurt = after.state.hulls[team] < position.state.hulls[team]
    return Effect(
        node=action.node,
        damage=hurt,
        repairs=not hurt and after.state.boards[team].bit_count() < position.state.boards[team].bit_count(),
        breaks=tuple(color for color in COLORS if color in now - was),
        mends=tuple(color for color in COLORS if color in was - now),
    )


def broken(position: Position, team: int) -> set[str]:
    view = position.view(EVERYTHING)
    marked = zip(view.wiring, view.boats[team].board, strict=True)
    letters = {letter for colors, marks in marked for letter, mark in zip(colors, marks, strict=True) if mark}
    return {color for color in COLORS if color[0].upper() in letters}


@pytest.mark.parametrize(("overload_first", "damage"), [(False, False), (True, True)])
def test_a_mark_that_fills_a_section_and_closes_a_circuit(overload_first: bool, damage: bool) -> None:
    """The option decides what comes first."""
    board = "east 0, east 1, east 3, east 4, east 5, north 2, south 2, west 2"
    position = boats("H8", boards={BLUE: board}, map="openwater", overload_before_repair=overload_first)
    assert engineers(position).courses[-1 if damage else 0].direction == "east"
    east = next(course for course in engineers(position).courses if course.direction == "east")
    assert (east.damage, east.repairs, east.free) == (damage, not damage, 1)
    marks = engineers(play(position, "move east")).marks
    assert [(mark.node, mark.damage, mark.repairs) for mark in marks] == [(2, damage, not damage)]


def engineers(position: Position) -> Any:
    """The boat as its engineer sees it."""
    return position.view(2).boats[BLUE]


def test_the_courses_in_the_order_in_which_the_board_bears_them() -> None:
    """East is all but full, south can close circuit 1, and any mark in the north breaks something."""
    courses = engineers(boats(boards={BLUE: f"{ALMOST_FULL}, north 0, west 0, west 1"})).courses
    assert [course.direction for course in courses] == ["south", "north", "west", "east"]
    assert [course.damage for course in courses] == [False, False, False, True]
    assert [course.repairs for course in courses] == [True, False, False, False]
    assert [course.free for course in courses] == [6, 5, 4, 1]
    fresh = engineers(boats(board="balanced")).courses
    assert [course.breaks for course in fresh] == [()] * 4  # radiation breaks nothing


def test_only_an_engineer_who_is_to_mark_is_told_of_marks() -> None:
    waits = boats()
    crew = play(waits, "move east")
    assert engineers(waits).marks is None
    assert engineers(crew).marks
    assert engineers(play(crew, "mark east 0")).marks is None
    for seat in (0, 1, 3, 4, 5, 6, 7, PUBLIC, EVERYTHING):
        assert crew.view(seat).boats[BLUE].marks is None
        assert crew.view(seat).boats[BLUE].courses is None


# --- explosions


@given(chain=st.booleans(), dice=seeds, mines=st.integers(0, 30))
def test_an_explosion_in_danger_hurts_the_boat_and_no_other_does(chain: bool, dice: int, mines: int) -> None:
    walk = Walk(GAME, GAME.options_from({"map": "compact", "mine_chain": chain}), dice, dice)
    position = walk.steps(2).position
    water = [cell for cell in range(CELLS) if position.state.water[cell // 64] >> cell % 64 & 1]
    laid = [0] * 4
    for _ in range(mines):
        cell = water[random_below(walk.dice, len(water))]
        laid[cell // 64] |= 1 << cell % 64
    position = changed(changed(position, mines=(BLUE, laid)), hulls=(RED, 100))  # a chain ends when somebody sinks
    told = set(position.view(0).boats[BLUE].danger)
    for cell in water:
        record = position.record.copy()
        state = record.view(State.layout)[0]
        explode(state, cell, BLUE, FIRED)
        assert bool(state.hulls[BLUE] < 4) is (label(cell) in told), label(cell)


def test_danger_is_for_the_captain_alone() -> None:
    position = boats("B3", mines={BLUE: ["C4"], RED: ["D4"]}, map="tiny", mine_chain=True)
    assert " ".join(position.view(0).boats[BLUE].danger) == "A2 C2 A3 B3 C3 D3 A4 B4 C4 B5 C5 D5"
    assert position.view(0).boats[RED].danger is None
    for seat in (1, 2, 3, 4, PUBLIC, EVERYTHING):
        assert position.view(seat).boats[BLUE].danger is None
    assert Position.start(GAME).view(0).boats[BLUE].danger is None  # not at sea yet


def test_the_wiring_and_what_colors_stop() -> None:
    view = boats(board="balanced").view(PUBLIC)
    assert view.wiring == ("RGYGR*", "GYRYG*", "YRGRY*", "YGRGR*")
    assert view.stops == {"red": ("torpedo", "mine"), "green": ("sonar", "drone"), "yellow": ("stealth",)}
