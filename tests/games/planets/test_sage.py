"""Sage as documented: whom it knows, what it thinks of, and what it does. Numbers are those of the fact sheet."""

import numpy as np
import pytest

from quintain.core.bot import Turn
from quintain.core.errors import BadSetting
from quintain.core.position import Position
from quintain.games.planets.bots.decisions import (
    DECISIONS,
    SIDE,
    Decisions,
    decide,
    decide_for_allies,
    decide_for_enemies,
)
from quintain.games.planets.bots.discovery import Discovery
from quintain.games.planets.bots.neighbourhood import LAYOUT, neighbourhood
from quintain.games.planets.bots.sage import Sage, Thought, decision_words, think
from quintain.games.planets.bots.sage0 import Sage0
from quintain.games.planets.bots.team import side_of
from quintain.games.planets.rules.state import destination_of, ships_of, source_of
from tests.games.planets.skies import GAME, VECTOR_19, answer, message_of, orders, sky, turn_of

EXPANDING = "1 0 0 1 1 10, 2 3 0 1 0 4, 3 0 3 1 0 2, 4 40 40 1 2 5, 5 41 40 1 2 5, 6 40 41 1 2 5"
SUICIDE = "1 0 0 1 1 11, 2 3 0 1 2 30, 3 0 3 1 1 5"
BACKLINE = "1 0 0 1 1 12, 2 2 0 1 1 3, 3 4 0 1 1 2, 4 6 0 1 2 50"
QUICK = 0.05

Orders = set[tuple[int, int, int]]


def decided(position: Position, *, team: int = 0b10, complete: bool = True, model: str = "mine") -> list[Orders]:
    """The decisions of player 1, or what it expects of others, planets numbered from 1."""
    record = position.seen_by(0).record.copy()
    space, side = neighbourhood(record), side_of(position.state, 1, team, complete)
    out = Decisions.blank()
    kernel = {"mine": decide, "enemies": decide_for_enemies, "allies": decide_for_allies}[model]
    kernel(record.view(LAYOUT)[0], side.view(SIDE)[0], space, out.view(DECISIONS)[0])
    found = out.view(DECISIONS)[0]
    return [spoken(decision_words(found, i)) for i in range(int(found["count"]))]


def spoken(words: list[int]) -> Orders:
    return {(source_of(word) + 1, destination_of(word) + 1, ships_of(word)) for word in words}


# --- discovery


def ring(ids: list[int], turns: int, dying: dict[int, int] | None = None) -> dict[int, Discovery]:
    """A team whose members talk; `dying` says who is gone from which turn on."""
    living = sorted(ids)
    known = {id: Discovery(id) for id in ids}
    messages = dict.fromkeys(ids, 0)
    for turn in range(turns):
        living = [id for id in living if (dying or {}).get(id, turns) > turn]
        for place, id in enumerate(living):
            known[id].hear(messages.get(living[place - 1], 0))
        messages = {id: known[id].say() for id in living}
    return known


@pytest.mark.parametrize("ids", [[7], [2, 9], [1, 4, 5, 8, 20]])
def test_a_team_of_n_knows_itself_after_n_plus_one_turns(ids: list[int]) -> None:
    n = len(ids)
    assert not any(each.complete for each in ring(ids, n).values())
    after = ring(ids, n + 1)
    assert all(each.complete and set(each.ids) == set(ids) for each in after.values())


def test_nothing_is_said_when_the_team_is_complete() -> None:
    assert all(each.say() == 0 for each in ring([2, 3, 6], 4).values())


def test_the_own_id_or_a_known_one_completes_the_team() -> None:
    own, known = Discovery(3), Discovery(3)
    own.hear(3)
    known.hear(5)
    assert own.complete
    assert not known.complete
    known.hear(5)
    assert known.complete
    assert known.ids == [3, 5]


def test_more_than_ten_ids_complete_the_team() -> None:
    lost = Discovery(1)
    for id in range(2, 12):
        lost.hear(id)
        assert not lost.complete
    lost.hear(12)
    assert lost.complete


@pytest.mark.parametrize("dead", [1, 4, 5, 8, 20])
@pytest.mark.parametrize("when", range(6))
def test_a_dead_member_of_the_ring_keeps_nobody_waiting(dead: int, when: int) -> None:
    """What it was to pass on is lost, but those who are left do not wait for it for ever."""
    ids = [1, 4, 5, 8, 20]
    after = ring(ids, 20, {dead: when})
    for id in set(ids) - {dead}:
        assert after[id].complete
        assert {id} < set(after[id].ids) <= set(ids)


