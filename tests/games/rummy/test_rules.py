"""The rules of Rummy, by paragraph of RULES.md and by the vectors M1 to M38 of the game's description."""

import re
from importlib import resources
from typing import Any

import pytest

from quintain.core.errors import IllegalAction, OutOfTurn
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.rummy import Options
from quintain.games.rummy.actions import Allow, Buy, Discard, Draw, GoDown, GoOut, LayOff, Pass, Swap, Take
from quintain.games.rummy.events import Dealt, LaidOff, Swapped, Took, WentDown
from quintain.games.rummy.rules.dealing import decks_for
from quintain.games.rummy.rules.melds import is_group, is_run, points_in
from quintain.games.rummy.rules.state import DECK, GROUPS_OF, RUNS_OF, State
from quintain.games.rummy.view import places_of
from tests.games.rummy.tables import GAME, cells, hand, keys, played, table, top

# --- 1 and 2


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_m1_decks_by_players(players: int, decks: int) -> None:
    assert decks_for(players) == decks
    state = Position.start(GAME, Options(players=players)).state
    assert sum(state.held) + state.stocked + state.piled == decks * DECK == {1: 54, 2: 108, 3: 162, 4: 216}[decks]


def test_m2_who_begins_and_how_many_cards() -> None:
    view = Position.start(GAME, Options(first_round=3)).view(0)
    assert view.turn == 3
    assert view.hand_counts == (9, 9, 9, 9)
    fewer = Position.start(GAME, Options(first_round=3, deal_offset=5)).view(0)
    assert fewer.hand_counts == (8, 8, 8, 8)


# --- 3

RUNS = {
    "M3": ("Ah 2h 3h 4h", "Jh Qh Kh Ah", "10h Jh Qh Kh Ah"),
    "M5": ("2h * 4h 5h", "2h 3h * 5h 6h", "2h * * 5h"),
    "M7": ("Ah Qh Kh *", "3h 4h 5h Ah *", "Ah * * Kh"),
    "M8": ("* * * *",),
    "M9": ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh *"),
}
NO_RUNS = {
    "M4": ("Kh Ah 2h 3h", "Qh Kh Ah 2h"),
    "M6": ("2h 3h * 6h 7h", "2h 4h 6h 8h", "2h 3h *", "9h * * 2h"),
    "M8": ("* * *",),
    "M9": ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh * *",),
    "M10": ("10h Jh Qh Qh", "2h 3c 4h 5h"),
}


@pytest.mark.parametrize("cards", [cards for each in RUNS.values() for cards in each])
def test_m3_to_m9_runs(cards: str) -> None:
    assert is_run(cells(cards))


@pytest.mark.parametrize("cards", [cards for each in NO_RUNS.values() for cards in each])
def test_m4_to_m10_no_runs(cards: str) -> None:
    assert not is_run(cells(cards))


@pytest.mark.parametrize(
    ("cards", "valid"), [("7h 7h 7c", True), ("7h * *", True), ("* * *", True), ("7h 8h *", False), ("Ks Kh", False)]
)
def test_m8_and_m11_groups(cards: str, valid: bool) -> None:
    assert is_group(cells(cards)) == valid


def test_m12_points() -> None:
    assert points_in(cells("Ks 7h 3c")) == 20
    assert points_in(cells("Ah * 10c 9s")) == 45


# --- 4 and 5


def asked(position: Position, *wanting: int) -> Position:
    """Everybody answers; these seats want the card."""
    for seat in position.acting:
        position = played(position, (seat, Buy() if seat in wanting else Pass()))
    return position


def buying(**options: Any) -> Position:
    return table("7h 7c 9s 9h Kc 4d 2s", seat=1, phase="asking", pile="3s Qh", **options)


def test_everybody_but_the_seat_on_turn_is_asked_at_once() -> None:
    assert buying().acting == (0, 2, 3)


def test_m29_the_nearest_buys() -> None:
    position = asked(buying(), 0, 3)
    assert position.view(2).requests == (0, 3)
    before = hand(position, 3)
    after = played(position, (1, Allow()))
    assert hand(after, 3) - before >= {"Q-hearts-0"}
    assert len(hand(after, 3)) == len(before) + 2
    assert after.view(1).requests == ()
    assert top(after) == "3-spades-0"
    assert after.acting == (0, 2, 3)
    assert asked(after).acting == (1,)
    assert len(hand(asked(after), 1)) == 7


def test_m30_reaching_for_the_stock_allows() -> None:
    position = asked(buying(), 2)
    after = played(position, (1, Draw()))
    assert after == played(position, (1, Allow()))
    assert len(hand(after, 1)) == 7


