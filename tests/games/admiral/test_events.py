"""What is told, in which words and to whom. RULES.md 8 and 9."""

import pytest

from quintain.core.game import EVERYBODY, Told, only
from quintain.core.position import Position
from quintain.games.admiral import events as ev
from quintain.games.admiral.actions import Fact
from tests.games.admiral.boats import BLUE, FULL, GAME, RED, actor, boats, changed, placed, play

CREW = only(0, 1, 2, 3)
OTHER = only(4, 5, 6, 7)


def told(position: Position, notation: str) -> list[Told]:
    seat, action = actor(position, notation), GAME.parse(notation)
    after = position.play(seat, action, position.record[:1].copy())
    return GAME.events(position, after, seat, action)


def happened(position: Position, notation: str) -> list[object]:
    return [one.event for one in told(position, notation)]


def ready(blue: str = "A1", red: str = "O15", **more: object) -> Position:
    position = boats(blue, red, gauges={BLUE: FULL}, **more)  # type: ignore[arg-type]
    return changed(position, step=3, engineer_done=1, mate_done=1)


def test_the_beginning() -> None:
    match = placed("A1", "O15")
    assert match.events(-1) == [
        ev.SubmarinePlaced("blue"),
        ev.SubmarinePlaced("red"),
        ev.TurnStarted("blue"),
    ]


def test_a_course_and_the_end_of_a_turn() -> None:
    assert told(boats("A1"), "move east") == [Told(ev.DirectionAnnounced("blue", "east"), EVERYBODY)]
    assert told(ready(), "end") == [
        Told(ev.TurnEnded("blue"), EVERYBODY),
        Told(ev.TurnStarted("red"), EVERYBODY),
    ]


def test_surfacing_and_diving() -> None:
    assert told(boats("A1"), "surface") == [Told(ev.SurfaceAnnounced("blue", 1), EVERYBODY)]
    costly = happened(boats("A1", surface_damage=1), "surface")
    assert costly == [ev.SurfaceAnnounced("blue", 1), ev.Damage("blue", 1, 3, "surfacing")]
    down = changed(boats("A1"), surfaced=(BLUE, 1), step=0)
    assert told(down, "dive") == [Told(ev.DiveAnnounced("blue"), EVERYBODY)]


def test_a_torpedo() -> None:
    assert told(ready("A1", "A3"), "torpedo A3") == [
        Told(ev.TorpedoFired("blue", "A3"), EVERYBODY),
        Told(ev.TorpedoResult("A3", (0, 2)), EVERYBODY),
        Told(ev.Damage("red", 2, 2, "torpedo"), EVERYBODY),
    ]


def test_the_last_torpedo() -> None:
    """V8: the damage is 2, the hull 0."""
    assert happened(ready("A1", "A3", hulls=(4, 1)), "torpedo A3")[2:] == [
        ev.Damage("red", 2, 0, "torpedo"),
        ev.GameOver("blue"),
    ]
    both = happened(ready("A1", "A3", hulls=(1, 1)), "torpedo A2")
    assert both[-3:] == [ev.Damage("blue", 1, 0, "torpedo"), ev.Damage("red", 2 - 1, 0, "torpedo"), ev.GameOver("draw")]


def test_mines() -> None:
    position = boats("A1", "E1", mines={BLUE: ["D1"]})
    assert told(position, "trigger D1") == [
        Told(ev.MineTriggered("blue", "D1"), EVERYBODY),
        Told(ev.MineResult("D1", (0, 1)), EVERYBODY),
        Told(ev.Damage("red", 1, 3, "mine"), EVERYBODY),
    ]
    assert told(ready(), "mine A2") == [Told(ev.MineDropped("blue", "A2"), CREW)]
    assert told(ready(announce_mine_drop=True), "mine A2") == [
        Told(ev.MineDropped("blue", None), EVERYBODY),
        Told(ev.MineDropped("blue", "A2"), CREW),
    ]
    shot = told(ready(mines={RED: ["A3"], BLUE: ["A3"]}), "torpedo A3")
    assert shot[1:3] == [Told(ev.MineDestroyed("A3"), CREW), Told(ev.MineDestroyed("A3"), OTHER)]


def test_a_chain_of_mines() -> None:
    position = boats(
        "A5", "F4", mines={BLUE: ["C1", "D2"], RED: ["E3"]}, mine_chain=True, map="openwater", hulls=(4, 2)
    )
    assert happened(position, "trigger C1") == [
        ev.MineTriggered("blue", "C1"),
        ev.MineResult("C1", (0, 0)),
        ev.MineResult("D2", (0, 0)),
        ev.MineResult("E3", (0, 1)),
        ev.Damage("red", 1, 1, "mine"),
    ]


def test_drone_and_sonar() -> None:
    assert told(ready(), "drone 4") == [
        Told(ev.DroneQuery("blue", 4), EVERYBODY),
        Told(ev.DroneResult(4, True), CREW),
    ]
    assert told(ready(), "sonar") == [Told(ev.SonarQuery("blue"), EVERYBODY)]
    facts = (Fact("row", 0), Fact("sector", 4))
    assert told(play(ready(), "sonar"), "answer row 1 sector 4") == [Told(ev.SonarResponse(facts), EVERYBODY)]


def test_the_crew() -> None:
    crew = play(boats("H8", boards={BLUE: "north 0, south 0, east 0"}, map="openwater"), "move west")
    assert told(crew, "mark west 1") == [Told(ev.EngineerBreakdown("west", 1), CREW)]
    assert told(crew, "mark west 0") == [
        Told(ev.EngineerBreakdown("west", 0), CREW),
        Told(ev.CircuitCleared(1), CREW),
    ]
    assert told(crew, "charge stealth") == [Told(ev.SystemCharged("stealth", 1, 4), CREW)]


@pytest.mark.parametrize(
    ("nodes", "node", "cause"),
    [
        ([f"west {i}" for i in range(5)], 5, "overload"),
        (["north 5", "south 5", "east 5"], 5, "radiation"),
        (["north 5", "south 5", "east 5", *(f"west {i}" for i in range(5))], 5, "overload"),
    ],
)
def test_breakdowns(nodes: list[str], node: int, cause: ev.Cause) -> None:
    """V14: by one cause only."""
    crew = play(boats("H8", boards={BLUE: ", ".join(nodes)}, map="openwater"), "move west")
    assert told(crew, f"mark west {node}") == [
        Told(ev.EngineerBreakdown("west", node), CREW),
        Told(ev.Damage("blue", 1, 3, cause), EVERYBODY),
    ]


def test_words() -> None:
    assert [str(event) for event in happened(ready("A1", "A3"), "torpedo A3")] == [
        "blue fires a torpedo at A3",
        "the torpedo explodes at A3: red -2",
        "red takes 2 damage (torpedo), hull 2",
    ]
    assert str(ev.SonarResponse((Fact("column", 2), Fact("row", 0)))) == "the answer: column C, row 1; one is true"
