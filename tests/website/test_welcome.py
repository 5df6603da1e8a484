"""Whom a newcomer meets at a table, and what bots are called there."""

import pytest

from quintain import games
from quintain.core.bot import Bot
from quintain.website.catalogue import house_player, welcome_of
from quintain.website.seating import bot_name


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_somebody_to_welcome_a_newcomer(name: str) -> None:
    game = games.load(name)
    assert isinstance(house_player(game, welcome_of(game)).bot(), Bot)


def test_bots_are_called_by_role_and_team_or_by_number() -> None:
    admiral, jaffre = games.load("admiral"), games.load("jaffre")
    crews = admiral.seating(admiral.options())
    assert bot_name(admiral, crews[0], 0) == "Bot-Captain-blue"
    assert bot_name(admiral, crews[5], 5) == "Bot-First-Mate-red"
    assert bot_name(jaffre, jaffre.seating(jaffre.options())[0], 0) == "Bot 1"
