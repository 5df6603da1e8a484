"""Whom people meet at a table with one click, where they sit, and what bots are called there."""

from typing import get_args

import pytest

from quintain import games
from quintain.core.bot import Bot
from quintain.core.position import Position
from quintain.website.catalogue import bots_of, house_player, opponent_of, strongest_of
from quintain.website.seating import bot_name
from quintain.website.wire.games import Level
from tests.website.client import Visit


@pytest.mark.parametrize("name", games.names())
def test_every_game_says_who_is_easy_medium_and_hard(name: str) -> None:
    game = games.load(name)
    players = [opponent_of(game, level) for level in get_args(Level)]
    assert len(set(players)) == len(players)
    assert all(isinstance(house_player(game, player).bot(), Bot) for player in players)
    strengths = [bots_of(game)[player.partition(":")[0]].strength for player in players]
    assert strengths == sorted(strengths)
    assert players[0] != strongest_of(game)


def test_one_click_brings_easy_bots_unless_others_are_asked_for(visit: Visit) -> None:
    ann = visit("Ann")
    for wishes, player in (({}, "intermediate"), ({"level": "medium"}, "advanced"), ({"level": "hard"}, "shark")):
        seated = ann.post("/api/quickplay", game="jaffre", **wishes)
        seats = ann.get(f"/api/tables/{seated['table']}")["seats"]
        assert [seat["player"] for seat in seats if seat["kind"] == "bot"] == [player] * 3
        ann.post(f"/api/tables/{seated['table']}/leave")
    assert ann.status("POST", "/api/quickplay", game="jaffre", level="brutal") == 422


def test_nobody_is_a_forced_bidder_in_the_first_round_of_a_click() -> None:
    jaffre = games.load("jaffre")
    options = jaffre.options_from(jaffre.page.one_click)
    assert Position.start(jaffre, options, seed=1).state.dealer != 0


def test_bots_are_called_by_what_they_are() -> None:
    admiral, jaffre = games.load("admiral"), games.load("jaffre")
    crews = admiral.seating(admiral.options())
    assert bot_name(admiral, crews[0], 0, "veteran") == "Bot-Captain-blue"
    assert bot_name(admiral, crews[5], 5, "veteran:level=easy") == "Bot-First-Mate-red"
    assert bot_name(jaffre, jaffre.seating(jaffre.options())[0], 0, "shark:budget=0.1") == "Bot 1 (shark)"
