"""What is hidden in Admiral Radar: change it, and no byte that somebody else can get changes. RULES.md 9."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.game import EVERYTHING, Told
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.core.record import Said
from quintain.core.replay import Replay
from quintain.games.admiral import events
from quintain.games.admiral.messages import Likely, PositionReport
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.state import State
from tests.games.admiral.boats import BLUE, FULL, GAME, act, at, board, boats, changed, draw, placed, play, position_of
from tests.games.admiral.test_refusals import EVERY_ACTION, ORDERS

EVERYONE = {*range(8), PUBLIC}
TRIES = [*map(GAME.parse, ORDERS.values()), *EVERY_ACTION[::50], GAME.parse("answer row 1 sector 4")]
Change = Callable[[Position], Position]


def shown(position: Position, seat: int) -> list[Any]:
    """Everything that a position lets out to a seat: cells, view, text, who acts, legal orders and refusals."""
    seen = position.seen_by(seat)
    refusals = [refusal(position, seat, action) for action in TRIES]
    default = GAME.default(seen, seat) if seat in seen.acting else None
    whole = [seen.record.tobytes(), seen.acting, seen.speaking, position.acting, position.speaking]
    view = msgspec.json.encode(position.view(seat))
    legal = position.legal(seat) if seat >= 0 else []
    may = [position.may_act(other) for other in range(8)]
    return [*whole, view, position.text(seat), legal, may, refusals, default, position.scores()]


def refusal(position: Position, seat: int, action: Any) -> str:
    try:
        position.play(seat, action, seeded(1))
    except IllegalAction as error:
        return f"{type(error).__name__}: {error}"
    return ""


def reached(told: list[Told], seat: int) -> bytes:
    return msgspec.json.encode([one.event for one in told if one.reaches(seat)])


# --- moments of blue's turn

READY = boats(
    "D4",
    "L12",
    trails={BLUE: ["D3", "D4"]},
    mines={BLUE: ["F6"]},
    gauges={BLUE: FULL | {"mine": 3}},
    boards={BLUE: "north 3, south 5"},
)
CLEAR = boats("D4", "L12", gauges={BLUE: FULL | {"mine": 3}}, mines={BLUE: ["F6"]})
MOVED = play(READY, "move west")
SILENT = play(CLEAR, "stealth west 2")
MOMENTS = {
    "order": READY,
    "crew": MOVED,
    "silent crew": SILENT,
    "action": play(MOVED, "mark west 5", "charge mine"),
    "silent action": play(SILENT, "mark west 5", "charge mine"),
    "asked": play(CLEAR, "move west", "mark west 5", "charge mine", "sonar"),
    "surfaced": play(READY, "surface"),
    "the enemy's turn": play(MOVED, "mark west 5", "charge mine", "end"),
}


def edited(position: Position, edit: Callable[[Any], None]) -> Position:
    record = position.record.copy()
    edit(record.view(State.layout)[0])
    return position_of(record, position.options)


def elsewhere(position: Position) -> Position:
    """Blue's boat is two rows south of where it is, in the same sector."""
    return changed(position, subs=(BLUE, position.state.subs[BLUE] + 32))


def trodden(position: Position) -> Position:
    return edited(position, lambda state: draw(state.trails[BLUE], ["A1", "B1", "E9"]))


def mined(position: Position) -> Position:
    """One mine more."""
    return edited(position, lambda state: draw(state.mines[BLUE], ["N2"]))


def moved_mine(position: Position) -> Position:
    def move(state: Any) -> None:
        state.mines[BLUE][:] = 0
        draw(state.mines[BLUE], ["O9"])

    return edited(position, move)


def charged(position: Position) -> Position:
    def move(state: Any) -> None:
        state.gauges[BLUE][:] = [1, 2, 0, 5, 3]

    return edited(position, move)


def rewired(position: Position) -> Position:
    """Other nodes of the same colors are marked, and radiation."""

    def move(state: Any) -> None:
        colors = state.broken[BLUE]
        state.boards[BLUE] ^= board("east 5")
        assert broken_colors(0, state.boards[BLUE]) == colors

    return edited(position, move)


def broken(position: Position) -> Position:
    """A green node more."""

    def move(state: Any) -> None:
        state.boards[BLUE] |= board("south 3")
        state.broken[BLUE] = broken_colors(0, state.boards[BLUE])

    return edited(position, move)


