"""What the general believes of the country in the fog."""

from typing import Any

import pytest

from quintain.core.dice import seeded
from quintain.core.position import Position
from quintain.games.bottlebats.bots.belief import Belief, strengths
from quintain.games.bottlebats.bots.foresight import LAYOUT, foresee
from quintain.games.bottlebats.bots.marshal import USUAL, Staff
from quintain.games.bottlebats.bots.planning import whole_turn
from quintain.games.bottlebats.rules.state import State, end_of, length_of
from tests.games.bottlebats.wars import GAME, turn, war

LINE = ("a 0 0 p 50, b 5 0 neutral 0, c 10 0 q 50, d 15 0 q 9", "a b, b c, c d")


def believed(belief: Belief, position: Position, seat: int = 0) -> Any:
    return GAME.state.read(belief.updated(position.seen_by(seat), seat))


def roads(state: State) -> set[tuple[int, int, int]]:
    """Both ends, the smaller number first, and the length."""
    ways = state.ways[: state.roads]
    return {(*sorted((end_of(way, 0), end_of(way, 1))), length_of(way)) for way in ways}  # type: ignore[misc]


def test_a_given_map_is_known_to_all() -> None:
    truth = war(*LINE, fog="original")
    state = believed(Belief(USUAL), truth)
    assert roads(state) == roads(truth.state)
    assert state.owners[:4] == truth.state.owners[:4]
    assert state.soldiers[:4] == truth.state.soldiers[:4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fair_map_is_completed_by_its_copies(players: int) -> None:
    """From the own roads alone those around every home are known, and nothing is believed that is not so."""
    truth = Position.start(GAME, GAME.options_from({"players": players}), 5)
    state = believed(Belief(USUAL), truth)
    assert roads(state) <= roads(truth.state)
    for home in range(players):
        around = {road for road in roads(truth.state) if home in road[:2]}
        assert around <= roads(state)
        assert (state.owners[home], state.soldiers[home]) == (home + 1, 100)


def test_the_war_goes_on_out_of_sight() -> None:
    """q's forts grow where nobody looks, and their soldiers move up as a marshal's would."""
    belief, truth = Belief(USUAL), war(*LINE, fog="original")
    before = believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    for _ in range(3):
        truth = turn(truth)
    after = believed(belief, truth)
    assert after.turn == 3
    assert sum(before.soldiers[2:4]) == 59
    assert after.orders == before.orders
    walking = any(after.steps)
    assert walking, "from d to the front, and from c to b"


def test_what_is_seen_takes_the_place_of_what_was_believed() -> None:
    belief, truth = Belief(USUAL), war(*LINE, fog="original")
    believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    for _ in range(5):
        truth = turn(truth)  # a marshal would have taken b by now, and q does nothing
    state = believed(belief, truth)
    seen = truth.seen_by(0).state
    assert state.owners[:2] == seen.owners[:2] == [1, 0]
    assert not any(state.steps[:5]), "nobody walks between a and b"


def test_who_was_not_where_they_were_believed_to_be_is_elsewhere() -> None:
    """Of two, the other has as many soldiers as it can have: 59 at first, and one more for each of its forts a turn."""
    belief, truth = Belief(USUAL), war(*LINE, fog="original")
    believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    for _ in range(5):
        truth = turn(truth)
    supposed = strengths(belief.updated(truth.seen_by(0), 0).view(LAYOUT)[0])
    assert 69 <= supposed[2] <= 72, "it is believed to have taken b for a while"


def test_a_lost_fort_is_the_neighbours() -> None:
    belief = Belief(USUAL)
    truth = war("a 0 0 p 9, b 1 0 p 1, c 2 0 q 30, d 0 1 neutral 0", "a b, b c, a d", fog="original")
    believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    truth = turn(truth, "q: c b 20")
    truth = turn(truth, "q: b a 15")
    state = believed(belief, truth)
    assert state.owners[0] == 2


def marshals_at_war(position: Position, turns: int, belief: Belief, hesitating: int) -> Position:
    """Everybody plays as marshals do, and seat 0 begins some turns later; its belief follows."""
    staffs = [Staff() for _ in position.seats]
    for _ in range(turns):
        before = position
        for seat in before.acting:
            seen = before.seen_by(seat)
            orders = staffs[seat].orders(seen, seat) if seat or before.state.turn >= hesitating else []
            if seat == 0:
                belief.updated(seen, 0)
                belief.note_orders(seen, orders)
            for action in whole_turn(GAME, orders):
                position = position.play(seat, action, seeded(1))
    return position


@pytest.mark.parametrize(("options", "hesitating"), [({}, 0), ({}, 6), ({"fog": "sight"}, 3), ({"map": "moat"}, 5)])
def test_a_war_of_marshals_is_followed_through_the_fog(options: dict[str, Any], hesitating: int) -> None:
    """Not a soldier is believed elsewhere, even if others went where the roads were unknown at first."""
    belief, start = Belief(USUAL), Position.start(GAME, GAME.options_from({"players": 4, **options}), 3)
    truth = marshals_at_war(start, 45, belief, hesitating)
    assert 0 in truth.acting
    state = believed(belief, truth)
    forts = truth.state.forts
    assert roads(state) == roads(truth.state)
    assert -1 in truth.seen_by(0).state.owners[:forts], "some are out of sight"
    assert state.owners[:forts] == truth.state.owners[:forts]
    assert state.soldiers[:forts] == truth.state.soldiers[:forts]
    assert state.ways == truth.state.ways
    assert state.steps == truth.state.steps
    assert belief.surprise < 0.01


def test_the_forts_of_one_who_is_out_are_the_neighbours() -> None:
    """r falls to q out of p's sight, who hears only that r is out."""
    belief = Belief(USUAL)
    truth = war("a 0 0 p 9, b 4 0 q 30, c 6 0 q 1, d 7 0 r 90", "a b, b c, c d", fog="original", players=3)
    believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    truth = turn(truth, "r: d c 1")
    record = truth.seen_by(0).record.copy()
    record.view(LAYOUT)["living"][0] = 0b011
    state = believed(belief, Position(GAME, truth.options, record, 0b011))
    assert state.owners[3] == 2
    assert 3 not in state.owners


def test_one_who_is_gone_keeps_the_forts_that_are_seen() -> None:
    belief = Belief(USUAL)
    truth = war("a 0 0 p 9, b 4 0 q 5, c 6 0 q 7, d 7 0 r 1", "a b, b c, c d", fog="original", players=3)
    believed(belief, truth)
    belief.note_orders(truth.seen_by(0), [])
    truth = turn(truth)
    record = truth.seen_by(0).record.copy()
    record.view(LAYOUT)["living"][0] = 0b101
    state = believed(belief, Position(GAME, truth.options, record, 0b101))
    assert state.owners[1:3] == [2, 2]


def test_what_is_foreseen_comes_about_if_nobody_does_anything() -> None:
    truth = war("a 0 0 p 20, b 3 0 q 9, c 3 4 neutral 2, d 9 0 p 5", "a b, b c, a c, b d", fog="off")
    truth = turn(truth, "p: a b 9", "p: a c 4", "q: b a 3", "q: b d 2")
    forecast = foresee(truth.record.copy(), State.blank())
    for t in range(12):
        assert forecast.owners[t, :4].tolist() == truth.state.owners[:4]
        assert forecast.soldiers[t, :4].tolist() == truth.state.soldiers[:4]
        truth = turn(truth)


def test_it_changes_nothing_that_is_seen() -> None:
    seen = war(*LINE, fog="original").seen_by(0)
    before = seen.record.tobytes()
    Belief(USUAL).updated(seen, 0).view(LAYOUT)["turn"][0] = 7
    assert seen.record.tobytes() == before
