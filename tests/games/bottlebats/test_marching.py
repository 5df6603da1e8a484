"""What the board reads out of two views of the roads is what the rules have done on them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.game import EVERYTHING
from quintain.core.position import Position
from tests.games.bottlebats.wars import ordered, turn, war
from tests.scripts import Script

BOARD = Path(__file__).parents[3] / "src/quintain/games/bottlebats/board"
MARCHES = st.dictionaries(st.integers(1, 6), st.integers(1, 9), max_size=4)


@pytest.fixture(scope="module")
def marching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    with Script(BOARD / "marching.ts", tmp_path_factory.mktemp("marching")) as script:
        yield script


def news(marching: Script, before: Position, *orders: str) -> Any:
    """What the board tells of a turn with these orders, to somebody who sees all."""
    given = ordered(before, *orders).view(EVERYTHING)
    return marching("happened", given, given.orders, turn(before, *orders).view(EVERYTHING))


def road(length: int, marches: str = "") -> Position:
    return war(f"a 0 0 p 40, b {length} 0 q 40", "a b", marches)


def fights(told: Any) -> list[tuple[float, float, int]]:
    """Where, seen from a, after which part of the turn, and how many each side lost."""
    found = [(f["share"] if f["origin"] == 0 else 1 - f["share"], f["after"], f["lost"]) for f in told["fights"]]
    return sorted((round(share, 3), after, lost) for share, after, lost in found)


def test_2_they_meet_in_the_middle_of_a_step(marching: Script) -> None:
    position = turn(road(3), "p: a b 7", "q: b a 4")
    told = news(marching, position)
    assert fights(told) == [(0.5, 0.5, 4)]
    assert [(gone["owner"], gone["until"]) for gone in told["gone"]] == [(1, 0.5)]


def test_4_or_at_the_end_of_one(marching: Script) -> None:
    assert fights(news(marching, road(2), "p: a b 7", "q: b a 4")) == [(0.5, 1, 4)]


def test_who_has_made_all_steps_walks_into_the_fort(marching: Script) -> None:
    told = news(marching, road(3, "a b p 5 1"))
    assert told["fights"] == []
    assert [(gone["soldiers"], gone["behind"], gone["until"]) for gone in told["gone"]] == [(5, 2, 1)]


def test_own_marches_pass_each_other(marching: Script) -> None:
    assert news(marching, road(5, "a b p 5 3, b a p 4 2")) == {"gone": [], "fights": []}


@settings(max_examples=60)
@given(length=st.integers(2, 7), there=MARCHES, back=MARCHES)
def test_as_many_are_told_lost_as_are_lost(
    marching: Script, length: int, there: dict[int, int], back: dict[int, int]
) -> None:
    """On a road where nobody fights twice in a turn, and who arrives is not counted."""
    marches = [f"a b p {n} {left}" for left, n in there.items() if 1 < left < length]
    marches += [f"b a q {n} {left}" for left, n in back.items() if 1 < left < length]
    position = road(length, ", ".join(marches))
    before, after = position.view(EVERYTHING), turn(position).view(EVERYTHING)
    told = marching("happened", before, (), after)
    lost = sum(m.soldiers for m in before.marches) - sum(m.soldiers for m in after.marches)
    assert (lost > 0) is (len(told["fights"]) > 0)
    assert all(fight["after"] in (0.5, 1) and 0 < fight["share"] < 1 for fight in told["fights"])
    assert len(told["gone"]) == len(before.marches) - len(after.marches)
