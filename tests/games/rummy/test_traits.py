"""The house's own bot: its levels and traits, what it makes of the table, partners, jokers, and round 7."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.arbiter.players import named_bot
from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.errors import QuintainError
from quintain.core.position import Position
from quintain.games.rummy.actions import Action, Allow, Buy, Discard, GoDown, GoOut, LayOff, Pass, Take
from quintain.games.rummy.bots.last_round import not_used
from quintain.games.rummy.bots.odds import soon
from quintain.games.rummy.bots.traits import BASIC, DUMB, GENEROUS, STINGY, TABLE, Traits
from quintain.games.rummy.bots.watching import Watch
from quintain.games.rummy.events import Bought, Discarded, Drew, Requested, RoundBegan, Took
from quintain.games.rummy.rules.solver import JOKER_POINTS, solve
from quintain.games.rummy.rules.state import DECK, DECKS, MELDS, NONE, State
from tests.games.rummy.tables import GAME, cells, played, table
from tests.random_play import examples


def made(name: str) -> Any:
    return named_bot(GAME, name).bot()


def decided(
    name: str, position: Position, seat: int = 0, events: tuple[Any, ...] = (), dice: str = "bot"
) -> list[Action]:
    """What a bot does here, which must be allowed."""
    turn = Turn(seat, position.seen_by(seat), seeded(dice), events)
    actions: list[Action] = made(name).act(turn)
    position.played(seat, actions, seeded("match"))
    return actions


def thrown(name: str, position: Position, **more: Any) -> str:
    last = decided(name, position, **more)[-1]
    assert isinstance(last, Discard)
    return last.card.rpartition("-")[0]


# --- points and levels


@pytest.mark.parametrize(
    ("point", "settings"),
    [
        (DUMB, "daring=0,hoarding=0.5,bluff=1"),
        (STINGY, "daring=0,hoarding=1,bluff=0"),
        (GENEROUS, "daring=0,hoarding=0,bluff=0"),
        (BASIC, "daring=1,hoarding=0.5,bluff=0"),
    ],
)
def test_published_bots_are_points_among_the_characters(point: Traits, settings: str) -> None:
    assert made(f"character:level=easy,memory=0,{settings}").traits == point


@pytest.mark.parametrize(
    ("name", "point"), [("dumb", DUMB), ("stingy", STINGY), ("generous", GENEROUS), ("basic", BASIC)]
)
def test_and_so_they_play(name: str, point: Traits) -> None:
    assert made(name).traits == point


@pytest.mark.parametrize(
    ("settings", "why"), [("daring=2", "from 0 to 1"), ("bluff=-0.1", "from 0 to 1"), ("level=divine", "level")]
)
def test_settings_out_of_range_are_refused(settings: str, why: str) -> None:
    with pytest.raises(QuintainError, match=why):
        made(f"character:{settings}")


def test_the_level_is_the_depth_of_judgement() -> None:
    # The published value burns three jokers as a group; whoever judges exactly goes down.
    jokers = table("* * * 7h 7c 9s 9h Kc")
    assert isinstance(decided("character:level=easy", jokers)[0], Discard)
    assert isinstance(decided("character:level=medium", jokers)[0], GoDown)
    # Either pair may go as far as cards are counted, and the queens cost more; but two pairs have better odds than one.
    pairs = table("8c 8d Qh Qd Kc Kd Kh 2s")
    assert thrown("character:level=medium", pairs).startswith("Q")
    assert thrown("character:level=hard", pairs) == "2-spades"
    assert made("expert").traits.depth == TABLE


# --- traits


def asked(hand: str, buys: int = 0, round: int = 1, pile: str = "7s") -> Position:
    """Seat 0 is asked whether it wants the exposed card, having bought so many."""
    position = table("2c 3c", seat=1, phase="asking", pile=pile, round=round)
    record = position.record.copy()
    state = record.view(State.layout)[0]
    state.hands[0] = cells(hand)
    state.held[0] = state.fresh[0] = len(hand.split())
    state.buys[0] = buys
    return Position(GAME, position.options, record, int(state.waiting))


def test_the_daring_buy_more() -> None:
    position = asked("7h 7c 9s 9h Kc 4d 2s", buys=2)
    assert decided("character:daring=0", position) == [Pass()]
    assert decided("character:daring=1", position) == [Buy()]


@pytest.mark.parametrize("name", ["basic", "aggressive", "expert"])
def test_nobody_buys_in_round_seven(name: str) -> None:
    """The second card would have to be used, too."""
    runs = "3h 4h 5h 6h 3c 4c 5c 6c 4s 5s 6s 9d Kd"
    assert decided(name, asked(runs, round=7, pile="7s")) == [Pass()]


def test_nobody_buys_when_the_stock_runs_out_in_vain() -> None:
    position = asked("7h 7c 9s 9h Kc 4d 2s")
    assert decided("basic", position) == [Buy()]
    record = position.record.copy()
    record.view(State.layout)[0].quiet = 1
    assert decided("basic", Position(GAME, position.options, record, 0b1101)) == [Pass()]


def requested(hand: str, pile: str, by: int, **options: Any) -> Position:
    position = table(hand, phase="asking", pile=pile, **options)
    for seat in position.acting:
        position = played(position, (seat, Buy() if seat == by else Pass()))
    return position


def test_hoarders_keep_what_others_want() -> None:
    useless = requested("7h 7c 9s 9h Kc 4d 2s", "Qh", by=1)
    assert decided("character:hoarding=1", useless) == [Take()]
    assert decided("aggressive", useless) == [Take()]
    assert decided("expert", useless) == [Allow()]
    useful = requested("7h 7c 9s 9h Kc 4d 2s", "7s", by=1)
    assert decided("character:hoarding=0", useful) == [Allow()]
    assert decided("expert", useful) == [Take()]


def test_who_bluffs_takes_by_chance_and_says_so() -> None:
    position = requested("7h 7c 9s 9h Kc 4d 2s", "Qh", by=1)
    answers = {tuple(decided("character:bluff=1", position, dice=f"{n}")) for n in range(20)}
    assert answers == {(Take(),), (Allow(),)}
    turn = Turn(0, position.seen_by(0), next(seeded(f"{n}") for n in range(20)))
    made("character:bluff=1").act(turn)
    assert turn.reason


# --- the others at the table


def test_who_watches_knows_what_others_collect() -> None:
    watch = Watch()
    watch.hear([RoundBegan(1, 1, 7, "9-hearts-0"), Took(1, "9-hearts-0"), Discarded(1, "4-clubs-0")])
    nine, four = 8, 3
    assert watch.interest[1, nine] > 0 > watch.interest[1, four]
    watch.hear([Requested((3,), "4-clubs-0"), Bought(3, "4-clubs-0", 1)])
    assert watch.interest[3, four] > 0
    watch.hear([Discarded(1, "K-spades-0"), Drew(2)])
    assert watch.interest[2, 12] < watch.interest[0, 12] < 0
    watch.hear([RoundBegan(2, 2, 8, "2-hearts-0")])
    assert not watch.interest.any()


def test_a_card_that_the_next_seat_collects_is_kept_from_it() -> None:
    position = table("7h 7c 7d 9s 9h Kc Qd", pile="2s")
    collects = (RoundBegan(1, 1, 7, "Q-hearts-0"), Took(1, "Q-hearts-0"), Discarded(1, "2-spades-0"))
    assert thrown("memory", position) == "Q-diamonds"
    assert thrown("memory", position, events=collects) == "K-clubs"
    assert thrown("character:memory=0", position, events=collects) == "Q-diamonds"


def test_partners_play_for_the_sum() -> None:
    wanted = "7h 7c 9s 9h Kc 4d 2s"
    partner = requested(wanted, "7s", by=2, teams=True)
    assert decided("expert", partner) == [Allow()], "it lacks more cards, so the partner may have this one"
    assert decided("expert", requested(wanted, "7s", by=1, teams=True)) == [Take()]
    assert decided("aggressive", requested(wanted, "Qh", by=2, teams=True)) == [Allow()], "it does not block partners"
    done = requested("7h 7c 7d 9s 9h Kc 4d", "9c", by=2, teams=True)
    assert decided("expert", done) == [Take()], "to go down is better for both"


def test_partners_get_the_cards_they_collect() -> None:
    position = table("7h 7c 7d 9s 9h Kc Qd", pile="2s", teams=True)
    collects = (RoundBegan(1, 1, 7, "K-hearts-0"), Took(2, "K-hearts-0"), Discarded(2, "2-spades-0"))
    assert thrown("expert", position) == "Q-diamonds"
    assert thrown("expert", position, events=collects) == "K-clubs"


def test_partners_lay_off_on_each_others_melds() -> None:
    melds = {0: ("7h 7d 7c", "9h 9c 9d"), 2: ("Kh Kd Kc", "2h 2c 2d")}
    actions = decided("expert", table("Ks 2s 4h", melds=melds, teams=True))
    assert {(a.card, a.seat) for a in actions if isinstance(a, LayOff)} == {("K-spades-0", 2), ("2-spades-0", 2)}
    assert actions[-1] == Discard("4-hearts-0")


# --- jokers


def test_a_joker_bridges_to_the_next_card() -> None:
    position = table("* 7h 3s Kc", round=3, melds={0: ("2h 3h 4h 5h", "9c 10c Jc Qc")})
    laid = [action.card for action in decided("expert", position) if isinstance(action, LayOff)]
    assert laid == ["K-clubs-0", "JOKER-1-0", "7-hearts-0"]


def saved(others: int) -> list[Action]:
    melds = {0: ("2h 3h 4h 5h", "9c 10c Jc Qc"), 1: ("4d 5d 6d 7d", "7s 8s 9s 10s")}
    return decided("expert", table("* 8h 2s Kd", round=3, melds=melds, other_hands=others))


def test_jokers_are_saved_while_that_pays() -> None:
    """With a joker and one more card, the eight would fit; unless somebody is about to go out."""
    assert not any(isinstance(action, LayOff) for action in saved(others=8))
    assert any(isinstance(action, LayOff) and action.card.startswith("JOKER") for action in saved(others=2))


def test_jokers_that_the_contract_can_do_without_stay_in_the_hand() -> None:
    melds = {1: ("2h 3h 4h 5h", "9c 10c Jc Qc")}
    hand = "2d 3d 4d 5d 6s 7s 8s 9s * 8h 3c"
    down = decided("expert", table(hand, round=3, melds=melds, other_hands=8))[0]
    assert isinstance(down, GoDown)
    assert not any(card.startswith("JOKER") for meld in down.melds for card in meld)


# --- odds, and round 7


def test_odds_over_the_next_draws() -> None:
    assert soon(0, 0.0, 0.0) == 1.0
    assert soon(1, 0.2, 0.0) == pytest.approx(1 - 0.8**3)
    assert soon(2, 0.5, 0.5) == pytest.approx(0.5)
    assert soon(4, 0.9, 0.9) == 0.0


def test_memory_names_the_cards_it_needs_and_their_odds() -> None:
    turn = Turn(0, table("7h 7c 9s 9h Kc 4d 2s 8d").seen_by(0), seeded("bot"))
    made("memory").act(turn)
    assert turn.reason
    assert "7-diamonds" in turn.reason.text or "9-diamonds" in turn.reason.text
    assert 0 < turn.reason.numbers["help"] < 1
    assert 0 < turn.reason.numbers["soon"] < 1


@examples
@given(hand=st.lists(st.integers(0, 2 * DECK - 1), min_size=12, max_size=15, unique=True))
def test_a_hand_of_which_all_is_used_can_go_out(hand: list[int]) -> None:
    masks = np.zeros(DECKS, np.int64)
    for code in hand:
        masks[code // DECK] |= 1 << (code % DECK)
    out = solve(masks, 0, 3, 0, JOKER_POINTS, np.zeros(MELDS * DECKS, np.int64)) != NONE
    assert (not_used(masks, len(hand)) == 0) == out


@examples
@given(
    starts=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 7)), min_size=3, max_size=3, unique=True),
    lost=st.integers(0, 5),
)
def test_so_many_cards_are_lacking_as_were_taken_away(starts: list[tuple[int, int]], lost: int) -> None:
    """Three runs from three decks; those that go missing are lacking, or fewer where others take their place."""
    masks = np.zeros(DECKS, np.int64)
    lengths = (4, 5, 5)
    cards = [i * DECK + s * 13 + low + n for i, (s, low) in enumerate(starts) for n in range(lengths[i])]
    for code in cards[lost:]:
        masks[code // DECK] |= 1 << (code % DECK)
    assert 0 <= not_used(masks, len(cards)) <= lost
    assert (not_used(masks, len(cards)) == 0) == (lost == 0)


def test_round_seven_is_played_for_every_card() -> None:
    """Three runs are there; what no run can use goes, not the card at the end of one."""
    position = table("2h 3h 4h 5h 6h 4s 5s 6s 7s 9c 10c Jc Qc Kd", round=7)
    assert thrown("expert", position) == "K-diamonds"
    extension = table("2h 3h 4h 5h 6h 4s 5s 6s 7s 9c 10c Jc Kd", round=7, phase="asking", pile="Qc")
    for seat in extension.acting:
        extension = played(extension, (seat, Pass()))
    assert decided("expert", extension) == [Take()]
    assert decided("basic", extension) == [Take()]
    out = table("2h 3h 4h 5h 6h 4s 5s 6s 7s 9c 10c Jc Qc Kc", round=7)
    assert isinstance(decided("expert", out)[0], GoOut)