def test_m31_taking_the_card_voids_the_requests() -> None:
    position = asked(buying(), 0, 2)
    after = played(position, (1, Take()))
    assert after.view(0).requests == ()
    assert [len(hand(after, seat)) for seat in range(4)] == [5, 8, 5, 5]


def test_m32_two_purchases_and_a_draw() -> None:
    position = Position.start(GAME, seed=3)
    for _ in range(2):
        turn = position.view(0).turn
        position = played(asked(position, 0), (turn, Allow()))
        if not position.view(0).discards:
            position = played(position, (turn, Draw()), (turn, Discard(position.view(turn).hand[0])))
    assert len(hand(position, 0)) == 11
    while position.view(0).turn != 0:
        turn = position.view(0).turn
        position = played(asked(position), (turn, Draw()), (turn, Discard(position.view(turn).hand[0])))
    position = played(asked(position), (0, Draw()))
    assert len(hand(position, 0)) == 12
    assert len(hand(played(position, (0, Discard(position.view(0).hand[0]))), 0)) == 11


def test_the_seat_on_turn_cannot_buy() -> None:
    with pytest.raises(OutOfTurn, match=r"5\.1"):
        played(buying(), (1, Buy()))


def test_who_has_bought_enough_is_not_asked() -> None:
    position = played(asked(buying(max_buys_per_round=1), 2), (1, Allow()))
    assert position.acting == (0, 3)


# --- 6


def test_m13_down_and_out() -> None:
    position = table("Ah As Ad Kh Ks Kd 2c")
    proposal = position.view(0).proposal
    assert proposal == GoDown((keys("Ah Ad As"), keys("Kh Kd Ks")))
    after = played(position, (0, proposal), (0, Discard("2-clubs-0")))
    assert after.view(0).winners == (0,)
    assert after.view(0).round == 2


def test_m14_one_card_is_kept_back() -> None:
    proposal = table("Ah As Ad 2h 3h 4h 5h 6h", round=2).view(0).proposal
    assert len(proposal.melds[0]) == 3
    assert len(proposal.melds[1]) == 4


@pytest.mark.parametrize(
    ("round", "cards"),
    [(1, "Ah As Ad 2h 5c 6c 9d"), (1, "7h 7c 9s 9h Kc 4d 2s"), (2, "7h 7c 7d 7s 8h 9h 2c Ks")],
    ids=["M15", "M16", "M21"],
)
def test_hands_that_cannot_go_down(round: int, cards: str) -> None:
    view = table(cards, round=round).view(0)
    assert view.proposal is None
    assert view.missing > 0


def test_m20_a_group_spares_the_card_of_the_run() -> None:
    proposal = table("7h 7c 7d 7s 8h 9h 10h Ks", round=2).view(0).proposal
    assert proposal == GoDown((keys("7d 7c 7s"), keys("7h 8h 9h 10h")))


def test_m22_jokers_are_not_burnt() -> None:
    position = table("* * * 7h 7c 9s 9h Kc")
    proposal = position.view(0).proposal
    after = played(position, (0, proposal), (0, Discard("K-clubs-0")))
    assert after.view(0).winners == (0,)


def test_m23_a_joker_in_a_gap() -> None:
    proposal = table("2h 4h 5h 6h * 8c 9c 10c Jc Ks", round=3).view(0).proposal
    assert {frozenset(meld) for meld in proposal.melds} == {
        frozenset(keys("2h 4h 5h 6h *")),
        frozenset(keys("8c 9c 10c Jc")),
    }


def test_m24_round_seven_needs_every_card() -> None:
    position = table("9s 10s Js Qs 4s 5s 6s 7s 7c * 9c 10c 8d", round=7)
    assert position.view(0).proposal is None
    runs = GoOut((keys("9s 10s Js Qs"), keys("4s 5s 6s 7s"), keys("7c * 9c 10c")))
    with pytest.raises(IllegalAction, match=r"every card.*6\.4"):
        played(position, (0, runs))


def test_m25_round_seven_ends_without_a_discard() -> None:
    position = table("Ah 2h 3h 4h 5h 5d 6d 7d 8d 9d 10c Jc Qc Kc", round=7)
    after = played(position, (0, position.view(0).proposal))
    assert not after.acting
    assert after.view(0).winners == (0,)
    assert after.view(0).totals[0] == 0


def test_m33_a_card_must_be_left() -> None:
    position = table("Ah As Ad Kh Ks Kd")
    assert position.view(0).proposal is None
    with pytest.raises(IllegalAction, match=r"one card must be left.*6\.3"):
        played(position, (0, GoDown((keys("Ah As Ad"), keys("Kh Ks Kd")))))


# --- 7

