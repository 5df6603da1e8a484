"""What an absent seat of Admiral Radar does. RULES.md 11."""

import pytest

from quintain.core.game import EVERYTHING
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.admiral.options import Options
from tests.games.admiral.boats import BLUE, FULL, GAME, at, boats, changed, code, placed, play, turn


def default(position: Position, seat: int) -> str:
    return str(GAME.default(position.seen_by(seat), seat))


def test_placement_is_water_and_another_one_for_each_crew_and_map() -> None:
    cells = set()
    for name in ("alpha", "classic", "compact", "openwater"):
        start = Position.start(GAME, GAME.options_from({"map": name}))
        for seat in (0, 4):
            assert start.allows(seat, GAME.parse(default(start, seat)))
            cells.add((name, default(start, seat)))
    assert len(cells) == 8
    assert len({cell for _, cell in cells}) > 5


def test_a_course_that_leads_on() -> None:
    assert default(boats("A1"), 0) == "move east"
    assert default(boats("H8", map="openwater"), 0) == "move north"
    dead_end = boats("B1", "O15", trails={BLUE: ["A3", "B3", "B2", "C1"]}, mines={BLUE: ["A2"]})
    assert default(dead_end, 0) == "move west"
    pocket = boats("H8", "A1", map="openwater", trails={BLUE: ["G7", "I7", "H6", "H9"]})
    assert default(pocket, 0) == "move east", "north of here there is no way on"


def test_in_blackout_it_surfaces() -> None:
    position = boats(at(0, 0), at(4, 4), map="tiny", trails={BLUE: [at(0, 1), at(1, 0)]})
    assert default(position, 0) == "surface"


def test_it_does_not_go_six_times_one_way() -> None:
    position = boats("B15", "O15", map="openwater")
    for _ in range(5):
        position = changed(turn(position, "north"), turn=BLUE)
    assert default(position, 0) == "move east"


def test_the_rest_of_a_turn() -> None:
    surfaced = changed(boats("A1"), surfaced=(BLUE, 1), step=0)
    assert default(surfaced, 0) == "dive"
    crew = play(boats("A1", boards={BLUE: "east 0"}, gauges={BLUE: {"torpedo": 6}}), "move east")
    assert default(crew, 2) == "mark east 1"
    assert default(crew, 1) == "charge mine"
    assert default(play(crew, "mark east 1", "charge mine"), 0) == "end"
    assert default(play(boats("A1"), "surface"), 0) == "end"


def test_an_engineer_avoids_damage_where_it_can() -> None:
    nodes = ", ".join(f"east {i}" for i in (0, 1, 2, 3)) + ", north 5, south 5, west 5"
    crew = play(boats("A1", boards={BLUE: nodes}), "move east")
    assert default(crew, 2) == "mark east 4"
    full = ", ".join(f"east {i}" for i in range(5))
    assert default(play(boats("A1", boards={BLUE: full}), "move east"), 2) == "mark east 5"


@pytest.mark.parametrize("red", ["A1", "H1", "O15", "D10"])
def test_a_sonar_is_told_the_true_sector_and_a_false_row(red: str) -> None:
    ready = changed(boats("B3", red, gauges={BLUE: FULL}), step=3, engineer_done=1, mate_done=1)
    for turns in range(1, 30):
        asked = play(changed(ready, turns=turns), "sonar")
        answer = GAME.default(asked.seen_by(4), 4)
        assert asked.allows(4, answer)
        facts = {fact.kind: fact.value for fact in (answer.first, answer.second)}
        assert facts["row"] != int(red[1:]) - 1
        assert code(asked, f"answer row {red[1:]} sector {facts['sector']}") == "BAD_FACTS", "the sector is true"


def test_a_match_of_absent_crews_ends_and_nobody_is_reckless() -> None:
    for seed in range(3):
        match = Match(GAME, Options(turn_cap=120), seed)
        while not match.outcome:
            seat = match.position.acting[0]
            match.act(seat, GAME.default(match.position.seen_by(seat), seat))
        assert match.position.state.turns == 120 or min(match.position.state.hulls) == 0
        assert match.position.view(EVERYTHING).winner in ("blue", "red", "draw")
    assert placed().position.acting == (0,)
