"""What is hidden in the dark, RULES.md 6: each secret is changed, and no byte changes for anybody else."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.planets import Options
from quintain.games.planets.actions import Done, Launch, Send
from quintain.games.planets.rules.state import State
from tests.games.planets.wars import DICE, GAME, ordered, turn, turns, war

HOMES = "P 1 0 0 1 1 20, P 2 9 0 1 2 20, P 3 0 9 1 3 20, P 4 9 9 1 4 20, P 5 4 4 2 0 30, P 6 5 4 2 0 30"
TRIES = [Launch(0, 4, 3), Launch(1, 4, 3), Launch(9, 9, 9), Send(3), Send(-1), Done(), None]


def middle() -> Position:
    """Two against two after a turn, with fleets in the sky and messages received."""
    position = war(HOMES)
    for seat in range(4):
        position = position.play(seat, Send(seat + 1), DICE)
    return turn(position, "1: 1>5 3", "2: 2>5 4", "3: 3>5 5", "4: 4>6 6")


def shown(position: Position, seat: int) -> list[Any]:
    """Everything that a seat can get out of a position."""
    seen = position.seen_by(seat)
    place = Turn(seat, seen, seeded(1)).place if seat >= 0 else None
    return [
        seen.record.tobytes(),
        seen.acting,
        seen.seats,
        place,
        msgspec.json.encode(position.view(seat)),
        position.text(seat),
        position.legal(seat),
        seen.scores(),
        [refusal(position, seat, action) for action in TRIES],
    ]


def refusal(position: Position, seat: int, action: Any) -> str:
    try:
        position.check(seat, action)
    except IllegalAction as error:
        return f"{type(error).__name__}: {error}"
    return ""


def swapped_ids(position: Position) -> Position:
    """The players of seats 1 and 2, who are of different teams, have each other's ids: friend and foe change places."""
    record = position.record.copy()
    state = record.view(State.layout)[0]
    state.ids[1], state.ids[2] = state.ids[2], state.ids[1]
    return Position(GAME, position.options, record, int(state.waiting))


def without_fleets(position: Position) -> Position:
    """Seats 1 and 2 have nothing in the sky."""
    record = position.record.copy()
    state = record.view(State.layout)[0]
    kept = [word for word in state.words[: state.fleets] if word >> 38 & 31 in (1, 4)]
    state.words[:] = 0
    state.words[: len(kept)] = kept
    state.fleets = len(kept)
    return Position(GAME, position.options, record, int(state.waiting))


def heard_otherwise(position: Position) -> Position:
    record = position.record.copy()
    state = record.view(State.layout)[0]
    state.inbox[1], state.inbox[2] = 99, 98
    return Position(GAME, position.options, record, int(state.waiting))


CHANGES: dict[str, Callable[[Position], Position]] = {
    "who is who": swapped_ids,
    "fleets": without_fleets,
    "messages received": heard_otherwise,
    "orders": lambda position: ordered(position, "2: 2>1 5", "3: 3>1 6"),
    "messages sent": lambda position: position.play(1, Send(7), DICE).play(2, Send(8), DICE),
    "the end of the turn": lambda position: position.play(1, Done(), DICE).play(2, Done(), DICE),
}


@pytest.mark.parametrize("seat", [0, 3, PUBLIC])
@pytest.mark.parametrize("change", CHANGES)
def test_nobody_else_can_tell(change: str, seat: int) -> None:
    truth = middle()
    assert shown(CHANGES[change](truth), seat) == shown(truth, seat)


@pytest.mark.parametrize("change", CHANGES)
def test_those_whom_it_concerns_can(change: str) -> None:
    """Or the test above would pass for a view that shows nothing."""
    truth, lie = middle(), CHANGES[change](middle())
    assert lie.view(EVERYTHING) != truth.view(EVERYTHING)
    for seat in (1, 2):
        assert shown(lie, seat) != shown(truth, seat)


@pytest.mark.parametrize("change", ["who is who", "fleets", "messages received", "orders"])
def test_nor_by_the_events_of_an_order(change: str) -> None:
    truth = middle()
    lie = CHANGES[change](truth)
    for action in (Launch(0, 4, 3), Send(3), Done()):
        told = [
            [one.event for one in GAME.events(world, world.play(0, action, DICE), 0, action) if one.reaches(3)]
            for world in (truth, lie)
        ]
        assert told == [[], []]


