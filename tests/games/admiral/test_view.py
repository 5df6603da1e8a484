"""What a seat of Admiral Radar sees, typed and drawn with letters."""

import pytest

from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.games.admiral.view import Gauge, Run, SectorKnown
from tests.games.admiral.boats import BLUE, FULL, RED, boats, changed, placed, play

SEA = boats("B3", "E5", trails={BLUE: ["A3", "B3"]}, mines={BLUE: ["A1"]}, gauges={BLUE: {"torpedo": 2}}, map="tiny")


def lines(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


def test_the_captains_map() -> None:
    position = boats(
        "A3", "E5", trails={BLUE: ["A2", "A3"]}, mines={BLUE: ["B3"]}, gauges={BLUE: {"torpedo": 2}}, map="tiny"
    )
    text = position.text(0)
    assert text.startswith("You are blue's captain. Turn 1 of 400, blue: a course.")
    assert text.splitlines()[2:11] == [
        "    Blue",
        "    A B C | D E",
        "  1 . . . | . .",
        "  2 o # . | . .",
        "  3 @ * . | . .",
        "    ------+----",
        "  4 . . . | # .",
        "  5 . . . | . .",
        "    @ submarine  o trail  * mine  # island",
    ]
    assert "torpedo [==....]" in text
    assert "board" not in text


def test_both_boats_side_by_side() -> None:
    text = boats("A3", "E5", map="tiny").text(EVERYTHING)
    assert "  3 @ . . | . .      3 . . . | . ." in text
    assert "  5 . . . | . .      5 . . . | . @" in text
    assert lines(text, "'s board") == ["Blue's board C1 C2 C3", " Red's board C1 C2 C3"]


def test_the_engineers_board() -> None:
    crew = play(boats("A1", boards={BLUE: "east 0, south 2"}), "move east")
    text = crew.text(2)
    assert lines(text, "east [Y]") == ["        east [Y] R  G  Y  R  *  <"]
    assert lines(text, "south") == ["       south  G  Y [R] G  Y  *"]
    assert "torpedo [" not in text
    assert "@" not in text


def test_the_radio_operators_map() -> None:
    match = placed("A3", "E5", map="tiny", first_team="red")
    match.act(4, match.game.parse("move north"))
    text = match.position.text(3)
    assert "  1 ? . ? | ? ?" in text
    assert "can be on 16 cells" in text
    assert "heard: north" in text
    assert "?" not in match.position.text(2)


def test_onlookers_see_the_sea() -> None:
    text = SEA.text(PUBLIC)
    assert "The sea" in text
    assert not set("@o*?") & set("".join(text.splitlines()[4:10]))


@pytest.mark.parametrize("seat", [*range(8), PUBLIC, EVERYTHING])
def test_every_seat_has_a_drawing_in_every_phase(seat: int) -> None:
    surfaced = play(boats("A1", gauges={BLUE: FULL}), "surface")
    over = changed(boats("A1"), phase=2, winner=RED)
    draw = changed(boats("A1"), phase=2, winner=-1)
    for position, words in ((surfaced, "surfaced in sector 1"), (over, "Red has won."), (draw, "A draw.")):
        text = position.text(seat)
        assert words in text
        assert all(line == line.rstrip() and len(line) < 160 for line in text.splitlines())


def test_the_view_in_numbers() -> None:
    view = SEA.view(0)
    assert (view.seat, view.team, view.role, view.phase, view.step, view.turn) == (
        0,
        "blue",
        "captain",
        "playing",
        "order",
        "blue",
    )
    assert view.boats[BLUE].gauges["torpedo"] == Gauge(2, 6)
    assert view.boats[BLUE].trail == ("A3", "B3")
    assert view.boats[BLUE].mines == ("A1",)
    assert (view.boats[BLUE].moved, view.boats[RED].moved) == (False, None)
    onlooker = SEA.view(PUBLIC)
    assert (onlooker.seat, onlooker.team, onlooker.role) == (None, None, None)
    assert SEA.view(6).role == "engineer"


def test_the_sector_that_is_known() -> None:
    """Of the last surfacing or the last drone that found it, with the courses since."""
    up = play(boats("H8", "B13", turn=RED, map="openwater"), "surface")
    assert up.view(0).boats[RED].sector_known == SectorKnown(7, 0)
    assert up.view(0).run == Run("blue", 3)
    down = play(changed(up, step=0), "dive", "move north")
    assert down.view(0).boats[RED].sector_known == SectorKnown(7, 1)
    ready = changed(boats("A1", "B13", gauges={BLUE: FULL}, map="openwater"), step=3, engineer_done=1, mate_done=1)
    assert play(ready, "drone 7").view(0).boats[RED].sector_known == SectorKnown(7, 0)
    assert play(ready, "drone 6").view(0).boats[RED].sector_known is None