@pytest.mark.parametrize("dead", [1, 4, 5, 8, 20])
@pytest.mark.parametrize("when", [0, 1])
def test_the_ring_closes_without_a_member_that_dies_early(dead: int, when: int) -> None:
    after = ring([1, 4, 5, 8, 20], 20, {dead: when})
    living = {1, 4, 5, 8, 20} - {dead}
    assert all(set(after[id].ids) >= living for id in living)


def test_zero_and_strange_numbers_are_no_ids() -> None:
    one = Discovery(1)
    for message in (0, 21, 1 << 31):
        one.hear(message)
    assert one.ids == [1]
    assert not one.complete


def test_sage_says_its_id_and_then_what_it_has_heard() -> None:
    bot = Sage(budget=0.01)
    said = [message_of(answer(bot, sky(VECTOR_19, message=message))) for message in (0, 3, 1, 0)]
    assert said == [1, 3, 0, 0]


# --- neighbourhood


def test_radius_and_neighbours_of_vector_20() -> None:
    space = neighbourhood(sky(VECTOR_19).record)
    assert (space.mean, space.radius) == (2, 8)
    near = [(np.flatnonzero(row) + 1).tolist() for row in space.near]
    assert near[0] == [2, 3, 5]
    assert near[5] == [2, 4, 5]


def test_two_planets_are_neighbours_however_far() -> None:
    space = neighbourhood(sky("1 0 0 1 1 5, 2 30 0 1 2 5").record)
    assert space.radius == 30
    assert space.near.tolist() == [[0, 1], [1, 0]]


def test_planets_closer_than_one_have_a_radius_all_the_same() -> None:
    space = neighbourhood(sky("1 0 0 1 1 5, 2 0.2 0 1 2 5, 3 0 0.3 1 0 5").record)
    assert space.mean == 1
    assert space.near.sum() == 6


ISLAND = "1 0 0 1 1 20, 2 2 0 1 1 5, 3 0 2 1 1 5, 4 20 0 1 2 5, 5 22 0 1 2 5, 6 20 2 1 2 5"


def test_who_has_none_but_friends_around_sees_its_nearest_prey() -> None:
    """Our own decision: the original would sit on its island for ever."""
    assert decided(sky(ISLAND)) == [set()]
    bot = Sage(budget=QUICK)
    answer(bot, sky(ISLAND))
    assert orders(answer(bot, sky(ISLAND, message=1)))[0][:2] in [(1, 2), (2, 4)]


# --- decisions


def test_decisions_of_vector_21() -> None:
    found = decided(sky(EXPANDING), complete=False)
    both = {(1, 2, 5), (1, 3, 3)}
    assert found == [set(), {(1, 2, 5)}, {(1, 3, 3)}, both, both]
    assert set(orders(answer(Sage(budget=QUICK), sky(EXPANDING)))) == both


def test_suicide_attack_of_vector_22() -> None:
    assert decided(sky(SUICIDE)) == [set(), {(1, 2, 11)}]
    assert orders(answer(Sage(budget=QUICK), sky(SUICIDE, message=1))) == [(1, 2, 11)]


def test_backline_of_vector_23() -> None:
    assert decided(sky(BACKLINE)) == [{(1, 3, 12)}]
    assert orders(answer(Sage(budget=QUICK), sky(BACKLINE, message=1))) == [(1, 3, 12)]


NEAR = "1 0 0 1 1 20, 2 3 0 1 2 3, 3 0 3 1 0 4, 4 2 2 1 3 2"


def targets(found: list[Orders]) -> set[int]:
    return {target for decision in found for _, target, _ in decision}


def test_only_neutral_planets_are_targets_until_the_team_is_complete() -> None:
    assert targets(decided(sky(NEAR), complete=False)) == {3}
    assert targets(decided(sky(NEAR), complete=True)) == {2, 3, 4}


def test_teammates_are_no_targets() -> None:
    assert targets(decided(sky(NEAR), team=0b1010)) == {2, 3}


def test_a_planet_to_which_an_own_fleet_flies_is_no_target() -> None:
    found = decided(sky(EXPANDING, fleets=((1, 1, 3, 2, 2),)), complete=False)
    assert found == [set(), {(1, 2, 5)}]


def test_an_owned_planet_needs_what_grows_on_the_way() -> None:
    found = decided(sky("1 0 0 1 1 20, 2 3 0 2 2 4, 3 90 90 1 2 4"))
    assert (1, 2, 4 + 3 * 2 + 1) in found[1]


def test_there_are_about_fifty_decisions_at_most() -> None:
    crowd = ", ".join(f"{i} {i % 4} {i // 4} 1 {1 if i < 5 else 0} {40 if i < 5 else 1}" for i in range(1, 17))
    found = decided(sky(f"{crowd}, 17 9 9 1 2 5"), complete=False)
    assert 50 <= len(found) <= 200


