"""The ranker: what it plays and stores, what it refuses, and when it rests. Matches are played in this process."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from quintain.core.outcome import Ending, Outcome
from quintain.core.replay import Replay
from quintain.datastore import FixtureRow, Store, program_id
from quintain.ranker.contest import ranker as module
from quintain.ranker.contest.accounts import accounts
from quintain.ranker.contest.errands import Finished, Reply
from quintain.ranker.contest.keeping import DROPPED, HOPELESS, RESTS
from quintain.ranker.contest.ranker import ATTEMPTS, PAUSED
from quintain.ranker.contest.schedule import AHEAD, Schedule
from quintain.ranker.ratings import NEWCOMER
from tests.caches import remembered
from tests.ranker.contest.bots import CRASH, bot, person, version
from tests.ranker.contest.crews import GAME, HOUSE, CrewHere, Forge, all_counted, ranker, until, working

pytestmark = pytest.mark.anyio


async def books(store: Store) -> Counter[str]:
    """Numbers of the accounting check, in which nothing may be wrong."""
    total: Counter[str] = Counter()
    for account in await accounts(store):
        assert account.wrong == ()
        total.update(stored=account.matches, waiting=account.waiting, dropped=account.dropped, sets=account.sets)
    return total


async def acts(store: Store) -> Counter[str]:
    return Counter(row.act for row in await store.audit(1000))


# --- playing


async def test_house_bots_are_on_the_ladder_and_move_from_the_first_start(store: Store) -> None:
    async with working(ranker(store)) as own:
        await until(lambda: own.finished["jaffre"] >= 6)
    rows = await store.ladder("jaffre")
    assert {row.player.name for row in rows} == set(HOUSE)
    assert all(row.sigma < NEWCOMER.sigma for row in rows)
    counted = await books(store)
    assert all_counted(counted["stored"], own)
    matches = await store.latest(100)
    assert all(match.rated and match.public and match.set_id for match in matches)
    assert all(seat.slowest is not None for match in matches for seat in match.seats)
    assert {type(Replay.from_bytes(await store.replay(match.id) or b"").outcome) for match in matches} == {Outcome}


async def test_nothing_is_remembered_of_each_match(store: Store) -> None:
    """One hour of the ladder is thousands of them."""
    async with working(ranker(store)) as own:
        await until(lambda: own.finished["jaffre"] >= 6)
        before = remembered("quintain.datastore", "quintain.ranker")
        await until(lambda: own.finished["jaffre"] >= 16)
        assert remembered("quintain.datastore", "quintain.ranker") - before == {}


async def test_a_set_is_one_seed_in_every_seating(store: Store) -> None:
    schedule = Schedule(GAME, store)
    assert await schedule.top_up()
    fixtures = await store.open_fixtures()
    assert len({row.set_id for row in fixtures}) == AHEAD
    for set_id in {row.set_id for row in fixtures}:
        one, other = [row for row in fixtures if row.set_id == set_id]
        assert one.seed == other.seed
        assert int(one.seed) < 1 << 128
        assert one.players == other.players[1:] + other.players[:1]
        assert len(set(one.players)) == 2
    assert await schedule.top_up()
    assert len(await store.open_fixtures()) == len(fixtures), "enough are waiting"


class CrewThatMakesWay(CrewHere):
    back = False

    def stand_back(self) -> None:
        self.back = True


async def test_it_makes_way_as_soon_as_people_play_though_not_every_game_has_moved(store: Store) -> None:
    await store.put_setting(PAUSED, "1")
    crew, people = CrewThatMakesWay(), list[str]()
    async with working(ranker(store, crew=crew, crowded=lambda: bool(people))) as own:
        await until(lambda: own.paused)
        assert not crew.back
        people.append("Ann")
        await until(lambda: crew.back)


class CrewOfThree(CrewHere):
    """Three sets at a time, each with two workers: one plays, and one looks into what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.workers, self.now, self.most = 3, 0, 0

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Any]:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            async with super().worker() as worker:
                yield worker
        finally:
            self.now -= 1


async def test_beside_people_a_core_is_theirs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BESIDE_PEOPLE", 1)
    monkeypatch.setattr(module, "CALM", 0.0)  # however settled the ratings are
    crew, people = CrewOfThree(), ["Ann"]
    async with working(ranker(store, crew=crew, crowded=lambda: bool(people))) as own:
        await until(lambda: own.finished["jaffre"] >= 6)
        assert crew.most == 2
        people.clear()
        await until(lambda: crew.most > 2)


