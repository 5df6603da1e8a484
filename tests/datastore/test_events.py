"""Events and seasons, what administrators did, and people who are shut out."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from quintain.core.errors import Duplicate, NotStored, OutOfOrder
from quintain.datastore import SCOPES, EntrantRow, Person, SeasonRow, Store, bot_player, person_player
from tests.datastore.contest_samples import an_event, rated_match
from tests.datastore.samples import DAWN

pytestmark = pytest.mark.anyio


def entrant(player_id: str, minute: int, person_id: str | None = None) -> EntrantRow:
    return EntrantRow(event_id="e", player_id=player_id, person_id=person_id, joined=DAWN + timedelta(minutes=minute))


async def test_an_event_is_joined_left_and_seeded_while_it_is_open(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_event(an_event())
    ann, a, b = person_player("1", "Ann"), bot_player("jaffre", 1, "A"), bot_player("jaffre", 1, "B")
    await store.join_event(entrant(ann.id, 2, person_id="1"), ann)
    await store.join_event(entrant(a.id, 1), a)
    await store.join_event(entrant(b.id, 3), b)
    assert [one.player_id for one in await store.entrants("e")] == [a.id, ann.id, b.id]
    with pytest.raises(Duplicate):
        await store.join_event(entrant(a.id, 4))
    with pytest.raises(NotStored):
        await store.join_event(entrant("bot:unknown", 4))
    await store.seed_event("e", [b.id, ann.id])
    assert [(one.player_id, one.seed) for one in await store.entrants("e")] == [(b.id, 1), (ann.id, 2), (a.id, None)]
    assert await store.leave_event("e", a.id)
    assert not await store.leave_event("e", a.id)
    assert await store.set_event_state("e", "open", "running", began=DAWN)
    for late in (store.join_event(entrant(a.id, 9)), store.leave_event("e", b.id), store.seed_event("e", [])):
        with pytest.raises(OutOfOrder, match="running"):
            await late
    with pytest.raises(NotStored):
        await store.leave_event("nowhere", a.id)


async def test_the_state_of_an_event_changes_once(store: Store) -> None:
    await store.create_event(an_event())
    await store.create_event(an_event("f", game="rummy", created=DAWN + timedelta(hours=1)))
    assert await store.set_event_state("e", "open", "running", began=DAWN)
    assert not await store.set_event_state("e", "open", "running", began=DAWN + timedelta(hours=1))
    assert await store.event("e") == an_event(state="running", began=DAWN)
    assert [event.id for event in await store.events()] == ["f", "e"]
    assert [event.id for event in await store.events("running")] == ["e"]
    assert [event.id for event in await store.events(game="rummy")] == ["f"]
    assert await store.event("nowhere") is None


async def test_the_matches_of_an_event(store: Store) -> None:
    await store.create_event(an_event())
    own = [rated_match(n, "A", "B", event_id="e", set_id="s") for n in (2, 1)]
    await store.add_matches([*own, rated_match(3, "A", "B")])
    found = await store.matches_of_event("e")
    assert [(match.id, match.set_id, match.event_id) for match in found] == [("m1", "s", "e"), ("m2", "s", "e")]


async def test_a_season_keeps_the_standings_and_begins_anew(store: Store) -> None:
    a, b, waiting = (bot_player("jaffre", 1, name) for name in "ABW")
    await store.enter_ladder("jaffre", [a], 1600, 40)
    await store.enter_ladder("jaffre", [b], 1700, 50)
    played = "UPDATE ratings SET matches = 7"
    await store.write("matches", lambda connection: connection.exec_driver_sql(played).close())
    await store.enter_ladder("jaffre", [waiting], 1500, 350)
    await store.enter_ladder("rummy", [a], 1234, 5)
    assert await store.start_season("jaffre", "Spring", DAWN) == SeasonRow("jaffre", 1, "Spring", DAWN)
    kept = await store.standings("jaffre", 0)
    assert [(row.place, row.player, row.mu, row.sigma, row.matches) for row in kept] == [
        (1, b, 1700, 50, 7),
        (2, a, 1600, 40, 7),
    ]
    assert {(row.mu, row.sigma, row.matches) for row in await store.ladder("jaffre")} == {(1500, 350, 0)}
    assert [row.mu for row in await store.ladder("rummy")] == [1234]
    with pytest.raises(OutOfOrder):
        await store.start_season("jaffre", "Again", DAWN)
    later = DAWN + timedelta(days=90)
    second = await store.start_season("jaffre", "Summer", later)
    assert second.number == 2
    assert [season.name for season in await store.seasons("jaffre")] == ["Spring", "Summer"]
    assert await store.standings("jaffre", 1) == []
    assert len(await store.standings("jaffre", 0)) == 2


async def test_acts_are_noted_page_by_page_and_settings_kept(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    for n in range(5):
        await store.note_act("1", "pause", "ladder", str(n))
    first = await store.audit(3)
    assert [row.detail for row in first] == ["4", "3", "2"]
    assert [row.detail for row in await store.audit(3, before=first[-1].id)] == ["1", "0"]
    await store.rename_person("1", "Bea")
    assert (await store.audit(1))[0].name == "Ann"
    assert await store.setting("ladder.paused") is None
    await store.put_setting("ladder.paused", "1", store.audited("1", "pause", "ladder"))
    await store.put_setting("ladder.paused", "2")
    assert await store.setting("ladder.paused") == "2"
    assert (await store.audit(1))[0].name == "Bea"
    await store.put_setting("ladder.paused", None)
    assert await store.setting("ladder.paused") is None


async def test_a_person_who_is_disabled_is_out_until_let_in_again(store: Store) -> None:
    ann = await store.create_person("1", "Ann", "hash")
    await store.create_session("s", "1", DAWN.replace(year=2126))
    await store.create_token("t", "1", "bot", ("play",))
    assert await store.token_holder("t") == (ann, ("play",))
    assert await store.disable_person("1", DAWN, store.audited("1", "disable", "1")) == ["s"]
    assert await store.session_person("s") is None
    assert await store.token_person("t") is None
    assert await store.person("1") == replace(ann, disabled=DAWN)
    await store.disable_person("1", None)
    assert await store.session_person("s") is None
    assert await store.token_person("t") == ann
    await store.set_admin("1", True)
    assert await store.person("1") == Person("1", "Ann", False, ann.created, admin=True)
    with pytest.raises(NotStored):
        await store.set_admin("nobody", True)


async def test_a_token_may_do_everything_unless_it_says_less(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_token("t", "1", "all")
    await store.create_token("u", "1", "none", ())
    assert [token.scopes for token in await store.tokens_of("1")] == [SCOPES, ()]
