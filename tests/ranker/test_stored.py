"""Stored ratings: once a match, in whatever order results arrive, and always what the stored matches say."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, event, text

from quintain.core.errors import BadText, Duplicate, StoreUnavailable
from quintain.datastore import FinishedMatch, Store, bot_player
from quintain.datastore.models import PlayerModel
from quintain.datastore.ratings import Before, Key, put_befores
from quintain.ranker.ratings import NEWCOMER
from quintain.ranker.stored import rate_anew, rates, rerate, start_season
from tests.caches import remembered
from tests.datastore.conftest import address, path, store
from tests.datastore.samples import DAWN
from tests.ranker.seasons import GAME, a_match, add, expected, numbers, season

pytestmark = pytest.mark.anyio
__all__ = ["address", "path", "store"]  # the fixtures of the datastore


async def test_a_match_is_rated_in_the_transaction_that_stores_it(store: Store) -> None:
    match = a_match(1, "AB", (1, 2))
    await add(store, match)
    assert numbers(await store.ladder(GAME)) == expected([match])
    [first, second] = await store.seats("m1")
    assert (first.mu, first.sigma) == (second.mu, second.sigma) == (NEWCOMER.mu, NEWCOMER.sigma)


async def test_a_match_that_is_finished_at_a_table_is_rated_with_its_outcome(store: Store) -> None:
    match = a_match(1, "AB", (1, 2)).match
    playing = [replace(seat, rank=None, score=None) for seat in match.seats]
    await store.create_match(replace(match, ended=None, outcome=None, seats=()), playing)
    assert match.ended
    further = [rates(GAME, Key(match.ended, match.id))]
    await store.finish_match(match.id, match.ended, b"{}", b"", match.seats, further)
    after = numbers(await store.ladder(GAME))
    assert after == expected([a_match(1, "AB", (1, 2))])
    with pytest.raises(Duplicate):
        await store.finish_match(match.id, match.ended, b"{}", b"", match.seats, further)
    assert numbers(await store.ladder(GAME)) == after


async def test_the_same_result_counts_once(store: Store) -> None:
    match = a_match(1, "AB", (1, 2))
    assert await add(store, match) == ["m1"]
    after = numbers(await store.ladder(GAME))
    assert await add(store, match) == []
    assert await add(store, a_match(1, "AB", (2, 1))) == []
    assert numbers(await store.ladder(GAME)) == after == expected([match])


async def test_nothing_is_remembered_of_each_match(store: Store) -> None:
    for number in range(1, 4):
        await add(store, a_match(number, "AB", (1, 2)))
    before = remembered("quintain.datastore")
    for number in range(4, 14):
        await add(store, a_match(number, "AB", (2, 1)))
    assert before["quintain.datastore.rated_matches.processor_of"], "this path is measured"
    assert remembered("quintain.datastore") - before == {}


async def test_if_it_cannot_be_rated_it_is_not_stored(store: Store) -> None:
    def breaks(connection: Connection) -> None:
        raise StoreUnavailable("no ink")

    match = a_match(1, "AB", (1, 2))
    with pytest.raises(StoreUnavailable):
        await store.add_matches([match], [breaks], rate_anew)
    assert await store.match("m1") is None
    assert await store.ladder(GAME) == []
    assert await add(store, match) == ["m1"]
    assert numbers(await store.ladder(GAME)) == expected([match])


async def test_matches_that_do_not_count_change_nothing(store: Store) -> None:
    casual = a_match(1, "AB", (1, 2))
    casual = FinishedMatch(replace(casual.match, rated=False), b"")
    await add(store, casual)
    assert await store.ladder(GAME) == []
    assert (await rerate(store, GAME)).matches == 0


@pytest.mark.parametrize("seed", range(4))
async def test_results_in_any_order_give_the_same_ratings(store: Store, seed: int) -> None:
    """T33: one by one and in batches, some of them twice, in an order that has nothing to do with their ends."""
    matches = season(40, seed)
    rng = random.Random(seed)
    arriving = [*matches, *rng.sample(matches, 10)]
    rng.shuffle(arriving)
    while arriving:
        batch, arriving = arriving[: (size := rng.choice((1, 1, 2, 7)))], arriving[size:]
        await add(store, *batch)
    assert numbers(await store.ladder(GAME)) == expected(matches)
    report = await rerate(store, GAME)
    assert (report.matches, report.difference, report.mended) == (40, 0.0, 0)


async def test_many_at_once_give_the_same_ratings(store: Store) -> None:
    matches = season(30)
    await asyncio.gather(*(add(store, match) for match in [*matches, *matches]))
    assert numbers(await store.ladder(GAME)) == expected(matches)


@pytest.fixture
async def stores(address: str) -> AsyncIterator[list[Store]]:
    async with await Store.open(address) as one, await Store.open(address) as other:
        yield [one, other]


async def test_two_programs_give_the_same_ratings(stores: list[Store]) -> None:
    matches = season(40)
    await asyncio.gather(*(add(stores[number % 2], match) for number, match in enumerate([*matches, *matches[5:15]])))
    assert numbers(await stores[0].ladder(GAME)) == expected(matches)
    assert (await rerate(stores[1], GAME)).mended == 0


async def test_rating_again_mends_whatever_differs(store: Store) -> None:
    matches = season(20)
    await add(store, *matches)
    await store.write("harm", lambda connection: connection.execute(text("UPDATE ratings SET mu = mu + 3")).close())
    harm = text("UPDATE seats SET sigma = NULL, mu = NULL WHERE match_id = 'm7'")
    await store.write("harm", lambda connection: connection.execute(harm).close())
    report = await rerate(store, GAME)
    assert report.difference == pytest.approx(3)
    assert report.mended > 6
    assert numbers(await store.ladder(GAME)) == expected(matches)
    assert (await rerate(store, GAME)).mended == 0


async def test_rating_again_holds_few_matches_in_memory_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And writes some of them while the rest is still to be read."""
    matches, sizes = season(20), list[int]()
    await add(store, *matches)
    await store.write("harm", lambda connection: connection.execute(text("UPDATE seats SET mu = 1")).close())

    def put(connection: Connection, befores: Sequence[Before]) -> None:
        sizes.append(len(befores))
        put_befores(connection, befores)

    monkeypatch.setattr("quintain.datastore.ratings.AT_ONCE", 3)
    monkeypatch.setattr("quintain.ranker.stored.AT_ONCE", 3)
    monkeypatch.setattr("quintain.ranker.stored.put_befores", put)
    seats = sum(len(one.match.seats) for one in matches)
    assert (await rerate(store, GAME)).mended == seats == sum(sizes)
    assert len(sizes) == 7
    assert numbers(await store.ladder(GAME)) == expected(matches)
    assert (await rerate(store, GAME)).mended == 0