async def test_nothing_is_played_while_the_ladder_is_paused(store: Store) -> None:
    await store.put_setting(PAUSED, "1")
    async with working(ranker(store)) as own:
        await until(lambda: own.paused)
        await asyncio.sleep(0.3)
        assert not own.finished
        assert not own.running
        await store.put_setting(PAUSED, None)
        await until(lambda: own.finished["jaffre"])
        assert not own.paused


async def test_a_new_season_begins_with_fresh_ratings_while_the_ranker_goes_on(store: Store) -> None:
    async with working(ranker(store)) as own:
        await until(lambda: own.finished["jaffre"] >= 4)
        await store.start_season("jaffre", "Spring", datetime.now(UTC))
        before = own.finished["jaffre"]
        await until(lambda: own.finished["jaffre"] >= before + 4)
    played = sum(row.matches for row in await store.ladder("jaffre")) // 2
    assert 4 <= played < own.finished["jaffre"]
    assert await store.standings("jaffre", 0)
    await books(store)


# --- who plays


async def test_bots_of_one_owner_never_meet(store: Store) -> None:
    ann, bob = await person(store, "ann"), await person(store, "bob")
    own = {await bot(store, f"a{number}", ann) for number in range(3)}
    other = await bot(store, "b", bob)
    schedule = Schedule(GAME, store)
    met = set()
    for _ in range(30):
        await schedule.top_up()
        fixtures = await store.open_fixtures()
        met |= {frozenset(row.players) for row in fixtures}
        await store.drop_fixtures([row.id for row in fixtures])
    assert any(own & pair and other in pair for pair in met), "but they meet others"
    assert not [pair for pair in met if len(own & pair) > 1]


async def test_only_active_versions_of_bots_that_are_not_disabled_play(store: Store) -> None:
    ann = await person(store, "ann")
    first, shut, rests = await bot(store, "a", ann), await bot(store, "b", ann), await bot(store, "c")
    second = program_id(await version(store, "a", "a-2"))
    await store.disable_bot("b", datetime.now(UTC))
    await store.set_active("c", None)
    field = {one.player.id for one in await Schedule(GAME, store).field()}
    assert second in field
    assert not {first, shut, rests} & field
    await store.disable_person(ann, datetime.now(UTC))
    assert second not in {one.player.id for one in await Schedule(GAME, store).field()}


async def test_fixtures_of_bots_that_may_not_play_any_more_are_dropped(store: Store) -> None:
    await bot(store, "a")
    schedule = Schedule(GAME, store)
    while not any("program:a-1" in row.players for row in await store.open_fixtures()):
        await store.drop_fixtures([row.id for row in await store.open_fixtures()])
        await schedule.top_up()
    await store.disable_bot("a", datetime.now(UTC))
    await schedule.top_up()
    assert not [row for row in await store.open_fixtures() if "program:a-1" in row.players]
    assert (await acts(store))[DROPPED] >= 2
    await books(store)


async def test_the_fixtures_of_events_are_played_as_they_are(store: Store) -> None:
    """Whoever made them has decided who meets whom, and whether it counts."""
    await Schedule(GAME, store).top_up()
    fixture = (await store.open_fixtures())[0]
    await store.drop_fixtures([row.id for row in await store.open_fixtures()])
    unrated = replace(fixture, id="friendly", set_id="s", rated=False, players=fixture.players[:1] * 4)
    await store.add_fixtures([unrated])
    async with working(ranker(store)) as own:
        await until(lambda: own.finished["jaffre"] >= 3)
    match = await store.match("friendly")
    assert match
    assert not match.rated


# --- what is refused


def lying(finished: Finished) -> Reply:
    """The loser has won."""
    outcome = finished.played.outcome
    turned = replace(outcome, ranks=tuple(3 - rank for rank in outcome.ranks))
    return replace(finished, played=replace(finished.played, outcome=turned))


def consistent_lie(finished: Finished) -> Reply:
    """The same, in the replay, too."""
    told = lying(finished)
    assert isinstance(told, Finished)
    replay = replace(Replay.from_bytes(finished.played.replay), outcome=told.played.outcome)
    return replace(told, played=replace(told.played, replay=replay.to_bytes()))


def of_another_seed(finished: Finished) -> Reply:
    replay = replace(Replay.from_bytes(finished.played.replay), seed=str(secrets.randbits(100)))
    return replace(finished, played=replace(finished.played, replay=replay.to_bytes()))


def by_others(finished: Finished) -> Reply:
    replay = Replay.from_bytes(finished.played.replay)
    swapped = replace(replay, players=replay.players[1:] + replay.players[:1])
    return replace(finished, played=replace(finished.played, replay=swapped.to_bytes()))


def half_a_replay(finished: Finished) -> Reply:
    return replace(finished, played=replace(finished.played, replay=finished.played.replay[:100]))


