"""Trackers in real matches between players who do anything: the truth is never lost, and nobody knows what it may not."""

from typing import Any

import numpy as np
import pytest

from quintain.core.position import Position
from quintain.games.admiral import GAME
from quintain.games.admiral.bots.tracker import Level, Tracker
from quintain.games.admiral.rules.state import CAPTAIN, HEARD, PLAYING, RADIO_OPERATOR, ROLES, State
from tests.random_play import Walk

OPTIONS: list[dict[str, Any]] = [
    {},
    {"map": "tiny", "gauges": "boardgame", "turn_cap": 60},
    {"map": "classic", "torpedo_path": "water", "announce_mine_drop": True, "board": "balanced"},
    {"map": "openwater", "least_stealth": 1, "overload_before_repair": True, "surface_damage": 1},
    {"map": "random", "gauges": "boardgame", "mine_chain": True, "triggers_need_red": True},
]
STEPS = 400


def walk(options: dict[str, Any], seed: int) -> Walk:
    return Walk(GAME, GAME.options_from(options), seed, seed)


def holds_truth(tracker: Tracker, position: Position) -> bool:
    state = position.state
    return tracker.rows.holds(state.subs[tracker.team], np.array(state.trails[tracker.team]))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("level", ["cells", "exact", "full"])
def test_the_truth_is_always_in_it(
    level: Level, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(4):
        match = walk(options, seed)
        trackers = [Tracker.of(match.position, team, level) for team in range(2)]
        for _ in range(STEPS):
            if not match.position.acting:
                break
            match.step()
            for tracker in trackers:
                tracker.follow(match.position)
                assert match.position.state.phase != PLAYING or holds_truth(tracker, match.position)
    assert not caplog.records


@pytest.mark.parametrize("options", OPTIONS)
def test_a_radio_operator_hears_enough(options: dict[str, Any]) -> None:
    """From its own concealed positions it knows as much as from the true ones."""
    match = walk(options, 7)
    knowing, listening = (Tracker.of(match.position, 1, "full") for _ in range(2))
    while match.position.acting and len(match.actions) < STEPS:
        match.step()
        knowing.follow(match.position)
        listening.follow(match.position.seen_by(RADIO_OPERATOR))
        assert np.array_equal(knowing.belief, listening.belief)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_captain_knows_what_the_enemy_knows(options: dict[str, Any]) -> None:
    """The asked captain knows the answers of the drones, too."""
    match = walk(options, 8)
    enemy, own = (Tracker.of(match.position, 0, "full") for _ in range(2))
    while match.position.acting and len(match.actions) < STEPS:
        match.step()
        enemy.follow(match.position.seen_by(ROLES + RADIO_OPERATOR))
        own.follow(match.position.seen_by(CAPTAIN))
        assert np.array_equal(own.belief, enemy.belief)


@pytest.mark.parametrize("level", ["cells", "exact", "full"])
def test_who_comes_late_still_finds_the_truth(level: Level) -> None:
    """When the list has been cut, reading begins at its origin."""
    match = walk({"map": "compact", "turn_cap": 2000}, 3)
    state = State.read(match.position.record)
    assert state.reports == [0, 0]
    cut = 0
    for seed in range(40):
        match = walk({"map": "compact", "turn_cap": 2000}, seed).steps(5000)
        state = match.position.state
        for team in range(2):
            late = Tracker.of(match.position, team, level)
            assert late.rows.holds(state.subs[team], np.array(state.trails[team]))
            cut += state.reports_ever[team] > HEARD
    assert cut >= 0
