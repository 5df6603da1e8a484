"""The start, the steps of a turn, and whose turn is next. RULES.md 2, 4 and 7."""

import pytest

from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.admiral.options import Options
from tests.games.admiral.boats import (
    BLUE,
    FULL,
    GAME,
    RED,
    act,
    boats,
    changed,
    code,
    notations,
    placed,
    play,
    trail,
    turn,
    work,
)


def owing(match: Match) -> tuple[int, ...]:
    return match.position.acting


def reporting(match: Match) -> tuple[int, ...]:
    return match.position.speaking


def test_placement() -> None:
    """2.4 and E17."""
    match = Match(GAME, Options(first_team="red"))
    assert owing(match) == (0, 4)
    assert len(match.position.legal(0)) == 195
    assert code(match.position, "place C2", seat=0) == "ISLAND"
    assert code(boats(map="tiny", red="E5"), "place F1", seat=0) == "ALREADY_DONE"
    tiny = Position.start(GAME, Options(map="tiny"))
    assert code(tiny, "place F1", seat=0) == code(tiny, "place A6", seat=0) == "OUT_OF_BOUNDS"
    assert code(tiny, "move north", seat=0) == code(tiny, "end", seat=0) == "NOT_PLAYING"
    assert code(tiny, "place A1", seat=1) == "WRONG_ROLE"
    match.act(0, GAME.parse("place C6"))
    assert owing(match) == (4,)
    assert code(match.position, "place C7", seat=0) == "ALREADY_DONE"
    match.act(4, GAME.parse("place C6"))
    assert match.position.state.subs == [82, 82]
    assert trail(match.position, BLUE) == trail(match.position, RED) == {"C6"}
    assert owing(match) == (4,)


@pytest.mark.parametrize(("first", "team"), [("blue", BLUE), ("red", RED)])
def test_who_begins(first: str, team: int) -> None:
    assert placed(first_team=first).position.state.turn == team


def test_who_begins_is_drawn() -> None:
    teams = [Position.start(GAME, seed=seed).state.turn for seed in range(60)]
    assert 15 < sum(teams) < 45


def test_a_turn_step_by_step() -> None:
    """V10."""
    position = play(boats("A1", gauges={BLUE: {"torpedo": 5}}), "move east")
    assert position.acting == (1, 2)
    assert code(position, "end") == code(position, "torpedo B3") == "CREW_PENDING"
    assert code(position, "mark north 0") == "WRONG_SECTION"
    marked = play(position, "mark east 0")
    assert marked.acting == (1,)
    assert code(marked, "mark east 1") == "ALREADY_DONE"
    assert code(marked, "end") == "CREW_PENDING"
    ready = play(marked, "charge torpedo")
    assert ready.acting == (0,)
    assert code(ready, "charge mine") == "ALREADY_DONE"
    assert code(ready, "move east") == "ALREADY_MOVED"
    assert play(ready, "end").acting == (4,)


def test_the_crew_works_in_either_order() -> None:
    position = play(boats("A1"), "move east")
    one, other = play(position, "mark east 0", "charge mine"), play(position, "charge mine", "mark east 0")
    assert one == other


def test_with_all_gauges_full_the_first_mate_has_nothing_to_do() -> None:
    """V10 and E7."""
    position = play(boats("A1", gauges={BLUE: FULL}), "move east")
    assert position.acting == (2,)
    assert code(position, "charge torpedo") == "ALREADY_DONE"
    assert play(position, "mark east 0", "end").state.turn == RED


def test_a_full_gauge_takes_no_more() -> None:
    position = play(boats("A1", gauges={BLUE: {"sonar": 6}}), "move east")
    assert code(position, "charge sonar") == "GAUGE_FULL"
    assert notations(position, 1) == ["charge torpedo", "charge mine", "charge drone", "charge stealth"]