def cut_short(finished: Finished) -> Reply:
    replay = Replay.from_bytes(finished.played.replay)
    outcome = Outcome(ending=Ending.NORMAL, scores=(9, 0, 9, 0), ranks=(1, 2, 1, 2))
    short = replace(replay, entries=replay.entries[:4], outcome=outcome)
    return replace(finished, played=replace(finished.played, outcome=outcome, replay=short.to_bytes()))


def of_another_match(finished: Finished) -> Reply:
    return replace(finished, played=replace(finished.played, id="another"))


@pytest.mark.parametrize(
    "forge", [lying, consistent_lie, of_another_seed, by_others, half_a_replay, cut_short, of_another_match]
)
async def test_a_forged_result_is_refused_and_after_some_attempts_the_fixture_dropped(
    store: Store, forge: Forge
) -> None:
    async with working(ranker(store, crew=CrewHere(forge))) as own:
        await until(lambda: own.refused >= ATTEMPTS + 1)
    assert not own.finished
    assert not await store.latest(10)
    assert not any(row.matches for row in await store.ladder("jaffre"))
    assert (await acts(store))[DROPPED] == (await books(store))["dropped"] > 0


async def test_a_match_whose_worker_dies_is_played_again(store: Store) -> None:
    crew = CrewHere()
    crew.deaths = ATTEMPTS - 1
    async with working(ranker(store, crew=crew)) as own:
        await until(lambda: own.finished["jaffre"] >= 4)
    assert own.lost == ATTEMPTS - 1
    assert (await books(store))["dropped"] == 0


async def test_a_fixture_of_unknown_players_does_not_hold_up_the_others(store: Store) -> None:
    await Schedule(GAME, store).top_up()
    fixture = (await store.open_fixtures())[0]
    strange = replace(fixture, id="strange", set_id="s", rated=False, players=("bot:jaffre:2:nobody",) * 4)
    nonsense = replace(fixture, id="nonsense", set_id="t", rated=False, options=b'{"no": "option"}')
    await store.add_fixtures([strange, nonsense])
    async with working(ranker(store)) as own:
        await until(lambda: own.finished["jaffre"] >= 4)
        await until(lambda: has_dropped(store, "strange", "nonsense"))
    assert own.errors == 0


async def has_dropped(store: Store, *ids: str) -> bool:
    return {row.subject for row in await store.audit(100) if row.act == DROPPED} >= set(ids)


# --- programs


@pytest.mark.usefixtures("confinement", "home")
async def test_a_program_that_crashes_loses_and_its_owner_finds_the_log(store: Store) -> None:
    crashing, fixture = (
        await bot(store, "a", await person(store, "ann"), CRASH),
        await one_fixture(store, "program:a-1"),
    )
    async with working(ranker(store)):
        await until(lambda: is_stored(store, fixture.id))
    match = await store.match(fixture.id)
    assert match
    failed = [seat for seat in match.seats if seat.player.id == crashing]
    assert {seat.rank for seat in match.seats if seat.player.id != crashing} == {1}
    assert [seat.fault for seat in failed if seat.fault] == ["crashed"]
    logs = [await store.log(match.id, seat.seat) for seat in failed]
    assert any(b"I have had enough" in row.text for row in logs if row)
    replay = await store.replay(match.id)
    assert replay
    assert {player.name for player in Replay.from_bytes(replay).players} == {"a v1", "intermediate"}


@pytest.mark.usefixtures("confinement", "home")
async def test_a_version_that_only_fails_is_put_to_rest(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintain.ranker.contest.keeping.HOPELESS", 2)
    await bot(store, "a", await person(store, "ann"), CRASH)
    async with working(ranker(store)):
        await until(lambda: rests(store, "a"))
    found = await store.version("a-1")
    assert found
    assert "failed 2 rated matches in a row" in found.note
    assert (await acts(store))[RESTS] == 1
    assert HOPELESS == 10


async def one_fixture(store: Store, player: str) -> FixtureRow:
    """Of this player and a bot of the house, and nothing else."""
    schedule = Schedule(GAME, store)
    field = await schedule.field()
    house = next(one.player.id for one in field if one.player.name == "intermediate")
    await schedule.top_up()
    waiting = await store.open_fixtures()
    await store.drop_fixtures([row.id for row in waiting])
    made = replace(waiting[0], id="made", set_id="s", players=(player, house) * 2)
    await store.add_fixtures([made])
    return made


async def is_stored(store: Store, id: str) -> bool:
    return await store.match(id) is not None


async def rests(store: Store, id: str) -> bool:
    row = await store.bot(id)
    return row is not None and row.active is None