async def test_whoever_waits_for_a_first_match_stays_on_the_ladder(store: Store) -> None:
    await store.enter_ladder(GAME, [bot_player(GAME, 1, name) for name in "AZ"], NEWCOMER.mu, NEWCOMER.sigma)
    await add(store, a_match(1, "AB", (1, 2)))
    await rerate(store, GAME)
    assert [row.player.name for row in await store.ladder(GAME)] == ["A", "Z", "B"]
    assert await store.rated_games() == [GAME]


@pytest.mark.parametrize("begun", [0, 25, 30])
async def test_a_season_rates_anew_what_ends_in_it(store: Store, begun: int) -> None:
    """Whether its first matches are stored before it begins, by a clock that is ahead, or after."""
    matches = season(30)
    await add(store, *matches[:25])
    old = numbers(await store.ladder(GAME))
    at = matches[begun].match.ended if begun < 30 else DAWN + timedelta(hours=1)
    assert at
    await start_season(store, GAME, "Spring", at)
    kept = {row.player.name: (row.mu, row.sigma, row.matches) for row in await store.standings(GAME, 0)}
    assert kept == old == expected(matches[:25])
    await add(store, *matches[25:])
    waiting = dict.fromkeys(old, (NEWCOMER.mu, NEWCOMER.sigma, 0))
    assert numbers(await store.ladder(GAME)) == waiting | expected(matches[begun:])
    report = await rerate(store, GAME)
    assert (report.matches, report.difference, report.mended) == (30 - begun, 0.0, 0)


