"""Guests, accounts, sessions and tokens."""

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from sqlalchemy import update

from quintain.core.errors import BadText, Duplicate, NameTaken, NotStored
from quintain.datastore import Store
from quintain.datastore.models import SessionModel
from quintain.datastore.people import LASTS, Seen

pytestmark = pytest.mark.anyio

TOMORROW = datetime.now(UTC) + timedelta(days=1)


async def test_a_person_is_found_by_id(store: Store) -> None:
    ann = await store.create_person("1", "Ann")
    assert await store.person("1") == ann
    assert ann.guest
    assert ann.created.tzinfo is UTC
    assert await store.person("2") is None


async def test_an_account_is_found_by_its_name_in_any_case(store: Store) -> None:
    ann = await store.create_person("1", "Ånn Straße", "hash")
    assert await store.person_named("ÅNN STRASSE") == ann
    assert not ann.guest


async def test_guests_share_names_and_are_not_found_by_them(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_person("2", "Ann")
    assert await store.person_named("Ann") is None


async def test_an_id_and_a_name_belong_to_one_account(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    with pytest.raises(NameTaken):
        await store.create_person("2", "ann", "hash")
    with pytest.raises(Duplicate, match="person '1'"):
        await store.create_person("1", "Bob")
    assert await store.person("2") is None


async def test_a_password_hash_is_not_part_of_a_person(store: Store) -> None:
    ann = await store.create_person("1", "Ann", "$argon2$secret")
    assert b"argon" not in msgspec.json.encode(ann)
    assert await store.password_hash("1") == "$argon2$secret"
    assert await store.password_hash("2") is None


async def test_a_guest_with_a_password_becomes_an_account(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.set_password("1", "hash")
    ann = await store.person_named("ann")
    assert ann
    assert ann.id == "1"
    await store.create_person("2", "ANN")
    with pytest.raises(NameTaken):
        await store.set_password("2", "hash")


async def test_renaming(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_person("2", "Bob")
    await store.rename_person("2", "Ann")
    await store.rename_person("1", "Anna")
    assert await store.person_named("Ann") is None
    assert await store.person_named("Anna")
    await store.create_person("3", "Cy", "hash")
    with pytest.raises(NameTaken):
        await store.rename_person("3", "ANNA")


async def test_nobody_cannot_be_changed(store: Store) -> None:
    with pytest.raises(NotStored, match="no person '9'"):
        await store.rename_person("9", "Ann")
    with pytest.raises(NotStored):
        await store.set_password("9", "hash")
    with pytest.raises(NotStored):
        await store.create_session("t", "9", TOMORROW)


@pytest.mark.parametrize("name", ["'; DROP TABLE people; --", '<script>alert("1")</script>', "%_\\", "名前 🎲"])
async def test_names_are_only_text(store: Store, name: str) -> None:
    await store.create_person("1", name, "hash")
    person = await store.person_named(name)
    assert person
    assert person.name == name


@pytest.mark.parametrize("name", ["nul \0", "half \ud83d"])
async def test_text_that_no_database_keeps_is_refused(store: Store, name: str) -> None:
    with pytest.raises(BadText):
        await store.create_person("1", name)
    with pytest.raises(BadText):
        await store.person(name)
    with pytest.raises(BadText):
        await store.match(name)


async def test_a_session_names_its_person_until_it_is_revoked(store: Store) -> None:
    ann = await store.create_person("1", "Ann")
    session = await store.create_session("t", "1", TOMORROW)
    assert await store.session_person("t") == ann
    assert await store.sessions_of("1") == [session]
    assert await store.revoke_session("t")
    assert not await store.revoke_session("t")
    assert await store.session_person("t") is None
    assert await store.sessions_of("1") == []


async def test_a_session_expires(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_session("t", "1", datetime.now(UTC) - timedelta(seconds=1))
    assert await store.session_person("t") is None
    assert await store.sessions_of("1") == []


async def test_a_session_is_touched_at_most_once_a_minute(store: Store) -> None:
    await store.create_person("1", "Ann")
    session = await store.create_session("t", "1", TOMORROW)
    await store.session_person("t")
    assert not store.touches
    hour_ago = session.last_seen - timedelta(hours=1)
    earlier = update(SessionModel).values(last_seen=hour_ago)
    await store.write("test", lambda connection: connection.execute(earlier).close())
    await store.session_person("t")
    for touch in [*store.touches]:
        await touch
    [touched] = await store.sessions_of("1")
    assert touched.last_seen >= session.last_seen


async def test_a_session_lasts_from_its_last_use(store: Store) -> None:
    await store.create_person("1", "Ann")
    await store.create_session("t", "1", TOMORROW)
    await used_long_ago(store)
    await store.session_person("t")
    await asyncio.gather(*store.touches)
    [session] = await store.sessions_of("1")
    assert session.expires == session.last_seen + LASTS > TOMORROW


async def used_long_ago(store: Store) -> None:
    earlier = update(SessionModel).values(last_seen=datetime.now(UTC) - timedelta(hours=1))
    await store.write("test", lambda connection: connection.execute(earlier).close())


@pytest.mark.parametrize("days", [-10_000, -1, 1, 40, 10_000])
async def test_a_jump_of_the_calendar_ends_no_session(store: Store, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    await store.create_person("1", "Ann")
    for session in ("t", "unused"):
        await store.create_session(session, "1", datetime.now(UTC) + LASTS)
    ann = await store.session_person("t")
    monkeypatch.setattr("quintain.datastore.people.now", lambda: datetime.now(UTC) + timedelta(days=days))
    for _ in range(2):
        assert await store.session_person("t") == ann
        await asyncio.gather(*store.touches)
    monkeypatch.undo()
    assert await store.session_person("t") == ann
    assert await store.session_person("unused") == ann


async def test_a_session_that_was_not_used_for_long_ends_by_either_clock(store: Store) -> None:
    hour = [0.0]
    seen = Seen(lambda: hour[0] * 3600)
    assert seen.holds("t", True)
    hour[0] = 29 * 24
    assert seen.holds("t", False)
    hour[0] += 31 * 24
    assert not seen.holds("t", False)
    assert not seen.holds("never seen", False)


async def test_when_a_token_was_last_used_is_noted_at_most_once_a_minute(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    token = await store.create_token("t", "1", "my bot")
    await asyncio.gather(*(store.token_person("t") for _ in range(20)))
    assert len(store.touches) <= 1
    await asyncio.gather(*store.touches)
    [used] = await store.tokens_of("1")
    assert used.last_used
    assert used.last_used >= token.created
    await store.token_person("t")
    assert not store.touches


async def test_a_token_names_its_person_until_it_is_revoked(store: Store) -> None:
    ann = await store.create_person("1", "Ann", "hash")
    token = await store.create_token("t", "1", "my bot")
    assert await store.tokens_of("1") == [token]
    assert await store.token_person("t") == ann
    with pytest.raises(Duplicate):
        await store.create_token("t", "1", "again")
    assert await store.revoke_token("t")
    assert not await store.revoke_token("t")
    assert await store.token_person("t") is None


async def test_a_time_needs_a_zone(store: Store) -> None:
    await store.create_person("1", "Ann")
    with pytest.raises(Exception, match="without a zone"):
        await store.create_session("t", "1", datetime(2030, 1, 1))
