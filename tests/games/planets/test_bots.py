"""The documented bots: the vectors of the fact sheet, and whole matches."""

from collections import Counter
from typing import Any

import pytest

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import house_bots, named_bot
from quintain.core.dice import seeded
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.games.planets import Options
from quintain.ranker.pairing import seated
from tests.games.planets.wars import GAME, answer, changed, turn, war

SIMPLE = ["bully", "bully_team", "rage", "rage_team", "dual", "dual_team", "prospector", "random"]


def contest() -> Position:
    """Vector 18."""
    planets = "P 0 0 1 34 2, P 7 9 2 30 2, P 3.14 2.71 0 15 5, P 6 1 1 40 5, P 9 3 0 8 1"
    return war(planets, profile="google")


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("bully", "launch 20 from 3 to 4"),
        ("dual", "launch 17 from 0 to 1"),
        ("prospector", "launch 17 from 0 to 2"),
        ("rage", "launch 34 from 0 to 1"),
        ("bully_team", "launch 20 from 3 to 4"),
        ("dual_team", "launch 17 from 0 to 1"),
        ("rage_team", "launch 34 from 0 to 1"),
    ],
)
def test_vector_18_the_bots_of_the_contest(name: str, order: str) -> None:
    assert answer(named_bot(GAME, name).bot(), contest()) == [order]


@pytest.mark.parametrize("name", ["bully", "dual", "prospector", "random"])
def test_vector_18_with_a_fleet_in_flight_they_wait(name: str) -> None:
    position = turn(contest(), "1: 0>1 1")
    assert answer(named_bot(GAME, name).bot(), position) == []


def team() -> Position:
    """Vector 19: player 1 of four, who has received a 3."""
    planets = "P 1 0 0 1 1 25, P 2 4 0 2 1 9, P 3 0 3 1 0 4, P 4 6 8 1 2 30, P 5 5 1 1 3 3, P 6 8 8 1 0 2"
    return changed(war(planets + ", P 7 900 900 0 4 0"), inbox=(0, 3))


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("bully", ["launch 12 from 0 to 5"]),
        ("bully_team", ["send 1", "launch 12 from 0 to 5"]),
        ("rage", ["launch 25 from 0 to 2"]),
        ("rage_team", ["send 1", "launch 25 from 0 to 2"]),
        ("dual", ["launch 12 from 0 to 4"]),
        ("dual_team", ["send 1", "launch 12 from 0 to 3"]),
    ],
)
def test_vector_19_the_bots_of_the_teams(name: str, orders: list[str]) -> None:
    position = changed(team(), owners=(6, 0), ships=(6, 99), living=0b01110, waiting=0b0111)
    assert answer(named_bot(GAME, name).bot(), position) == orders


def test_bully_waits_for_its_fleet() -> None:
    position = turn(team(), "1: 2>6 1")
    assert answer(named_bot(GAME, "bully").bot(), position) == []


@pytest.mark.parametrize(
    ("mine", "theirs", "flying", "waits"),
    [
        pytest.param((20, 2), (9, 1), 1, False, id="ahead in both: two fleets at most"),
        pytest.param((20, 2), (9, 1), 2, True, id="ahead in both: not a third"),
        pytest.param((20, 1), (9, 2), 3, False, id="ahead in ships only: four"),
        pytest.param((20, 1), (9, 2), 4, True, id="ahead in ships only: not a fifth"),
        pytest.param((9, 2), (20, 1), 2, True, id="ahead in growth only: two"),
        pytest.param((9, 1), (20, 2), 5, False, id="behind: six"),
        pytest.param((9, 1), (20, 2), 6, True, id="behind: not a seventh"),
    ],
)
def test_dual_has_more_fleets_the_worse_it_stands(
    mine: tuple[int, int], theirs: tuple[int, int], flying: int, waits: bool
) -> None:
    position = war(f"P 1 0 0 {mine[1]} 1 {mine[0] + flying}, P 2 99 0 {theirs[1]} 2 {theirs[0]}, P 3 50 9 0 0 1")
    position = turn(position, *["1: 1>2 1"] * flying)
    assert bool(answer(named_bot(GAME, "dual").bot(), position)) != waits


def test_rage_saves_up_ten_turns_of_growth() -> None:
    bot = named_bot(GAME, "rage").bot()
    assert answer(bot, war("P 1 0 0 2 1 20, P 2 9 0 1 2 5")) == []
    assert answer(bot, war("P 1 0 0 2 1 21, P 2 9 0 1 2 5")) == ["launch 21 from 0 to 1"]
    assert answer(bot, war("P 0 0 1 20 2, P 9 0 2 5 1", profile="google")) == ["launch 20 from 0 to 1"]
    assert answer(bot, war("P 0 0 1 19 2, P 9 0 2 5 1", profile="google")) == []


def test_random_sends_half_of_any_planet_to_any_planet() -> None:
    bot, rng = named_bot(GAME, "random").bot(), seeded("random")
    seen = Counter(tuple(answer(bot, contest(), rng=rng)) for _ in range(300))
    launches = {order for orders in seen for order in orders}
    assert launches == {f"launch {n} from {a} to {b}" for a, n in ((0, 17), (3, 20)) for b in range(5) if a != b}
    assert seen[()] > 20, "it may pick the planet itself"


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 2}, {"players": 5, "planets": 60}, {"profile": "google"}, {"map": "crossroads", "players": 2}],
    ids=str,
)
@pytest.mark.parametrize("name", SIMPLE)
def test_it_plays_whole_matches_by_the_rules(name: str, options: dict[str, Any]) -> None:
    match = Match(GAME, Options(turn_limit=80, **options), seed=3)
    players = seated([named_bot(GAME, name), named_bot(GAME, "rage_team")], match.seats)
    play(match, [InProcess(each.bot(), bot_rng(3, seat)) for seat, each in enumerate(players)])
    assert match.outcome is not None
    assert match.outcome.ending is Ending.NORMAL, match.outcome.why


def test_the_house_knows_them_all() -> None:
    bots = house_bots(GAME)
    assert set(SIMPLE) <= set(bots)
    assert all(bots[name].documented for name in SIMPLE)
