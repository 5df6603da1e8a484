"""Events: the formats of the ranker over the database, every match exactly once, whoever moves them on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quintain.core.errors import StoreDamaged
from quintain.datastore import EventRow, FixtureRow, Store
from quintain.datastore.event_steps import event_matches
from quintain.ranker.events.results import results_of
from quintain.ranker.events.settings import schedule_of, settings_of
from quintain.ranker.events.stepping import Plan, carry_out, plan, step, step_all
from quintain.ranker.events.table import Progress
from quintain.ranker.formats import FORMATS
from quintain.ranker.result import Result
from tests.datastore.conftest import address, path, store
from tests.ranker.event_play import (
    Decide,
    a_field_with_a_program,
    all_draw,
    an_event,
    begin,
    crashing,
    finished,
    first_wins,
    house,
    keep,
    seat_wins,
)

pytestmark = pytest.mark.anyio
__all__ = ["address", "path", "store"]  # the fixtures of the datastore


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Store]:
    """For events that come to their end."""
    async with await Store.open(tmp_path_factory.mktemp("shared") / "store.db") as store:
        yield store


async def to_its_end(store: Store, id: str, decide: Decide = first_wins) -> list[str]:
    """The ids of its matches, in the order in which they were played."""
    played: list[str] = []
    while (event := await store.event(id)) and event.state == "running":
        await step_all(store)
        fixtures = await store.take_fixtures("worker", 20, 900)
        played += await keep(store, fixtures, decide)
    return played


def by_the_schedule_alone(event: EventRow, decide: Decide) -> dict[str, Result]:
    """What the same tournament comes to without a database, as on the command line."""
    chosen = settings_of(event)
    schedule = schedule_of(event, chosen)
    results: dict[str, Result] = {}
    while jobs := schedule.jobs(results):
        for job in jobs:
            fixture = a_fixture(event, job.id, job.players)
            ranks, failed = decide(fixture)
            results[job.id] = Result(
                id=job.id,
                game=event.game,
                seed=job.id.rpartition(".")[0],
                players=job.players,
                teams=tuple(schedule.teams),
                ranks=ranks,
                scores=tuple(float(-rank) for rank in ranks),
                charged=frozenset(failed),
            )
    return results


def a_fixture(event: EventRow, id: str, players: tuple[str, ...]) -> FixtureRow:
    return FixtureRow(
        id=id,
        game=event.game,
        set_id="",
        players=players,
        seed="0",
        bot_seed="0",
        options=b"{}",
        control=b"{}",
        created=event.created,
    )


async def the_event(store: Store, id: str) -> EventRow:
    event = await store.event(id)
    assert event
    return event


# --- every format, to its end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("format", FORMATS)
async def test_an_event_is_the_tournament_of_the_command_line(shared: Store, format: str, players: int) -> None:
    id = await an_event(shared, players, format, matches=2)
    played = await to_its_end(shared, id)
    event = await the_event(shared, id)
    expected = by_the_schedule_alone(event, first_wins)
    assert sorted(played) == sorted(expected)
    assert settings_of(event).champions == (house("jaffre", 0),)
    assert event.ended
    progress = Progress.of(event, settings_of(event), await event_matches(shared, id))
    assert progress.placing == schedule_of(event, settings_of(event)).placing(expected)


@pytest.mark.parametrize(
    "decide", [all_draw, seat_wins, crashing(0), crashing(*range(5))], ids=["draws", "seats", "one fails", "all fail"]
)
@pytest.mark.parametrize("format", FORMATS)
async def test_the_level_and_the_failing_have_the_same_answer_as_on_the_command_line(
    shared: Store, format: str, decide: Decide
) -> None:
    id = await an_event(shared, 5, format)
    played = await to_its_end(shared, id, decide)
    event = await the_event(shared, id)
    expected = by_the_schedule_alone(event, decide)
    assert sorted(played) == sorted(expected)
    placing = schedule_of(event, settings_of(event)).placing(expected)
    assert settings_of(event).champions == tuple(player for player, place in placing.items() if place == 1)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("format", FORMATS)
async def test_tables_of_four_may_have_fewer_or_more_players(shared: Store, format: str, players: int) -> None:
    id = await an_event(shared, players, format, game="rummy")
    played = await to_its_end(shared, id)
    assert sorted(played) == sorted(by_the_schedule_alone(await the_event(shared, id), first_wins))


async def test_rounds_come_one_after_the_other_on_both_kinds_of_database(store: Store) -> None:
    id = await an_event(store, 4, "round-robin")
    for number in range(3):
        await step_all(store)
        fixtures = await store.open_fixtures(event=id)
        assert {fixture.id.split(".")[1] for fixture in fixtures} == {str(number)}
        assert not await step(store, id)  # nothing has happened
        await keep(store, fixtures, first_wins)
    assert await step(store, id)
    assert (await the_event(store, id)).state == "over"
    assert not await step(store, id)


async def test_fixtures_have_what_a_worker_needs(sqlite: Store) -> None:
    id = await an_event(sqlite, 2, "knockout", options={"target": 20})
    await step(sqlite, id)
    one, other = await sqlite.open_fixtures(event=id)
    assert one.set_id == other.set_id == f"{id}.0.0.0"
    assert one.seed == other.seed
    assert one.bot_seed != other.bot_seed
    assert one.options == b'{"target":20}'
    assert not one.rated
    assert (one.event_id, one.game) == (id, "jaffre")
    again = await an_event(sqlite, 2, "knockout", options={"target": 20})
    await step(sqlite, again)
    assert one.seed not in {fixture.seed for fixture in await sqlite.open_fixtures(event=again)}


# --- exactly once ----------------------------------------------------------------------------------------------------

# Two processes look and act on what they saw, whenever; a worker takes and brings matches in between.
MOVES = st.lists(st.sampled_from(["look 0", "look 1", "act 0", "act 1", "take", "bring", "all"]), max_size=60)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.Runner, Store]]:
    """One database for many examples."""
    folder = tmp_path_factory.mktemp("events")
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(folder / "store.db"))
        yield runner, store
        runner.run(store.close())


@settings(max_examples=25, deadline=None)
@given(moves=MOVES, format=st.sampled_from(sorted(FORMATS)), players=st.integers(2, 5))
def test_however_two_processes_interleave_every_match_is_wanted_once(
    kept: tuple[asyncio.Runner, Store], moves: list[str], format: str, players: int
) -> None:
    runner, store = kept
    runner.run(interleaved(store, moves, format, players))


async def interleaved(store: Store, moves: list[str], format: str, players: int) -> None:
    id = await an_event(store, players, format)
    plans: list[Plan | None] = [None, None]
    taken: list[FixtureRow] = []
    seen: list[str] = []
    for move in [*moves, *["look 0", "act 0", "take", "all"] * 40]:
        word, _, who = move.partition(" ")
        if word == "look":
            plans[int(who)] = await plan(store, id)
        elif word == "act" and (found := plans[int(who)]):
            await carry_out(store, found)
        elif word == "take":
            new = await store.take_fixtures("worker", 2, 900)
            seen += [fixture.id for fixture in new]
            taken += new
        elif taken and word in ("bring", "all"):
            now = [taken.pop()] if word == "bring" else taken[:]
            taken = [fixture for fixture in taken if fixture not in now]
            assert await keep(store, now, first_wins) == [fixture.id for fixture in now]
        if (await the_event(store, id)).state == "over":
            break
    event = await the_event(store, id)
    assert event.state == "over"
    assert sorted(seen) == sorted(by_the_schedule_alone(event, first_wins))
    assert not await store.open_fixtures(event=id)


async def test_a_plan_from_before_a_match_was_stored_is_not_carried_out(store: Store) -> None:
    id = await an_event(store, 3, "swiss")
    early = await plan(store, id)
    assert early
    assert await carry_out(store, early)
    assert not await carry_out(store, early)  # the other process had the same thought
    late = await plan(store, id)
    assert late is not None
    await keep(store, await store.take_fixtures("worker", 1, 60), first_wins)
    assert not await carry_out(store, late._replace(after=replace(late.after, state="over")))


# --- entrants who cannot go on ---------------------------------------------------------------------------------------


def program_wins(fixture: FixtureRow) -> Any:
    numbers = [0 if player.startswith("program:") else 1 for player in fixture.players]
    return tuple(1 + number for number in numbers), ()


@pytest.mark.parametrize("format", FORMATS)
async def test_a_bot_that_is_disabled_in_the_middle_loses_what_is_left(store: Store, format: str) -> None:
    id, bot, player = await a_field_with_a_program(store, format, 4)
    await begin(store, id)
    await step_all(store)
    taken = await store.take_fixtures("slow worker", 100, 900)
    mine = [fixture for fixture in taken if player in fixture.players]
    assert mine
    await keep(store, mine[:1], program_wins)
    await store.disable_bot(bot, (await the_event(store, id)).created)
    await step_all(store)
    assert not [fixture for fixture in await store.open_fixtures(event=id) if player in fixture.players]
    others = [fixture for fixture in taken if player not in fixture.players]
    await keep(store, others, program_wins)
    while (await the_event(store, id)).state == "running":
        await step_all(store)
        await keep(store, await store.take_fixtures("worker", 10, 60), program_wins)
    event = await the_event(store, id)
    chosen = settings_of(event)
    assert chosen.out == (player,)
    assert chosen.forfeits
    assert player not in chosen.champions
    # A worker that did not know brings a result: it is kept as a match, and changes nothing here.
    progress = Progress.of(event, chosen, await event_matches(store, id))
    late = [fixture for fixture in mine[1:] if fixture.id in chosen.forfeits]
    await keep(store, late, program_wins)
    after = Progress.of(event, chosen, await event_matches(store, id))
    assert after.results == progress.results
    assert after.placing == progress.placing


async def test_an_event_of_those_who_are_out_ends_without_a_match(sqlite: Store) -> None:
    id = await an_event(sqlite, 3, "round-robin")
    assert await step(sqlite, id, [house("jaffre", number) for number in range(3)])
    event = await the_event(sqlite, id)
    assert event.state == "over"
    assert await sqlite.open_fixtures(event=id) == []
    assert len(settings_of(event).champions) == 3


async def test_a_match_that_nobody_can_play_is_a_draw_in_the_end(sqlite: Store) -> None:
    """Those who play give a fixture up after some attempts: it is wanted again, but not for ever."""
    id = await an_event(sqlite, 3, "round-robin")
    tried: list[str] = []
    while (await the_event(sqlite, id)).state == "running":
        await step_all(sqlite)
        for fixture in await sqlite.open_fixtures(event=id):
            tried.append(fixture.id)
            if fixture.id.startswith(f"{id}.0."):
                await sqlite.drop_fixtures([fixture.id])
            else:
                await keep(sqlite, [fixture], first_wins)
    assert len(tried) == 3 * 2 + 4
    event = await the_event(sqlite, id)
    progress = Progress.of(event, settings_of(event), await event_matches(sqlite, id))
    assert {result.ending for result in progress.results.values()} == {"normal", "forfeited"}
    assert not any(result.charged for result in progress.results.values())
    assert len(progress.results) == 6


async def test_a_match_that_is_not_of_its_game_is_damage(sqlite: Store) -> None:
    id = await an_event(sqlite, 2, "knockout")
    await step_all(sqlite)
    fixture, *_ = await sqlite.take_fixtures("worker", 1, 60)
    short = finished(fixture, ((1, 2, 1, 2), ()))
    await sqlite.add_matches([replace(short, match=replace(short.match, seats=short.match.seats[:2]))])
    event = await the_event(sqlite, id)
    with pytest.raises(StoreDamaged, match="seats of its game"):
        results_of(schedule_of(event, settings_of(event)), settings_of(event), await event_matches(sqlite, id))
