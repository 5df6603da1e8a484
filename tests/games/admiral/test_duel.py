"""Two boats that know where the other is, and what the best captains make of that."""

from typing import Any

import numpy as np
import pytest

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.captain.captain import Captain
from quintain.games.admiral.bots.duel import both_play_well
from quintain.games.admiral.bots.duel.both_play_well import Boat
from quintain.games.admiral.bots.duel.worth_of_a_cell import Duel, hits_on
from quintain.games.admiral.bots.helm.where_to_go import Helm
from quintain.games.admiral.bots.levels import LEVELS, PROFILES, Manner
from quintain.games.admiral.bots.traits import TRAITS
from quintain.games.admiral.bots.veteran import Veteran
from quintain.games.admiral.messages import Protect
from quintain.games.admiral.rules.state import CELLS, FIRED
from tests.games.admiral.asking import asked, turn_of
from tests.games.admiral.boats import BLUE, RED, Place, at, boats, cell, full, grid, moved, news, water
from tests.games.admiral.test_veteran import sighted

ENEMY = (7, 6)
LOADED, AWAY = 0, 99  # charges that are missing


def played_out(own: Place, free: Cells, ours: int = LOADED, theirs: int = LOADED, kept: float = 0.0) -> Reals:
    """What the duel is worth by torpedoes fired, our boat being here and the enemy to move."""
    values, sea = np.empty((both_play_well.BOTH, CELLS, CELLS)), water("openwater")
    our_boat = Boat(free, grid([own]), missing=ours, hull=4, turns=0, sight=1.0)
    their_boat = Boat(sea, grid([ENEMY]), missing=theirs, hull=4, turns=1, sight=1.0)
    both_play_well.play_out(our_boat, their_boat, hits_on(sea), TRAITS.duel._replace(kept=kept), values)
    found: Reals = values[:, cell(*own), cell(*ENEMY)]
    return found


def test_a_boat_that_can_flee_only_along_its_trail_cannot_flee() -> None:
    """The enemy comes near with its first course and fires after the next one, if we are still there."""
    hunted, everywhere = (13, 7), water("openwater")
    lane = grid([(12, 7), (11, 7), (10, 7)])
    assert played_out(hunted, lane, ours=AWAY)[0] < played_out(hunted, everywhere, ours=AWAY)[0] - 0.3


def test_a_boat_without_a_way_out_pays_for_it() -> None:
    assert played_out((0, 14), grid([]), AWAY, AWAY)[0] == pytest.approx(-TRAITS.duel.stuck * TRAITS.duel.later**2)


def test_a_torpedo_that_is_kept_is_worth_something() -> None:
    """Too far away to hit anything: what counts is who is still loaded."""
    nothing, ours, theirs, both = played_out((0, 14), water("openwater"), kept=1.0)
    assert ours == pytest.approx(-theirs) == pytest.approx(-(TRAITS.duel.later**both_play_well.PLIES))
    assert nothing == both == 0


@pytest.mark.parametrize("own", [(11, 8), (10, 9)])
def test_the_best_captains_do_not_waste_a_torpedo_on_a_graze(own: Place) -> None:
    """The enemy has just fired, and a course nearer the shot hurts twice as much."""
    position = after_their_shot(own)
    assert asked(Veteran("expert"), position, events=[sighted(ENEMY)]) == "end"
    assert asked(Veteran("hard"), position, events=[sighted(ENEMY)]).startswith("torpedo ")


def test_a_direct_hit_is_not_put_off() -> None:
    assert asked(Veteran("expert"), after_their_shot((11, 6)), events=[sighted(ENEMY)]) == "torpedo G8"


def after_their_shot(own: Place) -> Any:
    heard = [news(FIRED, cell(7, 9))]
    return moved(boats(at(*own), at(*ENEMY), heard={RED: heard}, gauges={BLUE: full("torpedo")}, map="openwater"))


def test_the_best_captains_lay_mines_for_later() -> None:
    position = moved(boats("G12", at(*ENEMY), gauges={BLUE: full("mine")}, map="openwater"))
    assert asked(Veteran("expert"), position, events=[sighted(ENEMY)]) == "mine G11"
    assert asked(Veteran("hard"), position, events=[sighted(ENEMY)]) == "end"


def test_who_is_loaded_first_has_the_lead() -> None:
    """We are loaded; the enemy has fired, and has all its charges to make up."""
    position = after_their_shot((11, 6))
    captain = Captain(Manner(LEVELS["expert"], PROFILES["balanced"]))
    now = captain.look(turn_of(position, events=[sighted(ENEMY)]))
    assert Duel(now).lead == 6
    cost = Helm(now, Protect(colors=())).cost(0.0)[0]
    assert cost[cell(14, 14)] - cost[cell(11, 6)] > 0.5
