"""What the board foretells of a march is what the rules make of it, if nobody gives another order."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.bottlebats.wars import turn, war
from tests.scripts import Script

BOARD = Path(__file__).parents[3] / "src/quintain/games/bottlebats/board"


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    with Script(BOARD / "orders.ts", tmp_path_factory.mktemp("orders")) as script:
        yield script


@settings(max_examples=60)
@given(
    length=st.integers(1, 7),
    garrison=st.integers(0, 9),
    foes=st.dictionaries(st.integers(1, 6), st.integers(1, 6), max_size=4),
    sent=st.integers(1, 30),
    neutral=st.booleans(),
)
def test_a_march_comes_out_as_foretold(
    orders: Script, length: int, garrison: int, foes: dict[int, int], sent: int, neutral: bool
) -> None:
    """Two forts and one road, with enemies on it who come towards us."""
    owner = "neutral" if neutral else "q"
    coming = ", ".join(f"b a q {n} {left}" for left, n in foes.items() if left < length)
    position = war(f"a 0 0 p 40, b {length} 0 {owner} {garrison}, c {length} 9 q 5", "a b, b c", coming)
    (way,) = (exit for exit in position.view(0).exits if (exit.origin, exit.destination) == (0, 1))
    position = turn(position, f"p: a b {sent}")
    for _ in range(length - 1):
        position = turn(position)
    fort = position.view(-2).forts[1]
    left = orders("arriving", way, sent)
    grown = 0 if neutral and left <= way.garrison else 1  # whoever holds it then has one more at the end of the turn
    assert fort.soldiers == abs(left - way.garrison) + grown
    assert (fort.owner == 0) is (left > way.garrison)
    assert (sent >= orders("enough", way)) is (left > way.garrison)