M26 = {0: ("7h 7d 7c", "2h 3h * 5h")}


def test_m26_a_joker_slides() -> None:
    position = table("3s 4h", round=2, melds=M26)
    after = played(position, (0, LayOff("4-hearts-0", 0, 1)))
    assert after.view(0).melds[1].cards == keys("2h 3h 4h 5h *")
    assert played(after, (0, Discard("3-spades-0"))).view(0).winners == (0,)


def test_m27_a_joker_is_taken() -> None:
    position = table("3s 4h", round=2, melds=M26, joker_swap="take")
    after = played(position, (0, Swap("4-hearts-0", 0, 1)))
    assert after.view(0).melds[1].cards == keys("2h 3h 4h 5h")
    assert hand(after, 0) == {"3-spades-0", "JOKER-1-0"}
    for meld in (0, 1):
        again = played(after, (0, LayOff("JOKER-1-0", 0, meld)), (0, Discard("3-spades-0")))
        assert again.view(0).winners == (0,)


def test_the_last_card_is_for_the_discard() -> None:
    with pytest.raises(IllegalAction, match=r"7\.4"):
        played(table("4h", round=2, melds=M26), (0, LayOff("4-hearts-0", 0, 1)))


def test_a_last_joker_can_be_discarded() -> None:
    after = played(table("*", melds={0: ("7h 7d 7c", "9h 9c 9d")}), (0, Discard("JOKER-1-0")))
    assert after.view(0).winners == (0,)


def test_a_turn_is_one_entry() -> None:
    match = Match(GAME, Options(first_round=2))
    match.position = table("3s 4h", round=2, melds=M26)
    match.act(0, [LayOff("4-hearts-0", 0, 1), Discard("3-spades-0")])
    assert len(match.record) == 1
    assert match.position.view(0).winners == (0,)


# --- bad input

DOWN = table("7h 7c 7d 9s 9h 9d Kc 4d", round=1)
RUN = table("2h 3h 4h 5h Kh Ah 9c 9d 9s", round=2)
BAD = [
    (DOWN, GoDown((keys("7h 7c 7d"), keys("7h 9s 9h 9d"))), "OVERLAP"),
    (DOWN, GoDown((("7-hearts-0", "7-hearts-0", "7-clubs-0"), keys("9s 9h 9d"))), "OVERLAP"),
    (DOWN, GoDown((keys("7h 7c 7d"), keys("8s 8h 8d"))), "HAND"),
    (DOWN, GoDown((keys("7h 7c 9d"), keys("9s 9h 7d"))), "different ranks"),
    (DOWN, GoDown((keys("7h 7c 7d"),)), "exactly 2 groups"),
    (DOWN, GoDown((keys("7h 7c 7d"), keys("9s 9h 9d"), keys("Kc"))), "exactly 2 groups"),
    (DOWN, GoOut((keys("7h 7c 7d"), keys("9s 9h 9d"))), "ROUND"),
    (RUN, GoDown((keys("9c 9d 9s"), keys("Kh Ah 2h 3h"))), "around the ace"),
    (RUN, GoDown((keys("9c 9d 9s"), keys("2h 3h 4h"))), "fewer than four"),
    (RUN, GoDown((keys("9c 9d 9s"), keys("2h 3h 5h Kh"))), "gaps"),
    (RUN, Discard("2-clubs-0"), "HAND"),
    (RUN, LayOff("9-clubs-0", 0, 0), "7.1"),
    (table("3s 4h 4s", round=2, melds=M26), LayOff("3-spades-0", 0, 1), "FIT"),
    (table("3s 4h 4s", round=2, melds=M26), Swap("4-hearts-0", 0, 1), "jokers stay"),
    (table("3s 6h 4s", round=2, melds=M26, joker_swap="take"), Swap("6-hearts-0", 0, 1), "the run would break"),
    (table("3s 7s 4s", round=2, melds=M26, joker_swap="take"), Swap("7-spades-0", 0, 0), "runs only"),
]


@pytest.mark.parametrize(("position", "action", "why"), BAD)
def test_bad_input_is_refused_with_the_reason(position: Position, action: GoDown, why: str) -> None:
    before = position.record.tobytes()
    with pytest.raises(IllegalAction, match=why) as refused:
        played(position, (0, action))
    assert "RULES.md" in str(refused.value)
    assert position.record.tobytes() == before