async def test_a_late_result_of_the_old_season_counts_for_nothing(store: Store) -> None:
    matches = season(30)
    late = [match for number, match in enumerate(matches) if number % 7 == 3]
    await add(store, *(match for match in matches[:20] if match not in late))
    at = matches[20].match.ended
    assert at
    await start_season(store, GAME, "Spring", at)
    kept = await store.standings(GAME, 0)
    await add(store, *(match for match in matches[20:] if match not in late))
    for match in late:
        assert await add(store, match) == [match.match.id]
    known = dict.fromkeys((row.player.name for row in kept), (NEWCOMER.mu, NEWCOMER.sigma, 0))
    assert numbers(await store.ladder(GAME)) == known | expected(matches[20:])
    assert await store.standings(GAME, 0) == kept
    assert (await rerate(store, GAME)).mended == 0
    assert {seat.mu for seat in await store.seats(late[0].match.id)} == {None}
    assert await store.replay(late[0].match.id) == b"replay"


# --- the latest matches take a shorter way ---------------------------------------------------------------------------


async def stored(store: Store) -> list[list[tuple[object, ...]]]:
    """All that matches have left in the database, but for when a player was seen first."""
    columns = [column.name for column in PlayerModel.__table__.columns if column.name != "created"]
    queries = [
        f"SELECT {', '.join(columns)} FROM players ORDER BY id",
        *(f"SELECT * FROM {name} ORDER BY 1, 2" for name in ("matches", "seats", "replays", "ratings")),
    ]
    async with store.reading() as connection:
        return [[tuple(row) for row in await connection.execute(text(query))] for query in queries]


async def test_the_short_way_and_the_long_one_store_the_same(store: Store) -> None:
    matches = season(30)
    stand_in = bot_player(GAME, 1, "Z")
    row = matches[3].match
    seats = (replace(row.seats[0], stand_in=stand_in, slowest=0.25), *row.seats[1:])
    matches[3] = FinishedMatch(replace(row, seats=seats, header=b'{"a": "\\x00"}', set_id="s", public=False), b"\0\xff")
    await add(store, *matches[:2])
    for match in matches[2:]:
        await add(store, match)
    short = await stored(store)
    await store.write("clear", lambda connection: clear(connection))
    for match in reversed(matches):
        await add(store, match)
    assert await stored(store) == short


def clear(connection: Connection) -> None:
    for name in ("ratings", "replays", "seats", "matches", "players"):
        connection.execute(text(f"DELETE FROM {name}"))


async def test_few_statements_store_any_number_of_matches(store: Store) -> None:
    """What a match costs is what its statements cost: they are counted here, and timed in bench/ratings.py."""
    matches = season(30)
    await add(store, *matches[:10])
    seen: list[str] = []
    event.listen(store.journal.engine, "before_cursor_execute", lambda *told: seen.append(told[2]))
    await add(store, matches[10])
    alone = len(seen)
    await add(store, *matches[11:])
    assert len(seen) == 2 * alone <= 12
    assert numbers(await store.ladder(GAME)) == expected(matches)


async def test_what_no_database_keeps_is_refused(store: Store) -> None:
    match = a_match(1, "AB", (1, 2))
    bad = replace(match.match.seats[0], name="A\0")
    with pytest.raises(BadText):
        await add(store, FinishedMatch(replace(match.match, seats=(bad, match.match.seats[1])), b""))
    assert await store.ladder(GAME) == []
