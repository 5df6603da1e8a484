"""Stored ratings: once a match, in whatever order results arrive, and always what the stored matches say."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, text

from quintain.core.errors import Duplicate, StoreUnavailable
from quintain.datastore import FinishedMatch, MatchRow, RatingRow, SeatRow, Store, bot_player
from quintain.datastore.ratings import Key
from quintain.ranker.ratings import NEWCOMER, Rating, rated
from quintain.ranker.stored import rates, rerate
from tests.datastore.conftest import address, path, store
from tests.datastore.samples import DAWN
from tests.ranker.results import a_result

pytestmark = pytest.mark.anyio
__all__ = ["address", "path", "store"]  # the fixtures of the datastore

GAME = "fingers"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


def a_match(number: int, players: str, ranks: Sequence[int], fault: int | None = None) -> FinishedMatch:
    """Match number n ends n seconds after dawn; teams are the seats."""
    seats = tuple(
        SeatRow(
            seat,
            player,
            bot_player(GAME, 1, player),
            rank=ranks[seat],
            score=-ranks[seat],
            team=seat,
            fault="crashed" if seat == fault else None,
        )
        for seat, player in enumerate(players)
    )
    row = MatchRow(
        id=f"m{number}",
        game=GAME,
        rules_version=1,
        header=b"{}",
        began=DAWN,
        ended=DAWN + timedelta(seconds=number),
        outcome=b"{}",
        rated=True,
        seats=seats,
    )
    return FinishedMatch(row, b"replay")


def season(count: int, seed: int = 1) -> list[FinishedMatch]:
    """Matches of two to four out of six players, with ties and faults, in their order."""
    rng = random.Random(seed)
    matches = []
    for number in range(count):
        players = "".join(rng.sample("ABCDEF", rng.choice((2, 2, 3, 4))))
        ranks = sorted(rng.choices(range(1, len(players) + 1), k=len(players)))
        fault = rng.randrange(len(players)) if rng.random() < 0.2 else None
        matches.append(a_match(number, players, ranks, fault))
    return matches


def key_of(match: FinishedMatch) -> Key:
    ended = match.match.ended
    assert isinstance(ended, datetime)
    return Key(ended, match.match.id)


async def add(store: Store, *matches: FinishedMatch) -> list[str]:
    return await store.add_matches(matches, [rates(GAME, min(map(key_of, matches)))])


def expected(matches: Sequence[FinishedMatch]) -> dict[str, tuple[float, float, int]]:
    """By the pure function alone, one match after the other."""
    known: dict[str, Rating] = {}
    counts: dict[str, int] = {}
    for match in matches:
        seats = match.match.seats
        charged = {seat.seat for seat in seats if seat.fault}
        result = a_result([seat.name for seat in seats], [seat.rank or 0 for seat in seats], charged=charged)
        known |= rated(known, result)
        for player in result.players:
            counts[player] = counts.get(player, 0) + 1
    return {player: (rating.mu, rating.sigma, counts[player]) for player, rating in known.items()}


def numbers(ladder: Sequence[RatingRow]) -> dict[str, tuple[float, float, int]]:
    return {row.player.name: (row.mu, row.sigma, row.matches) for row in ladder}


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


async def test_if_it_cannot_be_rated_it_is_not_stored(store: Store) -> None:
    def breaks(connection: Connection) -> None:
        raise StoreUnavailable("no ink")

    match = a_match(1, "AB", (1, 2))
    with pytest.raises(StoreUnavailable):
        await store.add_matches([match], [rates(GAME, key_of(match)), breaks])
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


async def test_whoever_waits_for_a_first_match_stays_on_the_ladder(store: Store) -> None:
    await store.enter_ladder(GAME, [bot_player(GAME, 1, name) for name in "AZ"], NEWCOMER.mu, NEWCOMER.sigma)
    await add(store, a_match(1, "AB", (1, 2)))
    await rerate(store, GAME)
    assert [row.player.name for row in await store.ladder(GAME)] == ["A", "Z", "B"]
    assert await store.rated_games() == [GAME]
