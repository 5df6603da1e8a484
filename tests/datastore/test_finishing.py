"""The end of a match: what the seats reached and whatever goes with it, all of it once or nothing."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, text

from quintain.core.errors import Duplicate, OutOfOrder, StoreError, StoreUnavailable
from quintain.datastore import Store
from quintain.datastore.database import Further
from tests.datastore.samples import DAWN, a_bot, a_match, a_person

pytestmark = pytest.mark.anyio


@pytest.fixture
async def playing(store: Store) -> Store:
    """Ann plays a bot, in match m."""
    await store.create_person("1", "Ann", "hash")
    await store.create_match(a_match(), [a_person(0), a_bot(1)], [b"0"])
    return store


def adds(letter: str) -> Further:
    """To Ann's name, so that one can read what was written and how often."""
    statement = text("UPDATE people SET name = name || :letter")
    return lambda connection: connection.execute(statement, {"letter": letter}).close()


async def name(store: Store) -> str:
    person = await store.person("1")
    assert person
    return person.name


async def test_what_the_seats_reached_is_written(playing: Store) -> None:
    reached = [
        replace(a_person(0), stand_in=a_bot(0).player, rank=2, score=-(2**40), fault="abandoned"),
        replace(a_bot(1), rank=1, score=3),
    ]
    await playing.finish_match("m", DAWN, b"{}", b"", reached)
    assert await playing.seats("m") == reached
    with pytest.raises(OutOfOrder, match="over"):
        await playing.seat_changed("m", a_person(0))
    assert await playing.seats("m") == reached


async def test_what_goes_with_it_is_written_once(playing: Store) -> None:
    await playing.finish_match("m", DAWN, b"{}", b"", (), [adds("b"), adds("c")])
    assert await name(playing) == "Annbc"
    with pytest.raises(Duplicate, match="outcome"):
        await playing.finish_match("m", DAWN, b"{}", b"", [replace(a_bot(1), rank=1)], [adds("d")])
    assert await name(playing) == "Annbc"
    assert await playing.seats("m") == [a_person(0), a_bot(1)]


async def test_of_many_who_finish_it_at_once_one_does(playing: Store) -> None:
    ends = [playing.finish_match("m", DAWN, b"{}", b"", (), [adds("b")]) for _ in range(5)]
    errors = [error for error in await asyncio.gather(*ends, return_exceptions=True) if error]
    assert [type(error) for error in errors] == [Duplicate] * 4
    assert await name(playing) == "Annb"


def breaks(connection: Connection) -> None:
    raise StoreUnavailable("no ink")


def clashes(connection: Connection) -> None:
    connection.execute(text("INSERT INTO entries SELECT * FROM entries"))


@pytest.mark.parametrize(("culprit", "error"), [(breaks, StoreUnavailable), (clashes, StoreError)])
async def test_it_is_written_whole_or_not_at_all(playing: Store, culprit: Further, error: type[StoreError]) -> None:
    reached = [replace(a_person(0), rank=1), replace(a_bot(1), rank=2)]
    with pytest.raises(error) as raised:
        await playing.finish_match("m", DAWN, b"{}", b"", reached, [adds("b"), culprit])
    # Whoever hears Duplicate takes the match for finished.
    assert not isinstance(raised.value, Duplicate)
    assert await name(playing) == "Ann"
    assert await playing.seats("m") == [a_person(0), a_bot(1)]
    assert [match.id for match in await playing.unfinished()] == ["m"]
    await playing.finish_match("m", DAWN, b"{}", b"", reached, [adds("c")])
    assert await name(playing) == "Annc"
