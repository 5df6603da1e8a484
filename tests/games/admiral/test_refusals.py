"""Every order in every state in which it may not be given: its code, and nothing changes. RULES.md 4.9."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn
from quintain.core.position import Position
from quintain.games.admiral.actions import (
    Action,
    Answer,
    Charge,
    Dive,
    Drone,
    DropMine,
    EndTurn,
    Fact,
    Mark,
    Move,
    Place,
    Sonar,
    Stealth,
    Surface,
    Torpedo,
    TriggerMine,
)
from quintain.games.admiral.options import Options
from quintain.games.admiral.refusals import WORDS
from quintain.games.admiral.rules.why import CODES
from quintain.games.admiral.words import DIRECTIONS, KINDS, SYSTEMS, label
from tests.games.admiral.boats import BLUE, DICE, FULL, GAME, boats, changed, code, play
from tests.random_play import Walk

ORDERS = {
    "place": "place D4",
    "dive": "dive",
    "move": "move south",
    "stealth": "stealth south 2",
    "surface": "surface",
    "mark": "mark east 0",
    "charge": "charge sonar",
    "torpedo": "torpedo A3",
    "mine": "mine B2",
    "trigger": "trigger O1",
    "drone": "drone 2",
    "sonar": "sonar",
    "answer": "answer row 2 sector 4",
    "end": "end",
}
ALMOST = FULL | {"sonar": 5}
READY = boats("A1", "O15", gauges={BLUE: ALMOST}, mines={BLUE: ["O1"]})
CREW = play(READY, "move east")
ACTION = play(CREW, "mark east 0", "charge sonar")
STATES = {
    "placing": Position.start(GAME, Options(first_team="blue")),
    "dive": changed(READY, surfaced=(BLUE, 1), step=0),
    "order": READY,
    "crew": CREW,
    "marked": play(CREW, "mark east 0"),
    "charged": play(CREW, "charge sonar"),
    "action": ACTION,
    "used": play(ACTION, "drone 1"),
    "asked": play(ACTION, "sonar"),
    "surfaced": play(READY, "surface"),
}
FINE = ""
TURN = ("dive", "order", "crew", "marked", "charged", "action", "used", "asked", "surfaced")
# What becomes of each order of the right seat, in the states of a turn.
TABLE = {
    "place": ["ALREADY_DONE"] * 9,
    "dive": [FINE, *["NOT_SURFACED"] * 6, "PENDING_RESPONSE", "ALREADY_MOVED"],
    "move": ["SURFACED", FINE, *["ALREADY_MOVED"] * 5, "PENDING_RESPONSE", "SURFACED"],
    "stealth": ["SURFACED", FINE, *["ALREADY_MOVED"] * 5, "PENDING_RESPONSE", "SURFACED"],
    "surface": ["SURFACED", FINE, *["ALREADY_MOVED"] * 5, "PENDING_RESPONSE", "SURFACED"],
    "mark": [
        "SURFACED",
        "NOT_MOVED",
        FINE,
        *["ALREADY_DONE"],
        FINE,
        *["ALREADY_DONE"] * 2,
        "PENDING_RESPONSE",
        "SURFACED",
    ],
    "charge": ["SURFACED", "NOT_MOVED", FINE, FINE, *["ALREADY_DONE"] * 3, "PENDING_RESPONSE", "SURFACED"],
    "torpedo": ["SURFACED", "NOT_MOVED", *["CREW_PENDING"] * 3, FINE, "SYSTEM_USED", "PENDING_RESPONSE", "SURFACED"],
    "mine": ["SURFACED", "NOT_MOVED", *["CREW_PENDING"] * 3, FINE, "SYSTEM_USED", "PENDING_RESPONSE", "SURFACED"],
    "trigger": ["SURFACED", *[FINE] * 6, "PENDING_RESPONSE", "SURFACED"],
    "drone": ["SURFACED", "NOT_MOVED", *["CREW_PENDING"] * 3, FINE, "SYSTEM_USED", "PENDING_RESPONSE", "SURFACED"],
    "sonar": ["SURFACED", "NOT_MOVED", *["CREW_PENDING"] * 3, FINE, "SYSTEM_USED", "PENDING_RESPONSE", "SURFACED"],
    "answer": [*["NOT_YOUR_TURN"] * 7, FINE, "NOT_YOUR_TURN"],
    "end": ["NOT_MOVED", "NOT_MOVED", *["CREW_PENDING"] * 3, FINE, FINE, "PENDING_RESPONSE", FINE],
}
OWNERS = {"mark": {2}, "charge": {1}, "drone": {0, 1}, "sonar": {0, 1}, "answer": {4}}


def owners(word: str) -> set[int]:
    """The seats that give this order on blue's turn."""
    return OWNERS.get(word, {0})


def outcome(position: Position, notation: str, seat: int) -> str:
    if position.allows(seat, GAME.parse(notation)):
        after = position.play(seat, GAME.parse(notation), DICE)
        assert after != position
        return FINE
    return code(position, notation, seat)


@pytest.mark.parametrize(("word", "state"), list(product(ORDERS, TURN)))
def test_the_right_seat(word: str, state: str) -> None:
    expected = TABLE[word][TURN.index(state)]
    for seat in owners(word):
        assert outcome(STATES[state], ORDERS[word], seat) == expected


