"""Orders as text and JSON."""

import pytest

from quintain.core.errors import BadNotation
from quintain.games.admiral.actions import Answer, Fact, Stealth, Torpedo, column_letters, column_of
from tests.games.admiral.boats import GAME

ORDERS = [
    "place C6",
    "dive",
    "move north",
    "stealth east 3",
    "surface",
    "mark north 0",
    "charge torpedo",
    "torpedo O15",
    "mine C6",
    "trigger A1",
    "drone 3",
    "sonar",
    "answer row 3 sector 2",
    "answer column C row 15",
    "end",
]


@pytest.mark.parametrize("notation", ORDERS)
def test_an_order_is_read_as_it_is_written(notation: str) -> None:
    action = GAME.parse(notation)
    assert str(action) == notation
    assert GAME.parse(f"  {notation.upper()} ") == action
    assert GAME.decode(list(GAME.encode(action))) == action
    assert len(GAME.encode(action)) == GAME.action_width


def test_facts_are_counted_from_zero_inside() -> None:
    assert GAME.parse("answer row 3 column C") == Answer(Fact("row", 2), Fact("column", 2))
    assert GAME.parse("answer sector 3 row 1") == Answer(Fact("sector", 3), Fact("row", 0))
    assert GAME.encode(Torpedo("C6")) == [7, 5 * 16 + 2, 0, 0, 0]
    assert GAME.encode(Stealth("west", 4)) == [3, 3, 4, 0, 0]


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "jump",
        "move",
        "move up",
        "move north north",
        "place P1",
        "place C0",
        "place C16",
        "place 6C",
        "place C٣",
        "torpedo",
        "stealth north",
        "stealth north 5",
        "stealth north -1",
        "stealth north x",
        "mark north 6",
        "mark up 1",
        "charge laser",
        "drone 0",
        "drone two",
        "drone 999999999999999999999999",
        "answer row 3",
        "answer row 0 sector 1",
        "answer row 3 depth 4",
        "answer column 3 row 1",
        "answer column AAA row 1",
        "end now",
    ],
)
def test_what_is_no_order(notation: str) -> None:
    with pytest.raises(BadNotation, match="is not an action; write one like"):
        GAME.parse(notation)


def test_columns_after_z() -> None:
    assert [column_letters(column) for column in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]
    assert all(column_of(column_letters(column)) == column for column in range(226))


def test_an_order_as_json() -> None:
    text = b'{"type":"answer","first":{"kind":"row","value":2},"second":{"kind":"sector","value":2}}'
    assert str(GAME.action_from_json(text)) == "answer row 3 sector 2"
    with pytest.raises(BadNotation):
        GAME.action_from_json(b'{"type":"torpedo","cell":"C16"}')