def test_enemies_attack_the_front_from_beside_it() -> None:
    found = decided(sky("1 0 0 1 1 4, 2 3 0 1 2 30, 3 0 3 1 1 5"), model="enemies")
    assert set() in found
    assert {(2, 1, 4 + 3 + 1)} in found
    assert {(2, 1, 8), (2, 3, 5 + 4 + 1)} in found


def test_enemies_behind_take_teammates_then_neutral_planets_then_help_their_front() -> None:
    far = "1 0 0 1 1 9, 2 2 0 1 2 1, 3 4 0 1 2 1, 4 6 0 1 2 {}, 5 8 0 1 {} {}"
    take_ally = decided(sky(far.format(20, 3, 2), seats=4), team=0b1010, model="enemies")[0]
    assert take_ally == {(4, 5, 2 + 2 + 1)}
    take_neutral = decided(sky(far.format(20, 0, 2), seats=4), team=0b1010, model="enemies")[0]
    assert take_neutral == {(4, 5, 3)}
    help_front = decided(sky(far.format(20, 2, 2), seats=4), team=0b1010, model="enemies")[0]
    assert help_front == {(4, 2, 20)}


def test_allies_take_enemies_then_neutral_planets_and_are_not_forgotten() -> None:
    row = "1 0 0 1 1 9, 2 2 0 1 3 12, 3 4 0 1 {} {}, 4 6 0 1 2 50"
    assert decided(sky(row.format(2, 3), seats=4), team=0b1010, model="allies") == [{(2, 3, 3 + 2 + 1)}]
    assert decided(sky(row.format(0, 3), seats=4), team=0b1010, model="allies") == [{(2, 3, 4)}]


def test_enemies_are_not_expected_to_act_while_they_may_be_friends() -> None:
    assert decided(sky(SUICIDE), complete=False, model="enemies") == [set()]


# --- the tree


def thought(position: Position, budget: float) -> Thought:
    record = position.seen_by(0).record
    return think(record, side_of(position.state, 1, 0b10, True), neighbourhood(record), Sage().weights, budget)


def test_the_nodes_of_a_turn_are_in_the_explanation() -> None:
    turn: Turn = turn_of(sky(VECTOR_19))
    bot = Sage(budget=QUICK)
    bot.start(GAME, 0)
    bot.act(turn)
    assert turn.reason is not None
    assert turn.reason.numbers["nodes"] == turn.reason.numbers["turns"] + 1
    assert str(int(turn.reason.numbers["nodes"])) in turn.reason.text


def test_more_time_makes_a_larger_tree() -> None:
    assert thought(sky(VECTOR_19), 5.0).nodes > thought(sky(VECTOR_19), 0.0).nodes


def test_a_cut_tree_has_scored_every_decision() -> None:
    """Answers are played in rounds, so that each decision has met the same ones when the time is up."""
    found = thought(sky(VECTOR_19), 0.0)
    assert len(found.scores) > 10
    assert np.count_nonzero(found.scores) == len(found.scores)


def test_it_expands_when_no_enemy_is_in_sight() -> None:
    alone = "1 0 0 1 1 10, 2 3 0 1 0 4, 3 0 3 1 0 2, 4 9 9 1 3 5"
    bot = Sage(budget=QUICK)
    answer(bot, sky(alone, message=3, seats=4))
    assert orders(answer(bot, sky(alone, message=1, seats=4)))


def test_the_world_is_played_no_further_than_the_turn_limit() -> None:
    assert thought(sky(SUICIDE, turn=199), 0.5).depth == 1


def test_presets_weigh_ships_and_planets_differently() -> None:
    assert Sage(preset="note").weights == (0.1, 0.001, 0)
    assert Sage(preset="code").weights == (0.0001, 0.1, 1000)
    assert Sage(ship_weight=0.5, planet_weight=2).weights == (0.5, 2, 1000)


@pytest.mark.parametrize("budget", [0, -1, 61])
def test_a_budget_must_make_sense(budget: float) -> None:
    with pytest.raises(BadSetting):
        Sage(budget=budget)


# --- sage0


def test_sage0_of_vector_19() -> None:
    actions = answer(Sage0(), sky(VECTOR_19, message=3))
    assert orders(actions) == [(2, 6, 3), (1, 3, 5)]
    assert message_of(actions) == 1


def test_sage0_keeps_a_ship() -> None:
    line = "1 0 0 1 1 {}, 2 3 0 1 0 4, 3 40 0 1 2 9"
    assert orders(answer(Sage0(), sky(line.format(5)))) == []
    assert orders(answer(Sage0(), sky(line.format(6)))) == [(1, 2, 5)]


def test_sage0_sends_what_is_ripe_behind_the_front_to_the_nearest_planet_there() -> None:
    assert orders(answer(Sage0(), sky(BACKLINE, message=1))) == [(1, 2, 12)]
