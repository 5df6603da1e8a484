"""Maps are fair: whoever plays the mirror image of the other's game ends even, and equal bots win equally often."""

from typing import Any

import pytest

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot
from quintain.core.dice import keyed, random_below, seeded
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.planets import Options
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.options import map_of
from quintain.ranker.pairing import seated
from tests.games.planets.wars import GAME

CASES: list[dict[str, Any]] = [
    {"planets": 5},
    {"planets": 10, "players": 2},
    {"planets": 40, "players": 5},
    {"planets": 23, "profile": "google"},
    {"planets": 30, "profile": "google", "players": 3},
    {"map": "duel"},
    {"map": "archipelago", "players": 3},
    {"map": "spiral", "players": 4},
]


def opposites(position: Position) -> dict[int, int]:
    """The planet on the other side of the centre, for each."""
    planets = map_of(position.record).planets
    x, y = (2 * sum(c) // len(planets) for c in zip(*((p.x, p.y) for p in planets), strict=True))
    places = {(p.x, p.y): number for number, p in enumerate(planets)}
    return {number: places[x - p.x, y - p.y] for number, p in enumerate(planets)}


def mirrored(action: Launch | Done, opposite: dict[int, int]) -> Action:
    if isinstance(action, Launch):
        return Launch(opposite[action.source], opposite[action.destination], action.ships)
    return Done()


@pytest.mark.parametrize("options", CASES, ids=str)
def test_whoever_mirrors_the_other_ends_even(options: dict[str, Any]) -> None:
    for seed in range(4):
        rng, dice = keyed("match", seed), seeded("mirror", seed)
        position = Position.start(GAME, Options(turn_limit=40, **options), rng=rng)
        opposite, half = opposites(position), len(position.seats) // 2
        fighting = 0
        while position.acting:
            for seat in [seat for seat in position.acting if seat < half]:
                launches: list[Launch] = [action for action in position.legal(seat) if isinstance(action, Launch)]
                chosen: list[Launch | Done] = [launches[random_below(dice, len(launches))]] if launches else []
                for action in [*chosen, Done()]:
                    position = position.play(seat, action, rng)
                    position = position.play(seat + half, mirrored(action, opposite), rng)
                fighting += len(chosen)
            scores = position.scores()
            assert scores[0] == scores[half]
        assert fighting > 20
        assert position.view(-1).winner is None


@pytest.mark.parametrize("name", ["rage_team", "bully_team", "dual_team"])
@pytest.mark.parametrize("options", [{}, {"players": 2}, {"profile": "google", "planets": 23}], ids=str)
def test_equal_bots_win_equally_often(name: str, options: dict[str, Any]) -> None:
    """Also where they break ties by the numbers of planets, which chance gives out."""
    wins = [0, 0]
    for seed in range(60):
        match = Match(GAME, Options(turn_limit=100, **options), seed)
        players = seated([named_bot(GAME, name)], match.seats)
        outcome = play(match, [InProcess(each.bot(), bot_rng(seed, seat)) for seat, each in enumerate(players)])
        if outcome.ranks[0] != outcome.ranks[-1]:
            wins[outcome.ranks[0] != 1] += 1
    assert abs(wins[0] - wins[1]) <= 3 * max(1, sum(wins)) ** 0.5, wins
