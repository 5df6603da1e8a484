"""Tables, matches, seats and replays."""

from datetime import timedelta, timezone

import pytest
from msgspec.structs import replace

from quintain.core.errors import Duplicate, NotStored, OutOfOrder
from quintain.datastore import Store, TableRow
from tests.datastore.samples import DAWN, a_bot, a_match, a_person, play

pytestmark = pytest.mark.anyio


async def ids(store: Store, limit: int = 20, **which: str | bool) -> list[str]:
    return [match.id for match in await store.latest(limit, **which)]  # type: ignore[arg-type]


async def test_tables_are_saved_over_and_deleted(store: Store) -> None:
    await store.save_table(TableRow("b", "jaffre", True, "waiting", b"1"))
    await store.save_table(TableRow("a", "jaffre", False, "playing", b"\0\xff"))
    await store.save_table(TableRow("b", "jaffre", True, "over", b"2"))
    assert await store.tables(["waiting"]) == []
    assert await store.tables({"playing", "over"}) == [
        TableRow("a", "jaffre", False, "playing", b"\0\xff"),
        TableRow("b", "jaffre", True, "over", b"2"),
    ]
    await store.delete_table("a")
    await store.delete_table("a")
    assert await store.tables(["playing"]) == []


async def test_a_match_comes_back_as_it_was(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    seats = (a_person(0), a_bot(1))
    await store.create_match(a_match("old"), ())
    match = a_match(table_id="t", forked_from="old", forked_step=4, public=False)
    await store.create_match(match, seats)
    found = await store.match("m")
    assert found == a_match(table_id="t", forked_from="old", forked_step=4, public=False, seats=seats)
    assert await store.seats("m") == list(seats)
    assert await store.replay("m") is None
    assert await store.match("nowhere") is None
    assert await store.seats("nowhere") == []
    assert await store.entries("nowhere") == []


async def test_times_are_kept_to_the_microsecond_in_any_zone(store: Store) -> None:
    began = (DAWN + timedelta(microseconds=123)).astimezone(timezone(timedelta(hours=5, minutes=30)))
    await store.create_match(a_match(began=began), ())
    found = await store.match("m")
    assert found
    assert found.began == began
    assert found.began.utcoffset() == timedelta(0)


async def test_a_match_is_created_once_and_whole(store: Store) -> None:
    await store.create_match(a_match(), ())
    with pytest.raises(Duplicate, match="match 'm'"):
        await store.create_match(a_match(), ())
    with pytest.raises(NotStored):
        await store.create_match(a_match("n"), [a_person(0, "nobody")])
    assert await store.match("n") is None


async def test_a_fork_begins_with_entries(store: Store) -> None:
    await store.create_match(a_match(), (), entries=[b"0", b"1"])
    await store.append("m", 2, b"2")
    assert await store.entries("m") == [b"0", b"1", b"2"]


async def test_a_match_ends_once(store: Store) -> None:
    await store.create_match(a_match(), ())
    await store.append("m", 0, b"0")
    assert [match.id for match in await store.unfinished()] == ["m"]
    await store.finish_match("m", DAWN, b"{}", b"replay", ())
    found = await store.match("m")
    assert found
    assert (found.ended, found.outcome) == (DAWN, b"{}")
    assert await store.replay("m") == b"replay"
    assert await store.unfinished() == []
    assert await store.entries("m") == [b"0"]
    with pytest.raises(Duplicate, match="outcome"):
        await store.finish_match("m", DAWN, b"other", b"other", ())
    with pytest.raises(OutOfOrder, match="over"):
        await store.append("m", 1, b"1")
    with pytest.raises(NotStored):
        await store.finish_match("nowhere", DAWN, b"{}", b"", ())
    assert await store.replay("m") == b"replay"


async def test_a_seat_taken_over_stays_a_match_of_the_person(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_match(a_match(), [a_person(0), a_bot(1)])
    stood_in = replace(a_person(0), stand_in=a_bot(0).player)
    await store.seat_changed("m", stood_in)
    assert await store.seats("m") == [stood_in, a_bot(1)]
    await store.seat_changed("m", a_person(0))
    assert await store.seats("m") == [a_person(0), a_bot(1)]
    await store.seat_changed("m", a_bot(0))
    await store.finish_match("m", DAWN, b"{}", b"", ())
    assert await ids(store, person="1") == ["m"]
    with pytest.raises(NotStored):
        await store.seat_changed("nowhere", a_bot(0))


async def test_the_latest_matches_page_by_page(store: Store) -> None:
    for n in range(7):
        await play(store, f"m{n}", minutes=n // 2, seats=(a_bot(0), a_bot(1)))
    await store.create_match(a_match("running"), ())
    first = await store.latest(3)
    assert [match.id for match in first] == ["m6", "m5", "m4"]
    assert first[0].seats == (a_bot(0), a_bot(1))
    assert first[0].outcome == b'{"scores":[1,0]}'
    assert await ids(store, 3, before="m4") == ["m3", "m2", "m1"]
    assert await ids(store, 3, before="m1") == ["m0"]
    assert await ids(store, 3, before="nowhere") == []


async def test_the_latest_matches_of_a_game_a_person_and_for_strangers(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    ann = (a_person(0),)
    await play(store, "a", 1, seats=ann, game="rummy")
    await play(store, "b", 2, seats=ann, public=False)
    await play(store, "c", 3)
    assert await ids(store, game="rummy") == ["a"]
    assert await ids(store, person="1") == ["b", "a"]
    assert await ids(store, person="1", before="b") == ["a"]
    assert await ids(store, person="2") == []
    assert await ids(store, public=True) == ["c", "a"]
    assert await ids(store, public=True, game="jaffre") == ["c"]


async def test_a_seat_tells_whether_its_person_is_a_guest_today(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_match(a_match(), [a_person(0), a_bot(1)])
    assert [seat.guest for seat in await store.seats("m")] == [True, False]
    await store.set_password("1", "hash")
    assert [seat.guest for seat in await store.seats("m")] == [False, False]
