"""Trackers in real matches between crews who do anything: the truth is never lost, and all hear the same."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from quintain.core.dice import keyed
from quintain.core.position import Position
from quintain.games.admiral import GAME
from quintain.games.admiral.actions import Stealth, Surface, Torpedo, TriggerMine
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.rules.hearing import hear
from quintain.games.admiral.rules.state import (
    CAPTAIN,
    COURSE,
    DROPPED,
    HEARD,
    PLAYING,
    RADIO_OPERATOR,
    ROLES,
    SEATS,
    STEALTHY,
    State,
)
from tests.games.admiral.voyages import Voyage, holds

OPTIONS: list[dict[str, Any]] = [
    {},
    {"map": "tiny", "gauges": "boardgame", "turn_cap": 200},
    {"map": "classic", "torpedo_path": "water", "announce_mine_drop": True, "board": "balanced"},
    {"map": "openwater", "least_stealth": 1, "overload_before_repair": True, "surface_damage": 1},
    {"map": "random", "gauges": "boardgame", "mine_chain": True, "triggers_need_red": True},
]
STEPS = 500


class Crews:
    """They stay below as long as they can, like stealth, seldom hurt anybody, and trigger mines while others work."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.random, self.rng = Random(seed), keyed("match", seed)
        self.position = Position.start(GAME, GAME.options_from(options), rng=self.rng)

    def step(self) -> bool:
        """Whether there was one."""
        if not self.position.acting:
            return False
        seats = [seat for seat in range(SEATS) if self.position.may_act(seat)]
        seat = self.random.choice(seats)
        wanted = [action for action in self.position.legal(seat) if self.wants(action)]
        if wanted or seat in self.position.acting:
            action = self.random.choice(wanted or self.position.legal(seat))
            self.position = self.position.play(seat, action, self.rng)
        return True

    def wants(self, action: Any) -> bool:
        chances: dict[type, float] = {Surface: 0.05, Torpedo: 0.05, TriggerMine: 0.3, Stealth: 0.5}
        return self.random.random() < chances.get(type(action), 1)


def matches(options: dict[str, Any], count: int) -> list[Crews]:
    return [Crews(seed, **options) for seed in range(count)]


def holds_truth(tracker: Tracker, position: Position) -> bool:
    state = position.state
    return holds(tracker, state.subs[tracker.team], np.array(state.trails[tracker.team]))


def test_crews_do_everything_that_can_be_heard() -> None:
    """Or these tests would prove little."""
    heard: Counter[int] = Counter()
    for options in OPTIONS:
        for match in matches(options, 8):
            while match.step():
                pass
            state = match.position.state
            for reports, n in zip(state.heard, state.reports, strict=True):
                heard.update(code & 255 for code in reports[:n])
    assert all(heard[kind] >= 10 for kind in range(DROPPED + 1)), heard


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("level", ["cells", "exact", "full"])
def test_the_truth_is_always_in_it(
    level: TrackerLevel, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    for match in matches(options, 4):
        trackers = [Tracker.of(match.position, team, level) for team in range(2)]
        for _ in range(STEPS):
            match.step()
            for tracker in trackers:
                tracker.follow(match.position)
                assert match.position.state.phase != PLAYING or holds_truth(tracker, match.position)
    assert not caplog.records


@pytest.mark.parametrize("options", OPTIONS)
def test_a_radio_operator_hears_enough(options: dict[str, Any]) -> None:
    """From its own concealed positions it knows as much as from the true ones."""
    match = Crews(7, **options)
    knowing, listening = (Tracker.of(match.position, 1, "full") for _ in range(2))
    for _ in range(STEPS):
        match.step()
        knowing.follow(match.position)
        listening.follow(match.position.seen_by(RADIO_OPERATOR))
        assert np.array_equal(knowing.belief, listening.belief)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_captain_knows_what_the_enemy_knows(options: dict[str, Any]) -> None:
    """The asked captain knows the answers of the drones, too."""
    match = Crews(8, **options)
    enemy, own = (Tracker.of(match.position, 0, "full") for _ in range(2))
    for _ in range(STEPS):
        match.step()
        enemy.follow(match.position.seen_by(ROLES + RADIO_OPERATOR))
        own.follow(match.position.seen_by(CAPTAIN))
        assert np.array_equal(own.belief, enemy.belief)


@pytest.mark.parametrize("options", OPTIONS)
def test_it_matters_little_how_often_one_listens(options: dict[str, Any]) -> None:
    """Whoever takes a seat over in mid-match finds the same cells."""
    match = Crews(9, **options)
    always = Tracker.of(match.position, 0, "exact")
    for _ in range(STEPS):
        match.step()
        always.follow(match.position)
    assert np.array_equal(Tracker.of(match.position, 0, "exact").inside, always.inside)


@pytest.mark.parametrize("level", ["cells", "exact", "full"])
@pytest.mark.parametrize("surfacing", [0.0, 0.05])
def test_when_old_reports_are_forgotten_the_truth_is_still_found(level: TrackerLevel, surfacing: float) -> None:
    """A list that has been cut begins at its origin."""
    voyage = Voyage("openwater", 5)
    voyage.surfacing = surfacing
    state = voyage.record.view(State.layout)[0]
    state.origin[0] = state.possible[0] = state.water
    always = Tracker.of(voyage.record, 0, level)
    while state.reports_ever[0] < HEARD + 200:
        for code in voyage.turn():
            hear(state, 0, code)
            state.courses[0] += code & 255 in (COURSE, STEALTHY)
        always.follow(voyage.record)
        late = Tracker.of(voyage.record, 0, level) if state.reports_ever[0] > HEARD else always
        assert voyage.is_held_by(always)
        assert voyage.is_held_by(late)
        assert not np.any(always.inside & ~late.inside)