@pytest.mark.parametrize(("word", "state"), list(product(ORDERS, TURN)))
def test_every_other_seat(word: str, state: str) -> None:
    for seat in set(range(8)) - owners(word):
        found = outcome(STATES[state], ORDERS[word], seat)
        if word == "place":
            assert found == ("ALREADY_DONE" if seat == 4 else "WRONG_ROLE")
        elif word == "answer":
            asked = state == "asked" and seat > 4
            assert found == ("WRONG_ROLE" if asked else "NOT_YOUR_TURN")
        else:
            assert found == ("WRONG_ROLE" if seat < 4 else "NOT_YOUR_TURN")


@pytest.mark.parametrize("word", ORDERS)
def test_before_both_are_at_sea(word: str) -> None:
    for seat in range(8):
        found = outcome(STATES["placing"], ORDERS[word], seat)
        if word == "place":
            assert found == (FINE if seat in (0, 4) else "WRONG_ROLE")
        else:
            assert found == "NOT_PLAYING"


@pytest.mark.parametrize("word", ORDERS)
def test_after_the_end(word: str) -> None:
    over = play(boats("A1", "A3", gauges={BLUE: FULL}, hulls=(4, 1)), "move east", "mark east 0", "torpedo A3")
    assert not over.acting
    for seat in range(8):
        with pytest.raises(MatchOver):
            over.play(seat, GAME.parse(ORDERS[word]), DICE)
        assert GAME.refusal is not None
        assert GAME.refusal(over.seen_by(seat), seat, GAME.parse(ORDERS[word])).startswith("NOT_PLAYING")


def test_who_is_not_asked_is_out_of_turn_and_who_may_act_is_refused() -> None:
    with pytest.raises(OutOfTurn, match="NOT_YOUR_TURN"):
        READY.play(4, GAME.parse("move north"), DICE)
    with pytest.raises(IllegalAction, match="CREW_PENDING") as refused:
        CREW.play(0, EndTurn(), DICE)
    assert not isinstance(refused.value, OutOfTurn)


def test_every_code_has_words_and_no_words_name_a_place() -> None:
    assert set(WORDS) == set(CODES[1:])
    assert len(set(WORDS.values())) == len(WORDS)
    assert not any(letter.isdigit() for words in WORDS.values() for letter in words)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Place, {"cell": "P1"}),
        (Place, {"cell": "A0"}),
        (Place, {"cell": "A16"}),
        (Torpedo, {"cell": "a1"}),
        (Torpedo, {"cell": ""}),
        (DropMine, {"cell": "AA1"}),
        (TriggerMine, {"cell": 17}),
        (Move, {"direction": "up"}),
        (Stealth, {"direction": "north", "steps": 5}),
        (Stealth, {"direction": "north", "steps": -1}),
        (Mark, {"section": "north", "node": 6}),
        (Mark, {"section": "north", "node": -1}),
        (Charge, {"system": "laser"}),
        (Drone, {"sector": 0}),
        (Drone, {"sector": 226}),
        (Answer, {"first": Fact("row", -1), "second": Fact("sector", 1)}),
        (Answer, {"first": Fact("depth", 1), "second": Fact("sector", 1)}),  # type: ignore[arg-type]
        (Answer, {"first": Fact("row", 1), "second": None}),
    ],
)
def test_what_is_no_order_at_all(kind: type[Any], fields: dict[str, Any]) -> None:
    for position in STATES.values():
        before = position.record.tobytes()
        with pytest.raises(IllegalAction, match="is not an action"):
            position.play(0, kind(**fields), DICE)
        assert position.record.tobytes() == before


# --- legal and allowed are the same

FACTS = [Fact(kind, value) for kind in KINDS for value in (*range(6), 9, 14, 15, 225)]
CELLS = [label(row * 16 + column) for row in range(15) for column in range(15)]
EVERY_ACTION: list[Action] = [
    Dive(),
    Surface(),
    Sonar(),
    EndTurn(),
    *(Move(way) for way in DIRECTIONS),
    *(Stealth(way, n) for way in DIRECTIONS for n in range(5)),
    *(Mark(way, n) for way in DIRECTIONS for n in range(6)),
    *(Charge(system) for system in SYSTEMS),
    *(Drone(sector) for sector in (*range(1, 30), 225)),
    *(kind(cell) for kind in (Place, Torpedo, DropMine, TriggerMine) for cell in CELLS),
]
ANSWERS = [Answer(one, other) for one in FACTS for other in FACTS]


@settings(max_examples=60)
@given(
    st.integers(0, 2**40), st.integers(0, 120), st.sampled_from(["alpha", "tiny", "compact", "random"]), st.booleans()
)
def test_legal_actions_are_all_that_is_allowed(seed: int, steps: int, name: str, water: bool) -> None:
    chosen = {"map": name, "torpedo_path": "water" if water else "manhattan", "gauges": "boardgame"}
    position = Walk(GAME, GAME.options_from(chosen), seed, seed).steps(steps).position
    for seat in range(8):
        legal = set(position.legal(seat))
        tries = EVERY_ACTION + (ANSWERS if position.state.step == 4 else ANSWERS[:3])
        assert {action for action in tries if position.allows(seat, action)} == legal & set(tries)
        assert all(isinstance(action, Answer) for action in legal - set(tries))
