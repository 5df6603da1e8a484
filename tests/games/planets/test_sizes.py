"""The laws of every game, for one against one, two against two and five against five, on maps small and large."""

from typing import Any

import pytest

from quintain.games.planets import Options
from tests import test_laws as laws
from tests.games.planets.wars import GAME
from tests.random_play import Walk

SIZES: list[dict[str, Any]] = [
    {"planets": 5},
    {"players": 2},
    {"players": 5, "planets": 99},
    {"profile": "google", "planets": 23},
    {"profile": "google", "players": 2},
    {"players": 2, "map": "crossroads", "ally_landing": "reinforce"},
]
LAWS: list[Any] = [
    laws.test_actions_survive_rows_words_and_json,
    laws.test_legal_actions_are_allowed_and_different,
    laws.test_playing_leaves_the_old_position_alone,
    laws.test_nobody_acts_out_of_turn,
    laws.test_concealing_twice_is_concealing_once,
    laws.test_what_the_public_may_know_every_seat_knows,
    laws.test_a_seat_knows_what_it_may_do,
    laws.test_an_imagined_world_looks_the_same,
    laws.test_an_imagined_world_can_be_played_on,
    laws.test_nothing_hidden_gets_through,
    laws.test_seats_that_act_together_do_not_disturb_each_other,
    laws.test_it_does_not_matter_who_of_them_answers_first,
    laws.test_a_default_action_is_legal,
]


class Given:
    """Stands in for what hypothesis draws."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    def draw(self, strategy: Any) -> Walk:
        return self.walk


@pytest.mark.parametrize("options", SIZES, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_law(law: Any, options: dict[str, Any]) -> None:
    inner = law.hypothesis.inner_test
    for seed, steps in enumerate((0, 3, 17, 60, 120)):
        walk = Walk(GAME, Options(**options), seed, dice=seed).steps(steps)
        dice = {"dice": seed} if "dice" in inner.__code__.co_varnames[: inner.__code__.co_argcount] else {}
        inner(game=GAME, data=Given(walk), **dice)
