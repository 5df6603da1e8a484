"""Players: one for a person, one for each version of a bot."""

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from quintain.core.errors import NotStored
from quintain.datastore import PlayerRow, Store, bot_player, person_player
from tests.datastore.samples import a_bot, a_match, a_person

pytestmark = pytest.mark.anyio


async def how_many(store: Store) -> int:
    async with store.reading() as connection:
        return int(await connection.scalar(text("SELECT count(*) FROM players")) or 0)


async def test_whoever_sits_down_is_a_player(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_match(a_match(), [a_person(0), a_bot(1), a_bot(2)])
    assert await store.player("person:1") == PlayerRow("person:1", "person", "Ann", person_id="1")
    bot = "shark:budget=0.1"
    assert await store.player(f"bot:jaffre:1:{bot}") == PlayerRow(
        f"bot:jaffre:1:{bot}", "bot", bot, game="jaffre", version="1"
    )
    assert await store.player("person:2") is None
    assert await how_many(store) == 2


async def test_a_player_is_the_same_in_every_match(store: Store) -> None:
    await store.create_person("1", "Ann")
    for id in ("m", "n"):
        await store.create_match(a_match(id), [a_person(0), a_bot(1)])
    await store.seat_changed("n", replace(a_person(0), stand_in=a_bot(1).player))
    assert await how_many(store) == 2


def test_another_game_version_or_setting_is_another_player() -> None:
    shark = bot_player("jaffre", 1, "shark")
    others = [bot_player("jaffre", 2, "shark"), bot_player("rummy", 1, "shark"), bot_player("jaffre", 1, "shark:x=1")]
    assert len({shark.id, *(other.id for other in others)}) == 4


async def test_a_person_who_is_renamed_stays_the_same_player(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_match(a_match(), [a_person(0)])
    await store.rename_person("1", "Bea")
    await store.create_match(a_match("n"), [a_person(0, name="Bea")])
    assert await store.player("person:1") == person_player("1", "Bea")
    [then], [now] = await store.seats("m"), await store.seats("n")
    assert (then.name, now.name) == ("Ann", "Bea")
    assert then.player == now.player
    assert await how_many(store) == 1


async def test_a_stand_in_takes_no_credit_and_the_seat_stays_the_persons(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_match(a_match(), [a_person(0)])
    await store.seat_changed("m", replace(a_person(0), stand_in=a_bot(0).player))
    [seat] = await store.seats("m")
    assert (seat.player.kind, seat.stand_in and seat.stand_in.kind) == ("person", "bot")


async def test_nobody_is_a_player_for_a_person_who_does_not_exist(store: Store) -> None:
    with pytest.raises(NotStored):
        await store.create_match(a_match(), [a_person(0, "nobody")])
    assert await how_many(store) == 0