def test_in_the_dark_only_own_fleets_are_seen() -> None:
    position = middle()
    assert [[fleet.owner for fleet in position.view(seat).fleets] for seat in range(4)] == [[1], [2], [3], [4]]
    assert position.view(PUBLIC).fleets == ()
    assert len(position.view(EVERYTHING).fleets) == 4


def test_in_the_dark_a_seat_knows_its_own_team_only() -> None:
    view = middle().view(0)
    assert [(player.seat, player.team) for player in view.players] == [(0, 0)] + 3 * [(None, None)]
    assert [player.team for player in middle().view(PUBLIC).players] == 4 * [None]


def test_a_match_tells_each_seat_its_own_flights() -> None:
    match = Match(GAME, Options(file=HOMES.replace(", ", "\n"), players=2, id_order="blocks"))
    for seat, destination in ((0, 1), (1, 0), (2, 3), (3, 2)):
        match.act(seat, Launch(seat, destination, 2 + seat))
        match.act(seat, Done())
    for seat in range(4):
        flights = [event for event in match.events(seat) if type(event).__name__ == "Departed"]
        assert [(event.owner, event.ships) for event in flights] == [(seat + 1, 2 + seat)]
    public = {type(event).__name__ for event in match.events(PUBLIC)}
    assert public == {"TurnPlayed"}


def test_in_the_open_flights_are_told_to_all() -> None:
    planets = "P 0 0 1 9 1\nP 9 0 2 9 1"
    match = Match(GAME, Options(file=planets, profile="google"))
    match.act(0, Launch(0, 1, 3))
    assert not any(type(event).__name__ == "Departed" for event in match.events(1)), "not before the turn is played"
    match.act(0, Done())
    match.act(1, Done())
    assert any(type(event).__name__ == "Departed" for event in match.events(1))


# --- what ships that went missing let one imagine


def test_missing_ships_are_imagined_to_be_under_way() -> None:
    position = turn(war("P 1 0 0 1 1 20, P 2 40 0 1 2 20, P 3 20 30 1 0 5"), "2: 2>1 15")
    worlds = [position.seen_by(0).imagined(0, seeded(dice)) for dice in range(30)]
    fleets = [fleet for world in worlds for fleet in world.view(EVERYTHING).fleets]
    assert {(fleet.owner, fleet.source, fleet.ships) for fleet in fleets} == {(2, 1, 15)}
    assert {fleet.destination for fleet in fleets} == {0, 2}
    assert all(fleet.remaining == fleet.turns - 1 for fleet in fleets)


def test_what_must_have_landed_is_not_imagined_any_more() -> None:
    position = turns(turn(war("P 1 0 0 1 1 20, P 2 9 0 1 2 20, P 3 5 3 1 0 99"), "2: 2>3 15"), 12)
    assert all(position.seen_by(0).imagined(0, seeded(dice)).state.fleets == 0 for dice in range(10))


def test_own_fleets_are_no_guess() -> None:
    position = turn(war("P 1 0 0 1 1 20, P 2 40 0 1 2 20"), "1: 1>2 15")
    for dice in range(5):
        assert position.seen_by(0).imagined(0, seeded(dice)).view(EVERYTHING).fleets == position.view(0).fleets


def test_teams_are_imagined_in_every_way_that_is_possible() -> None:
    seen = middle().seen_by(0)
    teams = {tuple(sorted(seen.imagined(0, seeded(dice)).state.ids[:2])) for dice in range(60)}
    assert teams == {(1, 2), (1, 3), (1, 4)}


def test_while_a_match_goes_on_nobody_imagines_that_it_is_over() -> None:
    """Of four players two are dead: the other two cannot be of one team."""
    planets = "P 1 0 0 0 1 20, P 2 1 0 0 2 1, P 3 9 0 0 3 20, P 4 10 0 0 4 1"
    position = turn(war(planets), "1: 1>2 5", "3: 3>4 5")
    assert position.acting == (0, 2)
    for dice in range(40):
        for seat in (0, 1, 2, 3, PUBLIC):
            world = position.seen_by(seat).imagined(seat, seeded(dice))
            assert len({player.team for player in world.view(EVERYTHING).players if player.alive}) == 2
            assert len(world.acting) == 2
