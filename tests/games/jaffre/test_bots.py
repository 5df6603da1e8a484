"""What holds for every house bot of Jaffre."""

from typing import Any

import pytest

from quintain.arbiter.players import describe, house_bots, strongest
from quintain.bots.chance import Chance
from quintain.core.bot import Bot
from quintain.core.outcome import Ending
from quintain.games.jaffre.bots.advanced import Advanced
from quintain.games.jaffre.bots.beginner import Beginner
from quintain.games.jaffre.bots.intermediate import Intermediate
from quintain.games.jaffre.bots.shark import Shark
from tests.games.jaffre.seats import decisions, match_of
from tests.games.jaffre.tables import GAME

BOTS: list[type[Bot]] = [Beginner, Intermediate, Advanced, Shark]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"made_pays": "points"},
    {"twelve_wins": True},
    {"brown_zero_points": -2},
    {"target": 10, "first_dealer": 3, "brown_zero_points": 0},
]
every_bot = pytest.mark.parametrize("kind", BOTS)


def test_the_house_knows_them_by_name() -> None:
    bots = house_bots(GAME)
    assert [bots[name] for name in ("beginner", "intermediate", "advanced", "shark")] == BOTS
    assert all(describe(kind).endswith(".") for kind in BOTS)
    assert [kind.documented for kind in BOTS] == [True, True, True, False]


def test_the_ladder_is_in_order() -> None:
    strengths = [kind.strength for kind in BOTS]
    assert strengths == sorted(set(strengths))
    assert strongest(GAME) == "shark"


@every_bot
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_never_breaks_the_rules_and_always_says_why(kind: type[Bot], options: dict[str, Any]) -> None:
    for seed in range(3):
        kinds: list[type[Bot]] = [kind, Chance, kind, Chance] if seed % 2 else [Chance, kind, kind, kind]
        match = match_of(kinds, seed, longest=600, **options)
        assert match.outcome
        assert match.outcome.ending in (Ending.NORMAL, Ending.STALLED), match.outcome.why
        reasons = [entry.reason for entry in decisions(match) if kinds[entry.seat] is kind]
        assert reasons
        assert all(reason and any(letter.isdigit() for letter in str(reason)) for reason in reasons)


@every_bot
def test_the_same_seed_gives_the_same_match(kind: type[Bot]) -> None:
    first, second = (match_of([kind] * 4, seed=7, longest=400) for _ in range(2))
    actions = [[(entry.seat, entry.actions) for entry in decisions(match)] for match in (first, second)]
    assert actions[0] == actions[1] != []


@pytest.mark.parametrize(
    ("stronger", "weaker"), [(Intermediate, Beginner), (Advanced, Intermediate), (Shark, Advanced)]
)
def test_each_beats_the_one_below(stronger: type[Bot], weaker: type[Bot]) -> None:
    """Thirty pairs are few; bench/strength.py measures it properly."""
    wins = 0
    for seed in range(30):
        for side in (0, 1):
            match = match_of([stronger if seat % 2 == side else weaker for seat in range(4)], seed)
            assert match.outcome
            wins += match.outcome.ranks[side] == 1
    assert wins > 33