def test_people_read_the_names_of_cards() -> None:
    """Which of equal cards is meant is told only where it matters."""
    position = table("3s 4h 4s", round=2, melds=M26)
    with pytest.raises(IllegalAction, match=r"FIT: 3♠ does not fit meld 0\.1"):
        played(position, (0, LayOff("3-spades-0", 0, 1)))
    with pytest.raises(IllegalAction, match=r"HAND: 10♦ \(10-diamonds-1\) is not in its hand"):
        played(position, (0, Discard("10-diamonds-1")))
    with pytest.raises(IllegalAction, match="GROUP: 7♥ 7♣ 9♦ has cards of different ranks"):
        played(DOWN, (0, GoDown((keys("7h 7c 9d"), keys("9s 9h 7d")))))


EVENTS = {
    Took(1, "10-diamonds-1"): "seat 1 takes 10♦",
    Dealt(("A-hearts-0", "JOKER-2-1")): "dealt: A♥ joker",
    WentDown(0, (("7-hearts-0", "7-clubs-0"), ("9-spades-1",))): "seat 0: go down 7♥ 7♣ / 9♠",
    LaidOff(2, "K-clubs-1", 2, 0): "seat 2: lay K♣ on 2.0",
    Swapped(0, "4-hearts-0", 0, 1, "JOKER-1-0"): "seat 0: swap 4♥ into 0.1, and takes the joker",
}


@pytest.mark.parametrize("event", EVENTS)
def test_so_they_do_in_the_log(event: object) -> None:
    assert str(event) == EVENTS[event]  # type: ignore[index]


# --- 8 and 9


def test_m34_places() -> None:
    assert places_of((85, 85, 120, 150)) == (1, 1, 2, 3)


def test_partners_add_their_points() -> None:
    position = played(table("2c", melds={0: ("7h 7d 7c", "9h 9c 9d")}, teams=True), (0, Discard("2-clubs-0")))
    sheet, totals = position.view(0).sheet[0], position.view(0).totals
    assert totals == (sheet[0] + sheet[2], sheet[1] + sheet[3]) * 2


def test_m38_the_top_discard_stays() -> None:
    position = asked(table("2c 3c", phase="asking", stock=0, other_hands=28))
    assert position.view(0).stock == 0
    before, pile = top(position), position.view(0).discards
    after = played(position, (0, Draw()))
    assert (top(after), after.view(0).discards, after.view(0).stock) == (before, 1, pile - 2)


def test_m38_with_the_top() -> None:
    position = asked(table("2c 3c", phase="asking", stock=0, other_hands=28, recycle_top=True))
    pile = position.view(0).discards
    after = played(position, (0, Draw()))
    assert (top(after), after.view(0).discards, after.view(0).stock) == (None, 0, pile - 1)


def test_two_recyclings_in_vain_end_the_round() -> None:
    position = table("2c 3c", phase="drawing", stock=0)
    record = position.record.copy()
    record.view(State.layout)[0].quiet = 1
    after = played(Position(GAME, position.options, record, 1), (0, Draw()))
    assert after.view(0).round == 2
    assert after.view(0).winners == (None,)


def test_a_buyer_may_get_no_second_card() -> None:
    position = table("2c 3c", phase="asking", stock=0)
    record = position.record.copy()
    record.view(State.layout)[0].piled = 1
    sold = played(asked(Position(GAME, position.options, record, 0b1110), 2), (0, Allow()))
    assert sold.view(0).round == 2  # nothing is left to draw, so the round is over
    assert sold.view(0).winners == (None,)


def test_every_round_can_be_dealt_for_every_number_of_players() -> None:
    for players in range(2, 11):
        position = Position.start(GAME, Options(players=players, first_round=7))
        assert position.view(0).stock > 0


# --- RULES.md itself


def drawn_contracts() -> dict[int, list[str]]:
    """By round, the melds that RULES.md draws, a line each."""
    text = resources.files("quintain.games.rummy").joinpath("RULES.md").read_text("utf-8")
    glyphs = {"♥": "h", "♦": "d", "♣": "c", "♠": "s", "★": "*"}
    found = {}
    for number, drawing in re.findall(r"\*\*Round (\d).*?```\n(.*?)```", text, re.DOTALL):
        rows = [line for line in drawing.splitlines() if line.startswith("│")]
        found[int(number)] = ["".join(glyphs.get(c, c) for c in row.replace("│", " ")) for row in rows]
    return found


def test_what_is_drawn_is_the_contract() -> None:
    drawn = drawn_contracts()
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6, 7]
    for number, melds in drawn.items():
        groups, runs = GROUPS_OF[number], RUNS_OF[number]
        assert len(melds) == groups + runs
        assert all(is_group(cells(meld)) for meld in melds[:groups])
        assert all(is_run(cells(meld)) for meld in melds[groups:])
        left = number + 7 - sum(len(meld.split()) for meld in melds)
        assert left == 0 if number == 7 else left > 0
