"""Old replays of ladder matches go by the rule; everything else stays."""

from datetime import timedelta

import pytest

from quintain.datastore import LogRow, PlayerRow, SeatRow, Store
from quintain.datastore.thinning import Rule, by_chance
from tests.datastore.contest_samples import an_event, rated_match
from tests.datastore.samples import DAWN, a_match, a_person, play

pytestmark = pytest.mark.anyio

LATER = DAWN + timedelta(days=100)
ALL = Rule(days=10, every=1_000_000_007, newest=1)


async def kept(store: Store, count: int) -> list[int]:
    return [n for n in range(count) if await store.replay(f"m{n}") is not None]


async def test_old_replays_go_and_their_matches_stay(store: Store) -> None:
    await store.add_matches([rated_match(n, "A", "B") for n in range(8)])
    await store.add_matches(
        [rated_match(8, "A", "B", ended=LATER - timedelta(days=9))], [store.put_logs([LogRow("m1", 0, "A", b"x")])]
    )
    foreseen = await store.thin_replays(Rule(days=10, every=1_000_000_007, newest=3), LATER)
    assert foreseen == (6, 6, 3)
    assert await kept(store, 9) == [*range(9)]
    before = [await store.match(f"m{n}") for n in range(9)]
    for found in (foreseen, (0, 0, 3)):
        assert await store.thin_replays(Rule(days=10, every=1_000_000_007, newest=3), LATER, apply=True) == found
        assert await kept(store, 9) == [6, 7, 8]
    assert [await store.match(f"m{n}") for n in range(9)] == before
    assert await store.log("m1", 0) is None


async def test_what_is_somebodys_stays(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_event(an_event())
    ann = a_person(0)
    person = SeatRow(0, "Ann", PlayerRow("person:1", "person", "Ann", person_id="1"), rank=1, score=0)
    await store.add_matches(
        [
            rated_match(0, "A", "B", event_id="e"),
            rated_match(1, "A", "B", seats=(person,)),
            rated_match(2, "A", "B"),
            rated_match(3, "A", "B", forked_from="m2"),
            rated_match(4, "A", "B", table_id="t"),
            rated_match(5, "A", "B"),
            rated_match(6, "A", "B"),
        ]
    )
    await play(store, "table", 1, (ann,))
    await store.create_match(a_match("running"), [ann])
    assert (await store.thin_replays(ALL, LATER, apply=True)).replays == 1
    assert await kept(store, 7) == [0, 1, 2, 3, 4, 6]
    assert await store.replay("table")


async def test_one_of_so_many_stays_and_always_the_same(store: Store) -> None:
    await store.add_matches([rated_match(n, "A", "B") for n in range(1200)])
    rule = Rule(days=10, every=10, newest=1)
    lucky = [n for n in range(1200) if by_chance(f"m{n}", 10)]
    assert 60 < len(lucky) < 200
    done = await store.thin_replays(rule, LATER, apply=True)
    staying = sorted({*lucky, 1199})
    assert done.kept == len(staying)
    assert await kept(store, 1200) == staying
    assert (await store.thin_replays(rule, LATER, apply=True)).replays == 0


async def test_whoever_has_played_little_keeps_everything(store: Store) -> None:
    await store.add_matches([rated_match(0, "A", "B"), *(rated_match(n, "B", "C") for n in range(1, 6))])
    await store.thin_replays(Rule(days=10, every=1_000_000_007, newest=2), LATER, apply=True)
    assert await kept(store, 6) == [0, 4, 5]
