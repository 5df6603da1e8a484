"""Whole matches of Rummy: no card is lost, every table size works, and house bots finish what they begin."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.games.rummy import Options
from quintain.games.rummy.actions import KEYS, cards_of
from quintain.games.rummy.rules.dealing import decks_for
from quintain.games.rummy.rules.state import DECK, State
from tests.games.rummy.tables import GAME
from tests.random_play import Walk, examples, walks


def every_card(state: State) -> list[str]:
    hands = [card for hand in state.hands for card in cards_of(list(hand))]
    melds = [card for meld in state.melds for card in cards_of(list(meld))]
    piles = [KEYS[code] for code in [*state.stock[: state.stocked], *state.pile[: state.piled]]]
    return hands + melds + piles


@examples
@given(walk=walks(GAME))
def test_no_card_is_lost_or_doubled(walk: Walk) -> None:
    state = walk.position.state
    assert sorted(every_card(state)) == sorted(KEYS[: int(decks_for(state.players)) * DECK])
    for seat in range(state.players):
        assert len(cards_of(list(state.hands[seat]))) == state.held[seat]


def finished(names: list[str], seed: int, **options: Any) -> Match:
    match = Match(GAME, Options(**options), seed)
    bots = [named_bot(GAME, names[seat % len(names)]).bot() for seat in range(len(match.seats))]
    play(match, [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(bots)])
    return match


@pytest.mark.parametrize("players", [2, 4, 10])
def test_published_bots_finish_at_every_table(players: int) -> None:
    match = finished(["basic", "dumb", "stingy", "generous"], players, players=players, rounds=2)
    assert match.outcome
    assert match.outcome.ending == Ending.NORMAL


@pytest.mark.parametrize(
    "options",
    [
        {"teams": True},
        {"joker_swap": "take", "deal_offset": 5},
        {"max_buys_per_round": 1, "no_discard_after_meld": True},
        {"recycle_top": True, "first_round": 6},
    ],
)
def test_house_bots_finish_under_every_option(options: dict[str, Any]) -> None:
    match = finished(["expert", "basic", "bluffing", "stingy"], 3, rounds=1, **options)
    assert match.outcome
    assert match.outcome.ending == Ending.NORMAL


@pytest.mark.parametrize("name", ["basic", "dumb"])
def test_the_sixth_round_has_a_winner_though_the_stock_runs_out(name: str) -> None:
    """By the published value alone, a fifth of these rounds would end without one."""
    winners = [finished([name], seed, first_round=6, rounds=1).position.state.winners[5] for seed in range(1000, 1012)]
    assert min(winners) >= 0


@examples
@given(players=st.integers(2, 10))
def test_teams_are_for_four_six_or_eight(players: int) -> None:
    if players in (4, 6, 8):
        seats = GAME.seating(Options(players=players, teams=True))
        assert [seat.team for seat in seats] == [seat % (players // 2) for seat in range(players)]
    else:
        with pytest.raises(ValueError, match="4, 6 or 8"):
            Options(players=players, teams=True)
