"""How events begin: who plays, in which order, and what is not begun at all."""

from random import Random
from typing import Any

import pytest

from quintain import games
from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.errors import BadSetting, QuintainError, WrongSeats
from quintain.datastore import Store, bot_player
from quintain.datastore.event_steps import change_field, entered_in
from quintain.ranker.events.settings import Settings, check
from quintain.ranker.events.starting import seeded
from quintain.ranker.events.stepping import step_all
from quintain.ranker.events.table import bracket_sizes
from tests.ranker.event_play import a_field_with_a_program, a_version, an_open_event, begin, entrant, house

pytestmark = pytest.mark.anyio


async def test_who_plays_is_fixed_at_the_start(sqlite: Store) -> None:
    id, bot, _ = await a_field_with_a_program(sqlite, "round-robin", 2)
    second = await a_version(sqlite, bot)
    chosen = await begin(sqlite, id)
    assert chosen.players[0] == f"program:{second}"
    await a_version(sqlite, bot)
    await step_all(sqlite)
    players = {player for fixture in await sqlite.open_fixtures(event=id) for player in fixture.players}
    assert players == {*chosen.players}
    assert [one.seed for one in await entered_in(sqlite, id)] == [1, 2]


@pytest.mark.parametrize("seeding", ["rating", "hand", "random"])
async def test_seeds_are_by_rating_by_hand_or_by_lot(sqlite: Store, seeding: Any) -> None:
    rows = [entrant("e", house("jaffre", number)) for number in range(8)]
    ratings = {house("jaffre", 6): 1800.0, house("jaffre", 1): 1200.0}
    order = seeded(rows, Settings(seeding=seeding), ratings, Random(4))
    numbers = [int(row.player_id[-1]) for row in order]
    assert sorted(numbers) == list(range(8))
    expected = {"rating": [6, 0, 2, 3, 4, 5, 7, 1], "hand": list(range(8))}
    assert numbers == expected.get(seeding, numbers)
    assert (numbers != list(range(8))) == (seeding != "hand")


async def test_what_cannot_be_played_is_not_begun(sqlite: Store) -> None:
    alone = await an_open_event(sqlite)
    with pytest.raises(WrongSeats, match="at least 2 entrants; this one has none"):
        await begin(sqlite, alone.id)
    id, bot, _ = await a_field_with_a_program(sqlite, "round-robin", 2)
    await sqlite.set_active(bot, None)
    with pytest.raises(WrongSeats, match="has no version that plays"):
        await begin(sqlite, id)
    large = await an_open_event(sqlite, matches=1000)
    names = [bot_player("jaffre", 1, f"bot{number}") for number in range(20)]
    rows = [entrant(large.id, player.id) for player in names]
    assert await change_field(sqlite, large, large, ([], rows), names)
    with pytest.raises(BadSetting, match="at most 5000"):
        await begin(sqlite, large.id)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"matches": 0}, "matches of a pairing: from 1"),
        ({"per_owner": 65}, "bots of one owner"),
        ({"rounds": 101}, "rounds: from 1 to 100"),
        ({"options": {"nonsense": 1}}, "nonsense"),
    ],
)
def test_settings_that_will_not_do_are_refused_in_words(chosen: dict[str, Any], words: str) -> None:
    with pytest.raises(QuintainError, match=words):
        check(games.load("jaffre"), "round-robin", Settings(**chosen))


def test_a_tournament_needs_a_clock() -> None:
    game = games.load("jaffre")
    for control in (UNLIMITED, TimeControl(limit=0), TimeControl(limit=61), TimeControl(bank=4000)):
        with pytest.raises(BadSetting, match=r"clock|seconds"):
            check(game, "swiss", Settings(control=control))


def test_the_rounds_of_a_bracket_are_known_beforehand() -> None:
    assert bracket_sizes(2, 2) == (1,)
    assert bracket_sizes(5, 2) == (1, 2, 1)
    assert bracket_sizes(8, 2) == (4, 2, 1)
    assert bracket_sizes(9, 4) == (2, 1, 1)
