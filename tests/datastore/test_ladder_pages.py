"""What the pages of ladders and bots show."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from quintain.datastore import CoursePoint, FormRow, SeatRow, SlowRow, Store, bot_player, person_player
from tests.datastore.contest_samples import an_uploaded_bot, rated_match, ready_version
from tests.datastore.samples import DAWN, a_match

pytestmark = pytest.mark.anyio


def id_of(name: str) -> str:
    return f"bot:jaffre:1:{name}"


async def test_a_ladder_shows_who_plays_and_whose_it_is(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_bot(an_uploaded_bot(owner_id="1"))
    for id in ("v", "w"):
        await ready_version(store, id)
    programs = [player for id in "vw" if (player := await store.player(f"program:{id}"))]
    for mu, player in enumerate([*programs, bot_player("jaffre", 1, "shark"), person_player("1", "Ann")], 1500):
        await store.enter_ladder("jaffre", [player], mu, 50)
    await store.write("play", lambda connection: connection.exec_driver_sql("UPDATE ratings SET matches = 1").close())
    await store.enter_ladder("jaffre", [bot_player("jaffre", 1, "new")], 9999, 50)
    await store.set_active("b", "w")
    page = await store.ladder_page("jaffre", 10)
    assert [(row.place, row.player.name) for row in page] == [(1, "Ann"), (2, "shark"), (3, "Bolt"), (4, "new")]
    bolt = page[2]
    assert (bolt.bot_id, bolt.language, bolt.owner_id, bolt.owner) == ("b", "python", "1", "Ann")
    assert (bolt.player.id, bolt.mu, bolt.sigma, bolt.matches) == ("program:w", 1501, 50, 1)
    assert await store.ladder_page("jaffre", 1, 2) == [bolt]
    assert await store.ladder_page("jaffre", 5, kinds=["program"], all_versions=True) == [
        replace(bolt, place=1),
        replace(bolt, place=2, player=programs[0], mu=1500),
    ]
    assert await store.ladder_size("jaffre") == 4
    assert await store.ladder_size("jaffre", ["person", "program"]) == 2
    await store.disable_bot("b", DAWN)
    assert await store.ladder_size("jaffre", ["program"]) == 0
    await store.disable_person("1", DAWN)
    assert [row.player.name for row in await store.ladder_page("jaffre", 10)] == ["shark", "new"]


async def test_form_is_the_newest_results_of_each(store: Store) -> None:
    results = {1: (1, 2), 2: (2, 1), 3: (1, 1), 4: (1, 2)}
    await store.add_matches([rated_match(n, "A", "B", ranks=ranks) for n, ranks in results.items()])
    await store.add_matches([rated_match(5, "A", "C", rated=False, seats=())])
    form = await store.form_of([id_of("A"), id_of("B"), "nobody"], 3)
    assert [one.share for one in form[id_of("A")]] == [1, 0.5, 0]
    assert [one.match_id for one in form[id_of("B")]] == ["m4", "m3", "m2"]
    assert form[id_of("B")][0] == FormRow("m4", DAWN + timedelta(minutes=4), 0)
    assert form["nobody"] == []
    assert await store.form_of([id_of("A")], 3, "rummy") == {id_of("A"): []}
    assert await store.form_of([], 3) == {}


async def test_a_result_among_many_and_with_a_fault(store: Store) -> None:
    four = rated_match(1, "A", "B", "C", "D", ranks=(2, 1, 3, 4))
    seats = [replace(seat, fault="crashed") if seat.seat == 1 else seat for seat in four.match.seats]
    await store.add_matches([replace(four, match=replace(four.match, seats=tuple(seats)))])
    form = await store.form_of([id_of(name) for name in "ABCD"], 5)
    shares = [round(form[id_of(name)][0].share, 2) for name in "ABCD"]
    assert shares == [1, 0, 0.67, 0.33]


def teams(number: int) -> tuple[SeatRow, ...]:
    """A and B in a team against C, who has two seats."""
    plain = rated_match(number, "A", "C", "B", "C", ranks=(1, 2, 1, 2)).match.seats
    return tuple(replace(seat, team=seat.seat % 2) for seat in plain)


async def test_a_team_of_one_player_has_one_result(store: Store) -> None:
    matches = [rated_match(n, "A", "B", seats=teams(n)) for n in (1, 2)]
    await store.add_matches(matches)
    form = await store.form_of([id_of("C")], 9)
    assert [(one.match_id, one.share) for one in form[id_of("C")]] == [("m2", 0), ("m1", 0)]
    [against] = await store.against(id_of("A"))
    assert (against.player.name, against.won, against.drawn, against.lost) == ("C", 2, 0, 0)
    met = {row.player.name: (row.won, row.drawn, row.lost) for row in await store.against(id_of("C"))}
    assert met == {"A": (0, 0, 2), "B": (0, 0, 2)}
    assert [match.id for match in await store.latest_of([id_of("C")], 2)] == ["m2", "m1"]


async def test_results_by_opponent(store: Store) -> None:
    await store.add_matches([rated_match(n, "A", "B", ranks=((1, 2), (2, 1), (1, 1))[n % 3]) for n in range(7)])
    await store.add_matches([rated_match(9, "C", "A")])
    found = [(row.player.name, row.won, row.drawn, row.lost) for row in await store.against(id_of("A"))]
    assert found == [("B", 3, 2, 2), ("C", 0, 0, 1)]
    assert await store.against(id_of("A"), "rummy") == []


@pytest.mark.parametrize(("points", "expected"), [(100, [*range(10)]), (5, [0, 1, 3, 5, 7, 9]), (1, [0, 9])])
async def test_a_course_is_thinned_and_keeps_its_ends(store: Store, points: int, expected: list[int]) -> None:
    await store.add_matches([rated_match(n, "A", "B") for n in range(10)])
    course = await store.course_of(id_of("A"), points)
    assert [point.mu - 1000 for point in course] == expected
    assert course[0] == CoursePoint("m0", DAWN, 1000, 9)
    assert await store.course_of(id_of("A"), points, "rummy") == []


async def test_the_latest_matches_of_several_players_page_by_page(store: Store) -> None:
    for n, players in enumerate(("AB", "AC", "BC", "CD", "AD", "AB")):
        await store.add_matches([rated_match(n, *players, public=n != 4)])
    same = rated_match(6, "B", "C", ended=DAWN + timedelta(minutes=5))
    await store.add_matches([same])
    await store.create_match(a_match("running"), [SeatRow(0, "A", bot_player("jaffre", 1, "A"))])
    both = [id_of("A"), id_of("B")]

    async def ids(limit: int, **which: str | bool) -> list[str]:
        return [match.id for match in await store.latest_of(both, limit, **which)]  # type: ignore[arg-type]

    assert await ids(3) == ["m6", "m5", "m4"]
    assert await ids(2, before="m6") == ["m5", "m4"]
    assert await ids(9, before="m4") == ["m2", "m1", "m0"]
    assert await ids(3, public=True) == ["m6", "m5", "m2"]
    assert await ids(3, game="rummy") == []
    assert await ids(3, before="nowhere") == []
    [newest] = await store.latest_of(both, 1)
    assert newest == same.match


async def test_the_slowest_decisions(store: Store) -> None:
    matches = []
    for n, seconds in enumerate((0.5, None, 2.5, 1.0)):
        match = rated_match(n, "A", "B").match
        seats = (replace(match.seats[0], slowest=seconds), match.seats[1])
        matches.append(rated_match(n, "A", "B", seats=seats))
    await store.add_matches(matches)
    found = await store.slowest_of(id_of("A"), 2)
    assert found == [
        SlowRow("m2", 0, DAWN + timedelta(minutes=2), 2.5),
        SlowRow("m3", 0, DAWN + timedelta(minutes=3), 1.0),
    ]


async def test_a_match_that_is_finished_at_a_table_is_among_the_latest(store: Store) -> None:
    seat = SeatRow(0, "A", bot_player("jaffre", 1, "A"))
    await store.create_match(a_match(), [seat])
    assert await store.latest_of([id_of("A")], 5) == []
    await store.finish_match("m", DAWN, b"{}", b"", ())
    assert [match.id for match in await store.latest_of([id_of("A")], 5)] == ["m"]