CHANGES: dict[str, tuple[Change, set[int]]] = {
    "cell": (elsewhere, {0}),
    "trail": (trodden, {0}),
    "number of mines": (mined, {0}),
    "place of a mine": (moved_mine, {0}),
    "gauges": (charged, {0, 1}),
    "board": (rewired, {2}),
    "broken colors": (broken, {0, 1, 2}),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("thing", CHANGES)
def test_nobody_else_can_tell(thing: str, moment: str) -> None:
    change, knowers = CHANGES[thing]
    truth = MOMENTS[moment]
    lie = change(truth)
    assert lie != truth
    for seat in EVERYONE - knowers:
        assert shown(lie, seat) == shown(truth, seat), seat
    for seat in {*knowers, EVERYTHING}:
        assert lie.view(seat) != truth.view(seat), "or the test would pass for a view that shows nothing"


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("thing", CHANGES)
def test_what_is_done_tells_nothing_of_it(thing: str, moment: str) -> None:
    """The events of every order that is possible in both worlds and must not depend on it."""
    change, knowers = CHANGES[thing]
    truth = MOMENTS[moment]
    lie, tried = change(truth), 0
    for seat in truth.acting:
        for action in [action for action in truth.legal(seat) if lie.allows(seat, action)][:6]:
            if str(action).split()[0] in ("torpedo", "trigger", "drone", "answer", "mark", "charge"):
                continue  # they tell somebody what they hit, found, broke or charged: see below
            after, otherwise = (position.play(seat, action, seeded(1)) for position in (truth, lie))
            tried += 1
            for other in EVERYONE - knowers:
                told = GAME.events(truth, after, seat, action)
                assert reached(told, other) == reached(GAME.events(lie, otherwise, seat, action), other)
                assert shown(otherwise, other) == shown(after, other)
    assert tried or moment in ("crew", "silent crew", "asked")


@pytest.mark.parametrize(("direction", "steps"), [("north", 1), ("west", 0), ("east", 2), ("west", 2)])
@pytest.mark.parametrize("then", [[], ["mark", "charge"]])
def test_the_way_of_a_stealth(direction: str, steps: int, then: list[str]) -> None:
    """V25 for red: no direction, no steps, no mark, nothing."""
    truth, lie = play(CLEAR, "stealth west 1"), play(CLEAR, f"stealth {direction} {steps}")
    if then:
        truth = play(truth, "mark west 5", "charge mine")
        lie = play(lie, f"mark {direction} 5", "charge mine")
    for seat in EVERYONE - {0, 2}:
        assert shown(lie, seat) == shown(truth, seat), seat
    assert lie.view(0) != truth.view(0)
    assert lie.view(2) != truth.view(2)


def test_the_steps_of_a_stealth_are_for_captain_and_engineer() -> None:
    for seat in (0, 2):
        boat = SILENT.view(seat).boats[BLUE]
        assert (boat.heading, boat.steps) == ("west", 2)
    for seat in (1, 3, 4, 5, 6, 7, PUBLIC):
        boat = SILENT.view(seat).boats[BLUE]
        assert (boat.heading, boat.steps) == (None, None)


@pytest.mark.parametrize("asker", [0, 1])
def test_the_answer_of_a_drone(asker: int) -> None:
    """Red is in the sector or not; nobody but blue's crew can tell."""
    ready = play(MOVED, "mark west 5", "charge mine")
    lie = changed(ready, subs=(1, 0))
    drone = GAME.parse("drone 4")
    after, otherwise = (one.play(asker, drone, seeded(1)) for one in (ready, lie))
    for seat in EVERYONE - {0, 1, 2, 3, 4}:
        assert shown(otherwise, seat) == shown(after, seat), seat
        told = GAME.events(ready, after, asker, drone)
        assert reached(told, seat) == reached(GAME.events(lie, otherwise, asker, drone), seat)
        assert b"drone result" not in reached(told, seat)
    # The captain of red knows the own cell, but is not told the answer either.
    assert b"drone result" not in reached(GAME.events(ready, after, asker, drone), 4)
    for seat in (0, 1, 2, 3):
        assert b'"found":true' in reached(GAME.events(ready, after, asker, drone), seat)
        assert b'"found":false' in reached(GAME.events(lie, otherwise, asker, drone), seat)
    later, instead = (play(one, "end") for one in (after, otherwise))
    for seat in EVERYONE - {0, 1, 2, 3, 4}:
        assert shown(instead, seat) == shown(later, seat)


def test_a_dropped_mine_and_where() -> None:
    ready = boats("D4", "L12", gauges={BLUE: FULL | {"sonar": 3}})
    ready = play(ready, "move west", "mark west 5", "charge sonar")
    dropped = [play(ready, f"mine {cell}") for cell in ("C5", "B4")]
    for seat in (4, 5, 6, 7, PUBLIC):
        assert shown(dropped[0], seat) == shown(dropped[1], seat) == shown(ready, seat), "not even that there is one"
        told = GAME.events(ready, dropped[0], 0, GAME.parse("mine C5"))
        assert reached(told, seat) == b"[]"
    for seat in range(4):
        assert b"C5" in reached(GAME.events(ready, dropped[0], 0, GAME.parse("mine C5")), seat)


def test_an_announced_mine_has_no_place() -> None:
    ready = boats("D4", "L12", gauges={BLUE: FULL | {"sonar": 3}}, announce_mine_drop=True)
    ready = play(ready, "move west", "mark west 5", "charge sonar")
    worlds = [(cell, play(ready, f"mine {cell}")) for cell in ("C5", "B4")]
    for seat in (4, 5, 6, 7, PUBLIC):
        assert shown(worlds[0][1], seat) == shown(worlds[1][1], seat) != shown(ready, seat)
        for cell, after in worlds:
            told = reached(GAME.events(ready, after, 0, GAME.parse(f"mine {cell}")), seat)
            assert told == b'[{"type":"mine dropped","team":"blue","cell":null}]'


def test_marks_repairs_and_charges_are_told_to_the_crew_alone() -> None:
    """Which node, whether a circuit was cleared, and what was charged."""
    ready = boats("H8", "L12", boards={BLUE: "north 0, south 0, east 0"}, map="openwater")
    ready = play(ready, "move west")
    repaired, other = play(ready, "mark west 0"), play(ready, "mark west 5")
    for seat in (4, 5, 6, 7, PUBLIC):
        assert shown(repaired, seat) == shown(other, seat)
        for node, after in ((0, repaired), (5, other)):
            assert reached(GAME.events(ready, after, 2, GAME.parse(f"mark west {node}")), seat) == b"[]"
    told = GAME.events(ready, repaired, 2, GAME.parse("mark west 0"))
    for seat in range(4):
        assert b'"circuit cleared","circuit":1' in reached(told, seat)
    charges = {system: play(ready, f"charge {system}") for system in ("torpedo", "drone")}
    for seat in EVERYONE - {0, 1}:
        assert shown(charges["torpedo"], seat) == shown(charges["drone"], seat)
    for system, after in charges.items():
        told = GAME.events(ready, after, 1, GAME.parse(f"charge {system}"))
        assert all(reached(told, seat) == b"[]" for seat in (4, 5, 6, 7, PUBLIC))
        assert all(system.encode() in reached(told, seat) for seat in range(4))


def test_damage_does_not_tell_the_section() -> None:
    """Overload of the west or of the north: the same words, but for those who may see the board."""
    worlds = []
    for way in ("west", "north"):
        nodes = ", ".join(f"{way} {i}" for i in range(5))
        silent = play(boats("H8", "L12", boards={BLUE: nodes}, map="openwater"), "move west")
        silent = changed(silent, course=-1, heading=("north", "east", "south", "west").index(way), steps=1)
        after = play(silent, f"mark {way} 5")
        worlds.append((after, GAME.events(silent, after, 2, GAME.parse(f"mark {way} 5"))))
    for seat in (4, 5, 6, 7, PUBLIC):
        assert reached(worlds[0][1], seat) == reached(worlds[1][1], seat)
        assert b'"cause":"overload"' in reached(worlds[0][1], seat)
        assert shown(worlds[0][0], seat) == shown(worlds[1][0], seat)


def test_where_a_boat_is_placed() -> None:
    start = Position.start(GAME, seed=1)
    for seat, rest in ((0, EVERYONE - {0}), (4, EVERYONE - {4})):
        worlds = [start.play(seat, GAME.parse(f"place {cell}"), seeded(1)) for cell in ("A1", "O15", "H8")]
        for other in rest:
            assert len({str(shown(world, other)) for world in worlds}) == 1
            told = [
                reached(GAME.events(start, world, seat, GAME.parse(f"place {cell}")), other)
                for world, cell in zip(worlds, ("A1", "O15", "H8"), strict=True)
            ]
            assert len(set(told)) == 1
        assert len({str(shown(world, seat)) for world in worlds}) == 3


def test_where_the_enemy_can_be_is_for_the_radio_operator() -> None:
    for help_wanted in (True, False):
        match = act(placed("D4", "L12", radio_help=help_wanted), "move west", "mark west 0", "charge mine", "end")
        for seat in range(8):
            found = match.position.view(seat).boats
            assert (found[0].possible is not None) == (seat == 7 and help_wanted)
            assert (found[1].possible is not None) == (seat == 3 and help_wanted)
        assert match.position.view(PUBLIC).boats[0].possible is None
        assert "O1" not in (match.position.view(7).boats[0].possible or ())
        lie = changed(match.position, possible=(BLUE, [0, 0, 1, 0]))
        for seat in EVERYONE - {7}:
            assert shown(lie, seat) == shown(match.position, seat)


def test_a_torpedo_tells_only_the_owners_of_a_mine_that_it_is_gone() -> None:
    ready = changed(boats("A1", "O15", gauges={BLUE: FULL}), step=3, engineer_done=1, mate_done=1)
    mined = edited(ready, lambda state: draw(state.mines[1], ["A3"]))
    shot = GAME.parse("torpedo A3")
    worlds = [(one, one.play(0, shot, seeded(1))) for one in (ready, mined)]
    told = [GAME.events(before, after, 0, shot) for before, after in worlds]
    for seat in (0, 1, 2, 3, PUBLIC):
        assert reached(told[0], seat) == reached(told[1], seat)
        assert shown(worlds[0][1], seat) == shown(worlds[1][1], seat)
    for seat in (4, 5, 6, 7):
        assert b"mine destroyed" in reached(told[1], seat)


# --- talk


def test_a_crew_talks_among_itself() -> None:
    report = PositionReport(cells=3, bits=1.5, likely=(Likely("L12", 0.5),))
    silent, talking = placed("D4", "L12"), placed("D4", "L12")
    talking.say(0, "we are at D4")
    talking.say(3, report)
    for seat in (4, 5, 6, 7, PUBLIC):
        assert talking.events(seat) == silent.events(seat)
        assert shown(talking.position, seat) == shown(silent.position, seat)
    for seat in range(4):
        heard = [event for event in talking.events(seat) if isinstance(event, Said)]
        assert [said.words for said in heard] == ["we are at D4", str(report)]
        assert heard[1].message == report
    again = Replay.from_bytes(Replay.of(talking).to_bytes()).match(GAME)
    for seat in (*EVERYONE, EVERYTHING):
        assert msgspec.json.encode(again.events(seat)) == msgspec.json.encode(talking.events(seat))


# --- one turn of stealth, event by event


def test_who_hears_of_a_stealth() -> None:
    """V25."""
    match = placed("D4", "L12")
    match.position = changed(match.position, gauges=(BLUE, [0, 0, 0, 0, 4]))
    known = {seat: len(match.events(seat)) for seat in range(8)}
    act(match, "stealth east 3", "mark east 2", "charge drone")
    for seat in range(4):
        assert match.events(seat)[known[seat] :] == [
            events.StealthActivated("blue"),
            events.StealthDirection("east", 3),
            events.EngineerBreakdown("east", 2),
            events.SystemCharged("drone", 1, 6),
        ]
    for seat in (4, 5, 6, 7):
        assert match.events(seat)[known[seat] :] == [events.StealthActivated("blue")]
    assert match.events(PUBLIC)[-1] == events.StealthActivated("blue")


def test_the_view_of_the_enemy_has_nulls_for_all_that_is_hidden() -> None:
    station = ("cell", "trail", "mines", "gauges", "board", "broken", "heading", "steps", "possible")
    hidden = (*station, "moved", "engineer_done", "mate_done", "system_used")
    for moment in MOMENTS.values():
        for seat in (4, 5, 6, PUBLIC):
            boat = moment.view(seat).boats[BLUE]
            assert [getattr(boat, name) for name in hidden] == [None] * len(hidden)


def test_what_each_role_sees_of_its_own_boat() -> None:
    """9.2."""
    stations = {
        0: {"cell", "trail", "mines", "gauges", "broken"},
        1: {"gauges", "broken"},
        2: {"board", "broken"},
        3: set(),
    }
    for seat, fields in stations.items():
        boat = READY.view(seat).boats[BLUE]
        secret = ("cell", "trail", "mines", "gauges", "board", "broken")
        assert {name for name in secret if getattr(boat, name) is not None} == fields
    assert at(3, 3) == READY.view(0).boats[BLUE].cell
    known = boats("A1", "O15")
    surfaced = play(changed(known, turn=1), "surface")
    assert surfaced.view(0).boats[1].sector_known is not None
    assert all(surfaced.view(seat).boats[1].sector_known is None for seat in (1, 2, 3, 4, 5, 6, 7, PUBLIC))


def test_the_first_mate_with_nothing_to_charge_is_the_one_thing_that_shows() -> None:
    """4.2 says so: nobody waits for a first mate whose gauges are all full."""
    full = play(boats("A1", gauges={BLUE: FULL}), "move east")
    less = play(boats("A1", gauges={BLUE: FULL | {"sonar": 5}}), "move east")
    assert full.seen_by(PUBLIC).acting == (2,)
    assert less.seen_by(PUBLIC).acting == (1, 2)
    match_of = Match(GAME, seed=1)
    assert match_of.position.acting == (0, 4)