def test_gauges_of_the_board_game() -> None:
    start = Position.start(GAME, Options(gauges="boardgame"))
    assert start.state.capacity == [3, 3, 3, 4, 6]
    match = placed("A1", gauges="boardgame")
    for east, north in zip((0, 3, 2), (0, 2, 4), strict=True):
        act(match, "move east", f"mark east {east}", "charge torpedo", "end")
        act(match, "move north", f"mark north {north}", "charge drone", "end")
    assert match.position.state.gauges[BLUE][0] == match.position.state.gauges[RED][3] == 3
    act(match, "move east", "mark east 5", "charge mine")
    assert code(match.position, "charge torpedo") == "ALREADY_DONE"
    assert "torpedo F1" in notations(match.position)


def order(position: Position, turns: int, surfacing: tuple[int, ...]) -> str:
    """The teams of some turns; in those that are named the boat surfaces."""
    teams = ""
    for number in range(turns):
        teams += "br"[position.state.turn]
        if position.state.step == 0:
            position = play(position, "dive")
        if number in surfacing:
            position = play(position, "surface", "end")
        else:
            way = next(one for one in notations(position) if one.startswith("move"))
            position = play(position, way)
            position = play(position, *work(position), "end")
    return teams


def test_order_of_turns() -> None:
    """V9 and E9."""
    position = boats("B13", "F14", map="openwater")
    assert order(position, 6, ()) == "brbrbr"
    assert order(position, 8, (0,)) == "brrrbrbr"
    assert order(position, 9, (0, 2)) == "brrbbbrbr"
    assert order(position, 9, (0, 1)) == "brbbbrbrb"


def test_a_run_is_shown() -> None:
    position = play(boats("B13", "F14", map="openwater"), "surface")
    assert (position.view(-1).run.team, position.view(-1).run.left) == ("red", 3)
    position = turn(play(position, "end"), "north")
    assert position.view(-1).run.left == 2
    position = turn(turn(position, "north"), "north")
    assert position.view(-1).run is None


@pytest.mark.parametrize(("hulls", "winner"), [((4, 4), "draw"), ((3, 2), "blue"), ((1, 2), "red")])
def test_the_turn_cap(hulls: tuple[int, int], winner: str) -> None:
    """4.10."""
    position = changed(boats("A1", hulls=hulls, turn_cap=20), turns=20)
    assert turn(changed(position, turns=19), "east").acting
    over = turn(position, "east")
    assert over.acting == ()
    assert over.view(-1).winner == winner
    ranks = [over.placings()[seat] for seat in (0, 4)]
    assert (ranks[0] > ranks[1]) == (winner == "blue")
    assert (ranks[0] == ranks[1]) == (winner == "draw")


def test_an_engineer_can_lose_the_match() -> None:
    """7.1 and E16: at once, and the captain fires no more."""
    nodes = ", ".join(f"east {i}" for i in range(5))
    position = play(boats("A1", boards={BLUE: nodes}, hulls=(1, 4), gauges={BLUE: {"torpedo": 6}}), "move east")
    over = play(position, "mark east 5")
    assert over.acting == ()
    assert over.view(-1).winner == "red"
    assert over.state.hulls == [0, 4]
    assert code(over, "charge torpedo") == code(over, "torpedo C1") == "MatchOver"


def test_the_crew_reports_when_a_turn_begins() -> None:
    match = placed("B13", "F14", map="openwater")
    assert reporting(match) == (1, 2, 3)
    act(match, "move north")
    assert reporting(match) == ()
    act(match, *work(match.position), "end")
    assert reporting(match) == (5, 6, 7)
    act(match, "surface", "end")
    for _ in range(3):
        assert reporting(match) == (1, 2, 3)
        act(match, "move north")
        act(match, *work(match.position), "end")
    assert reporting(match) == (5, 6, 7)
    act(match, "dive")
    assert reporting(match) == ()
    assert Position.start(GAME).speaking == ()


def test_seats_and_roles() -> None:
    seats = Position.start(GAME).seats
    assert [seat.team for seat in seats] == [0] * 4 + [1] * 4
    assert [seat.role for seat in seats] == ["captain", "first mate", "engineer", "radio operator"] * 2
